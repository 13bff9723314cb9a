/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Softirqs and ksoftirqd.
 *
 * Called by: irq.c when the outermost interrupt ends; bh_on(); ksoftirqd.
 * Calls: the handlers that softirq_open() registered, interrupts enabled.
 * Models: pending bits served in order, again and again up to the restart limit,
 *   then ksoftirqd, a task like any other that shares the CPU by its weight.
 * Source: kernel/softirq.c of 2.6.24 (the same in 2.6.26), 3.9, 4.9.
 */
#include "models/host/host_int.h"

#include <stdlib.h>

#include "sim/check.h"
#include "sim/trace.h"

const char *const softirq_name[SOFTIRQ_COUNT] = {
	"HI", "TIMER", "NET_TX", "NET_RX", "TASKLET", "SCHED", "RCU",
};

void softirq_open(struct host *h, enum softirq nr, void (*fn)(void *arg), void *arg)
{
	sim_assert(!h->softirq[nr].fn);
	h->softirq[nr].fn = fn;
	h->softirq[nr].arg = arg;
}

static void wake_ksoftirqd(struct cpu *c)
{
	if (c->ksoftirqd->state == TASK_RUNNABLE)
		return;
	c->ksoftirqd_wakes++;
	task_wake(c->ksoftirqd);
}

/* One pass over what was pending, interrupts enabled. */
static void pass(struct cpu *c)
{
	uint32_t pending = c->softirqs;

	c->softirqs = 0;
	irqs_restore(true);
	while (pending) {
		unsigned int nr = (unsigned int)__builtin_ctz(pending);
		const struct softirq_action *a = &c->host->softirq[nr];

		pending &= pending - 1;
		sim_assertf(a->fn, "softirq %s has no handler", softirq_name[nr]);
		c->softirq_runs[nr]++;
		kfn_units(1);
		trace_begin(TRACE_IRQ, c->track, SIM_PS(c->now), softirq_name[nr]);
		a->fn(a->arg);
		trace_end(TRACE_IRQ, c->track, SIM_PS(c->now));
	}
	irqs_off();
}

static bool another_pass(const struct cpu *c, uint32_t passes, uint64_t begun)
{
	const struct irq_params *p = &c->host->irq;

	if (!c->softirqs || passes >= p->restarts)
		return false;
	if (p->time_limit && c->now - begun >= p->time_limit)
		return false;
	return !(p->stop_on_resched && c->resched);
}

/* __do_softirq(): interrupts are off on entry and on return. */
static void serve(struct cpu *c)
{
	uint64_t begun = c->now;
	uint32_t passes = 0;
	KFN(__do_softirq);

	c->serving = 1;
	mem_rw(percpu_addr(c, PERCPU_IRQ_STAT), 8);
	do {
		pass(c);
		passes++;
	} while (another_pass(c, passes, begun));
	if (c->softirqs)
		wake_ksoftirqd(c);
	c->serving = 0;
}

void softirq_run(struct cpu *c)
{
	enum cpu_kind was;
	bool on;

	if (cpu_in_interrupt(c))
		return;
	on = irqs_off();
	was = cpu_kind_set(c, CPU_SOFTIRQ);
	if (c->softirqs) {
		KFN(do_softirq);
		serve(c);
	}
	cpu_kind_set(c, was);
	irqs_restore(on);
}

void softirq_raise_irqoff(enum softirq nr)
{
	struct cpu *c = this_cpu;
	KFN(raise_softirq_irqoff);

	mem_rw(percpu_addr(c, PERCPU_IRQ_STAT), 8);
	c->softirqs |= 1u << nr;
	if (!cpu_in_interrupt(c))
		wake_ksoftirqd(c);
}

void softirq_raise(enum softirq nr)
{
	bool on = irqs_off();

	softirq_raise_irqoff(nr);
	irqs_restore(on);
}

void bh_off(void)
{
	this_cpu->bh++;
}

void bh_on(void)
{
	struct cpu *c = this_cpu;

	sim_assertf(c->bh, "bh_on() without bh_off() on CPU %u", c->id);
	KFN_RUN(local_bh_enable);
	c = this_cpu;
	if (--c->bh == 0 && c->softirqs && !cpu_in_interrupt(c))
		softirq_run(c);
	if (c->resched && c->irqs_on && c->host->kernel.preempt == PREEMPT_FULL &&
	    cpu_preemptible(c))
		sched_preempt();
}

/* ---- ksoftirqd ---- */

static void ksoftirqd(void *arg)
{
	struct cpu *c = arg;

	cpu_kind_set(c, CPU_SYSTEM);
	for (;;) {
		KFN_RUN(ksoftirqd);
		while (c->softirqs) {
			softirq_run(c);
			cond_resched_point();
		}
		c->curr->state = TASK_ASLEEP;
		if (c->softirqs)
			c->curr->state = TASK_RUNNABLE;
		else
			sched_switch();
	}
}

void softirq_init(struct host *h)
{
	for (unsigned int i = 0; i < h->cpu_count; i++) {
		char *name = xasprintf("ksoftirqd/%u", i);

		h->cpus[i]->ksoftirqd = task_new_on(h, name, ksoftirqd, h->cpus[i], i,
						    (int)h->sched.ksoftirqd_nice);
		h->cpus[i]->ksoftirqd->mm = false;
		free(name);
	}
}
