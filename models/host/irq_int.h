/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to models/host. */
#ifndef NICPATH_MODELS_HOST_IRQ_INT_H
#define NICPATH_MODELS_HOST_IRQ_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/cpu.h"
#include "models/host/cpu_int.h"
#include "models/host/irq.h"

struct param_table;
struct ipi;

/* kernel.irq: how interrupts and softirqs behave. */
struct irq_params {
	bool handlers_enable;
	uint32_t restarts;
	uint64_t time_limit; /* ps; 0: none */
	bool stop_on_resched;
	bool defer_to_ksoftirqd;
};

/*
 * Takes what is pending while interrupts are on; at the end reschedules where
 * the kernel would (return to user mode, or preemption).  The caller's CPU may
 * be another one afterwards.
 */
void irq_take(struct cpu *c);
/* A local interrupt for c, from any context. */
void irq_local(struct cpu *c, enum local_irq which);

/* softirq.c */
void softirq_run(struct cpu *c);   /* do_softirq() */
void softirq_init(struct host *h); /* ksoftirqd threads */

static inline bool cpu_in_interrupt(const struct cpu *c)
{
	return c->hardirqs || c->serving || c->bh;
}

/* May what runs on c be preempted (preempt_count is zero)? */
static inline bool cpu_preemptible(const struct cpu *c)
{
	return !cpu_in_interrupt(c) && !c->locks;
}

#endif
