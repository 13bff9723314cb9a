/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tasks and run queues.  Private to models/host. */
#ifndef NICPATH_MODELS_HOST_SCHED_INT_H
#define NICPATH_MODELS_HOST_SCHED_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/cpu_int.h"
#include "models/host/lock.h"
#include "models/host/sched.h"
#include "models/host/timer.h"

struct param_table;

#define NICE_0_WEIGHT 1024u
#define CPU_LOADS     3

enum credit { CREDIT_NONE, CREDIT_HALF, CREDIT_FULL };
enum gran_by { GRAN_CURRENT, GRAN_WAKEE };
enum min_by { MIN_TREE, MIN_CURRENT };
enum nohz_balancer { BALANCER_TICKS, BALANCER_KICKED };
enum select_by { SELECT_PASSIVE, SELECT_IDLE_SIBLING };

/* kernel.sched */
struct sched_params {
	uint64_t latency, min_granularity, wakeup_granularity, migration_cost; /* ps */
	bool scaled; /* the first three times 1 + log2(CPUs) */
	int sleeper_credit, gran_by, min_vruntime, select, nohz_balancer;
	bool wakeup_preempt, next_buddy, last_buddy, tick_fairness, affine, newidle;
	bool wake_balance;
	uint32_t wake_idx, imbalance_pct;
	double ksoftirqd_nice;
};

enum task_state { TASK_RUNNABLE, TASK_ASLEEP, TASK_GONE };

struct task {
	char *name;
	struct host *host;
	struct cpu *cpu; /* where it runs, or ran last */
	struct sim_thread *thread;
	void (*fn)(void *arg);
	void *arg;
	uint64_t addr;	/* task_struct */
	uint64_t stack; /* kernel stack, 8 KiB */
	uint64_t affinity;
	const struct cpu *bound; /* not NULL: there only, whatever affinity says */
	int nice;
	uint32_t weight;
	enum task_state state;
	bool on_rq; /* enqueued or current */
	bool mm;    /* has an address space of its own */

	uint64_t vruntime, exec_start, sum_exec, prev_sum_exec; /* ps */
	uint64_t last_wakeup, avg_overlap;
	struct task *next; /* in the run queue's timeline */

	/* While it does not run. */
	struct kfn_scope *scope;
	enum cpu_kind kind;

	struct waitq *waitq;
	struct task *wait_next;
	struct ktimer sleep_timer;
	bool timed_out;
	struct hrtimer *delay; /* of task_delay() */
	struct task *all_next;
	uint64_t woken_at; /* ps; 0: has run since */
	uint64_t runs, migrations;
};

struct rq {
	struct spinlock lock;
	struct cpu *cpu;
	struct task *timeline;	  /* by vruntime, without the current one */
	struct task *next, *last; /* buddies */
	uint32_t nr;		  /* runnable, the current one included */
	uint64_t load;		  /* their weights */
	uint64_t min_vruntime;
	uint64_t cpu_load[CPU_LOADS];
	uint64_t last_balance; /* jiffies */
	uint64_t pulled;
};

static inline bool task_allowed(const struct task *t, const struct cpu *c)
{
	if (t->bound)
		return t->bound == c;
	return t->affinity == TASK_ANY_CPU || (c->id < 64 && t->affinity >> c->id & 1);
}

/* fair.c: the fair class; the run queue's lock is held. */
uint64_t fair_scaled(const struct host *h, uint64_t ps);
void fair_enqueue(struct rq *rq, struct task *t, bool wakeup);
void fair_dequeue(struct rq *rq, struct task *t, bool sleep);
void fair_update(struct rq *rq);
void fair_put_prev(struct rq *rq, struct task *prev);
struct task *fair_pick(struct rq *rq);
void fair_tick(struct rq *rq);
bool fair_preempts(struct rq *rq, struct task *woken);
void fair_migrate(struct task *t, struct rq *from, struct rq *to);
uint32_t fair_weight(int nice);

/* balance.c: where tasks go. */
struct cpu *balance_select(struct task *t, bool sync);
bool balance_newidle(struct rq *rq);
void balance_tick(struct rq *rq);
/* Must an idle CPU's tick go on? And it is idle no more. */
bool balance_keeps_tick(struct cpu *c);
void balance_leaves_idle(struct cpu *c);
void balance_init(struct host *h); /* the SCHED softirq */

/* sched.c */
void sched_init(struct host *h);
void sched_switch(void);  /* schedule() */
void sched_preempt(void); /* the same with PREEMPT_ACTIVE: the task did not ask for it */
/* What a task does first when it runs for the first time. */
void sched_finish(struct cpu *c);
void sched_tick(struct cpu *c);
void sched_resched(struct cpu *target);
void sched_wake(struct task *t, bool sync);

/* task.c */
void task_idle_new(struct cpu *c);
/* Puts a runnable task on a queue before the run, or at its start. */
void task_place(struct task *t);

/* idle.c */
void idle_loop(void *cpu);

#endif
