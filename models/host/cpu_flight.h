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

/* A load that takes ps; and a store, when the store buffer has room for so many. */
void cpu_miss_add(struct cpu *c, uint32_t ps, uint32_t cause);
void cpu_store_push(struct cpu *c, uint32_t ps, uint32_t cause, uint32_t room);

static inline __attribute__((always_inline)) void cpu_load(struct cpu *c, uint64_t addr)
{
	struct mem_reply r = mem_access(c->mem, c->id, addr, MEM_GETS, SIM_PS(c->now));

	if (r.level != MEM_L1)
		cpu_miss_add(c, r.ps, cpu_level_causes[r.level]);
}

/* ---- store buffer ---- */

static inline void store_pop(struct cpu *c)
{
	wait_for(c, c->store_done[c->store_head], c->store_cause[c->store_head]);
	c->store_head = (c->store_head + 1) % CPU_STORES_MAX;
	c->stores--;
}

static inline __attribute__((always_inline)) void store_to(struct cpu *c, uint64_t addr,
							   uint32_t room)
{
	struct mem_reply r = mem_access(c->mem, c->id, addr, MEM_GETX, SIM_PS(c->now));

	if (r.level != MEM_L1 || r.shared)
		cpu_store_push(c, r.ps, r.level == MEM_L1 ? CAUSE_PEER : cpu_level_causes[r.level],
			       room);
}

static inline void cpu_store(struct cpu *c, uint64_t addr)
{
	store_to(c, addr, c->host->cpu_params.store_buffer);
}

/* A whole line at once, as string operations write it. */
static inline void cpu_store_line(struct cpu *c, uint64_t addr)
{
	store_to(c, addr, c->host->line_stores);
}

#endif
