/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A simulated CPU's clock under real code: issue, loads under way, store buffer, how far it may
 *run.
 *
 * Called by: charge_hook.c, machine.c
 * Calls: mem_access()
 * Models: as models/host/cpu.c, from real addresses instead of declared ones; the window is counted
 *in issue time Leaves out: dependence between instructions, branch prediction (both in cpi), TLBs,
 *SMT Source: as models/host/cpu.c; cost of divisions and serialising instructions: Agner Fog's
 *instruction tables, orders of magnitude (below)
 */
#include "nic_model/linux/charge_flight.h"

#include <stdlib.h>
#include <string.h>

#include "models/mem/mem_params.h"
#include "sim/check.h"
#include "sim/yaml.h"

/*
 * Cycles that an instruction of a class takes beyond the base cost of any. Divisions: 20 to 90 by
 * operand and core, kernel code divides small numbers; serialising: cpuid is 100 and more, fences
 * and rdtsc 10 to 40 (assumed within that). Multiplications are pipelined. Locked operations are
 * charged where they touch memory, strings by their bytes.
 */
static const unsigned int class_extra[HOOK_NR_CLASSES] = {[HOOK_DIV] = 20, [HOOK_SERIAL] = 20};

/* --- time --- */

/* The running CPU's positions towards engine and other CPUs (models/host/cpu_sync.c, sync: fine).
 */
static void bounds(struct charge_cpu *k)
{
	const struct charge *c = k->charge;
	uint64_t next = sim_next_callback().ps;

	k->limit = next > UINT64_MAX / UNIT ? UINT64_MAX : next * UNIT;
	k->others_at = UINT64_MAX;
	for (unsigned int i = 0; i < c->s.cpus; i++) {
		const struct charge_cpu *o = c->cpu[i];

		if (o == k || o->parked)
			continue;
		if (o->now < k->others_at)
			k->others_at = o->now;
		if (o->now + c->p.ahead * UNIT < k->limit)
			k->limit = o->now + c->p.ahead * UNIT;
	}
}

void charge_run(struct charge *c, unsigned int cpu)
{
	struct charge_cpu *k = c->cpu[cpu];

	charge_consume(k);
	c->s.image->switch_to(&k->hook);
	bounds(k);
	charge_grant(k);
}

void charge_turn(struct charge_cpu *k)
{
	struct charge *c = k->charge;
	struct hook_block *b = k->hook.block;
	void *stack = k->stack;

	if (!c->s.turn)
		return;
	charge_grant(k);
	c->s.turn(c->s.arg, k->id, stack);
	charge_consume(k);
	k->hook.block = b;
	k->stack = stack;
	bounds(k);
}

uint64_t charge_now(struct charge *c, unsigned int cpu)
{
	struct charge_cpu *k = c->cpu[cpu];

	charge_consume(k);
	return k->now / UNIT;
}

void charge_wait_until(struct charge *c, unsigned int cpu, uint64_t ps)
{
	struct charge_cpu *k = c->cpu[cpu];

	charge_consume(k);
	if (k->now < ps * UNIT)
		k->now = ps * UNIT;
	bounds(k);
	charge_grant(k);
}

void charge_stall(struct charge *c, unsigned int cpu, uint64_t ps, enum cpu_cause cause)
{
	struct charge_cpu *k = c->cpu[cpu];

	charge_consume(k);
	charge_advance(k, ps * UNIT, cause);
	/* Registers and busy waiting are the calling function's; issue time is user code's. */
	if (cause != CAUSE_ISSUE && k->hook.block)
		charge_blame(c, k->hook.block, ps * UNIT, cause);
	charge_grant(k);
}

void charge_park(struct charge *c, unsigned int cpu, bool parked)
{
	struct charge_cpu *k = c->cpu[cpu];

	charge_consume(k);
	k->parked = parked;
}

void charge_gs(struct charge *c, unsigned int cpu, uint64_t base)
{
	c->cpu[cpu]->hook.gs_base = base;
}

void charge_drain(struct charge *c, unsigned int cpu)
{
	struct charge_cpu *k = c->cpu[cpu];

	charge_consume(k);
	charge_drain_cpu(k);
	charge_grant(k);
}

/* --- construction --- */

static uint32_t cost_of(const struct charge *c, const unsigned char insns[HOOK_NR_CLASSES])
{
	double cycles = 0;

	for (int i = 0; i < HOOK_NR_CLASSES; i++)
		cycles += insns[i] * (c->p.cpi + class_extra[i]);
	return (uint32_t)(cycles * (double)c->cycle + 0.5);
}

/* Most of the 150,000 blocks have simple instructions only. */
static void block_costs(struct charge *c)
{
	uint32_t simple[256];

	for (unsigned int n = 0; n < 256; n++)
		simple[n] = cost_of(
			c, (unsigned char[HOOK_NR_CLASSES]){[HOOK_SIMPLE] = (unsigned char)n});
	for (struct hook_block *b = c->s.image->blocks; b < c->s.image->blocks_end; b++) {
		unsigned int others = 0;

		for (int i = HOOK_SIMPLE + 1; i < HOOK_NR_CLASSES; i++)
			others |= b->insns[i];
		b->cost = others ? cost_of(c, b->insns) : simple[b->insns[HOOK_SIMPLE]];
	}
}

static struct charge_cpu *cpu_new(struct charge *c, unsigned int id)
{
	struct charge_cpu *k = aligned_alloc(64, (sizeof(*k) + 63) & ~63ul);

	sim_assert(k);
	memset(k, 0, sizeof(*k));
	k->charge = c;
	k->id = id;
	k->parked = true;
	k->window_end = UINT64_MAX;
	return k;
}

/*
 * Tables are indexed by the low bits of a line's number.  A cache of an odd size is hashed over
 * slices of 64 sets: lines that share their low six bits may meet.
 */
static struct set_step set_step(uint64_t size, uint32_t ways, uint32_t entries)
{
	uint32_t sets = (uint32_t)(size / 64 / ways);

	if (sets & (sets - 1))
		sets = 64;
	if (sets > entries)
		sets = entries;
	return (struct set_step){sets - 1, (uint32_t)__builtin_ctz(sets)};
}

static char *load_params(struct charge *c, const struct charge_setup *s)
{
	struct mem_params m;
	char *err;

	param_defaults(&cpu_param_table, &c->p);
	err = param_load(&cpu_param_table, yaml_get(s->machine, "cpu"), &c->p);
	if (!err)
		err = mem_params_load(s->machine, &m);
	if (err)
		return err;
	c->cycle = (1000000000000ull * UNIT + m.freq / 2) / m.freq;
	c->window = (uint64_t)(c->p.window * c->p.cpi * (double)c->cycle);
	c->l1d = set_step(m.l1d.size, m.l1d.ways, HOOK_FILTER);
	c->l1i = set_step(m.l1i.size, m.l1i.ways, HOOK_FETCH);
	c->line_units = (64 + c->p.copy_bytes - 1) / c->p.copy_bytes * c->cycle;
	c->line_stores = c->p.store_buffer * c->p.copy_bytes / 64;
	if (!c->line_stores)
		c->line_stores = 1;
	c->fast_lines = c->p.fast_strings ? c->p.misses : 0;
	return NULL;
}

/* Hook tables know lines by the 32 low bits of their numbers: image and RAM must differ in them,
 * and nothing have 0. */
static void check_lines(const struct charge_setup *s)
{
	uint32_t image = (uint32_t)(s->image_base >> 6), ram = (uint32_t)(s->ram_base >> 6);
	uint32_t image_lines = (uint32_t)(s->image_bytes >> 6),
		 ram_lines = (uint32_t)(s->ram_bytes >> 6);

	sim_assertf(ram && (uint32_t)(image - ram) >= ram_lines &&
			    (uint32_t)(ram - image) >= image_lines,
		    "%s: lines of image and memory cannot be told apart", s->name);
}

char *charge_new(const struct charge_setup *s, struct charge **out)
{
	struct charge *c = xcalloc(1, sizeof(*c));
	const struct hook_image *i = s->image;
	char *err;

	*out = NULL;
	c->s = *s;
	c->mem = s->mem;
	err = load_params(c, s);
	if (!err && s->cpus > mem_cpus(s->mem))
		err = err_fmt("%s: %u CPUs, but its machine has %u", s->name, s->cpus,
			      mem_cpus(s->mem));
	if (!err && s->plain &&
	    !hook_layout(i->blocks, i->blocks_end, s->plain, s->plain_end, s->plain_delta))
		err = err_fmt("%s: the hooked kernel image does not belong to the plain one (%ld "
			      "and %ld blocks): make image",
			      s->name, (long)(i->blocks_end - i->blocks),
			      (long)(s->plain_end - s->plain));
	if (err) {
		free(c);
		return err;
	}
	check_lines(s);
	c->waits = xcalloc((size_t)(i->funcs_end - i->funcs) + 1, sizeof(*c->waits));
	block_costs(c);
	for (unsigned int n = 0; n < s->cpus; n++)
		c->cpu[n] = cpu_new(c, n);
	*i->ops = charge_hook_ops;
	i->switch_to(&c->cpu[0]->hook);
	*out = c;
	return NULL;
}

void charge_free(struct charge *c)
{
	if (!c)
		return;
	for (unsigned int i = 0; i < c->s.cpus; i++)
		free(c->cpu[i]);
	free(c->waits);
	free(c);
}
