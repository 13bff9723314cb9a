/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interrupts and softirqs, nested as the kernel nests them: a hardirq runs
 * inline on top of whatever runs where interrupts are enabled; leaving the
 * outermost one runs pending softirqs inline, up to the restart limit, then
 * wakes ksoftirqd.
 */
#ifndef NICPATH_MODELS_HOST_IRQ_H
#define NICPATH_MODELS_HOST_IRQ_H

#include <stdbool.h>
#include <stdint.h>

struct param_table;
struct host;

/* One interrupt line or message; handlers on a shared line run in order. */
struct irq_line;

/*
 * cpu: whom it interrupts (affinity).  edge: MSI and MSI-X, each raise is one
 * interrupt (merged while pending); otherwise level: stays up until lowered.
 */
struct irq_line *irq_line_new(struct host *h, const char *name, unsigned int cpu, bool edge);
/* handler returns true if its device had interrupted; hardirq context. */
void irq_handler_add(struct irq_line *l, const char *name, bool (*fn)(void *arg), void *arg);
void irq_set_affinity(struct irq_line *l, unsigned int cpu);
uint64_t irq_count(const struct irq_line *l);
unsigned int irq_cpu(const struct irq_line *l); /* whom it interrupts now */

/* From event context (a device), any time. */
void irq_raise(struct irq_line *l);
void irq_lower(struct irq_line *l);
/* disable_irq_nosync() and enable_irq(): masks the line. CPU context. */
void irq_mask(struct irq_line *l);
void irq_unmask(struct irq_line *l);

/* The CPU's own interrupt flag; nests through the returned state. */
bool irqs_off(void); /* returns whether they were on */
void irqs_restore(bool were_on);
bool irqs_are_on(void);

/* Softirqs, in order of service. */
enum softirq {
	SOFTIRQ_HI,
	SOFTIRQ_TIMER,
	SOFTIRQ_NET_TX,
	SOFTIRQ_NET_RX,
	SOFTIRQ_TASKLET,
	SOFTIRQ_SCHED,
	SOFTIRQ_RCU,
	SOFTIRQ_COUNT
};
extern const char *const softirq_name[SOFTIRQ_COUNT];

void softirq_open(struct host *h, enum softirq nr, void (*fn)(void *arg), void *arg);
/* Marks pending on this CPU; wakes ksoftirqd when outside interrupt context. */
void softirq_raise(enum softirq nr);
/* The same with interrupts off already (raise_softirq_irqoff). */
void softirq_raise_irqoff(enum softirq nr);

/* local_bh_disable/enable: enabling the outermost runs what is pending. */
void bh_off(void);
void bh_on(void);

bool in_hardirq(void);
bool in_softirq(void); /* serving one, or bottom halves are off */
bool in_task(void);    /* neither: may sleep */

/* Inter-processor call: fn runs on the CPU in hardirq context. */
void ipi_call(struct host *h, unsigned int cpu, void (*fn)(void *arg), void *arg);

/* The section of a kernel profile. */
extern const struct param_table irq_param_table;

#endif
