/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events that nobody keeps: sim_call_at(). */
#include "sim/check.h"
#include "sim/sim.h"

struct call {
	struct sim_event ev;
	sim_fn *fn;
	void *arg;
	struct call *next;
};

static struct call *free_calls;

static void run_call(void *arg)
{
	struct call *c = arg;
	sim_fn *fn = c->fn;

	arg = c->arg;
	c->next = free_calls;
	free_calls = c;
	fn(arg);
}

void sim_call_at(sim_time t, enum sim_prio prio, sim_fn *fn, void *arg)
{
	struct call *c = free_calls;

	if (c)
		free_calls = c->next;
	else
		c = xmalloc(sizeof(*c));
	sim_event_init(&c->ev, "call", prio, run_call, c);
	c->fn = fn;
	c->arg = arg;
	sim_at(&c->ev, t);
}
