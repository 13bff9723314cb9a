/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fair scheduling class: whose turn it is.
 *
 * Called by: sched.c, the run queue's lock held.
 * Models: virtual run time by weight, slices from latency and granularity,
 *   placement of sleepers, wake-up preemption, buddies, the tick's check; the
 *   versions' differences are kernel.sched parameters.
 * Leaves out: groups, bandwidth, load tracking by decay (weights are used),
 *   real-time and batch classes; interrupts count as the current task's time, as
 *   they did before 2.6.37's IRQ time accounting.
 * Source: kernel/sched_fair.c of 2.6.26 and 2.6.37, kernel/sched/fair.c of 4.13.
 */
#include "models/host/host_int.h"

#include "sim/check.h"

/* Weight by nice level: each step is 10 % of the CPU (prio_to_weight). */
static const uint32_t weights[40] = {
	88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916,
	9548,  7620,  6100,  4904,  3906,  3121,  2501,	 1991,	1586,  1277,
	1024,  820,   655,   526,   423,   335,	  272,	 215,	172,   137,
	110,   87,    70,    56,    45,	   36,	  29,	 23,	18,    15,
};

uint32_t fair_weight(int nice)
{
	sim_assert(nice >= -20 && nice <= 19);
	return weights[nice + 20];
}

uint64_t fair_scaled(const struct host *h, uint64_t ps)
{
	unsigned int log2 = 31 - (unsigned int)__builtin_clz(h->cpu_count);

	return h->sched.scaled ? ps * (1 + log2) : ps;
}

static const struct sched_params *params(const struct rq *rq)
{
	return &rq->cpu->host->sched;
}

static uint64_t clock_ps(void)
{
	return cpu_now().ps;
}

static bool later(uint64_t a, uint64_t b)
{
	return (int64_t)(a - b) > 0;
}

static uint64_t max_vruntime(uint64_t a, uint64_t b)
{
	return later(a, b) ? a : b;
}

static struct task *current_fair(const struct rq *rq)
{
	struct task *t = rq->cpu->curr;

	return t != rq->cpu->idle && t->on_rq ? t : NULL;
}

/* ---- the timeline ---- */

static void timeline_add(struct rq *rq, struct task *t)
{
	struct task **at = &rq->timeline;

	while (*at && !later((*at)->vruntime, t->vruntime))
		at = &(*at)->next;
	t->next = *at;
	*at = t;
	if (rq->timeline == t && params(rq)->min_vruntime == MIN_TREE)
		rq->min_vruntime = max_vruntime(rq->min_vruntime, t->vruntime);
}

static void timeline_del(struct rq *rq, struct task *t)
{
	bool first = rq->timeline == t;
	struct task **at = &rq->timeline;

	while (*at != t) {
		sim_assert(*at);
		at = &(*at)->next;
	}
	*at = t->next;
	if (first && rq->timeline && params(rq)->min_vruntime == MIN_TREE)
		rq->min_vruntime = max_vruntime(rq->min_vruntime, rq->timeline->vruntime);
	if (rq->next == t)
		rq->next = NULL;
}

/* 2.6.28 and later: the current task counts as well. */
static void advance_min(struct rq *rq)
{
	const struct task *curr = current_fair(rq);
	uint64_t v;

	if (params(rq)->min_vruntime != MIN_CURRENT)
		return;
	if (curr)
		v = rq->timeline && later(curr->vruntime, rq->timeline->vruntime)
			    ? rq->timeline->vruntime
			    : curr->vruntime;
	else if (rq->timeline)
		v = rq->timeline->vruntime;
	else
		return;
	rq->min_vruntime = max_vruntime(rq->min_vruntime, v);
}

/* ---- time ---- */

void fair_update(struct rq *rq)
{
	struct task *t = current_fair(rq);
	uint64_t now = clock_ps(), delta;

	if (!t || now <= t->exec_start)
		return;
	delta = now - t->exec_start;
	t->exec_start = now;
	t->sum_exec += delta;
	t->vruntime += t->weight == NICE_0_WEIGHT ? delta : delta * NICE_0_WEIGHT / t->weight;
	advance_min(rq);
}

static uint64_t period(const struct rq *rq, uint32_t nr)
{
	const struct host *h = rq->cpu->host;
	uint64_t latency = fair_scaled(h, h->sched.latency);
	uint64_t gran = fair_scaled(h, h->sched.min_granularity);

	return nr > latency / gran ? gran * nr : latency;
}

static uint64_t slice(const struct rq *rq, const struct task *t)
{
	return period(rq, rq->nr) * t->weight / rq->load;
}

/* ---- in and out ---- */

/* A sleeper is placed a little before the others, but gains no time by that. */
static void place(struct rq *rq, struct task *t)
{
	uint64_t v = rq->min_vruntime;
	uint64_t credit = fair_scaled(rq->cpu->host, params(rq)->latency);

	if (params(rq)->min_vruntime == MIN_TREE && rq->timeline &&
	    later(v, rq->timeline->vruntime))
		v = rq->timeline->vruntime;
	if (params(rq)->sleeper_credit == CREDIT_HALF)
		v -= credit / 2;
	else if (params(rq)->sleeper_credit == CREDIT_FULL)
		v -= credit;
	t->vruntime = max_vruntime(t->vruntime, v);
}

void fair_enqueue(struct rq *rq, struct task *t, bool wakeup)
{
	KFN(enqueue_task_fair);

	sim_assert(!t->on_rq);
	mem_rw(t->addr + 64, 128);
	fair_update(rq);
	t->on_rq = true;
	rq->nr++;
	rq->load += t->weight;
	if (wakeup)
		place(rq, t);
	if (t != rq->cpu->curr)
		timeline_add(rq, t);
}

void fair_dequeue(struct rq *rq, struct task *t, bool sleep)
{
	KFN(dequeue_task_fair);

	sim_assert(t->on_rq);
	mem_rw(t->addr + 64, 128);
	fair_update(rq);
	if (sleep && t->last_wakeup) {
		int64_t diff = (int64_t)(t->sum_exec - t->last_wakeup - t->avg_overlap);

		t->avg_overlap += (uint64_t)(diff / 8);
		t->last_wakeup = 0;
	}
	if (t != rq->cpu->curr)
		timeline_del(rq, t);
	if (rq->next == t)
		rq->next = NULL;
	if (rq->last == t)
		rq->last = NULL;
	t->on_rq = false;
	rq->nr--;
	rq->load -= t->weight;
	advance_min(rq);
}

void fair_migrate(struct task *t, struct rq *from, struct rq *to)
{
	t->vruntime += to->min_vruntime - from->min_vruntime;
	t->migrations++;
}

void fair_put_prev(struct rq *rq, struct task *prev)
{
	if (prev == rq->cpu->idle || !prev->on_rq)
		return;
	fair_update(rq);
	timeline_add(rq, prev);
}

static uint64_t wakeup_gran(const struct rq *rq, const struct task *curr, const struct task *t)
{
	uint64_t gran = fair_scaled(rq->cpu->host, params(rq)->wakeup_granularity);

	if (params(rq)->gran_by == GRAN_WAKEE)
		return gran * NICE_0_WEIGHT / t->weight;
	return curr->weight > NICE_0_WEIGHT ? gran * NICE_0_WEIGHT / curr->weight : gran;
}

/* Is t so far behind curr that it should run instead? -1, 0 (not far), 1. */
static int compare(const struct rq *rq, const struct task *curr, const struct task *t)
{
	int64_t diff = (int64_t)(curr->vruntime - t->vruntime);

	if (diff <= 0)
		return -1;
	return diff > (int64_t)wakeup_gran(rq, curr, t);
}

struct task *fair_pick(struct rq *rq)
{
	struct task *t = rq->timeline;

	if (!t)
		return NULL;
	if (rq->last && compare(rq, rq->last, t) < 1)
		t = rq->last;
	if (rq->next && compare(rq, rq->next, rq->timeline) < 1)
		t = rq->next;
	if (rq->last == t)
		rq->last = NULL;
	timeline_del(rq, t);
	t->exec_start = clock_ps();
	t->prev_sum_exec = t->sum_exec;
	return t;
}

/* ---- preemption ---- */

void fair_tick(struct rq *rq)
{
	struct task *t = current_fair(rq);
	uint64_t ideal, ran;

	fair_update(rq);
	if (!t || rq->nr < 2)
		return;
	ideal = slice(rq, t);
	ran = t->sum_exec - t->prev_sum_exec;
	if (ran > ideal) {
		rq->next = rq->last = NULL;
		sched_resched(rq->cpu);
	} else if (params(rq)->tick_fairness && rq->timeline &&
		   ran >= fair_scaled(rq->cpu->host, params(rq)->min_granularity) &&
		   (int64_t)(t->vruntime - rq->timeline->vruntime) > (int64_t)ideal) {
		sched_resched(rq->cpu);
	}
}

bool fair_preempts(struct rq *rq, struct task *woken)
{
	struct task *curr = current_fair(rq);

	if (!curr)
		return true;
	fair_update(rq);
	curr->last_wakeup = curr->sum_exec;
	if (curr == woken)
		return false;
	if (params(rq)->next_buddy)
		rq->next = woken;
	if (!params(rq)->wakeup_preempt || compare(rq, curr, woken) != 1)
		return false;
	if (params(rq)->last_buddy && rq->nr >= 2)
		rq->last = curr;
	return true;
}
