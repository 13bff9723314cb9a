// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Simulated CPUs of a kernel image: local clock, waiting, interrupts, what the time is accounted
 * to.
 *
 * Called by: machine_ops.c, charge*.c (turn).
 * Calls: the engine, charge.c.
 * Models: a clock that runs ahead of the engine up to the next callback; halting; vectors as bits
 * of a word.
 * Leaves out: interrupt entry cost without charge, SMT.
 * Source: models/host/cpu_sync.c, whose rules these are.
 */
#include "nic_model/linux/machine_int.h"

#include "models/host/foreign.h"
#include "nic_model/linux/gsbase.h"
#include "nic_model/linux/lockup.h"
#include "nic_model/linux/trap.h"
#include "sim/check.h"

struct vcpu *machine_running;

uint64_t vcpu_now(const struct vcpu *c)
{
	struct charge *ch = vcpu_charge(c);

	return ch ? charge_now(ch, c->id) : sim_now().ps + c->ahead;
}

void vcpu_run(struct vcpu *c)
{
	trap_calls++;
	if (machine_running != c) {
		machine_running = c;
		kernel_calls_of = &c->m->img.head->calls;
		gsbase_write(c->gs);
	}
	host_foreign_running = c->m->p.foreign;
	if (vcpu_charge(c))
		charge_run(c->m->charge, c->id);
}

void vcpu_sync(struct vcpu *c)
{
	uint64_t t = vcpu_now(c);

	c->ahead = 0;
	host_foreign_running = NULL;
	if (t > sim_now().ps) {
		sim_wait_until(SIM_PS(t));
		/* Charging may have begun meanwhile. */
		if (vcpu_charge(c))
			charge_wait_until(c->m->charge, c->id, sim_now().ps);
	}
	vcpu_run(c);
}

void vcpu_spend(struct vcpu *c, uint64_t ps, enum cpu_cause cause)
{
	if (vcpu_charge(c))
		charge_stall(c->m->charge, c->id, ps, cause);
	else
		c->ahead += ps;
	if (vcpu_now(c) >= sim_next().ps)
		vcpu_sync(c);
}

void vcpu_context(struct vcpu *c, enum kimage_context to)
{
	uint64_t t = vcpu_now(c);

	trap_calls++;
	lockup_context(c, to);
	c->spent[c->context] += t - c->since;
	c->past[c->past_next++ % VCPU_PAST] = (struct vcpu_segment){c->context, c->since, t};
	c->since = t;
	c->context = to;
}

uint64_t vcpu_time_at(const struct vcpu *c, enum kimage_context context, uint64_t t)
{
	uint64_t sum = c->spent[context];

	if (c->context == context && t > c->since)
		sum += t - c->since;
	/* What the CPU has done ahead of t comes off again. */
	for (unsigned int i = 1; i <= VCPU_PAST && i <= c->past_next; i++) {
		const struct vcpu_segment *s = &c->past[(c->past_next - i) % VCPU_PAST];

		if (s->to <= t)
			break;
		if (s->context == context)
			sum -= s->to - (s->from > t ? s->from : t);
	}
	return sum;
}

unsigned long *vcpu_pending(struct vcpu *c)
{
	return c->m->img.head->pending[c->id] ? c->m->img.head->pending[c->id] : &c->pending;
}

void vcpu_raise(struct vcpu *c, unsigned int vector)
{
	c->m->interrupts += !(*vcpu_pending(c) >> vector & 1);
	*vcpu_pending(c) |= 1ul << vector;
	if (c->halted) {
		c->halted = false;
		sim_wake(c->thread);
	}
}

void vcpu_halt(struct vcpu *c)
{
	enum kimage_context was = c->context;

	if (vcpu_charge(c))
		charge_drain(c->m->charge, c->id);
	vcpu_sync(c);
	vcpu_context(c, KIMAGE_IDLE);
	if (vcpu_charge(c))
		charge_park(c->m->charge, c->id, true);
	while (!*vcpu_pending(c)) {
		c->halted = true;
		host_foreign_running = NULL;
		sim_block();
	}
	c->halted = false;
	if (vcpu_charge(c)) { /* may have begun meanwhile */
		charge_park(c->m->charge, c->id, false);
		charge_wait_until(c->m->charge, c->id, sim_now().ps + c->m->halt_exit);
	}
	vcpu_run(c);
	vcpu_context(c, was);
}

void vcpu_turn(void *machine, unsigned int cpu, void *stack)
{
	struct machine *m = machine;
	struct vcpu *c = &m->cpu[cpu];

	vcpu_sync(c);
	lockup_look(c, false);
	if (*vcpu_pending(c) && *m->img.head->irq_flags[cpu])
		kernel_poll(m, stack);
}
