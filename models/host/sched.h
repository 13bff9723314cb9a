/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tasks and the scheduler: run queues with fair time slices (CFS as of the
 * profile), wake-up with CPU selection and preemption, wait queues.
 *
 * A task is a coroutine; kernel code may sleep in it when it holds no spin
 * lock and is in no interrupt or softirq (asserted).
 */
#ifndef NICPATH_MODELS_HOST_SCHED_H
#define NICPATH_MODELS_HOST_SCHED_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/lock.h"
#include "sim/sim.h"

struct param_table;
struct host;
struct task;

#define TASK_ANY_CPU UINT64_MAX

/*
 * affinity: bit per CPU. nice: -20..19. Starts runnable, in user mode
 * (syscall_enter() first), when the run starts, or at once while it runs.
 */
struct task *task_new(struct host *h, const char *name, void (*fn)(void *arg), void *arg,
		      uint64_t affinity, int nice);
/* The same on one CPU only, which may be beyond the 64 that a mask can name. */
struct task *task_new_on(struct host *h, const char *name, void (*fn)(void *arg), void *arg,
			 unsigned int cpu, int nice);
struct task *this_task(void); /* NULL on the idle loop */
const char *task_name(const struct task *t);
uint64_t task_struct_addr(const struct task *t); /* simulated address */
/* ps that it has run, interrupts on top of it included, as the fair class counts. */
uint64_t task_cpu_ps(const struct task *t);

/* System call boundaries: time kind user <-> system, entry cost, preemption
 * and signal check on return. */
void syscall_enter(void);
void syscall_exit(void);

/* Runs user-space instructions (a workload's own work); kind user. */
void user_run(uint64_t instructions);

/* Wait queues: one address each; wakers touch it as the kernel does. */
struct waitq {
	uint64_t addr;
	struct task *first;   /* waiters in order, through task */
	struct spinlock lock; /* its word is at addr */
};
void waitq_init(struct waitq *q, struct host *h);

/*
 * Prepare, test, sleep, finish - as prepare_to_wait() and schedule() are used:
 *	waitq_prepare(q); while (!cond) { task_sleep(SIM_NEVER); waitq_prepare(q); }
 *	waitq_finish(q);
 * task_sleep() returns false when the time is over.
 */
void waitq_prepare(struct waitq *q);
bool task_sleep(sim_time until);
void waitq_finish(struct waitq *q);
/* After all not to sleep, though no waker came: __set_current_state(TASK_RUNNING). */
void task_stay(void);
void waitq_wake(struct waitq *q); /* all waiters; task, softirq or hardirq context */
/* The waker says that it is about to sleep (wake_up_sync). */
void waitq_wake_sync(struct waitq *q);
static inline bool waitq_active(const struct waitq *q)
{
	return q->first != 0;
}

/* From kernel code on any CPU of the task's host. */
void task_wake(struct task *t);

/* Where preemption is voluntary: switches if a reschedule is due. */
void cond_resched_point(void);
bool need_resched_now(void);
void task_yield(void);

/* Sleeps without a wait queue. */
void task_delay(sim_time dt);

/* The section of a kernel profile. */
extern const struct param_table sched_param_table;

#endif
