/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a CPU has under way: loads that missed L1, and stores on their way out.
 * Inlined, because every access of a simulation comes through here.
 * Called by: cpu.c, cpu_stream.c.   Models, leaves out, source: cpu.c.
 */
#ifndef NICPATH_MODELS_HOST_CPU_FLIGHT_H
#define NICPATH_MODELS_HOST_CPU_FLIGHT_H

#include "models/host/cpu_int.h"
#include "models/host/host_int.h"

/* ---- loads under way ---- */

static inline void wait_for(struct cpu *c, uint64_t done, uint32_t cause)
{
	if (done > c->now)
		cpu_advance(c, done - c->now, cause);
}

static inline struct cpu_miss *miss_at(struct cpu *c, uint32_t i)
{
	return &c->miss[(c->miss_head + i) % CPU_MISSES_MAX];
}

/* The part before the line was asked for goes to translation. */
static inline void miss_wait(struct cpu *c, const struct cpu_miss *m)
{
	wait_for(c, m->walked, CAUSE_TLB);
	wait_for(c, m->done, m->cause);
}

/* Load i of the list, which is in: those before it move up. */
static inline void miss_remove(struct cpu *c, uint32_t i)
{
	for (; i > 0; i--)
		*miss_at(c, i) = *miss_at(c, i - 1);
	c->miss_head = (c->miss_head + 1) % CPU_MISSES_MAX;
	c->misses--;
	c->miss_mixed &= c->misses > 1;
	c->window_end = c->misses ? miss_at(c, 0)->icount + c->host->cpu_params.window : UINT64_MAX;
}

/* A load that takes `walk` to translate and ps then; a store, when the store buffer has `room`. */
void cpu_miss_add(struct cpu *c, uint32_t walk, uint32_t ps, uint32_t cause);
void cpu_store_push(struct cpu *c, uint32_t ps, uint32_t cause, uint32_t room);

/* ps until the data TLB knows the page. */
static inline uint32_t cpu_translate(struct cpu *c, uint64_t addr)
{
	return mem_translate(c->mem, c->id, &c->tlbs->data, addr, SIM_PS(c->now));
}

static inline __attribute__((always_inline)) void cpu_load(struct cpu *c, uint64_t addr)
{
	uint32_t walk = cpu_translate(c, addr);
	struct mem_reply r = mem_access(c->mem, c->id, addr, MEM_GETS, SIM_PS(c->now + walk));

	if (r.level != MEM_L1)
		cpu_miss_add(c, walk, r.ps, cpu_level_causes[r.level]);
	else if (__builtin_expect(walk != 0, 0))
		cpu_miss_add(c, walk, 0, CAUSE_TLB);
}

/* ---- store buffer ---- */

static inline void store_pop(struct cpu *c)
{
	wait_for(c, c->store_done[c->store_head], c->store_cause[c->store_head]);
	c->store_head = (c->store_head + 1) % CPU_STORES_MAX;
	c->stores--;
}

/* What memory said to a store that takes `walk` to translate. */
static inline __attribute__((always_inline)) void store_under_way(struct cpu *c, uint32_t walk,
								  struct mem_reply r, uint32_t room)
{
	if (__builtin_expect(walk != 0, 0)) /* a store retires when its address is known */
		cpu_miss_add(c, walk, 0, CAUSE_TLB);
	if (r.level != MEM_L1 || r.shared)
		cpu_store_push(c, walk + r.ps,
			       r.level == MEM_L1 ? CAUSE_PEER : cpu_level_causes[r.level], room);
}

static inline __attribute__((always_inline)) void store_to(struct cpu *c, uint64_t addr,
							   uint32_t room)
{
	uint32_t walk = cpu_translate(c, addr);

	store_under_way(c, walk, mem_access(c->mem, c->id, addr, MEM_GETX, SIM_PS(c->now + walk)),
			room);
}

static inline void cpu_store(struct cpu *c, uint64_t addr)
{
	store_to(c, addr, c->host->cpu_params.store_buffer);
}

/* A line's worth of stores one after the other, as string operations make them. */
static inline void cpu_store_line(struct cpu *c, uint64_t addr)
{
	store_to(c, addr, c->host->line_stores);
}

/* A whole line at once and unread, as fast strings write it. */
static inline void cpu_write_line(struct cpu *c, uint64_t addr)
{
	uint32_t walk = cpu_translate(c, addr);

	store_under_way(c, walk, mem_write_line(c->mem, c->id, addr, SIM_PS(c->now + walk)),
			c->host->fast_lines);
}

#endif
