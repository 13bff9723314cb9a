/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Congestion control: what all algorithms share, and Reno.
 *
 * Called by: tcp_ack (cong_avoid, pkts_acked), recovery (ssthresh, undo)
 * Calls: nothing
 * Models: slow start, additive increase by counting ACKs, the test whether the
 *	window was the limit, initial window, application-limited threshold
 * Leaves out: limited slow start (tcp_max_ssthresh), cached metrics of routes
 * Source: Linux net/ipv4/tcp_cong.c, v2.6.26; RFC 2581, 3390, 6928
 */
#include "models/host/cpu.h"
#include "models/path.h"
#include "models/tcp.h"

const struct tcp_cong_ops *tcp_cong_find(enum tcp_cong which)
{
	static const struct tcp_cong_ops *const list[] = {
		[TCP_CONG_RENO] = &tcp_reno,
		[TCP_CONG_BIC] = &tcp_bic,
		[TCP_CONG_CUBIC] = &tcp_cubic,
	};

	return list[which];
}

/* Segments that may be sent before the first ACK. */
uint32_t tcp_init_cwnd(const struct tcp_sock *tp)
{
	uint32_t mss = tp->mss_cache, n;

	if (tp->tn->b.initial_window == TCP_IW_10)
		n = 10;
	else
		n = mss > 1460 ? 2 : mss > 1095 ? 3 : 4;
	return min_u32(n, tp->snd_cwnd_clamp);
}

void tcp_slow_start(struct tcp_sock *tp)
{
	uint32_t n = tp->snd_cwnd;

	if (tp->tn->b.abc && tp->bytes_acked < tp->mss_cache)
		return;
	tp->bytes_acked = 0;
	tp->snd_cwnd_cnt += n;
	while (tp->snd_cwnd_cnt >= tp->snd_cwnd) {
		tp->snd_cwnd_cnt -= tp->snd_cwnd;
		if (tp->snd_cwnd < tp->snd_cwnd_clamp)
			tp->snd_cwnd++;
	}
}

void tcp_cong_avoid_ai(struct tcp_sock *tp, uint32_t w)
{
	if (tp->snd_cwnd_cnt < w) {
		tp->snd_cwnd_cnt++;
		return;
	}
	if (tp->snd_cwnd < tp->snd_cwnd_clamp)
		tp->snd_cwnd++;
	tp->snd_cwnd_cnt = 0;
}

bool tcp_is_cwnd_limited(const struct tcp_sock *tp, uint32_t in_flight)
{
	uint64_t left;

	if (in_flight >= tp->snd_cwnd)
		return true;
	left = tp->snd_cwnd - in_flight;
	if (tcp_can_gso(tp) && left * tp->tn->b.tso_win_divisor < tp->snd_cwnd &&
	    left * tp->mss_cache < 65536)
		return true;
	return left <= tp->reordering;
}

static uint32_t reno_ssthresh(struct tcp_sock *tp)
{
	return max_u32(tp->snd_cwnd >> 1, 2);
}

uint32_t tcp_reno_min_cwnd(const struct tcp_sock *tp)
{
	return tp->snd_ssthresh / 2;
}

/* RFC 3465 counts bytes in congestion avoidance. */
static void avoid_by_bytes(struct tcp_sock *tp)
{
	if (tp->bytes_acked < tp->snd_cwnd * tp->mss_cache)
		return;
	tp->bytes_acked -= tp->snd_cwnd * tp->mss_cache;
	if (tp->snd_cwnd < tp->snd_cwnd_clamp)
		tp->snd_cwnd++;
}

static void reno_cong_avoid(struct tcp_sock *tp, uint32_t ack, uint32_t in_flight)
{
	KFN(tcp_reno_cong_avoid);

	(void)ack;
	if (!tcp_is_cwnd_limited(tp, in_flight))
		return;
	if (tp->snd_cwnd <= tp->snd_ssthresh)
		tcp_slow_start(tp);
	else if (tp->tn->b.abc)
		avoid_by_bytes(tp);
	else
		tcp_cong_avoid_ai(tp, tp->snd_cwnd);
}

const struct tcp_cong_ops tcp_reno = {
	.name = "reno",
	.ssthresh = reno_ssthresh,
	.min_cwnd = tcp_reno_min_cwnd,
	.cong_avoid = reno_cong_avoid,
};

/* Threshold for a window that was not the limit: three quarters of it count. */
uint32_t tcp_current_ssthresh(const struct tcp_sock *tp)
{
	if (tp->ca_state == TCP_CA_CWR || tp->ca_state == TCP_CA_Recovery)
		return tp->snd_ssthresh;
	return max_u32(tp->snd_ssthresh, (tp->snd_cwnd >> 1) + (tp->snd_cwnd >> 2));
}

void tcp_set_ca_state(struct tcp_sock *tp, int state)
{
	if (tp->ca->set_state)
		tp->ca->set_state(tp, state);
	tp->ca_state = state;
}
