// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Called by: vcpu.c, machine_ops.c. Calls: fault.c.
 * Models: what the kernel's own watchdogs find (kernel/watchdog.c, which the image leaves out),
 * sooner
 * Leaves out: loops that call cond_resched() on a CPU that has nothing else to run; a kernel
 * thread's loop that serves softirqs itself
 * Source: Linux 6.1 kernel/watchdog.c.
 */
#include "nic_model/linux/lockup.h"

#include "nic_model/linux/fault.h"
#include "nic_model/linux/machine_int.h"
#include "sim/check.h"

#define PREEMPT_BITS 0x7fffffffu /* but for PREEMPT_NEED_RESCHED, which is inverted */
#define LONG	     5u /* times the limit: a CPU that can switch tasks, but comes to no end */
/* Softirqs begin so soon after the interrupt that raised them: assumed. */
#define IRQ_EXIT_PS 1000000u

void lockup_init(struct machine *m)
{
	m->preempt_count = image_address(&m->img, "__preempt_count");
	m->lockup_ps = m->p.lockup_ps ? m->p.lockup_ps : SIM_S(1).ps;
}

/* Per-CPU variables lie at their symbol's address and %gs. */
static bool may_switch(const struct vcpu *c)
{
	const struct machine *m = c->m;
	const unsigned int *count = (const unsigned int *)(m->preempt_count + c->gs);

	return !(*count & PREEMPT_BITS) && *m->img.head->irq_flags[c->id];
}

void lockup_context(struct vcpu *c, enum kimage_context to)
{
	uint64_t now = vcpu_now(c);

	/* At the end of an interrupt, or of ksoftirqd's or a system call's own accord? */
	if (to == KIMAGE_SOFTIRQ && c->context == KIMAGE_SYSTEM)
		c->own_softirq = c->last_context != KIMAGE_IRQ || now - c->since > IRQ_EXIT_PS;
	if (to == KIMAGE_USER || to == KIMAGE_IDLE ||
	    (c->context == KIMAGE_SOFTIRQ && to == KIMAGE_SYSTEM && c->own_softirq))
		c->free_at = c->back_at = now;
	c->last_context = c->context;
}

static bool others_idle(const struct vcpu *c)
{
	for (unsigned int i = 0; i < c->m->p.cpus; i++)
		if (i != c->id && c->m->cpu[i].thread && !c->m->cpu[i].halted)
			return false;
	return true;
}

static void stuck(struct vcpu *c, uint64_t since, bool spins, const char *how)
{
	double s = (double)(vcpu_now(c) - since) * 1e-12;
	char *text = xasprintf(
		"%s for %.3f s%s%s", spins ? "turns in cpu_relax()" : "runs", s, how,
		!spins ? ""
		: others_idle(c)
			? "; no other CPU runs that could give a lock back: a self-deadlock"
			: "");

	fault_end(c->m, c, KIMAGE_FAULT_LOCKUP, text, 0, __builtin_frame_address(0));
}

void lockup_look(struct vcpu *c, bool spins)
{
	struct machine *m = c->m;
	uint64_t now = vcpu_now(c);

	if (!m->charged && !spins)
		return;
	if (!m->preempt_count || c->context == KIMAGE_USER || !m->img.head->irq_flags[c->id]) {
		c->free_at = c->back_at = now;
		return;
	}
	if (now > c->back_at && now - c->back_at > LONG * m->lockup_ps)
		stuck(c, c->back_at, spins, " without a way back to user code");
	if (may_switch(c))
		c->free_at = now;
	else if (now > c->free_at && now - c->free_at > m->lockup_ps)
		stuck(c, c->free_at, spins,
		      *m->img.head->irq_flags[c->id] ? " with preemption off"
						     : " with interrupts off");
}
