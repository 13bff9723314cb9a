/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * High-resolution timers: an interrupt of the local timer at the very time, on
 * the CPU that armed it; the function runs in it.
 *
 * Leaves out: rounding to the timer's resolution, range timers, the base's tree.
 * Source: kernel/hrtimer.c of 2.6.26.
 */
#include "models/host/timer.h"

#include "models/host/host_int.h"
#include "sim/check.h"

struct hrtimer {
	void (*fn)(void *arg);
	void *arg;
	struct sim_event ev;
	struct cpu *cpu;
	bool due; /* fired, the interrupt has not come to it */
	struct hrtimer *next;
};

static void due_add(struct cpu *c, struct hrtimer *t)
{
	t->due = true;
	t->next = NULL;
	*c->hr_end = t;
	c->hr_end = &t->next;
}

static void due_del(struct cpu *c, struct hrtimer *t)
{
	struct hrtimer **at = &c->hr_due;

	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	if (c->hr_end == &t->next)
		c->hr_end = at;
	t->due = false;
}

static void fires(void *arg)
{
	struct hrtimer *t = arg;

	due_add(t->cpu, t);
	irq_local(t->cpu, LOCAL_HRTIMER);
}

struct hrtimer *hrtimer_new(const char *name, void (*fn)(void *arg), void *arg)
{
	struct hrtimer *t = xcalloc(1, sizeof(*t));

	t->fn = fn;
	t->arg = arg;
	sim_event_init(&t->ev, name, SIM_PRIO_TIMER, fires, t);
	return t;
}

static bool take_out(struct hrtimer *t)
{
	bool armed = t->due || sim_pending(&t->ev);

	if (t->due)
		due_del(t->cpu, t);
	sim_cancel(&t->ev);
	return armed;
}

void hrtimer_arm(struct hrtimer *t, sim_time at)
{
	KFN(hrtimer_start);

	take_out(t);
	t->cpu = this_cpu;
	mem_rw(percpu_addr(this_cpu, PERCPU_HRTIMERS), 128);
	sim_at(&t->ev, sim_max(at, cpu_now()));
}

bool hrtimer_cancel(struct hrtimer *t)
{
	KFN_RUN(hrtimer_start);
	return take_out(t);
}

void hrtimer_interrupt(struct cpu *c)
{
	KFN(hrtimer_interrupt);

	mem_rw(percpu_addr(c, PERCPU_HRTIMERS), 128);
	while (c->hr_due) {
		struct hrtimer *t = c->hr_due;

		due_del(c, t);
		t->fn(t->arg);
	}
}
