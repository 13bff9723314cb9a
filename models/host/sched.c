/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The scheduler's core: schedule(), wake-ups, reschedule requests, the tick.
 *
 * Called by: kernel code that sleeps, returns from interrupts, the idle loop.
 * Calls: fair.c and balance.c for decisions; the engine to switch coroutines.
 * Models: run-queue locks, the lines of both tasks that a switch touches, address
 *   space switches, reschedule interrupts to other CPUs (none if they poll).
 * Leaves out: signals, CPU hotplug, floating-point state, wake lists (TTWU_QUEUE).
 * Source: kernel/sched.c of 2.6.26: schedule(), try_to_wake_up(), resched_task().
 */
#include "models/host/sched.h"

#include <stddef.h>

#include "models/host/host_int.h"
#include "sim/check.h"
#include "sim/stats.h"
#include "sim/trace.h"

static const char *const credit_names[] = {"none", "half", "full", NULL};
static const char *const gran_names[] = {"current", "wakee", NULL};
static const char *const min_names[] = {"tree", "current", NULL};
static const char *const select_names[] = {"passive", "idle_sibling", NULL};

static const char *const balancer_names[] = {"ticks", "kicked", NULL};

#define AT(member) offsetof(struct sched_params, member)

static const struct param params[] = {
	{"latency", PARAM_TIME, AT(latency), "20ms", "1us", "10s", NULL,
	 "Period in which each runnable task runs once", "2.6.26: 20 ms; 2.6.37 to 6.5: 6 ms"},
	{"min_granularity", PARAM_TIME, AT(min_granularity), "4ms", "1us", "10s", NULL,
	 "Shortest slice", "2.6.26: 4 ms; 2.6.37 to 6.5: 0.75 ms"},
	{"wakeup_granularity", PARAM_TIME, AT(wakeup_granularity), "10ms", "0s", "10s", NULL,
	 "How far behind a woken task must be to preempt", "2.6.26: 10 ms; 2.6.37 to 6.5: 1 ms"},
	{"scaled", PARAM_BOOL, AT(scaled), "on", NULL, NULL, NULL,
	 "The three above are taken times 1 + log2(CPUs)", "sched_init_granularity()"},
	{"sleeper_credit", PARAM_ENUM, AT(sleeper_credit), "full", NULL, NULL, credit_names,
	 "How much of a latency period a sleeper is placed ahead",
	 "NEW_FAIR_SLEEPERS in 2.6.26; GENTLE_FAIR_SLEEPERS (half) since 2.6.32"},
	{"wakeup_gran_by", PARAM_ENUM, AT(gran_by), "current", NULL, NULL, gran_names,
	 "Whose weight scales the wake-up granularity", "wakeup_gran()"},
	{"min_vruntime", PARAM_ENUM, AT(min_vruntime), "tree", NULL, NULL, min_names,
	 "What the queue's clock follows: waiting tasks only, or the current one too",
	 "2.6.26; changed in 2.6.28"},
	{"wakeup_preempt", PARAM_BOOL, AT(wakeup_preempt), "on", NULL, NULL, NULL,
	 "A woken task may preempt", "WAKEUP_PREEMPT"},
	{"next_buddy", PARAM_BOOL, AT(next_buddy), "on", NULL, NULL, NULL,
	 "The task woken last is preferred", "always in 2.6.26; NEXT_BUDDY off since 2.6.32"},
	{"last_buddy", PARAM_BOOL, AT(last_buddy), "off", NULL, NULL, NULL,
	 "The task that was preempted is preferred", "LAST_BUDDY, 2.6.28 and later"},
	{"tick_fairness", PARAM_BOOL, AT(tick_fairness), "off", NULL, NULL, NULL,
	 "The tick also preempts a task that is a slice ahead of the first in line",
	 "check_preempt_tick(), 2.6.33 and later"},
	{"select", PARAM_ENUM, AT(select), "passive", NULL, NULL, select_names,
	 "Where a woken task goes", "passive: up to 2.6.33; idle_sibling: later"},
	{"affine_wakeups", PARAM_BOOL, AT(affine), "on", NULL, NULL, NULL,
	 "A woken task may be drawn to the waker's CPU", "AFFINE_WAKEUPS, SD_WAKE_AFFINE"},
	{"wake_balance", PARAM_BOOL, AT(wake_balance), "off", NULL, NULL, NULL,
	 "passive: a woken task also goes to the waker's CPU if that has less to do",
	 "SD_WAKE_BALANCE: in no SMP domain up to 2.6.27; 9fcd18c9e63e (2.6.28) to 2.6.31"},
	{"newidle_balance", PARAM_BOOL, AT(newidle), "on", NULL, NULL, NULL,
	 "A CPU that runs out of work pulls a task", "SD_BALANCE_NEWIDLE"},
	{"nohz_balancer", PARAM_ENUM, AT(nohz_balancer), "ticks", NULL, NULL, balancer_names,
	 "Who balances for CPUs that idle without a tick: one that keeps its own, or one that a "
	 "busy CPU kicks",
	 "select_nohz_load_balancer() up to 2.6.35; nohz_balancer_kick() since 83cd4fe27ad8 "
	 "(2.6.36)"},
	{"wake_idx", PARAM_U32, AT(wake_idx), "1", "0", "3", NULL,
	 "Which average of the load counts on wake-up; 0: none", "SD_CPU_INIT: 1; 0 since 2.6.32"},
	{"imbalance", PARAM_U32, AT(imbalance_pct), "125", "101", "1000", NULL,
	 "Percent of one's own load that the busiest must have", "SD_CPU_INIT, SD_MC_INIT"},
	{"migration_cost", PARAM_TIME, AT(migration_cost), "500us", "0s", "1s", NULL,
	 "A task that ran that recently is cache-hot", "sysctl_sched_migration_cost"},
	{"ksoftirqd_nice", PARAM_DOUBLE, AT(ksoftirqd_nice), "-5", "-20", "19", NULL,
	 "Nice level of ksoftirqd",
	 "19 up to about 2.6.22; then that of all kernel threads: -5 (KTHREAD_NICE_LEVEL, "
	 "2.6.24 kernel/softirq.c sets none) until 2.6.32; 0 later"},
	{.name = NULL},
};

const struct param_table sched_param_table = {
	.name = "sched",
	.help = "The scheduler of the kernel version.",
	.params = params,
	.struct_size = sizeof(struct sched_params),
};

/* ---- reschedule ---- */

static void resched_arrives(void *arg)
{
	struct cpu *c = arg;

	if (c->host->cpu_params.idle == IDLE_HALT || c->curr != c->idle)
		irq_local(c, LOCAL_RESCHED);
	else
		cpu_unpark(c);
}

/* resched_task() of whatever runs on target; its run queue's lock is held. */
void sched_resched(struct cpu *target)
{
	const struct cpu_params *p = &target->host->cpu_params;
	bool polls = target->curr == target->idle && p->idle != IDLE_HALT;
	uint64_t after = polls ? (p->idle == IDLE_MWAIT ? p->mwait_exit : 1) : p->ipi;

	if (target->resched)
		return;
	target->resched = true;
	if (target == this_cpu)
		return;
	if (!polls)
		this_cpu->ipis_sent++;
	sim_at(&target->resched_ev, SIM_PS(cpu_now().ps + after));
}

bool need_resched_now(void)
{
	return this_cpu->resched;
}

void cond_resched_point(void)
{
	struct cpu *c = this_cpu;

	if (c->resched && cpu_preemptible(c) && c->host->kernel.preempt != PREEMPT_FULL)
		sched_preempt();
}

void task_yield(void)
{
	sched_switch();
}

/* ---- schedule() ---- */

static void trace_switch(struct cpu *c, const struct task *prev, const struct task *next)
{
	if (prev != c->idle)
		trace_end(TRACE_TASK, c->track, SIM_PS(c->now));
	if (next != c->idle)
		trace_begin(TRACE_TASK, c->track, SIM_PS(c->now), next->name);
}

static void charge_switch(struct cpu *c, const struct task *prev, const struct task *next)
{
	KFN(__switch_to);

	mem_write(prev->addr + 256, 128);
	mem_read(next->addr + 256, 128);
	mem_read(next->stack + 4096, 64);
	if (next->mm && c->last_mm != next) {
		cpu_cycles(c, c->host->cpu_params.mm_switch, CAUSE_ISSUE);
		tlbs_flush(c->tlbs, true);
		c->last_mm = next;
	}
}

/* From the wake-up to the first instruction. */
static void note_latency(const struct cpu *c, struct task *t)
{
	if (!t->woken_at)
		return;
	stats_dist_add(c->host->wake_latency,
		       c->now > t->woken_at ? (c->now - t->woken_at) / 1000 : 0);
	t->woken_at = 0;
}

/*
 * Hands the CPU to next's coroutine.  Returns when somebody hands it back,
 * maybe on another CPU; never if prev is gone (its stack stays).
 */
static void switch_to(struct cpu *c, struct task *prev, struct task *next)
{
	charge_switch(c, prev, next);
	trace_switch(c, prev, next);
	c->switches++;
	c->host->ctxsw++;
	note_latency(c, next);
	next->runs++;
	prev->scope = c->scope;
	prev->kind = c->kind;
	c->curr = next;
	next->cpu = c;
	c->scope = next->scope;
	cpu_row(c, next->scope ? next->scope->fn : FN_none);
	cpu_kind_set(c, next->kind);
	this_cpu = NULL;
	sim_wake(next->thread);
	do
		sim_block();
	while (prev->state == TASK_GONE);
	cpu_resume(prev->cpu);
}

static struct task *choose(struct cpu *c)
{
	struct rq *rq = c->rq;
	struct task *next;

	if (!rq->nr && c->host->cpu_count > 1)
		balance_newidle(rq);
	next = fair_pick(rq);
	return next ? next : c->idle;
}

void sched_finish(struct cpu *c)
{
	spin_release(&c->rq->lock);
}

/*
 * preempted: prev did not ask for it, and stays runnable whatever its state says:
 * between waitq_prepare() and task_sleep() it may say asleep already.
 */
static void schedule(struct cpu *c, struct task *prev, bool preempted)
{
	struct task *next;
	struct rq *rq = c->rq;
	KFN(schedule);

	spin_acquire(&rq->lock);
	mem_rw(percpu_addr(c, PERCPU_RQ), 256);
	mem_rw(prev->addr, 64);
	c->resched = false;
	if (!preempted && prev->state != TASK_RUNNABLE && prev->on_rq)
		fair_dequeue(rq, prev, true);
	fair_put_prev(rq, prev);
	next = choose(c);
	if (next != prev) {
		mem_rw(next->addr, 64);
		switch_to(c, prev, next);
		c = this_cpu;
	}
	sched_finish(c);
}

static void switch_away(bool preempted)
{
	struct cpu *c = this_cpu;
	struct task *prev = c->curr;
	bool on = irqs_off();

	sim_assertf(!c->locks, "'%s' sleeps on CPU %u with a spin lock held", prev->name, c->id);
	sim_assertf(!cpu_in_interrupt(c),
		    "'%s' sleeps on CPU %u in an interrupt or with bottom "
		    "halves off",
		    prev->name, c->id);
	schedule(c, prev, preempted);
	irqs_restore(on);
}

void sched_switch(void)
{
	switch_away(false);
}

void sched_preempt(void)
{
	switch_away(true);
}

/* ---- wake-ups ---- */

/* The queue of t's CPU, locked; the task cannot move while it is. */
static struct rq *lock_rq_of(struct task *t)
{
	for (;;) {
		struct rq *rq = t->cpu->rq;

		spin_acquire(&rq->lock);
		if (t->cpu->rq == rq)
			return rq;
		spin_release(&rq->lock);
	}
}

/* Chooses t's CPU; returns its queue, locked instead of rq. */
static struct rq *select_rq(struct task *t, struct rq *rq, bool sync)
{
	struct cpu *to = t->host->cpu_count > 1 ? balance_select(t, sync) : t->cpu;

	if (to == t->cpu)
		return rq;
	fair_migrate(t, rq, to->rq);
	t->cpu = to;
	spin_release(&rq->lock);
	return lock_rq_of(t);
}

void sched_wake(struct task *t, bool sync)
{
	struct rq *rq;
	bool on;
	KFN(try_to_wake_up);

	sim_assertf(this_cpu && this_cpu->host == t->host, "'%s' is woken from outside its host",
		    t->name);
	sim_assertf(t->state != TASK_GONE, "'%s' is woken after its end", t->name);
	on = irqs_off();
	mem_read(t->addr, 64);
	rq = lock_rq_of(t);
	if (t->state == TASK_ASLEEP) {
		mem_rw(t->addr, 64);
		if (!t->on_rq) {
			rq = select_rq(t, rq, sync);
			if (t->state == TASK_ASLEEP && !t->on_rq)
				fair_enqueue(rq, t, true);
		}
		t->state = TASK_RUNNABLE;
		t->woken_at = t == rq->cpu->curr ? 0 : cpu_now().ps;
		if (fair_preempts(rq, t))
			sched_resched(rq->cpu);
	}
	spin_release(&rq->lock);
	irqs_restore(on);
}

void task_wake(struct task *t)
{
	sched_wake(t, false);
}

/* ---- the tick ---- */

static void load_average(struct rq *rq)
{
	for (unsigned int i = 0; i < CPU_LOADS; i++) {
		uint64_t scale = 2ull << i, load = rq->load;

		if (load > rq->cpu_load[i])
			load += scale - 1;
		rq->cpu_load[i] = (rq->cpu_load[i] * (scale - 1) + load) / scale;
	}
}

void sched_tick(struct cpu *c)
{
	struct rq *rq = c->rq;
	KFN(scheduler_tick);

	spin_acquire(&rq->lock);
	mem_rw(percpu_addr(c, PERCPU_RQ), 128);
	load_average(rq);
	fair_tick(rq);
	spin_release(&rq->lock);
	balance_tick(rq);
}

void sched_init(struct host *h)
{
	for (unsigned int i = 0; i < h->cpu_count; i++) {
		struct cpu *c = h->cpus[i];

		c->rq = xcalloc(1, sizeof(*c->rq));
		c->rq->cpu = c;
		spin_init(&c->rq->lock, "rq", percpu_addr(c, PERCPU_RQ) + 0);
		sim_event_init(&c->resched_ev, "reschedule", SIM_PRIO_HW, resched_arrives, c);
		task_idle_new(c);
	}
	balance_init(h);
}
