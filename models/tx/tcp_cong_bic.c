/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * BIC: binary increase towards the window at which the last loss happened.
 *
 * Called by: tcp_ack, recovery, through tcp_cong_ops
 * Calls: nothing
 * Models: search by steps of a quarter of the distance between bounds, fast
 *	convergence, correction for delayed ACKs
 * Leaves out: nothing known
 * Source: Linux net/ipv4/tcp_bic.c, v2.6.18 and v2.6.26; Xu, Harfoush, Rhee,
 *	"Binary increase congestion control", INFOCOM 2004
 */
#include <string.h>

#include "models/host/cpu.h"
#include "models/tcp.h"

#define BETA_SCALE    1024u
#define BETA	      819u
#define STEP_SHARE    4u /* BICTCP_B: the step is a quarter of the way */
#define MAX_INCREMENT 16u
#define LOW_WINDOW    14u
#define SMOOTH_PART   20u
#define RATIO_SHIFT   4

struct bic {
	uint32_t cnt; /* ACKs for one more segment */
	uint32_t last_max_cwnd, loss_cwnd, last_cwnd, last_time, epoch_start;
	uint32_t delayed_ack; /* packets an ACK, << RATIO_SHIFT */
};
_Static_assert(sizeof(struct bic) <= TCP_CA_PRIV_WORDS * 4, "private state fits");

static struct bic *bic(struct tcp_sock *tp)
{
	return (struct bic *)tp->ca_priv;
}

static void init(struct tcp_sock *tp)
{
	memset(bic(tp), 0, sizeof(struct bic));
	bic(tp)->delayed_ack = 2 << RATIO_SHIFT;
}

/* Below the last maximum: half way there, within bounds. */
static uint32_t search(const struct bic *b, uint32_t cwnd)
{
	uint32_t dist = (b->last_max_cwnd - cwnd) / STEP_SHARE;

	if (dist > MAX_INCREMENT)
		return cwnd / MAX_INCREMENT;
	if (dist <= 1)
		return cwnd * SMOOTH_PART / STEP_SHARE;
	return cwnd / dist;
}

/* Above it: slowly away from it, then linear. */
static uint32_t probe(const struct bic *b, uint32_t cwnd)
{
	if (cwnd < b->last_max_cwnd + STEP_SHARE)
		return cwnd * SMOOTH_PART / STEP_SHARE;
	if (cwnd < b->last_max_cwnd + MAX_INCREMENT * (STEP_SHARE - 1))
		return cwnd * (STEP_SHARE - 1) / (cwnd - b->last_max_cwnd);
	return cwnd / MAX_INCREMENT;
}

static void update(struct bic *b, uint32_t cwnd, uint32_t now, uint32_t hz)
{
	if (b->last_cwnd == cwnd && (int32_t)(now - b->last_time) <= (int32_t)(hz / 32))
		return;
	b->last_cwnd = cwnd;
	b->last_time = now;
	if (b->epoch_start == 0)
		b->epoch_start = now;
	if (cwnd <= LOW_WINDOW) {
		b->cnt = cwnd;
		return;
	}
	b->cnt = cwnd < b->last_max_cwnd ? search(b, cwnd) : probe(b, cwnd);
	if (b->loss_cwnd == 0 && b->cnt > 20)
		b->cnt = 20;
	b->cnt = (b->cnt << RATIO_SHIFT) / b->delayed_ack;
	if (b->cnt == 0)
		b->cnt = 1;
}

static void cong_avoid(struct tcp_sock *tp, uint32_t ack, uint32_t in_flight)
{
	KFN(bictcp_cong_avoid);

	(void)ack;
	mem_rw(tp->sk.addr + SOCK_CA, sizeof(struct bic));
	if (!tcp_is_cwnd_limited(tp, in_flight))
		return;
	if (tp->snd_cwnd <= tp->snd_ssthresh) {
		tcp_slow_start(tp);
		return;
	}
	update(bic(tp), tp->snd_cwnd, tcp_time_stamp(tp), tp->tn->hz);
	tcp_cong_avoid_ai(tp, bic(tp)->cnt);
}

static uint32_t ssthresh(struct tcp_sock *tp)
{
	struct bic *b = bic(tp);
	uint32_t cwnd = tp->snd_cwnd;

	b->epoch_start = 0;
	if (cwnd < b->last_max_cwnd && tp->tn->b.bic_fast_convergence)
		b->last_max_cwnd = cwnd * (BETA_SCALE + BETA) / (2 * BETA_SCALE);
	else
		b->last_max_cwnd = cwnd;
	b->loss_cwnd = cwnd;
	if (cwnd <= LOW_WINDOW)
		return max_u32(cwnd >> 1, 2);
	return max_u32(cwnd * BETA / BETA_SCALE, 2);
}

static uint32_t undo_cwnd(struct tcp_sock *tp)
{
	return max_u32(tp->snd_cwnd, bic(tp)->last_max_cwnd);
}

static uint32_t min_cwnd(const struct tcp_sock *tp)
{
	return tp->snd_ssthresh;
}

static void set_state(struct tcp_sock *tp, int state)
{
	if (state == TCP_CA_Loss)
		init(tp);
}

static void pkts_acked(struct tcp_sock *tp, uint32_t num, int32_t rtt_us)
{
	struct bic *b = bic(tp);
	KFN(bictcp_acked);

	(void)rtt_us;
	if (num && tp->ca_state == TCP_CA_Open)
		b->delayed_ack += num - (b->delayed_ack >> RATIO_SHIFT);
}

const struct tcp_cong_ops tcp_bic = {
	.name = "bic",
	.init = init,
	.ssthresh = ssthresh,
	.min_cwnd = min_cwnd,
	.cong_avoid = cong_avoid,
	.set_state = set_state,
	.undo_cwnd = undo_cwnd,
	.pkts_acked = pkts_acked,
};
