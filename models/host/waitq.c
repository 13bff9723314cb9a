/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Wait queues.
 *
 * Called by: kernel code that waits for a condition, and that makes it true.
 * Models: the queue's lock and line, the waiter's state, autoremoval on wake-up.
 * Leaves out: exclusive waiters, callbacks (epoll).
 * Source: kernel/wait.c, __wake_up_common() in kernel/sched.c of 2.6.26.
 */
#include "models/host/host_int.h"

#include "models/mem/layout.h"
#include "sim/check.h"

void waitq_init(struct waitq *q, struct host *h)
{
	*q = (struct waitq){.addr = layout_static(h->layout, LAYOUT_STATIC, 64, 64)};
	spin_init(&q->lock, "wait queue", q->addr);
}

static void unlink_waiter(struct waitq *q, struct task *t)
{
	struct task **at = &q->first;

	while (*at && *at != t)
		at = &(*at)->wait_next;
	sim_assert(*at);
	*at = t->wait_next;
	t->wait_next = NULL;
	t->waitq = NULL;
}

void waitq_prepare(struct waitq *q)
{
	struct task *t = this_task();
	bool on;
	KFN(prepare_to_wait);

	sim_assertf(t && (!t->waitq || t->waitq == q), "'%s' waits on two queues",
		    t ? t->name : "idle");
	on = spin_acquire_irqsave(&q->lock);
	if (!t->waitq) {
		mem_rw(t->stack + 4096, 40);
		t->wait_next = q->first; /* __add_wait_queue: at the head */
		q->first = t;
		t->waitq = q;
	}
	mem_write(t->addr, 8);
	t->state = TASK_ASLEEP;
	spin_release_irqrestore(&q->lock, on);
}

void task_stay(void)
{
	struct task *t = this_task();

	mem_write(t->addr, 8);
	t->state = TASK_RUNNABLE;
}

void waitq_finish(struct waitq *q)
{
	struct task *t = this_task();
	bool on;
	KFN(finish_wait);

	mem_write(t->addr, 8);
	t->state = TASK_RUNNABLE;
	if (!t->waitq)
		return;
	on = spin_acquire_irqsave(&q->lock);
	if (t->waitq == q)
		unlink_waiter(q, t);
	spin_release_irqrestore(&q->lock, on);
}

static void wake_all(struct waitq *q, bool sync)
{
	bool on;
	KFN(__wake_up);

	on = spin_acquire_irqsave(&q->lock);
	while (q->first) {
		struct task *t = q->first;

		kfn_units(1);
		mem_read(t->stack + 4096, 40);
		sched_wake(t, sync);
		if (t->waitq == q)
			unlink_waiter(q, t);
	}
	spin_release_irqrestore(&q->lock, on);
}

void waitq_wake(struct waitq *q)
{
	wake_all(q, false);
}

void waitq_wake_sync(struct waitq *q)
{
	wake_all(q, true);
}
