/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The instruction side: a function's code is fetched line by line when it is
 * entered.
 *
 * Called by: kfn_enter().
 * Models: L1I misses by footprint.  The fetch unit asks for up to `ifetch_ahead`
 *   lines beyond the one it waits for, so that a run of missing lines overlaps;
 *   loads under way go on meanwhile.  A function's page is looked up in the
 *   instruction TLB where its lines are.
 * Leaves out: branch targets (a function's touched code counts as one run of
 *   lines), decode, micro-op caches; recency: while nothing has been filled into
 *   a function's L1I sets since it was last fetched whole, it is taken to be there
 *   without touching its lines, so they do not get younger in the replacement
 *   order.
 */
#include "models/host/cpu_int.h"

#include "models/host/host_int.h"

#define AHEAD_MAX 16

static uint64_t own_fills(const struct cpu *c, const struct fn_cost *k)
{
	return mem_ifills_of(c->mem, c->id, k->text, k->text_lines) + 1;
}

static void fetch(struct cpu *c, const struct fn_cost *k)
{
	uint64_t arrived[AHEAD_MAX] = {0}; /* line i - ahead - 1 is at i % (ahead + 1) */
	unsigned int span = c->host->cpu_params.ifetch_ahead + 1;
	uint64_t t = c->now, line = CPU_LINE;

	for (unsigned int i = 0; i < k->text_lines; i++) {
		uint64_t ask = arrived[i % span] > c->now ? arrived[i % span] : c->now;
		struct mem_reply r =
			mem_access(c->mem, c->id, k->text + i * line, MEM_IFETCH, SIM_PS(ask));

		if (r.level != MEM_L1 && ask + r.ps > t)
			t = ask + r.ps;
		arrived[i % span] = t;
	}
	if (t > c->now)
		cpu_advance(c, t - c->now, CAUSE_IFETCH);
}

void cpu_fetch(struct cpu *c, enum kfn fn)
{
	const struct fn_cost *k = &c->host->cost[fn];

	uint32_t walk = mem_translate(c->mem, c->id, &c->tlbs->code, k->text, SIM_PS(c->now));

	cpu_advance(c, walk, CAUSE_TLB);
	if (c->fetched_own[fn] != own_fills(c, k)) {
		fetch(c, k);
		c->fetched_own[fn] = own_fills(c, k);
	}
	c->fetched[fn] = mem_ifills(c->mem, c->id) + 1;
}
