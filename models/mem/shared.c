/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Contents of a domain's shared cache and of its snoop filter.
 * Called by: domain.c, dma.c.
 * Calls: private.c to take lines out of cores, DRAM for what is written back.
 * Models: back-invalidation by an inclusive cache's victims and by a snoop
 *   filter's victims; presence masks, which are upper bounds (a clean line
 *   leaves a core without a message).
 * Source: inclusive L3 with core-valid bits: Intel 248966 2.2 (Nehalem);
 *   non-inclusive L3 and snoop filter: WikiChip, Skylake (server).
 */
#include "models/mem/mem_int.h"

uint32_t shared_holders(const struct mem *m, const struct domain *d, uint64_t line)
{
	const struct cache *c = m->inclusive ? &d->shared : &d->filter;

	if (!m->has_shared)
		return d->active;
	if (!(where_get(d->where, line) & c->where_bit))
		return 0;
	return c->who[cache_find(c, line)];
}

/* Takes the line from all these cores; the highest state that one had. */
static uint32_t take_back(struct mem *m, struct domain *d, uint64_t line, uint32_t holders)
{
	uint32_t state = ST_I;

	for (; holders; holders &= holders - 1) {
		unsigned int cpu = d->first + (unsigned int)__builtin_ctz(holders);
		uint32_t s = core_state(m, cpu, line);

		if (s == ST_I)
			continue;
		m->back_invalidations++;
		state = st_max(state, s);
		core_set(m, cpu, line, ST_I);
	}
	return state;
}

static void shared_evict(struct mem *m, struct domain *d, uint32_t pos)
{
	struct cache *c = &d->shared;
	uint64_t line = cache_line_at(c, pos);
	uint32_t state = c->state[pos] & ST_MASK;

	if (m->inclusive)
		state = st_max(state, take_back(m, d, line, c->who[pos]));
	cache_drop(c, pos);
	if (st_dirty(state))
		mem_dram_write(m, line);
}

uint32_t shared_new(struct mem *m, struct domain *d, uint64_t line, uint32_t state, uint32_t ways)
{
	struct cache *c = &d->shared;
	uint32_t pos = cache_victim(c, line, ways);

	if (c->tag[pos])
		shared_evict(m, d, pos);
	cache_put(c, pos, line, (uint8_t)state);
	return pos;
}

int shared_insert(struct mem *m, struct domain *d, uint64_t line, uint32_t state, uint32_t ways)
{
	struct cache *c = &d->shared;
	int have = cache_find(c, line);

	if (have < 0)
		return (int)shared_new(m, d, line, state, ways);
	c->state[have] = (uint8_t)st_max(c->state[have] & ST_MASK, state);
	cache_touch(c, (uint32_t)have);
	return have;
}

static void filter_evict(struct mem *m, struct domain *d, uint32_t pos)
{
	uint64_t line = cache_line_at(&d->filter, pos);
	uint32_t state = take_back(m, d, line, d->filter.who[pos]);

	cache_drop(&d->filter, pos);
	if (state != ST_I)
		shared_insert(m, d, line, state, d->shared.all_ways);
}

void filter_add(struct mem *m, struct domain *d, uint64_t line, unsigned int index)
{
	struct cache *f = &d->filter;
	int have = cache_find(f, line);
	uint32_t pos;

	if (have >= 0) {
		f->who[have] |= 1u << index;
		cache_touch(f, (uint32_t)have);
		return;
	}
	pos = cache_victim(f, line, f->all_ways);
	if (f->tag[pos])
		filter_evict(m, d, pos);
	cache_put(f, pos, line, ST_S);
	f->who[pos] = 1u << index;
}
