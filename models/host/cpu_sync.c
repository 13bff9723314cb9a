/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who may run ahead of whom.
 *
 * Each CPU's thread is in one of three states: running (one at a time in the
 * whole simulation), waiting in the engine at its position (its local clock), or
 * parked (idle, or spinning on a lock: no position).  While a CPU runs, nobody
 * else does, so the others' positions stand still.  It may run on
 *   - up to the next pending callback (devices, timers), always;
 *   - past a CPU of another host by `lookahead`: hosts meet only through devices
 *     and a wire, which take longer than that;
 *   - past a CPU of its own host by `ahead`, as long as what it touches is in no
 *     other CPU's cache (cpu.c), and never past one in anything locked.
 * `sync: exact` orders every access, whether or not another CPU holds the line;
 * `sync: slack` orders none but locked ones, and takes `slack` for both limits.
 */
#include "models/host/cpu_int.h"

#include "models/host/host_int.h"
#include "models/host/irq_int.h"
#include "sim/check.h"

#define ALL_CPUS_MAX 1024u

static struct cpu *all[ALL_CPUS_MAX];
static unsigned int all_count;

void cpu_register(struct cpu *c)
{
	sim_assertf(all_count < ALL_CPUS_MAX, "more than %u simulated CPUs", ALL_CPUS_MAX);
	all[all_count++] = c;
}

static uint64_t add_time(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

/* How far c may run past `other`. */
static uint64_t allowance(const struct cpu *c, const struct cpu *other)
{
	const struct cpu_params *p = &c->host->cpu_params;

	if (p->sync == SYNC_SLACK)
		return p->slack;
	return other->host == c->host ? p->ahead : p->lookahead;
}

/* c must mind `other`, which is at a position. */
static void mind(struct cpu *c, const struct cpu *other)
{
	uint64_t until = add_time(other->now, allowance(c, other));

	if (until < c->bound)
		c->bound = until;
	if (other->host == c->host && other->now < c->others_at) {
		c->others_at = other->now;
		if (c->host->cpu_params.sync != SYNC_SLACK)
			c->lines_at = other->now;
	}
}

void cpu_bounds(struct cpu *c)
{
	c->bound = c->others_at = c->lines_at = UINT64_MAX;
	for (unsigned int i = 0; i < all_count; i++)
		if (all[i] != c && !all[i]->parked)
			mind(c, all[i]);
}

bool cpu_line_visible(const struct cpu *c, uint64_t addr)
{
	return c->host->cpu_params.sync == SYNC_EXACT || mem_others(c->mem, c->id, addr, true);
}

void cpu_resume(struct cpu *c)
{
	this_cpu = c;
	cpu_bounds(c);
}

static void wait_turn(struct cpu *c)
{
	this_cpu = NULL;
	sim_wait_until(SIM_PS(c->now));
	cpu_resume(c);
}

void cpu_settle_slow(struct cpu *c)
{
	if (c->now >= sim_callback_ps)
		sim_watch_until(SIM_PS(c->now));
	if (c->now >= sim_next_callback().ps || c->now > c->bound)
		wait_turn(c);
	if (c->irq_waiting && c->irqs_on)
		irq_take(c);
}

void cpu_sync(void)
{
	for (;;) {
		struct cpu *c = this_cpu;

		if (sim_now().ps < c->now)
			wait_turn(c);
		if (!c->irq_waiting || !c->irqs_on)
			return;
		irq_take(c);
	}
}

/*
 * The caller has made sure that whoever unparks finds the CPU.  Time up to the
 * wake-up goes to `cause`, or to idle.
 */
void cpu_park(struct cpu *c, enum cpu_cause cause, bool idle)
{
	sim_assert(this_cpu == c && !c->parked && sim_now().ps >= c->now);
	c->parked = sim_self();
	this_cpu = NULL;
	sim_block();
	sim_assert(!c->parked && c->now >= c->parked_at);
	if (!idle)
		c->row[cause] += c->now - c->parked_at;
	else
		c->idle_ps += c->now - c->parked_at;
	cpu_resume(c);
}

/* The CPU is at a position from now on: those that run ahead must mind it. */
void cpu_unpark(struct cpu *c)
{
	struct sim_thread *t = c->parked;

	if (!t)
		return;
	c->parked = NULL;
	c->parked_at = c->now;
	if (c->now < sim_now().ps)
		c->now = sim_now().ps;
	sim_wake(t);
	if (this_cpu && this_cpu != c)
		mind(this_cpu, c);
}

void cpu_poke(struct cpu *c)
{
	c->irq_waiting = true;
	if (c->irqs_on)
		cpu_unpark(c);
}
