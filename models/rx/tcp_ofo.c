/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Segments out of order, and the SACK blocks that tell of them.
 *
 * Called by: tcp_data_queue
 * Calls: memory scheduling
 * Models: the out-of-order queue as a list that is searched from its tail
 *	(kfn units: packets passed; a tree's depth from 4.9), overlaps, DSACK,
 *	selective_acks with the newest block first
 * Leaves out: coalescing inside the queue (4.1)
 * Source: Linux net/ipv4/tcp_input.c, v2.6.26; RFC 2018, 2883
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

void tcp_dsack_set(struct tcp_sock *tp, uint32_t seq, uint32_t end_seq, bool ofo)
{
	if (!tp->rx_opt.sack_ok || !tp->tn->b.dsack)
		return;
	if (ofo)
		SNMP(tp->sk.net, TcpExtTCPDSACKOfoSent);
	else
		SNMP(tp->sk.net, TcpExtTCPDSACKOldSent);
	tp->have_dsack = true;
	tp->duplicate_sack = (struct tcp_range){seq, end_seq};
}

static void dsack_extend(struct tcp_sock *tp, uint32_t seq, uint32_t end_seq)
{
	struct tcp_range *r = &tp->duplicate_sack;

	if (!tp->rx_opt.sack_ok || !tp->tn->b.dsack)
		return;
	if (!tp->have_dsack) {
		tcp_dsack_set(tp, seq, end_seq, true);
	} else if (!after(seq, r->end) && !after(r->start, end_seq)) {
		if (before(seq, r->start))
			r->start = seq;
		if (after(end_seq, r->end))
			r->end = end_seq;
	}
}

static bool extend(struct tcp_range *r, uint32_t seq, uint32_t end_seq)
{
	if (after(seq, r->end) || after(r->start, end_seq))
		return false;
	if (before(seq, r->start))
		r->start = seq;
	if (after(end_seq, r->end))
		r->end = end_seq;
	return true;
}

/* The first block grew: blocks that it reaches now join it. */
static void maybe_coalesce(struct tcp_sock *tp)
{
	struct tcp_range *b = tp->selective_acks;
	unsigned int n = tp->rx_opt.num_sacks;

	for (unsigned int i = 1; i < n;) {
		if (!extend(&b[0], b[i].start, b[i].end)) {
			i++;
			continue;
		}
		n--;
		for (unsigned int j = i; j < n; j++)
			b[j] = b[j + 1];
	}
	tp->rx_opt.num_sacks = (uint8_t)n;
}

void tcp_sack_new_ofo(struct tcp_sock *tp, uint32_t seq, uint32_t end_seq)
{
	struct tcp_range *b = tp->selective_acks;
	unsigned int n = tp->rx_opt.num_sacks, i;
	KFN(tcp_sack_new_ofo_skb);

	mem_rw(tp->sk.addr + SOCK_TCP_OFO + 16, 32);
	for (i = 0; i < n; i++) {
		if (!extend(&b[i], seq, end_seq))
			continue;
		struct tcp_range hit = b[i];

		for (; i > 0; i--)
			b[i] = b[i - 1];
		b[0] = hit;
		maybe_coalesce(tp);
		return;
	}
	if (n == 4)
		n--; /* the oldest is forgotten */
	for (i = n; i > 0; i--)
		b[i] = b[i - 1];
	b[0] = (struct tcp_range){seq, end_seq};
	tp->rx_opt.num_sacks = (uint8_t)(n + 1);
}

/* rcv_nxt moved: blocks that it covers are over. */
void tcp_sack_remove(struct tcp_sock *tp)
{
	struct tcp_range *b = tp->selective_acks;
	unsigned int n = 0;

	if (!tp->ofo.len) {
		tp->rx_opt.num_sacks = 0;
		return;
	}
	for (unsigned int i = 0; i < tp->rx_opt.num_sacks; i++) {
		if (before(tp->rcv_nxt, b[i].start))
			b[n++] = b[i];
	}
	tp->rx_opt.num_sacks = (uint8_t)n;
}

/* Cost of finding a place: packets passed, or the depth of a tree. */
static void charge_search(const struct tcp_sock *tp, uint32_t passed)
{
	uint32_t depth = 0;

	if (tp->tn->b.ofo_rbtree) {
		for (uint32_t n = tp->ofo.len; n; n >>= 1)
			depth++;
		passed = min_u32(passed, depth);
	}
	kfn_units(passed);
}

/* Last packet that starts not after seq; NULL: before all. */
static struct pkt *find_place(struct tcp_sock *tp, uint32_t seq)
{
	struct pkt *q = tp->ofo.tail;
	uint32_t passed = 1;

	for (; q && after(q->seq, seq); q = q->prev, passed++) {
		if (!tp->tn->b.ofo_rbtree)
			mem_read(pkt_line(q, PKT_LINE_CB), 8);
	}
	charge_search(tp, passed);
	return q;
}

static void drop_covered(struct tcp_sock *tp, struct pkt *p)
{
	struct pkt *q;

	while ((q = p->next) && after(p->end_seq, q->seq)) {
		if (before(p->end_seq, q->end_seq)) {
			dsack_extend(tp, q->seq, p->end_seq);
			return;
		}
		pkt_unlink(&tp->ofo, q);
		dsack_extend(tp, q->seq, q->end_seq);
		pkt_free(q, PKT_END_TCP_DUP);
	}
}

/* Links p in; false: all its bytes are there already (and p is gone). */
static bool link_in(struct tcp_sock *tp, struct pkt *p)
{
	struct pkt *q = find_place(tp, p->seq);

	if (q && before(p->seq, q->end_seq)) {
		if (!after(p->end_seq, q->end_seq)) {
			tcp_dsack_set(tp, p->seq, p->end_seq, true);
			pkt_free(p, PKT_END_TCP_DUP);
			return false;
		}
		if (after(p->seq, q->seq))
			dsack_extend(tp, p->seq, q->end_seq);
		else
			q = q->prev;
	}
	if (q)
		pkt_queue_after(&tp->ofo, q, p);
	else
		pkt_queue_head(&tp->ofo, p);
	sock_set_owner_r(&tp->sk, p);
	drop_covered(tp, p);
	return true;
}

void tcp_ofo_insert(struct tcp_sock *tp, struct pkt *p)
{
	uint32_t seq = p->seq, end_seq = p->end_seq;

	if (!tcp_try_rmem_schedule(tp, p->truesize)) {
		SNMP(tp->sk.net, TcpExtTCPOFODrop);
		pkt_free(p, PKT_END_OFO_DROP);
		return;
	}
	tp->pred_ok = false;
	tp->ack.sched = true;
	SNMP(tp->sk.net, TcpExtTCPOFOQueue);
	mem_rw(tp->sk.addr + SOCK_TCP_OFO, 24);
	link_in(tp, p);
	if (tp->rx_opt.sack_ok)
		tcp_sack_new_ofo(tp, seq, end_seq);
}

/* Bytes below *high, where the gap ended, came twice. */
static void report_overlap(struct tcp_sock *tp, const struct pkt *p, uint32_t *high)
{
	uint32_t end = *high;

	if (!before(p->seq, *high))
		return;
	if (before(p->end_seq, *high))
		*high = p->end_seq;
	dsack_extend(tp, p->seq, end);
}

/* The gap closed: what follows moves to the receive queue. */
void tcp_ofo_queue(struct tcp_sock *tp)
{
	uint32_t high = tp->rcv_nxt;
	struct pkt *p;
	KFN(tcp_ofo_queue);

	while ((p = tp->ofo.head) && !after(p->seq, tp->rcv_nxt)) {
		kfn_units(1);
		mem_read(pkt_line(p, PKT_LINE_CB), 48);
		report_overlap(tp, p, &high);
		pkt_unlink(&tp->ofo, p);
		if (!after(p->end_seq, tp->rcv_nxt)) {
			pkt_free(p, PKT_END_TCP_DUP);
			continue;
		}
		pkt_queue_tail(&tp->sk.receive_queue, p);
		tp->rcv_nxt = p->end_seq;
		if (p->h.flags & TCPF_FIN)
			tcp_fin(tp);
	}
}
