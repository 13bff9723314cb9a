/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which CPU a task goes to: on wake-up, when a CPU runs out of work, and every
 * so often.
 *
 * Called by: sched.c.   Calls: fair.c.
 * Models: select_task_rq as of 2.6.26 (`passive`: wake_affine, then passive
 *   balancing where the domain has it) and as of 2.6.34 and later (`idle_sibling`:
 *   wake_affine chooses between the waker's and the last CPU, then an idle one is
 *   looked for below the same last-level cache, the last CPU first);
 *   newly-idle and periodic pulls of one task that is not cache-hot.
 * Leaves out: domains where tasks are pulled (all CPUs of a host are in one), CPU
 *   power, moving a running task (active balance), wake_wide; that 2.6.34 to 3.8 take
 *   the first idle CPU even if the last one is idle, too.
 *   2.6.2x's wake_idle(), which only kernels with SCHED_SMT have, and only between
 *   CPUs that share a cache.
 * Source: kernel/sched_fair.c of 2.6.26; include/linux/topology.h of 2.6.25 (SD_CPU_INIT:
 *   wake_idx 1, imbalance 125, WAKE_AFFINE, no WAKE_BALANCE); kernel/sched/fair.c of 4.13.
 */
#include "models/host/host_int.h"

#include "sim/check.h"

#define BUSY_FACTOR 64u /* a busy CPU balances that many times more rarely */

static const struct sched_params *params(const struct rq *rq)
{
	return &rq->cpu->host->sched;
}

static bool cpu_is_idle(const struct cpu *c)
{
	return c->curr == c->idle && !c->rq->nr;
}

/* A guess of another CPU's load that errs low (for where a task comes from) ... */
static uint64_t source_load(const struct rq *rq)
{
	uint32_t i = params(rq)->wake_idx;

	return i && rq->cpu_load[i - 1] < rq->load ? rq->cpu_load[i - 1] : rq->load;
}

/* ... and high (for where it would go). */
static uint64_t target_load(const struct rq *rq)
{
	uint32_t i = params(rq)->wake_idx;

	return i && rq->cpu_load[i - 1] > rq->load ? rq->cpu_load[i - 1] : rq->load;
}

static uint64_t load_per_task(const struct rq *rq)
{
	return rq->nr ? rq->load / rq->nr : NICE_0_WEIGHT;
}

static uint64_t wake_imbalance(const struct rq *rq)
{
	return 100 + (params(rq)->imbalance_pct - 100) / 2;
}

/* Should t, which ran on `prev`, be drawn to `here`, where it is woken? */
static bool wake_affine(const struct task *t, const struct rq *prev, const struct rq *here,
			bool sync)
{
	const struct task *curr = here->cpu->curr;
	uint64_t load = source_load(prev), mine = target_load(here), hot;
	bool balanced;

	if (!params(here)->affine)
		return false;
	if (sync && mine >= curr->weight)
		mine -= curr->weight;
	balanced = 100 * (mine + t->weight) <= wake_imbalance(here) * load;
	hot = params(here)->migration_cost;
	if (sync && balanced && curr != here->cpu->idle && curr->avg_overlap < hot &&
	    t->avg_overlap < hot)
		return true;
	return balanced || (mine <= load && mine + target_load(prev) <= load_per_task(here));
}

static struct cpu *select_passive(struct task *t, bool sync)
{
	struct cpu *here = this_cpu, *prev = t->cpu;

	if (!task_allowed(t, here))
		return prev;
	if (wake_affine(t, prev->rq, here->rq, sync))
		return here;
	if (params(here->rq)->wake_balance && prev != here &&
	    wake_imbalance(here->rq) * target_load(here->rq) <= 100 * source_load(prev->rq))
		return here;
	return prev;
}

static struct cpu *select_idle_sibling(struct task *t, bool sync)
{
	struct cpu *here = this_cpu, *prev = t->cpu, *target = prev;
	const struct host *h = here->host;

	if (prev != here && task_allowed(t, here) && wake_affine(t, prev->rq, here->rq, sync))
		target = here;
	if (cpu_is_idle(target))
		return target;
	if (cpu_is_idle(prev) && cpus_share_cache(prev, target))
		return prev;
	for (unsigned int i = 0; i < h->cpu_count; i++)
		if (cpus_share_cache(h->cpus[i], target) && cpu_is_idle(h->cpus[i]) &&
		    task_allowed(t, h->cpus[i]))
			return h->cpus[i];
	return target;
}

struct cpu *balance_select(struct task *t, bool sync)
{
	struct cpu *c = this_cpu->host->sched.select == SELECT_PASSIVE
				? select_passive(t, sync)
				: select_idle_sibling(t, sync);

	sim_assert(task_allowed(t, c));
	return c;
}

/* ---- pulling ---- */

static bool cache_hot(const struct task *t)
{
	uint64_t now = cpu_now().ps;

	return now < t->exec_start || now - t->exec_start < t->host->sched.migration_cost;
}

/* The task that `to` would pull from `from`; NULL: none. */
static struct task *movable(const struct rq *from, const struct rq *to, bool hot_too)
{
	for (struct task *t = from->timeline; t; t = t->next)
		if (task_allowed(t, to->cpu) && (hot_too || !cache_hot(t)))
			return t;
	return NULL;
}

static struct rq *busiest(const struct rq *than)
{
	const struct host *h = than->cpu->host;
	struct rq *best = NULL;

	for (unsigned int i = 0; i < h->cpu_count; i++) {
		struct rq *rq = h->cpus[i]->rq;

		if (rq != than && rq->nr >= 2 && (!best || rq->load > best->load))
			best = rq;
	}
	return best;
}

/*
 * Moves one task, both locks being taken in address order; `to`'s is held by
 * the caller, who must look again at what it knew of its own queue.
 */
static bool pull(struct rq *to, struct rq *from, bool hot_too)
{
	struct task *t;

	if (!spin_try(&from->lock))
		return false;
	t = movable(from, to, hot_too);
	if (t) {
		fair_dequeue(from, t, false);
		fair_migrate(t, from, to);
		t->cpu = to->cpu;
		fair_enqueue(to, t, false);
		to->pulled++;
	}
	spin_release(&from->lock);
	return t;
}

bool balance_newidle(struct rq *rq)
{
	struct rq *from;
	KFN(load_balance);

	if (!params(rq)->newidle)
		return false;
	from = busiest(rq);
	return from && pull(rq, from, false);
}

static bool all_idle(const struct host *h)
{
	for (unsigned int i = 0; i < h->cpu_count; i++)
		if (!cpu_is_idle(h->cpus[i]))
			return false;
	return true;
}

/*
 * Somebody must balance for the CPUs that idle without a tick: in 2.6.26 one of
 * them keeps its own, unless all are idle.
 */
bool balance_keeps_tick(struct cpu *c)
{
	struct host *h = c->host;

	if (h->sched.nohz_balancer != BALANCER_TICKS || h->cpu_count == 1)
		return false;
	if (h->balancer && h->balancer != c)
		return false;
	h->balancer = all_idle(h) ? NULL : c;
	return h->balancer;
}

void balance_leaves_idle(struct cpu *c)
{
	if (c->host->balancer == c)
		c->host->balancer = NULL;
}

static void kicked(void *arg)
{
	(void)arg;
	softirq_raise_irqoff(SOFTIRQ_SCHED);
}

/* Later versions: a CPU that has too much wakes an idle one up to take some. */
static void kick(const struct rq *rq)
{
	const struct host *h = rq->cpu->host;

	for (unsigned int i = 0; i < h->cpu_count; i++) {
		if (!h->cpus[i]->tick_stopped || !cpu_is_idle(h->cpus[i]))
			continue;
		ipi_call(rq->cpu->host, i, kicked, NULL);
		return;
	}
}

static uint64_t next_balance(const struct rq *rq)
{
	uint64_t interval = rq->cpu->host->kernel.hz / 1000;

	if (!interval)
		interval = 1;
	return rq->last_balance + interval * (cpu_is_idle(rq->cpu) ? 1 : BUSY_FACTOR);
}

static void balance_softirq(void *arg)
{
	struct cpu *c = this_cpu;
	struct rq *rq = c->rq, *from;
	KFN(load_balance);

	(void)arg;
	rq->last_balance = host_jiffies(c->host);
	from = busiest(rq);
	if (!from || 100 * from->load <= params(rq)->imbalance_pct * (rq->load + NICE_0_WEIGHT))
		return;
	irqs_off();
	spin_acquire(&rq->lock);
	if (pull(rq, from, false) && c->curr == c->idle)
		sched_resched(c);
	spin_release_irqrestore(&rq->lock, true);
}

void balance_tick(struct rq *rq)
{
	const struct host *h = rq->cpu->host;

	if (h->cpu_count == 1)
		return;
	if (host_jiffies(h) >= next_balance(rq))
		softirq_raise_irqoff(SOFTIRQ_SCHED);
	if (rq->nr >= 2 && h->sched.nohz_balancer == BALANCER_KICKED)
		kick(rq);
}

void balance_init(struct host *h)
{
	softirq_open(h, SOFTIRQ_SCHED, balance_softirq, NULL);
}
