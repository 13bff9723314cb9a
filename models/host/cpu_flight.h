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
	c->window_end =
		c->misses ? miss_at(c, 0)->icount + c->host->cpu_params.window : UINT64_MAX;
}

/* A buffer must be free: the load that is in first gives its own up. */
static inline void miss_free_one(struct cpu *c)
{
	uint32_t first = 0;

	if (c->miss_mixed)
		for (uint32_t i = 1; i < c->misses; i++)
			if (miss_at(c, i)->done < miss_at(c, first)->done)
				first = i;
	wait_for(c, miss_at(c, first)->done, miss_at(c, first)->cause);
	miss_remove(c, first);
}

static inline void miss_add(struct cpu *c, uint32_t ps, uint32_t cause)
{
	uint64_t done;

	if (c->misses == c->host->cpu_params.misses)
		miss_free_one(c);
	done = c->now + ps;
	if (c->misses)
		c->miss_mixed |= done < miss_at(c, c->misses - 1)->done;
	else
		c->window_end = c->icount + c->host->cpu_params.window;
	*miss_at(c, c->misses++) = (struct cpu_miss){done, c->icount, cause};
}

static inline void cpu_load(struct cpu *c, uint64_t addr)
{
	struct mem_reply r = mem_access(c->mem, c->id, addr, MEM_GETS, SIM_PS(c->now));

	if (r.level != MEM_L1)
		miss_add(c, r.ps, cpu_level_causes[r.level]);
}

/* ---- store buffer ---- */

static inline void store_pop(struct cpu *c)
{
	wait_for(c, c->store_done[c->store_head], c->store_cause[c->store_head]);
	c->store_head = (c->store_head + 1) % CPU_STORES_MAX;
	c->stores--;
}

/*
 * When the request for the line of a missing store can go out: cores that
 * commit stores in order have few such requests under way (store_misses).
 */
static inline uint64_t store_start(struct cpu *c)
{
	uint64_t at = c->store_miss_done[c->store_miss_at];

	return at > c->now ? at : c->now;
}

static inline void store_push(struct cpu *c, uint32_t ps, uint32_t cause, uint32_t room)
{
	uint32_t tail;
	uint64_t done;

	while (c->stores && c->store_done[c->store_head] <= c->now)
		store_pop(c);
	while (c->stores >= room)
		store_pop(c);
	done = store_start(c) + ps;
	c->store_miss_done[c->store_miss_at] = done;
	if (++c->store_miss_at == c->host->cpu_params.store_misses)
		c->store_miss_at = 0;
	if (done < c->store_last)
		done = c->store_last;
	tail = (c->store_head + c->stores++) % CPU_STORES_MAX;
	c->store_done[tail] = c->store_last = done;
	c->store_cause[tail] = cause;
}

static inline void store_to(struct cpu *c, uint64_t addr, uint32_t room)
{
	struct mem_reply r = mem_access(c->mem, c->id, addr, MEM_GETX, SIM_PS(c->now));

	if (r.level != MEM_L1 || r.shared)
		store_push(c, r.ps, r.level == MEM_L1 ? CAUSE_PEER : cpu_level_causes[r.level], room);
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
