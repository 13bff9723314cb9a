/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hardware interrupts: lines from devices and local ones (tick, high-resolution
 * timer, reschedule and call from another CPU), taken on top of what runs.
 *
 * Called by: devices (raise, lower), cpu_sync.c when time has passed.
 * Calls: handlers, softirq_run() when the outermost interrupt ends, the scheduler.
 * Models: entry and return cost, the interrupt flag, masked lines, shared lines,
 *   edges that merge while pending, levels that come back until lowered, handlers
 *   that run with interrupts on (before 2.6.35) so that another line nests.
 * Leaves out: vector priorities among device lines (first come, first served),
 *   the interrupt's way through I/O APIC and bus (the device model adds it),
 *   disabling of a line that nobody handles.
 * Source: arch/x86/kernel/irq_64.c, kernel/irq/handle.c, kernel/softirq.c.
 */
#include "models/host/irq.h"

#include <stdlib.h>

#include "models/host/host_int.h"
#include "models/mem/layout.h"
#include "sim/check.h"
#include "sim/stats.h"
#include "sim/trace.h"

#define NEST_MAX 16u

struct irq_action {
	char *name;
	bool (*fn)(void *arg);
	void *arg;
	struct irq_action *next;
};

struct irq_line {
	struct spinlock lock; /* desc->lock */
	char *name;
	struct host *host;
	struct cpu *cpu; /* whom it interrupts */
	struct irq_action *actions;
	uint64_t desc; /* address of irq_desc */
	uint64_t count, unhandled;
	bool edge;
	uint64_t since; /* ps: became deliverable */
	uint64_t up;	/* 1: level, or an edge not yet taken */
	bool queued, serviced, masked;
	struct irq_line *next; /* pending on its CPU */
	struct irq_line *all_next;
};

struct ipi {
	void (*fn)(void *arg);
	void *arg;
	struct cpu *to;
	struct ipi *next;
};

const char *const local_irq_name[4] = {"RES", "CAL", "LOC", "HRT"};

const struct param_table irq_param_table = {
	.name = "irq",
	.help = "Interrupts and softirqs of the kernel version.",
	.struct_size = sizeof(struct irq_params),
	.params =
		(const struct param[]){
			{"handlers_enable", PARAM_BOOL,
			 offsetof(struct irq_params, handlers_enable), "on", NULL, NULL, NULL,
			 "Handlers run with interrupts enabled.",
			 "kernel/irq/handle.c up to 2.6.34; e58aa3d2d0cc (2.6.35) turned it off"},
			{"softirq_restarts", PARAM_U32, offsetof(struct irq_params, restarts), "10",
			 "1", "1000", NULL,
			 "Passes over the pending softirqs before ksoftirqd is woken.",
			 "MAX_SOFTIRQ_RESTART, kernel/softirq.c"},
			{"softirq_time", PARAM_TIME, offsetof(struct irq_params, time_limit), "0s",
			 NULL, "1s", NULL, "Ends the passes after this time; 0: no limit.",
			 "none before 3.9; then 2 ms, MAX_SOFTIRQ_TIME, c10d73671ad3"},
			{"softirq_stop_on_resched", PARAM_BOOL,
			 offsetof(struct irq_params, stop_on_resched), "off", NULL, NULL, NULL,
			 "Ends the passes when a reschedule is due.",
			 "3.9 and later, c10d73671ad3"},
			{"defer_to_ksoftirqd", PARAM_BOOL,
			 offsetof(struct irq_params, defer_to_ksoftirqd), "off", NULL, NULL, NULL,
			 "Interrupts leave softirqs to ksoftirqd while it is runnable.",
			 "4.9 and later, 4cd13c21b207"},
			{.name = NULL},
		},
};

/* ---- lines ---- */

struct irq_line *irq_line_new(struct host *h, const char *name, unsigned int cpu, bool edge)
{
	struct irq_line *l = xcalloc(1, sizeof(*l));
	char *path = xasprintf("hosts.%s.interrupts.%s", h->name, name);

	sim_assertf(cpu < h->cpu_count, "line '%s' on CPU %u of %u", name, cpu, h->cpu_count);
	l->name = xstrdup(name);
	l->host = h;
	l->cpu = h->cpus[cpu];
	l->edge = edge;
	l->desc = layout_static(h->layout, LAYOUT_STATIC, 128, 64);
	spin_init(&l->lock, "irq_desc", l->desc + 32);
	l->all_next = h->lines;
	h->lines = l;
	stats_counter(path, &l->count, "interrupts taken on this line");
	free(path);
	path = xasprintf("hosts.%s.line.%s", h->name, name);
	stats_level(path, &l->up, "1", "1 while the line is up, or a message waits");
	free(path);
	return l;
}

void irq_handler_add(struct irq_line *l, const char *name, bool (*fn)(void *arg), void *arg)
{
	struct irq_action **end = &l->actions;
	struct irq_action *a = xcalloc(1, sizeof(*a));

	*a = (struct irq_action){.name = xstrdup(name), .fn = fn, .arg = arg};
	while (*end)
		end = &(*end)->next;
	*end = a;
}

uint64_t irq_count(const struct irq_line *l)
{
	return l->count;
}

unsigned int irq_cpu(const struct irq_line *l)
{
	return l->cpu->id;
}

/* Appends to its CPU's pending lines, if it can be delivered. */
static void line_queue(struct irq_line *l)
{
	struct cpu *c = l->cpu;

	if (!l->up || l->queued || l->serviced || l->masked)
		return;
	l->queued = true;
	l->since = cpu_now().ps;
	l->next = NULL;
	*c->line_end = l;
	c->line_end = &l->next;
	cpu_poke(c);
}

static void line_unqueue(struct irq_line *l)
{
	struct cpu *c = l->cpu;
	struct irq_line **at = &c->line_first;

	if (!l->queued)
		return;
	while (*at != l)
		at = &(*at)->next;
	*at = l->next;
	if (c->line_end == &l->next)
		c->line_end = at;
	l->queued = false;
}

void irq_raise(struct irq_line *l)
{
	l->up = true;
	line_queue(l);
}

void irq_lower(struct irq_line *l)
{
	if (l->edge)
		return;
	l->up = false;
	line_unqueue(l);
}

void irq_mask(struct irq_line *l)
{
	l->masked = true;
	line_unqueue(l);
}

void irq_unmask(struct irq_line *l)
{
	l->masked = false;
	line_queue(l);
}

void irq_set_affinity(struct irq_line *l, unsigned int cpu)
{
	sim_assert(cpu < l->host->cpu_count);
	line_unqueue(l);
	l->cpu = l->host->cpus[cpu];
	line_queue(l);
}

void irq_local(struct cpu *c, enum local_irq which)
{
	c->local |= 1u << which;
	cpu_poke(c);
}

/* ---- calls to other CPUs ---- */

static void ipi_arrives(void *arg)
{
	struct ipi *i = arg;

	i->next = NULL;
	*i->to->ipi_end = i;
	i->to->ipi_end = &i->next;
	irq_local(i->to, LOCAL_CALL);
}

void ipi_call(struct host *h, unsigned int cpu, void (*fn)(void *arg), void *arg)
{
	struct ipi *i = xmalloc(sizeof(*i));

	sim_assert(cpu < h->cpu_count);
	*i = (struct ipi){.fn = fn, .arg = arg, .to = h->cpus[cpu]};
	if (this_cpu)
		this_cpu->ipis_sent++;
	sim_call_at(SIM_PS(cpu_now().ps + h->cpu_params.ipi), SIM_PRIO_HW, ipi_arrives, i);
}

static void run_calls(struct cpu *c)
{
	KFN(smp_call_function_interrupt);

	while (c->ipi_first) {
		struct ipi *i = c->ipi_first;

		c->ipi_first = i->next;
		if (!c->ipi_first)
			c->ipi_end = &c->ipi_first;
		i->fn(i->arg);
		free(i);
	}
}

/* ---- taking one ---- */

static bool run_action(const struct irq_action *a)
{
	KFN(handle_IRQ_event);

	return a->fn(a->arg);
}

static void run_actions(struct cpu *c, struct irq_line *l)
{
	bool handled = false;

	if (c->host->irq.handlers_enable)
		irqs_restore(true);
	for (const struct irq_action *a = l->actions; a; a = a->next)
		handled |= run_action(a);
	irqs_off();
	l->unhandled += !handled;
}

static void run_line(struct cpu *c, struct irq_line *l)
{
	KFN(do_IRQ);

	c->line_first = l->next;
	if (!c->line_first)
		c->line_end = &c->line_first;
	l->queued = false;
	l->serviced = true;
	if (l->edge)
		l->up = false;
	l->count++;
	stats_dist_add(c->host->irq_latency, c->now > l->since ? (c->now - l->since) / 1000 : 0);
	mem_rw(l->desc, 64);
	spin_acquire(&l->lock);
	spin_release(&l->lock); /* handlers run without it */
	run_actions(c, l);
	spin_acquire(&l->lock);
	spin_release(&l->lock);
	l->serviced = false;
	line_queue(l);
}

static void run_local(struct cpu *c, enum local_irq which)
{
	c->local &= ~(1u << which);
	c->irq_local[which]++;
	switch (which) {
	case LOCAL_RESCHED:
		KFN_RUN(smp_reschedule_interrupt);
		break;
	case LOCAL_CALL:
		run_calls(c);
		break;
	case LOCAL_TIMER:
		tick_interrupt(c);
		break;
	case LOCAL_HRTIMER:
		hrtimer_interrupt(c);
		break;
	}
}

/* irq_exit(): softirqs, unless something that was interrupted must end first. */
static void leave(struct cpu *c)
{
	KFN(irq_exit);

	c->hardirqs--;
	if (!cpu_in_interrupt(c) && c->softirqs &&
	    !(c->host->irq.defer_to_ksoftirqd && c->ksoftirqd->on_rq))
		softirq_run(c);
}

static void interrupt(struct cpu *c)
{
	KFN(common_interrupt);

	sim_assertf(c->hardirqs < NEST_MAX, "%u interrupts nested on CPU %u", c->hardirqs, c->id);
	c->irqs_on = false;
	c->hardirqs++;
	c->irqs++;
	c->host->irqs++;
	trace_begin(TRACE_IRQ, c->track, SIM_PS(c->now),
		    c->local ? local_irq_name[__builtin_ctz(c->local)] : c->line_first->name);
	cpu_cycles(c, c->host->cpu_params.irq_entry, CAUSE_ISSUE);
	mem_write(percpu_addr(c, PERCPU_STACK), 128);
	if (c->local)
		run_local(c, (enum local_irq)__builtin_ctz(c->local));
	else if (c->line_first) /* otherwise it fell meanwhile: a spurious interrupt */
		run_line(c, c->line_first);
	trace_end(TRACE_IRQ, c->track, SIM_PS(c->now));
	leave(c);
	cpu_cycles(c, c->host->cpu_params.irq_exit, CAUSE_ISSUE);
}

static void take_one(struct cpu *c)
{
	enum cpu_kind was = cpu_kind_set(c, CPU_IRQ);

	interrupt(c);
	cpu_kind_set(c, was);
}

/* ret_from_intr: what was interrupted goes on, or the scheduler is called. */
static void resched_check(struct cpu *c)
{
	enum cpu_kind was = c->kind;

	if (!c->resched || !c->irqs_on || c->curr == c->idle || !cpu_preemptible(c))
		return;
	if (was != CPU_USER && c->host->kernel.preempt != PREEMPT_FULL)
		return;
	cpu_kind_set(c, CPU_SYSTEM);
	sched_preempt();
	cpu_kind_set(this_cpu, was);
}

void irq_take(struct cpu *c)
{
	while (c->irq_waiting && c->irqs_on) {
		c->irqs_on = false; /* the processor's doing */
		if (c->local || c->line_first)
			take_one(c);
		else
			c->irq_waiting = false;
		c->irqs_on = true;
	}
	resched_check(c);
}

/* ---- the interrupt flag ---- */

bool irqs_off(void)
{
	bool on = this_cpu->irqs_on;

	this_cpu->irqs_on = false;
	return on;
}

void irqs_restore(bool were_on)
{
	struct cpu *c = this_cpu;

	c->irqs_on = were_on;
	if (were_on && c->irq_waiting)
		irq_take(c);
}

bool irqs_are_on(void)
{
	return this_cpu->irqs_on;
}

bool in_hardirq(void)
{
	return this_cpu->hardirqs;
}

bool in_softirq(void)
{
	return this_cpu->serving || this_cpu->bh;
}

bool in_task(void)
{
	return !cpu_in_interrupt(this_cpu) && this_cpu->curr != this_cpu->idle;
}
