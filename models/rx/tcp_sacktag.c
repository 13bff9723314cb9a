/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SACK blocks mark the write queue.
 *
 * Called by: tcp_ack
 * Calls: tcp_fragment (blocks that end inside a TSO packet)
 * Models: tcp_sacktag_write_queue: duplicate SACKs, validity, blocks in order of
 *	sequence, the walk over the queue (kfn units: packets passed), skipping what
 *	an earlier ACK has marked (2.6.25), reordering, retransmissions lost again
 * Leaves out: joining of SACKed neighbours (2.6.29), the rbtree of 4.15
 * Source: Linux net/ipv4/tcp_input.c, v2.6.26; RFC 2018, 2883
 */
#include <string.h>

#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

struct tagging {
	uint32_t fack_count, reord, prior_snd_una;
	int flag;
	bool dup_sack;
};

/* A retransmission that was lost is SACKed now, or its original was. */
static void untag_retransmitted(struct tcp_sock *tp, struct pkt *p)
{
	if (!(p->sacked & TCPCB_LOST))
		return;
	p->sacked &= ~(uint32_t)(TCPCB_LOST | TCPCB_SACKED_RETRANS);
	tp->lost_out -= tcp_skb_pcount(p);
	tp->retrans_out -= tcp_skb_pcount(p);
	tp->retransmit_skb_hint = NULL;
}

static uint32_t highest_sack_seq(const struct tcp_sock *tp)
{
	if (!tp->sacked_out)
		return tp->snd_una;
	return tp->highest_sack ? tp->highest_sack->seq : tp->snd_nxt;
}

static void tag_new(struct tcp_sock *tp, struct pkt *p, struct tagging *t)
{
	uint32_t segs = tcp_skb_pcount(p), seen = t->fack_count;

	if (p->sacked & TCPCB_SACKED_RETRANS) {
		untag_retransmitted(tp, p);
	} else {
		if (!(p->sacked & TCPCB_RETRANS) && before(p->seq, highest_sack_seq(tp)))
			t->reord = min_u32(seen, t->reord);
		if (p->sacked & TCPCB_LOST) {
			p->sacked &= ~(uint32_t)TCPCB_LOST;
			tp->lost_out -= segs;
		}
	}
	p->sacked |= TCPCB_SACKED_ACKED;
	t->flag |= FLAG_DATA_SACKED;
	tp->sacked_out += segs;
	seen += segs;
	if (!tcp_is_fack(tp) && tp->lost_skb_hint && before(p->seq, tp->lost_skb_hint->seq))
		tp->lost_cnt_hint += segs;
	tp->fackets_out = max_u32(tp->fackets_out, seen);
	if (!tp->highest_sack || !before(p->seq, tp->highest_sack->seq))
		tp->highest_sack = p;
}

static void tag_one(struct tcp_sock *tp, struct pkt *p, struct tagging *t)
{
	if (t->dup_sack && (p->sacked & TCPCB_RETRANS)) {
		if (tp->undo_marker && tp->undo_retrans > 0 && after(p->end_seq, tp->undo_marker))
			tp->undo_retrans--;
		if (p->sacked & TCPCB_SACKED_ACKED)
			t->reord = min_u32(t->fack_count, t->reord);
	}
	if (!after(p->end_seq, tp->snd_una))
		return;
	mem_write(pkt_line(p, PKT_LINE_CB), 48);
	if (!(p->sacked & TCPCB_SACKED_ACKED))
		tag_new(tp, p, t);
	if (t->dup_sack && (p->sacked & TCPCB_SACKED_RETRANS)) {
		p->sacked &= ~(uint32_t)TCPCB_SACKED_RETRANS;
		tp->retrans_out -= tcp_skb_pcount(p);
		tp->retransmit_skb_hint = NULL;
	}
}

/* Is p inside the block? Splits a TSO packet that is so only in part. */
static bool in_block(struct tcp_sock *tp, struct pkt *p, uint32_t start, uint32_t end)
{
	bool inside = !after(start, p->seq) && !before(end, p->end_seq);
	uint32_t len, mss = p->gso_size;

	if (inside || tcp_skb_pcount(p) <= 1 || !after(p->end_seq, start))
		return inside;
	inside = !after(start, p->seq);
	len = inside ? end - p->seq : start - p->seq;
	if (mss && len % mss) { /* whole segments only */
		len = len / mss * mss;
		if (!inside)
			len += mss;
	}
	if (len == 0 || len >= p->pl.len)
		return !inside ? false : len > 0;
	tcp_fragment(tp, p, len, mss);
	return inside;
}

static void walk(struct tcp_sock *tp, struct pkt *p, struct tagging *t, uint32_t start,
		 uint32_t end)
{
	for (; p && p != tp->send_head && before(p->seq, end); p = p->next) {
		kfn_units(1);
		mem_read(pkt_line(p, PKT_LINE_CB), 48);
		if (after(p->end_seq, start) && in_block(tp, p, start, end))
			tag_one(tp, p, t);
		t->fack_count += tcp_skb_pcount(p);
	}
}

static bool valid_block(const struct tcp_sock *tp, bool dsack, uint32_t start, uint32_t end)
{
	if (after(end, tp->snd_nxt) || !before(start, end) || !before(start, tp->snd_nxt))
		return false;
	if (after(start, tp->snd_una))
		return true;
	if (!dsack || !tp->undo_marker || after(end, tp->snd_una))
		return dsack && after(end, tp->snd_una - tp->max_window);
	return !before(start, tp->undo_marker - tp->max_window);
}

/* The first block tells of bytes that came twice. */
static bool check_dsack(struct tcp_sock *tp, const struct pkt *p)
{
	const struct hdrs *h = &p->h;
	uint32_t start = h->sack[0].start, end = h->sack[0].end;

	if (before(start, p->ack_seq)) {
		SNMP(tp->sk.net, TcpExtTCPDSACKRecv);
	} else if (h->sacks > 1 && !after(end, h->sack[1].end) &&
		   !before(start, h->sack[1].start)) {
		SNMP(tp->sk.net, TcpExtTCPDSACKOfoRecv);
	} else {
		return false;
	}
	if (!after(end, tp->snd_una) && tp->undo_marker && tp->undo_retrans > 0 &&
	    after(end, tp->undo_marker))
		tp->undo_retrans--;
	return true;
}

/* Bytes of the block that no earlier ACK has told of. */
static struct pkt *first_unseen(struct tcp_sock *tp, const struct tcp_range *r, struct tagging *t)
{
	struct pkt *high = tp->highest_sack;

	if (!tp->tn->b.sack_high_hint || !high || !tp->sacked_out || t->dup_sack)
		goto all;
	for (unsigned int i = 0; i < TCP_SACK_BLOCKS; i++) {
		const struct tcp_range *c = &tp->recv_sack_cache[i];

		if (c->start != r->start || c->start == c->end || before(r->end, c->end))
			continue;
		if (c->end == r->end)
			return NULL;
		if (high->end_seq != c->end)
			continue;
		t->fack_count = tp->fackets_out - min_u32(tcp_skb_pcount(high), tp->fackets_out);
		return high;
	}
	if (!before(r->start, high->end_seq)) {
		t->fack_count = tp->fackets_out - min_u32(tcp_skb_pcount(high), tp->fackets_out);
		return high;
	}
all:
	t->fack_count = 0;
	return tcp_write_queue_head(tp);
}

static unsigned int sorted_blocks(const struct tcp_sock *tp, const struct pkt *p, bool dsack,
				  struct tcp_range out[TCP_SACK_BLOCKS], unsigned int *dup)
{
	unsigned int n = 0;

	*dup = TCP_SACK_BLOCKS;
	for (unsigned int i = 0; i < p->h.sacks; i++) {
		struct tcp_range r = {p->h.sack[i].start, p->h.sack[i].end};
		unsigned int j;

		if (!valid_block(tp, dsack && i == 0, r.start, r.end) || !after(r.end, tp->snd_una))
			continue;
		for (j = n++; j > 0 && after(out[j - 1].start, r.start); j--)
			out[j] = out[j - 1];
		out[j] = r;
		if (*dup < TCP_SACK_BLOCKS && *dup >= j)
			(*dup)++;
		if (dsack && i == 0)
			*dup = j;
	}
	return n;
}

/* A retransmission before what was sent after it and SACKed is lost again. */
static void mark_lost_retransmissions(struct tcp_sock *tp)
{
	uint32_t high, new_low = tp->snd_nxt, count = 0;

	if (!tcp_is_fack(tp) || !tp->retrans_out || !tp->highest_sack ||
	    tp->ca_state != TCP_CA_Recovery)
		return;
	high = tp->highest_sack->end_seq;
	if (!after(high, tp->lost_retrans_low))
		return;
	for (struct pkt *p = tcp_write_queue_head(tp); p && p != tp->send_head; p = p->next) {
		if (count == tp->retrans_out)
			break;
		if (!after(p->end_seq, tp->snd_una) || !(p->sacked & TCPCB_SACKED_RETRANS))
			continue;
		kfn_units(1);
		if (after(high, p->ack_seq)) {
			p->sacked &= ~(uint32_t)TCPCB_SACKED_RETRANS;
			tp->retrans_out -= tcp_skb_pcount(p);
			tcp_skb_mark_lost(tp, p);
			SNMP(tp->sk.net, TcpExtTCPLostRetransmit);
		} else {
			if (before(p->ack_seq, new_low))
				new_low = p->ack_seq;
			count += tcp_skb_pcount(p);
		}
	}
	if (tp->retrans_out)
		tp->lost_retrans_low = new_low;
}

int tcp_sacktag_write_queue(struct tcp_sock *tp, struct pkt *p, uint32_t prior_snd_una)
{
	struct tagging t = {.reord = tp->packets_out, .prior_snd_una = prior_snd_una};
	struct tcp_range r[TCP_SACK_BLOCKS];
	unsigned int n, dup;
	bool dsack;
	KFN(tcp_sacktag_write_queue);

	if (!tp->sacked_out) {
		tp->fackets_out = 0;
		tp->highest_sack = NULL;
	}
	dsack = check_dsack(tp, p);
	if (dsack)
		t.flag |= FLAG_DSACKING_ACK;
	if (before(p->ack_seq, prior_snd_una - tp->max_window) || !tp->packets_out)
		return t.flag;
	mem_read(tp->sk.addr + SOCK_TCP_OFO + 48, 64);
	n = sorted_blocks(tp, p, dsack, r, &dup);
	for (unsigned int i = 0; i < n; i++) {
		struct pkt *from;

		t.dup_sack = i == dup;
		from = first_unseen(tp, &r[i], &t);
		if (from)
			walk(tp, from, &t, r[i].start, r[i].end);
	}
	memset(tp->recv_sack_cache, 0, sizeof(tp->recv_sack_cache));
	for (unsigned int i = 0; i < n; i++)
		tp->recv_sack_cache[i] = r[i];
	mark_lost_retransmissions(tp);
	if (t.reord < tp->fackets_out && (tp->ca_state != TCP_CA_Loss || tp->undo_marker))
		tcp_update_reordering(tp, (int)tp->fackets_out - (int)t.reord, false);
	sim_assert(tp->sacked_out + tp->lost_out <= tp->packets_out);
	return t.flag;
}
