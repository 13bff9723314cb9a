/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The periodic tick of each CPU.
 *
 * Called by: irq.c (local timer interrupt), idle.c.
 * Calls: the TIMER softirq, sched_tick().
 * Models: HZ interrupts a second and CPU with the kernel's cost; skew between
 *   CPUs (half a tick over all of them); stopping while idle until the next
 *   timer of the wheel.
 * Leaves out: time-keeping (jiffies follow the clock even while interrupts are
 *   off), profiling, process accounting by sample (time is accounted exactly).
 * Source: kernel/time/tick-sched.c, kernel/timer.c of 2.6.26.
 */
#include "models/host/host_int.h"

/* First tick of c after t. */
static uint64_t next_tick(const struct cpu *c, uint64_t t)
{
	uint64_t tick = c->host->tick_ps;
	uint64_t skew = c->host->kernel.tick_skew ? tick / 2 / c->host->cpu_count * c->id : 0;

	return t < skew ? skew : ((t - skew) / tick + 1) * tick + skew;
}

static void tick_fires(void *arg)
{
	struct cpu *c = arg;

	if (!c->tick_stopped)
		sim_at(&c->tick, SIM_PS(next_tick(c, sim_now().ps)));
	irq_local(c, LOCAL_TIMER);
}

void tick_init(struct cpu *c)
{
	sim_event_init(&c->tick, "tick", SIM_PRIO_TIMER, tick_fires, c);
	sim_at(&c->tick, SIM_PS(next_tick(c, sim_now().ps)));
}

void tick_interrupt(struct cpu *c)
{
	KFN(smp_apic_timer_interrupt);

	c->ticks++;
	if (c->id == 0)
		mem_rw(c->host->jiffies_addr, 64);
	softirq_raise_irqoff(SOFTIRQ_TIMER);
	if (!c->tick_stopped)
		sched_tick(c);
}

void tick_idle_stop(struct cpu *c)
{
	uint64_t jiffies;

	if (!c->host->kernel.nohz || c->softirqs)
		return;
	if (balance_keeps_tick(c)) {
		tick_idle_start(c);
		return;
	}
	jiffies = timer_next(c);
	c->tick_stopped = true;
	sim_cancel(&c->tick);
	if (jiffies == UINT64_MAX)
		return;
	jiffies *= c->host->tick_ps;
	sim_at(&c->tick, SIM_PS(jiffies > sim_now().ps ? jiffies : sim_now().ps));
}

/* Also while idle, if the CPU is to balance. */
void tick_idle_start(struct cpu *c)
{
	if (!c->tick_stopped)
		return;
	c->tick_stopped = false;
	sim_at(&c->tick, SIM_PS(next_tick(c, c->now)));
}
