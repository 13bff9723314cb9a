/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the receive window may grow to.
 *
 * Called by: input (each data segment), tcp_recvmsg (after copies)
 * Calls: nothing
 * Models: tcp_grow_window (rcv_ssthresh), receive buffer autotuning by the
 *	reader's speed (both generations), receiver side round-trip estimate,
 *	tcp_init_buffer_space
 * Leaves out: scaling ratio of 6.6
 * Source: Linux net/ipv4/tcp_input.c, v2.6.26; b0983d3c9b13 (3.12); Fisk and Feng,
 *	"Dynamic right-sizing in TCP", 2001
 */
#include "models/host/cpu.h"
#include "models/path.h"
#include "models/tcp.h"

/* Buffer for one full segment, as the kernel estimates it. */
static uint32_t segment_memory(const struct tcp_sock *tp, uint32_t payload)
{
	return payload + TCP_MAX_HEADER + 16 + pkt_truesize(tp->sk.net, 0);
}

static uint32_t receive_memory(const struct tcp_sock *tp)
{
	uint32_t rcvmem = segment_memory(tp, tp->advmss);

	while (tcp_win_from_space(tp->tn, rcvmem) < tp->advmss)
		rcvmem += 128;
	return rcvmem;
}

static void fixup_buffers(struct tcp_sock *tp)
{
	const struct tcp_behaviour *b = &tp->tn->b;
	struct sock *sk = &tp->sk;
	uint32_t rcv = 4 * receive_memory(tp), snd = 3 * segment_memory(tp, tp->rx_opt.mss_clamp);

	if (b->rcv_space == TCP_RCVSPACE_3_12) {
		rcv = 2 * receive_memory(tp) * tcp_init_cwnd(tp);
		snd = 2 * segment_memory(tp, tp->rx_opt.mss_clamp) * max_u32(10, tp->snd_cwnd);
	}
	if (!(sk->userlocks & SOCK_RCVBUF_LOCKED) && sk->rcvbuf < rcv)
		sk->rcvbuf = min_u32(rcv, (uint32_t)b->rmem[2]);
	if (!(sk->userlocks & SOCK_SNDBUF_LOCKED) && sk->sndbuf < snd)
		sk->sndbuf = min_u32(snd, (uint32_t)b->wmem[2]);
}

void tcp_init_buffer_space(struct tcp_sock *tp)
{
	uint32_t app_win = tp->tn->b.app_win, maxwin;

	fixup_buffers(tp);
	tp->rcvq_space.space = tp->rcv_wnd;
	maxwin = (uint32_t)tcp_full_space(tp);
	if (tp->window_clamp >= maxwin) {
		tp->window_clamp = maxwin;
		if (app_win && maxwin > 4 * tp->advmss)
			tp->window_clamp = max_u32(maxwin - (maxwin >> app_win), 4 * tp->advmss);
	}
	if (app_win && tp->window_clamp > 2 * tp->advmss && tp->window_clamp + tp->advmss > maxwin)
		tp->window_clamp = max_u32(2 * tp->advmss, maxwin - tp->advmss);
	tp->rcv_ssthresh = min_u32(tp->rcv_ssthresh, tp->window_clamp);
	tp->snd_cwnd_stamp = tcp_time_stamp(tp);
}

/* A segment with much overhead lets the window grow less, the larger it is. */
static uint32_t growth(const struct tcp_sock *tp, const struct pkt *p)
{
	int64_t truesize = tcp_win_from_space(tp->tn, p->truesize) >> 1;
	int64_t window = tcp_win_from_space(tp->tn, (int64_t)tp->tn->b.rmem[2]) >> 1;

	for (; tp->rcv_ssthresh <= window; truesize >>= 1, window >>= 1) {
		if (truesize <= p->pl.len)
			return 2u * tp->ack.rcv_mss;
	}
	return 0;
}

void tcp_grow_window(struct tcp_sock *tp, struct pkt *p)
{
	uint32_t incr;
	KFN(tcp_grow_window);

	mem_read(tp->sk.addr + SOCK_TCP_WND, 16);
	if (tp->rcv_ssthresh >= tp->window_clamp || (int64_t)tp->rcv_ssthresh >= tcp_space(tp) ||
	    sock_proto_mem(&tp->sk)->pressure)
		return;
	if (tcp_win_from_space(tp->tn, p->truesize) <= p->pl.len)
		incr = 2 * tp->advmss;
	else
		incr = growth(tp, p);
	if (!incr)
		return;
	tp->rcv_ssthresh = min_u32(tp->rcv_ssthresh + incr, tp->window_clamp);
	tp->ack.quick |= 1;
}

/*
 * The estimate is in eighths.  Until 3.4 a window's sample was compared with it
 * unscaled, so nearly every one was taken for a new minimum: the estimate, and
 * with it the window, grow until tcp_rmem ends it.
 */
static void rcv_rtt_update(struct tcp_sock *tp, uint32_t sample, bool win_dep)
{
	uint32_t old = tp->rcv_rtt_est.rtt, m = sample ? sample : 1;
	uint32_t compared = tp->tn->b.rcv_rtt_unscaled ? m : m << 3;

	if (old && !win_dep)
		tp->rcv_rtt_est.rtt = old + m - (old >> 3);
	else if (!old || compared < old)
		tp->rcv_rtt_est.rtt = m << 3;
}

/* Without timestamps: the time in which a window arrives. */
void tcp_rcv_rtt_measure(struct tcp_sock *tp)
{
	uint32_t now = tcp_time_stamp(tp);

	if (tp->rcv_rtt_est.time) {
		if (before(tp->rcv_nxt, tp->rcv_rtt_est.seq))
			return;
		rcv_rtt_update(tp, now - tp->rcv_rtt_est.time, true);
	}
	tp->rcv_rtt_est.seq = tp->rcv_nxt + tp->rcv_wnd;
	tp->rcv_rtt_est.time = now;
}

void tcp_rcv_rtt_measure_ts(struct tcp_sock *tp, struct pkt *p)
{
	if (tp->rx_opt.saw_tstamp && tp->rx_opt.rcv_tsecr && p->end_seq - p->seq >= tp->ack.rcv_mss)
		rcv_rtt_update(tp, tcp_time_stamp(tp) - tp->rx_opt.rcv_tsecr, false);
}

static void set_buffer(struct tcp_sock *tp, uint64_t rcvbuf, uint32_t clamp)
{
	if (rcvbuf > tp->tn->b.rmem[2])
		rcvbuf = tp->tn->b.rmem[2];
	if (rcvbuf <= tp->sk.rcvbuf)
		return;
	tp->sk.rcvbuf = (uint32_t)rcvbuf;
	tp->window_clamp = clamp;
}

static bool may_tune(const struct tcp_sock *tp)
{
	return tp->tn->b.moderate_rcvbuf && !(tp->sk.userlocks & SOCK_RCVBUF_LOCKED);
}

/* 2.6: twice of what the reader took in a round trip. */
static void adjust_2_6(struct tcp_sock *tp)
{
	uint32_t space = max_u32(2 * (tp->copied_seq - tp->rcvq_space.seq), tp->rcvq_space.space);
	uint32_t segments;

	if (space == tp->rcvq_space.space)
		return;
	tp->rcvq_space.space = space;
	if (!may_tune(tp))
		return;
	segments = max_u32(space / tp->advmss, 1);
	set_buffer(tp, (uint64_t)segments * receive_memory(tp), space);
}

static void adjust_3_12(struct tcp_sock *tp)
{
	uint32_t copied = tp->copied_seq - tp->rcvq_space.seq, space = tp->rcvq_space.space;
	uint32_t rcvwin;

	if (copied <= space)
		return;
	if (may_tune(tp)) {
		rcvwin = (copied << 1) + 16 * tp->advmss;
		if (copied >= space + (space >> 1))
			rcvwin <<= 1;
		else if (copied >= space + (space >> 2))
			rcvwin += rcvwin >> 1;
		set_buffer(tp, (uint64_t)(rcvwin / tp->advmss) * receive_memory(tp), rcvwin);
	}
	tp->rcvq_space.space = copied;
}

void tcp_rcv_space_adjust(struct tcp_sock *tp)
{
	uint32_t now = tcp_time_stamp(tp);
	KFN(tcp_rcv_space_adjust);

	mem_rw(tp->sk.addr + SOCK_TCP_SPACE, 24);
	if (tp->rcvq_space.time) {
		uint32_t rtt = tp->rcv_rtt_est.rtt;

		if (rtt == 0 || now - tp->rcvq_space.time < rtt >> 3)
			return;
		if (tp->tn->b.rcv_space == TCP_RCVSPACE_2_6)
			adjust_2_6(tp);
		else
			adjust_3_12(tp);
	}
	tp->rcvq_space.seq = tp->copied_seq;
	tp->rcvq_space.time = now;
}
