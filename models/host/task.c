/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tasks: creation, system-call boundaries, user-space work, sleeping.
 *
 * Called by: workloads, ksoftirqd, kernel code that sleeps.   Calls: sched.c.
 * Models: entry and exit cost of system calls, rescheduling on return to user
 *   mode, time-outs through the jiffies wheel (schedule_timeout), delays through
 *   high-resolution timers (nanosleep).
 * Leaves out: signals, fork and exit costs, page faults.
 */
#include "models/host/sched.h"

#include <stdlib.h>

#include "models/host/host_int.h"
#include "models/mem/layout.h"
#include "sim/check.h"

#define TASK_STRUCT_BYTES 1728 /* 2.6.26 x86-64, about; whole lines */
#define STACK_BYTES	  8192

struct task *this_task(void)
{
	struct cpu *c = this_cpu;

	return c && c->curr != c->idle ? c->curr : NULL;
}

const char *task_name(const struct task *t)
{
	return t->name;
}

uint64_t task_struct_addr(const struct task *t)
{
	return t->addr;
}

uint64_t task_cpu_ps(const struct task *t)
{
	uint64_t now = t->cpu->now;
	bool runs = t->cpu->curr == t && t->on_rq && now > t->exec_start;

	return t->sum_exec + (runs ? now - t->exec_start : 0);
}

static void sleep_over(void *arg)
{
	struct task *t = arg;

	t->timed_out = true;
	task_wake(t);
}

static void task_exit(struct task *t)
{
	syscall_enter();
	t->state = TASK_GONE;
	sched_switch();
}

static void task_main(void *arg)
{
	struct task *t = arg;

	sim_block();
	cpu_resume(t->cpu);
	sched_finish(this_cpu);
	irqs_restore(true);
	t->fn(t->arg);
	task_exit(t);
}

static struct task *task_alloc(struct host *h, const char *name, int nice)
{
	struct task *t = xcalloc(1, sizeof(*t));

	t->name = xstrdup(name);
	t->host = h;
	t->nice = nice;
	t->weight = fair_weight(nice);
	t->addr = layout_static(h->layout, LAYOUT_STATIC, TASK_STRUCT_BYTES, 64);
	t->stack = layout_static(h->layout, LAYOUT_STATIC, STACK_BYTES, STACK_BYTES);
	t->mm = true;
	t->all_next = h->tasks;
	h->tasks = t;
	ktimer_init(&t->sleep_timer, "process_timeout", sleep_over, t);
	return t;
}

/* What c's socket, and the CPUs below its last-level cache, have to do. */
static void loads_around(const struct cpu *c, uint64_t *socket, uint64_t *cache)
{
	const struct host *h = c->host;

	*socket = *cache = 0;
	for (unsigned int i = 0; i < h->cpu_count; i++) {
		const struct cpu *o = h->cpus[i];

		if (cpu_socket(o) == cpu_socket(c))
			*socket += o->rq->load;
		if (cpus_share_cache(o, c))
			*cache += o->rq->load;
	}
}

static bool emptier(const struct cpu *a, const struct cpu *b)
{
	uint64_t socket_a, cache_a, socket_b, cache_b;

	loads_around(a, &socket_a, &cache_a);
	loads_around(b, &socket_b, &cache_b);
	if (socket_a != socket_b)
		return socket_a < socket_b;
	if (cache_a != cache_b)
		return cache_a < cache_b;
	return a->rq->load < b->rq->load;
}

/*
 * Where a new task starts (SD_BALANCE_FORK): the idlest socket, in it the idlest group below one
 * cache, in that the idlest CPU; the first of equals.
 */
static struct cpu *emptiest(const struct task *t)
{
	const struct host *h = t->host;
	struct cpu *best = NULL;

	for (unsigned int i = 0; i < h->cpu_count; i++) {
		struct cpu *c = h->cpus[i];

		if (task_allowed(t, c) && (!best || emptier(c, best)))
			best = c;
	}
	sim_assertf(best, "host '%s': the affinity of '%s' names no CPU", h->name, t->name);
	return best;
}

/* Free of cost: the run has not started, or the workload's setup is not its subject. */
static void place(struct task *t)
{
	struct rq *rq = t->cpu->rq;
	struct task **at = &rq->timeline;

	t->state = TASK_RUNNABLE;
	t->on_rq = true;
	t->vruntime = rq->min_vruntime;
	rq->nr++;
	rq->load += t->weight;
	while (*at && (int64_t)((*at)->vruntime - t->vruntime) <= 0)
		at = &(*at)->next;
	t->next = *at;
	*at = t;
	t->cpu->resched = true;
	cpu_unpark(t->cpu);
}

static struct task *start(struct task *t, void (*fn)(void *arg), void *arg)
{
	t->fn = fn;
	t->arg = arg;
	t->kind = CPU_USER;
	t->cpu = emptiest(t);
	t->thread = sim_thread_new(t->name, task_main, t, 0);
	if (this_cpu)
		cpu_sync();
	place(t);
	return t;
}

struct task *task_new(struct host *h, const char *name, void (*fn)(void *arg), void *arg,
		      uint64_t affinity, int nice)
{
	struct task *t;

	if (h->foreign) {
		h->foreign->task_new(h->foreign_arg, name, fn, arg, affinity);
		return NULL;
	}
	t = task_alloc(h, name, nice);
	t->affinity = affinity;
	return start(t, fn, arg);
}

struct task *task_new_on(struct host *h, const char *name, void (*fn)(void *arg), void *arg,
			 unsigned int cpu, int nice)
{
	struct task *t = task_alloc(h, name, nice);

	t->bound = host_cpu(h, cpu);
	return start(t, fn, arg);
}

void task_idle_new(struct cpu *c)
{
	char *name = xasprintf("swapper/%u", c->id);
	struct task *t = task_alloc(c->host, name, 0);

	c->idle = c->curr = t;
	t->cpu = c;
	t->mm = false;
	t->state = TASK_RUNNABLE;
	t->kind = CPU_IDLE;
	t->thread = sim_thread_new(name, idle_loop, c, 0);
	free(name);
}

/* ---- between user and kernel mode ---- */

void syscall_enter(void)
{
	struct cpu *c = this_cpu;

	if (c->kind != CPU_USER)
		return;
	cpu_kind_set(c, CPU_SYSTEM);
	cpu_cycles(c, c->host->cpu_params.syscall, CAUSE_ISSUE);
	KFN_RUN(system_call);
	mem_write(c->curr->stack + STACK_BYTES - 128, 128);
}

void syscall_exit(void)
{
	struct cpu *c = this_cpu;

	sim_assertf(cpu_preemptible(c),
		    "'%s' returns to user mode with a lock held or bottom "
		    "halves off",
		    c->curr->name);
	while (this_cpu->resched)
		sched_switch();
	c = this_cpu;
	cpu_cycles(c, c->host->cpu_params.sysret, CAUSE_ISSUE);
	cpu_kind_set(c, CPU_USER);
}

void user_run(uint64_t instructions)
{
	struct host *f = host_foreign_running;

	if (!this_cpu && f) {
		f->foreign->user_run(f->foreign_arg, instructions);
		return;
	}
	sim_assertf(this_cpu && this_cpu->kind == CPU_USER,
		    "user_run() outside a task, or inside a system call");
	KFN(user);
	cpu_instr(instructions);
}

/* ---- sleeping ---- */

static uint64_t jiffies_at(const struct host *h, sim_time t)
{
	return (t.ps + h->tick_ps - 1) / h->tick_ps;
}

/* Sleeps, if nobody has woken us since waitq_prepare(). */
bool task_sleep(sim_time until)
{
	struct task *t = this_task();

	sim_assert(t);
	if (until.ps == UINT64_MAX) {
		sched_switch();
		return true;
	}
	KFN(schedule_timeout);
	t->timed_out = false;
	ktimer_arm(&t->sleep_timer, jiffies_at(t->host, until));
	sched_switch();
	ktimer_cancel(&t->sleep_timer);
	return !t->timed_out;
}

static void delay_over(void *arg)
{
	task_wake(arg);
}

void task_delay(sim_time dt)
{
	struct host *f = host_foreign_running;
	struct task *t;
	sim_time until;

	if (!this_cpu && f) {
		f->foreign->task_delay(f->foreign_arg, dt);
		return;
	}
	t = this_task();
	until = sim_add(cpu_now(), dt);
	sim_assert(t);
	if (!t->delay)
		t->delay = hrtimer_new(t->name, delay_over, t);
	while (sim_before(cpu_now(), until)) {
		t->state = TASK_ASLEEP;
		hrtimer_arm(t->delay, until);
		sched_switch();
	}
}
