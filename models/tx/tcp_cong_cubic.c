/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CUBIC: the window is a cubic function of the time since the last loss.
 *
 * Called by: tcp_ack, recovery, through tcp_cong_ops
 * Calls: nothing
 * Models: the fixed-point arithmetic of Linux (time in 1/1024 s, scale 41/1024),
 *	TCP friendliness, fast convergence, correction for delayed ACKs, the bound
 *	on the increase, HyStart (ACK trains and delay)
 * Leaves out: the table of Linux's cube root: ours is exact, its result differs by up
 *	to 0.2 % from the kernel's
 * Source: Linux net/ipv4/tcp_cubic.c, v2.6.26 to v2.6.37; Ha, Rhee, Xu, "CUBIC: a new
 *	TCP-friendly high-speed TCP variant", 2008; HyStart ae27e98a5152 (2.6.29)
 */
#include <string.h>

#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"

#define BETA_SCALE	   1024u
#define BETA		   717u
#define SCALE		   41u
#define TIME_SHIFT	   10 /* BICTCP_HZ */
#define CUBE_SHIFT	   (10 + 3 * TIME_SHIFT)
#define RATIO_SHIFT	   4
#define FRIENDLY	   (8u * (BETA_SCALE + BETA) / 3u / (BETA_SCALE - BETA))
#define HYSTART_LOW_WINDOW 16u
#define HYSTART_SAMPLES	   8u
#define HYSTART_DELAY_MAX  (16u << 3)
/* hystart_us: us */
#define HYSTART_US_MIN	 4000u
#define HYSTART_US_MAX	 16000u
#define HYSTART_US_TRAIN 2000u /* between two ACKs of a train */
#define HYSTART_US_GSO	 (4ull * 65536)

enum { FOUND_TRAIN = 1, FOUND_DELAY = 2 };

struct cubic {
	uint32_t cnt;
	uint32_t last_max_cwnd, loss_cwnd, last_cwnd, last_time;
	uint32_t origin, k; /* of the curve: window, 1/1024 s */
	uint32_t delay_min; /* jiffies << 3; hystart_us: us */
	uint32_t epoch_start, ack_cnt, tcp_cwnd, delayed_ack;
	uint32_t samples, found, round_start, end_seq, last_ack, curr_rtt;
};
_Static_assert(sizeof(struct cubic) <= TCP_CA_PRIV_WORDS * 4, "private state fits");

static struct cubic *cubic(struct tcp_sock *tp)
{
	return (struct cubic *)tp->ca_priv;
}

static uint32_t cube_root(uint64_t a)
{
	uint64_t x = 0;

	for (int bit = 20; bit >= 0; bit--) {
		uint64_t y = x | 1ull << bit;

		if (y * y * y <= a)
			x = y;
	}
	return (uint32_t)x;
}

static void reset(struct tcp_sock *tp)
{
	memset(cubic(tp), 0, sizeof(struct cubic));
	cubic(tp)->delayed_ack = 2 << RATIO_SHIFT;
}

static uint32_t now_us(void)
{
	return (uint32_t)(cpu_now().ps / 1000000);
}

static void hystart_reset(struct tcp_sock *tp)
{
	struct cubic *c = cubic(tp);

	c->round_start = c->last_ack = tp->tn->b.hystart_us ? now_us() : tcp_time_stamp(tp);
	c->end_seq = tp->snd_nxt;
	c->curr_rtt = tp->tn->b.hystart_us ? UINT32_MAX : 0;
	c->samples = 0;
}

static void init(struct tcp_sock *tp)
{
	reset(tp);
	if (tp->tn->b.hystart)
		hystart_reset(tp);
}

static void start_epoch(struct cubic *c, uint32_t cwnd, uint32_t now)
{
	c->epoch_start = now;
	c->ack_cnt = 1;
	c->tcp_cwnd = cwnd;
	if (c->last_max_cwnd <= cwnd) {
		c->k = 0;
		c->origin = cwnd;
		return;
	}
	c->k = cube_root((1ull << CUBE_SHIFT) / (SCALE * 10) * (c->last_max_cwnd - cwnd));
	c->origin = c->last_max_cwnd;
}

/* ACKs for one more segment, by the curve one round trip from now. */
static uint32_t by_curve(const struct cubic *c, uint32_t cwnd, uint32_t t)
{
	uint64_t offs = t < c->k ? c->k - t : t - c->k;
	uint64_t delta = (uint64_t)SCALE * 10 * offs * offs * offs >> CUBE_SHIFT;
	uint64_t target = t < c->k ? c->origin - delta : c->origin + delta;

	return target > cwnd ? (uint32_t)(cwnd / (target - cwnd)) : 100 * cwnd;
}

/* Not slower than Reno would be with the same losses. */
static uint32_t friendly(struct cubic *c, uint32_t cwnd, uint32_t cnt)
{
	uint32_t step = cwnd * FRIENDLY >> 3;

	while (step && c->ack_cnt > step) {
		c->ack_cnt -= step;
		c->tcp_cwnd++;
	}
	if (c->tcp_cwnd > cwnd)
		cnt = min_u32(cnt, cwnd / (c->tcp_cwnd - cwnd));
	return cnt;
}

/* The shortest round trip, jiffies. */
static uint32_t min_rtt(struct tcp_sock *tp)
{
	uint64_t us = cubic(tp)->delay_min;

	if (!tp->tn->b.hystart_us)
		return cubic(tp)->delay_min >> 3;
	return (uint32_t)((us * tp->tn->hz + 999999) / 1000000);
}

static void update(struct tcp_sock *tp)
{
	struct cubic *c = cubic(tp);
	uint32_t cwnd = tp->snd_cwnd, now = tcp_time_stamp(tp), hz = tp->tn->hz, t;

	c->ack_cnt++;
	if (c->last_cwnd == cwnd && (int32_t)(now - c->last_time) <= (int32_t)(hz / 32))
		return;
	c->last_cwnd = cwnd;
	c->last_time = now;
	if (c->epoch_start == 0)
		start_epoch(c, cwnd, now);
	t = (uint32_t)(((uint64_t)(now + min_rtt(tp) - c->epoch_start) << TIME_SHIFT) / hz);
	c->cnt = by_curve(c, cwnd, t);
	if (c->loss_cwnd == 0)
		c->cnt = 50;
	c->cnt = friendly(c, cwnd, c->cnt);
	c->cnt = (c->cnt << RATIO_SHIFT) / c->delayed_ack;
	if (c->cnt == 0)
		c->cnt = 1;
}

static void cong_avoid(struct tcp_sock *tp, uint32_t ack, uint32_t in_flight)
{
	struct cubic *c = cubic(tp);
	KFN(bictcp_cong_avoid);

	mem_rw(tp->sk.addr + SOCK_CA, sizeof(struct cubic));
	if (!tcp_is_cwnd_limited(tp, in_flight))
		return;
	if (tp->snd_cwnd <= tp->snd_ssthresh) {
		if (tp->tn->b.hystart && !tp->tn->b.hystart_us && after(ack, c->end_seq))
			hystart_reset(tp);
		tcp_slow_start(tp);
		return;
	}
	update(tp);
	tcp_cong_avoid_ai(tp, c->cnt);
}

static uint32_t ssthresh(struct tcp_sock *tp)
{
	struct cubic *c = cubic(tp);
	uint32_t cwnd = tp->snd_cwnd;

	c->epoch_start = 0;
	if (cwnd < c->last_max_cwnd && tp->tn->b.bic_fast_convergence)
		c->last_max_cwnd = cwnd * (BETA_SCALE + BETA) / (2 * BETA_SCALE);
	else
		c->last_max_cwnd = cwnd;
	c->loss_cwnd = cwnd;
	return max_u32(cwnd * BETA / BETA_SCALE, 2);
}

static uint32_t undo_cwnd(struct tcp_sock *tp)
{
	return max_u32(tp->snd_cwnd, cubic(tp)->last_max_cwnd);
}

static void set_state(struct tcp_sock *tp, int state)
{
	if (state != TCP_CA_Loss)
		return;
	init(tp);
}

static uint32_t clamp(uint32_t delay, uint32_t min, uint32_t max)
{
	return delay < min ? min : delay > max ? max : delay;
}

/* What the packets of a burst may take to leave: as much later ACKs of a train can come. */
static uint32_t ack_delay(const struct tcp_sock *tp)
{
	uint64_t us = tp->pacing_rate ? HYSTART_US_GSO * 1000000 / tp->pacing_rate : 0;

	return us < 1000 ? (uint32_t)us : 1000;
}

/* Slow start ends where the train or the delay says that the path is full. */
static void hystart_end(struct tcp_sock *tp)
{
	const struct cubic *c = cubic(tp);

	if (!c->found)
		return;
	tp->snd_ssthresh = tp->snd_cwnd;
	if (c->found & FOUND_TRAIN)
		SNMP(tp->sk.net, TcpExtTCPHystartTrainDetect);
	else
		SNMP(tp->sk.net, TcpExtTCPHystartDelayDetect);
}

/* Nobody paces here, so that a train of half the shortest round trip is long enough. */
static void hystart_update_us(struct tcp_sock *tp, uint32_t delay)
{
	struct cubic *c = cubic(tp);
	uint32_t now = now_us();

	if (after(tp->snd_una, c->end_seq))
		hystart_reset(tp);
	if (tp->snd_cwnd < HYSTART_LOW_WINDOW)
		return;
	if ((int32_t)(now - c->last_ack) <= (int32_t)HYSTART_US_TRAIN) {
		c->last_ack = now;
		if (now - c->round_start > (c->delay_min + ack_delay(tp)) / 2)
			c->found |= FOUND_TRAIN;
	}
	if (c->curr_rtt > delay)
		c->curr_rtt = delay;
	if (c->samples < HYSTART_SAMPLES)
		c->samples++;
	else if (c->curr_rtt >
		 c->delay_min + clamp(c->delay_min >> 3, HYSTART_US_MIN, HYSTART_US_MAX))
		c->found |= FOUND_DELAY;
	hystart_end(tp);
}

static void hystart_update(struct tcp_sock *tp, uint32_t delay)
{
	struct cubic *c = cubic(tp);
	uint32_t now = tcp_time_stamp(tp), two_ms = max_u32(2 * tp->tn->hz / 1000, 1);

	if (c->found)
		return;
	if (now - c->last_ack <= two_ms) {
		c->last_ack = now;
		if (now - c->round_start >= max_u32(c->delay_min >> 4, 1))
			c->found |= FOUND_TRAIN;
	}
	if (c->samples < HYSTART_SAMPLES) {
		if (c->curr_rtt == 0 || c->curr_rtt > delay)
			c->curr_rtt = delay;
		c->samples++;
	} else if (c->curr_rtt > c->delay_min + clamp(c->delay_min >> 4,
						      tp->tn->b.hystart_delay_min << 3,
						      HYSTART_DELAY_MAX)) {
		c->found |= FOUND_DELAY;
	}
	hystart_end(tp);
}

static void pkts_acked(struct tcp_sock *tp, uint32_t num, int32_t rtt_us)
{
	struct cubic *c = cubic(tp);
	uint32_t delay;
	KFN(bictcp_acked);

	if (num && tp->ca_state == TCP_CA_Open)
		c->delayed_ack += num - (c->delayed_ack >> RATIO_SHIFT);
	if (rtt_us < 0 || (c->epoch_start && tcp_time_stamp(tp) - c->epoch_start < tp->tn->hz))
		return;
	if (tp->tn->b.hystart_us) {
		delay = rtt_us ? (uint32_t)rtt_us : 1;
		if (c->delay_min == 0 || c->delay_min > delay)
			c->delay_min = delay;
		if (tp->tn->b.hystart && !c->found && tp->snd_cwnd < tp->snd_ssthresh)
			hystart_update_us(tp, delay);
		return;
	}
	/* In jiffies, rounded up, eighths. */
	delay = (uint32_t)(((uint64_t)(uint32_t)rtt_us * tp->tn->hz + 999999) / 1000000) << 3;
	if (delay == 0)
		delay = 1;
	if (c->delay_min == 0 || c->delay_min > delay)
		c->delay_min = delay;
	if (tp->tn->b.hystart && tp->snd_cwnd <= tp->snd_ssthresh &&
	    tp->snd_cwnd >= HYSTART_LOW_WINDOW)
		hystart_update(tp, delay);
}

const struct tcp_cong_ops tcp_cubic = {
	.name = "cubic",
	.init = init,
	.ssthresh = ssthresh,
	.cong_avoid = cong_avoid,
	.set_state = set_state,
	.undo_cwnd = undo_cwnd,
	.pkts_acked = pkts_acked,
};
