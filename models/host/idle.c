/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The idle task of a CPU.
 *
 * Models: halt until an interrupt (or, with mwait or polling, until the need to
 *   reschedule is written), the time to get going again, the tick stopped while
 *   idle if kernel.nohz is on.
 * Leaves out: deeper C-states than the exit latency in the machine file, the
 *   governor that chooses among them, frequency.
 * Source: cpu_idle() in arch/x86/kernel/process_64.c of 2.6.26.
 */
#include "models/host/host_int.h"

#include "sim/trace.h"

/* Waits for an interrupt or a reschedule request. Interrupts are on. */
static void halt(struct cpu *c)
{
	const struct cpu_params *p = &c->host->cpu_params;
	uint64_t exit_ps = p->idle == IDLE_HALT ? p->halt_exit : 0;

	cpu_drain(c);
	cpu_sync();
	if (c->resched || c->irq_waiting)
		return;
	cpu_park(c, CAUSE_ISSUE, true);
	c->now += exit_ps;
	c->idle_ps += exit_ps;
	cpu_sync();
}

static void idle_once(struct cpu *c)
{
	KFN(default_idle);

	tick_idle_stop(c);
	halt(c);
}

void idle_loop(void *cpu)
{
	struct cpu *c = cpu;

	cpu_resume(c);
	for (;;) {
		while (!c->resched)
			idle_once(c);
		balance_leaves_idle(c);
		tick_idle_start(c);
		sched_switch();
	}
}
