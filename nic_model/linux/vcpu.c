// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Simulated CPUs of a kernel image: local clock, waiting, interrupts, what the time is accounted
 * to.
 *
 * Called by: machine_ops.c, charge*.c (turn). Calls: the engine, charge.c.
 * Models: a clock that runs ahead of the engine up to the next callback; halting; vectors as bits
 * of a word. Leaves out: interrupt entry cost without charge, SMT.
 */
#include "nic_model/linux/machine_int.h"

#include "models/host/foreign.h"
#include "nic_model/linux/gsbase.h"
#include "sim/check.h"

struct vcpu *machine_running;

uint64_t vcpu_now(const struct vcpu *c)
{
	return c->m->charge ? charge_now(c->m->charge, c->id) : sim_now().ps + c->ahead;
}

void vcpu_run(struct vcpu *c)
{
	if (machine_running != c) {
		machine_running = c;
		gsbase_write(c->gs);
	}
	host_foreign_running = c->m->p.foreign;
	if (c->m->charge)
		charge_run(c->m->charge, c->id);
}

void vcpu_sync(struct vcpu *c)
{
	uint64_t t = vcpu_now(c);

	c->ahead = 0;
	host_foreign_running = NULL;
	if (t > sim_now().ps)
		sim_wait_until(SIM_PS(t));
	vcpu_run(c);
}

void vcpu_spend(struct vcpu *c, uint64_t ps, enum cpu_cause cause)
{
	if (c->m->charge)
		charge_stall(c->m->charge, c->id, ps, cause);
	else
		c->ahead += ps;
	if (vcpu_now(c) >= sim_next().ps)
		vcpu_sync(c);
}

void vcpu_context(struct vcpu *c, enum kimage_context to)
{
	uint64_t t = vcpu_now(c);

	c->spent[c->context] += t - c->since;
	c->since = t;
	c->context = to;
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
	struct charge *ch = c->m->charge;

	if (ch)
		charge_drain(ch, c->id);
	vcpu_sync(c);
	vcpu_context(c, KIMAGE_IDLE);
	if (ch)
		charge_park(ch, c->id, true);
	while (!*vcpu_pending(c)) {
		c->halted = true;
		host_foreign_running = NULL;
		sim_block();
	}
	c->halted = false;
	if (ch) {
		charge_park(ch, c->id, false);
		charge_wait_until(ch, c->id, sim_now().ps);
	}
	vcpu_run(c);
	vcpu_context(c, was);
}

void vcpu_turn(void *machine, unsigned int cpu)
{
	struct machine *m = machine;
	struct vcpu *c = &m->cpu[cpu];

	vcpu_sync(c);
	if (*vcpu_pending(c) && *m->img.head->irq_flags[cpu])
		m->img.head->poll();
}
