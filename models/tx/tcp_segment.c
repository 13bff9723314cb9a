/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sizes of segments: mss, size goal, TSO segment counts, splitting.
 *
 * Called by: tcp_sendmsg, tcp_write_xmit, SACK processing, retransmission
 * Calls: nothing
 * Models: tcp_current_mss, the size goal (half of the largest window; autosized
 *	bursts from 3.12), tcp_set_skb_tso_segs, tcp_fragment and tso_fragment
 *	with skb_split, counts of what is in flight afterwards
 * Leaves out: MTU probing, path MTU changes
 * Source: Linux net/ipv4/tcp_output.c, v2.6.26; autosizing 95bd09eb2750 (3.12)
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

static uint32_t bound_to_half_window(const struct tcp_sock *tp, uint32_t size)
{
	uint32_t half = tp->max_window >> 1;

	if (half && size > half)
		return max_u32(half, 68 - tp->header_len);
	return size;
}

void tcp_sync_mss(struct tcp_sock *tp, uint32_t pmtu)
{
	uint32_t mss = pmtu - 20 - 20;

	mss = min_u32(mss, tp->rx_opt.mss_clamp);
	mss = max_u32(mss, 48) - (tp->header_len - 20);
	tp->mss_cache = bound_to_half_window(tp, mss);
}

static uint32_t size_goal(const struct tcp_sock *tp, uint32_t mss)
{
	uint32_t goal = 65535 - 20 - tp->header_len;

	if (tp->tn->b.tso_autosize) {
		uint64_t burst = tp->pacing_rate >> 10;
		uint32_t least = tp->tn->b.min_tso_segs * mss;

		if (burst < goal)
			goal = max_u32((uint32_t)burst, least);
	}
	goal = bound_to_half_window(tp, goal);
	goal -= goal % mss;
	return max_u32(goal, mss);
}

uint32_t tcp_current_mss(struct tcp_sock *tp, bool large_allowed)
{
	uint32_t mss = tp->mss_cache, blocks = tp->rx_opt.num_sacks + tp->have_dsack;
	KFN(tcp_current_mss);

	mem_read(tp->sk.addr + SOCK_TCP_TX, 16);
	if (blocks)
		mss -= 4 + 8 * min_u32(blocks, 4);
	tp->xmit_size_goal = large_allowed && tcp_can_gso(tp) ? size_goal(tp, mss) : mss;
	return mss;
}

void tcp_set_tso_segs(struct tcp_sock *tp, struct pkt *p, uint32_t mss_now)
{
	KFN(tcp_set_skb_tso_segs);

	if (p->pl.len <= mss_now || !tcp_can_gso(tp)) {
		p->gso_segs = 1;
		p->gso_size = 0;
	} else {
		p->gso_segs = (uint16_t)((p->pl.len + mss_now - 1) / mss_now);
		p->gso_size = (uint16_t)mss_now;
	}
	mem_write(pkt_shinfo_addr(p) + 4, 6);
}

uint32_t tcp_init_tso_segs(struct tcp_sock *tp, struct pkt *p, uint32_t mss_now)
{
	KFN(tcp_init_tso_segs);

	mem_read(pkt_shinfo_addr(p) + 4, 6);
	if (!p->gso_segs || (p->gso_segs > 1 && p->gso_size != mss_now))
		tcp_set_tso_segs(tp, p, mss_now);
	return p->gso_segs;
}

/* The linear part beyond len goes to buff, by copy. */
static void split_linear(struct pkt *p, struct pkt *buff, uint32_t len)
{
	struct pkt_data *d = p->data, *e = buff->data;

	e->linear = d->linear - len;
	mem_copy(e->head_addr + e->data_off, d->head_addr + d->data_off + len, e->linear);
	for (unsigned int i = 0; i < d->nr_frags; i++)
		e->frag[i] = d->frag[i];
	e->nr_frags = d->nr_frags;
	d->nr_frags = 0;
	d->linear = len;
}

/* Fragments beyond len go to buff; the one that is cut belongs to both. */
static void split_frags(struct pkt *p, struct pkt *buff, uint32_t len)
{
	struct pkt_data *d = p->data, *e = buff->data;
	uint32_t pos = d->linear;
	unsigned int i, keep = 0;

	for (i = 0; i < d->nr_frags; i++) {
		struct pkt_frag *f = &d->frag[i];
		uint32_t size = f->len;

		if (pos + size > len) {
			e->frag[e->nr_frags] = *f;
			if (pos < len) {
				e->frag[e->nr_frags].addr += len - pos;
				e->frag[e->nr_frags].len -= len - pos;
				f->len = len - pos;
				pkt_frag_get(p->net, d, i);
				keep++;
			}
			e->nr_frags++;
		} else {
			keep++;
		}
		pos += size;
	}
	d->nr_frags = (uint8_t)keep;
}

static void split(struct pkt *p, struct pkt *buff, uint32_t len)
{
	struct pkt_data *d = p->data;
	KFN(skb_split);

	mem_rw(pkt_shinfo_addr(p), 24 + 16u * d->nr_frags);
	mem_write(pkt_shinfo_addr(buff), 24 + 16u * d->nr_frags);
	buff->data->user_pages = d->user_pages;
	if (len < d->linear)
		split_linear(p, buff, len);
	else
		split_frags(p, buff, len);
}

static void split_fields(struct pkt *p, struct pkt *buff, uint32_t len)
{
	buff->seq = p->seq + len;
	buff->end_seq = p->end_seq;
	p->end_seq = buff->seq;
	buff->pl = (struct payload){p->pl.stream, p->pl.len - len, p->pl.pos + len};
	p->pl.len = len;
	buff->h.flags = p->h.flags;
	p->h.flags &= (uint8_t) ~(TCPF_FIN | TCPF_PSH);
	buff->sacked = p->sacked;
	buff->when = p->when;
	buff->when_jiffies = p->when_jiffies;
	buff->born = p->born;
}

/* The packet has `decr` segments fewer than were counted. */
static void adjust_counts(struct tcp_sock *tp, const struct pkt *p, int decr)
{
	tp->packets_out -= (uint32_t)decr;
	if (p->sacked & TCPCB_SACKED_ACKED)
		tp->sacked_out -= (uint32_t)decr;
	if (p->sacked & TCPCB_SACKED_RETRANS)
		tp->retrans_out -= (uint32_t)decr;
	if (p->sacked & TCPCB_LOST)
		tp->lost_out -= (uint32_t)decr;
	if (!tp->rx_opt.sack_ok && tp->sacked_out)
		tp->sacked_out -= min_u32(tp->sacked_out, (uint32_t)(decr > 0 ? decr : 0));
	if (tcp_is_fack(tp))
		tp->fackets_out -= min_u32((uint32_t)(decr > 0 ? decr : 0), tp->fackets_out);
}

void tcp_fragment(struct tcp_sock *tp, struct pkt *p, uint32_t len, uint32_t mss_now)
{
	struct sock *sk = &tp->sk;
	uint32_t linear = p->data->linear, moved, old = tcp_skb_pcount(p);
	uint32_t nsize = linear > len ? linear - len : 0;
	struct pkt *buff;
	KFN(tcp_fragment);

	sim_assert(len > 0 && len < p->pl.len);
	tcp_clear_retrans_hints(tp);
	pkt_unshare(p);
	buff = pkt_alloc(sk->net, TCP_MAX_HEADER + nsize, true);
	buff->data->data_off = TCP_MAX_HEADER;
	sk->wmem_queued += buff->truesize;
	sock_mem_charge(sk, buff->truesize);
	moved = p->pl.len - len - nsize;
	buff->truesize += moved;
	p->truesize -= moved;
	split(p, buff, len);
	split_fields(p, buff, len);
	tcp_set_tso_segs(tp, p, mss_now);
	tcp_set_tso_segs(tp, buff, mss_now);
	if (!before(tp->snd_nxt, buff->end_seq)) {
		int diff = (int)old - (int)tcp_skb_pcount(p) - (int)tcp_skb_pcount(buff);

		if (diff)
			adjust_counts(tp, p, diff);
	}
	if (tp->highest_sack == p && (buff->sacked & TCPCB_SACKED_ACKED))
		tp->highest_sack = buff;
	pkt_queue_after(&sk->write_queue, p, buff);
}
