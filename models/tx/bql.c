/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Byte queue limits: how many bytes may lie in the driver's ring.
 *
 * Called by: drivers, as they hand a packet to the hardware and as they free what it has sent
 * Calls: txq_stack_stop, txq_stack_wake
 * Models: dql_queued, dql_avail, dql_completed: the limit grows when the ring
 *	ran empty while held back, and shrinks by the least slack seen in a
 *	hold time
 * Leaves out: sysfs bounds
 * Source: Linux lib/dynamic_queue_limits.c, v3.3
 */
#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/net_core.h"
#include "models/path.h"
#include "sim/check.h"

#define HOLD SIM_S(1) /* slack_hold_time: one second */

struct bql {
	uint64_t queued, completed; /* bytes since the start */
	uint32_t limit, last_obj, prev_overage, prev_last_obj;
	uint64_t prev_total_queued;
	uint32_t lowest_slack;
	sim_time slack_start;
};

static bool enabled(struct netdev_txq *q)
{
	if (!q->dev->net->core->qb.bql)
		return false;
	if (!q->bql) {
		q->bql = xcalloc(1, sizeof(*q->bql));
		q->bql->lowest_slack = UINT32_MAX;
	}
	return true;
}

void txq_sent(struct netdev_txq *q, uint32_t bytes)
{
	if (!enabled(q))
		return;
	struct bql *b = q->bql;

	mem_rw(q->addr + 128, 16);
	b->queued += bytes;
	b->last_obj = bytes;
	if (b->queued > b->completed + b->limit)
		txq_stack_stop(q);
}

static uint32_t over(uint64_t a, uint64_t b)
{
	return a > b ? (uint32_t)(a - b) : 0;
}

/* Once a hold time, the limit gives away what was never needed in it. */
static uint32_t shrink(struct bql *b, uint32_t slack, sim_time now)
{
	uint32_t limit;

	if (slack < b->lowest_slack)
		b->lowest_slack = slack;
	if (sim_sub(now, b->slack_start).ps <= HOLD.ps)
		return b->limit;
	limit = over(b->limit, b->lowest_slack);
	b->slack_start = now;
	b->lowest_slack = UINT32_MAX;
	return limit;
}

/* What of the limit a round of completions did not need. */
static uint32_t slack_of(const struct bql *b, uint32_t bytes)
{
	uint32_t slack = over((uint64_t)b->limit + b->prev_overage, 2ull * bytes);
	uint32_t last = b->prev_overage ? over(b->prev_last_obj, b->prev_overage) : 0;

	return slack > last ? slack : last;
}

/* dql_completed(): adapts the limit from what one completion round shows. */
static void adapt(struct bql *b, uint32_t bytes, sim_time now)
{
	uint64_t done = b->completed + bytes;
	bool in_progress = b->queued > done, prev_in_progress = b->prev_total_queued > b->completed;
	bool all_prev = done >= b->prev_total_queued;
	uint32_t limit = b->limit, overage = over(b->queued - b->completed, b->limit);

	if ((overage && !in_progress) || (b->prev_overage && all_prev)) {
		limit += over(done, b->prev_total_queued) + b->prev_overage;
		b->slack_start = now;
		b->lowest_slack = UINT32_MAX;
	} else if (in_progress && prev_in_progress && !all_prev) {
		limit = shrink(b, slack_of(b, bytes), now);
	}
	b->prev_overage = limit == b->limit ? overage : 0;
	b->limit = limit;
	b->completed = done;
	b->prev_last_obj = b->last_obj;
	b->prev_total_queued = b->queued;
}

void txq_completed(struct netdev_txq *q, uint32_t pkts, uint32_t bytes)
{
	if (!pkts || !enabled(q))
		return;
	struct bql *b = q->bql;
	KFN(dql_completed);

	mem_rw(q->addr + 192, 32);
	adapt(b, bytes, cpu_now());
	if (q->stack_off && b->queued <= b->completed + b->limit)
		txq_stack_wake(q);
}
