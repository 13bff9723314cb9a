/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core's own caches.
 * Called by: access.c, domain.c, prefetch.c, dma.c.
 * Calls: domain_put() with what falls out.
 * Models: L1D and L1I over an L2 that is exclusive (K8), inclusive (Zen) or
 *   neither (Nehalem and later), or over a shared cache (Core 2).
 * Leaves out: victim buffers and their timing; write-back is posted.
 * Source: AMD 25112 (K8 optimization guide), 5.x: victims of both L1s go to L2,
 *   hits in L2 move to the L1; Intel 248966 2.x for the others.
 */
#include "models/mem/mem_int.h"

#include "sim/check.h"

static uint32_t state_in(const struct cache *c, uint64_t line)
{
	int pos = cache_find(c, line);

	return pos < 0 ? ST_I : c->state[pos] & ST_MASK;
}

uint32_t core_state(const struct mem *m, unsigned int cpu, uint64_t line)
{
	const struct core *c = &m->core[cpu];
	uint32_t s = state_in(&c->l1d, line);

	if (s == ST_M)
		return s;
	if (m->has_l2)
		s = st_max(s, state_in(&c->l2, line));
	if (is_code(m, line))
		s = st_max(s, state_in(&c->l1i, line));
	return s;
}

static void set_in(struct cache *c, uint64_t line, uint32_t state)
{
	int pos = cache_find(c, line);

	if (pos < 0)
		return;
	if (state == ST_I)
		cache_drop(c, (uint32_t)pos);
	else
		c->state[pos] = (uint8_t)((c->state[pos] & ST_PF) | state);
}

/* One copy stays owned: the outermost. */
static void own_in_one(struct mem *m, struct core *c, uint64_t line)
{
	struct cache *order[] = {&c->l2, &c->l1d, &c->l1i};
	uint32_t state = ST_O;

	for (unsigned int i = m->has_l2 ? 0 : 1; i < 3; i++) {
		int pos = cache_find(order[i], line);

		if (pos < 0)
			continue;
		order[i]->state[pos] = (uint8_t)state;
		state = ST_S;
	}
}

/* The contents of this L1I set change. */
static void icode_changes(struct core *c, uint64_t line)
{
	c->ifills++;
	c->igroup[line % MEM_IGROUPS]++;
}

void core_set(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state)
{
	struct core *c = &m->core[cpu];

	if (state == ST_O) {
		own_in_one(m, c, line);
		return;
	}
	set_in(&c->l1d, line, state);
	if (m->has_l2)
		set_in(&c->l2, line, state);
	if (!is_code(m, line))
		return;
	set_in(&c->l1i, line, state);
	if (state == ST_I)
		icode_changes(c, line);
}

static bool in_l1(const struct mem *m, const struct core *c, uint64_t line)
{
	return cache_find(&c->l1d, line) >= 0 ||
	       (is_code(m, line) && cache_find(&c->l1i, line) >= 0);
}

/* A line falls out of an L2 that is neither, while an L1 has it too. */
static bool dirt_moves_in(struct core *c, uint64_t line, uint32_t state)
{
	int pos = cache_find(&c->l1d, line);

	if (pos < 0)
		return false;
	if (st_dirty(state))
		c->l1d.state[pos] = (uint8_t)st_max(c->l1d.state[pos], state);
	return true;
}

static void l2_evict(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state)
{
	struct core *c = &m->core[cpu];

	if (m->inclusive_l2) {
		state = core_state(m, cpu, line); /* the L2's copy is still there */
		if (in_l1(m, c, line))
			m->back_invalidations++;
		core_set(m, cpu, line, ST_I);
	} else if (!m->exclusive) {
		if (dirt_moves_in(c, line, state))
			return;
		if (is_code(m, line) && cache_find(&c->l1i, line) >= 0 && !st_dirty(state))
			return;
	}
	domain_put(m, cpu, line, state);
}

/* The line is not in the L2. */
static void l2_new(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state)
{
	struct cache *l2 = &m->core[cpu].l2;
	uint32_t pos = cache_victim(l2, line, l2->all_ways);

	if (l2->tag[pos]) {
		uint64_t old = cache_line_at(l2, pos);
		uint32_t old_state = l2->state[pos] & ST_MASK;

		if (!m->inclusive_l2)
			cache_drop(l2, pos);
		l2_evict(m, cpu, old, old_state);
	}
	cache_put(l2, pos, line, (uint8_t)state);
}

static void l2_insert(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state)
{
	struct cache *l2 = &m->core[cpu].l2;
	int have = cache_find(l2, line);

	if (have < 0) {
		l2_new(m, cpu, line, state);
		return;
	}
	l2->state[have] = (uint8_t)state;
	cache_touch(l2, (uint32_t)have);
}

static void l1_evict(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state)
{
	if (!m->exclusive && !st_dirty(state))
		return; /* silently; presence outside becomes an upper bound */
	if (m->has_l2)
		l2_insert(m, cpu, line, state);
	else
		domain_put(m, cpu, line, state);
}

static void l1_put(struct mem *m, unsigned int cpu, struct cache *l1, uint64_t line, uint32_t state)
{
	uint32_t pos = cache_victim(l1, line, l1->all_ways);

	if (l1->tag[pos]) {
		uint64_t old = cache_line_at(l1, pos);
		uint32_t old_state = l1->state[pos];

		cache_drop(l1, pos);
		l1_evict(m, cpu, old, old_state);
	}
	cache_put(l1, pos, line, (uint8_t)state);
}

static void fill_l1i(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state)
{
	struct core *c = &m->core[cpu];

	icode_changes(c, line);
	if (m->code_first > line)
		m->code_first = line;
	if (m->code_last < line)
		m->code_last = line;
	l1_put(m, cpu, &c->l1i, line, m->exclusive ? state : ST_S);
}

void core_fill_l1(struct mem *m, unsigned int cpu, uint64_t line, uint32_t l2_state,
		  enum mem_req req, bool upgrade)
{
	struct cache *l1d = &m->core[cpu].l1d;
	uint32_t state = l2_state;

	if (req == MEM_GETX)
		state = ST_M;
	else if (m->has_l2 && !m->exclusive) /* the dirty mark stays in L2 */
		state = l2_state == ST_M ? ST_E : l2_state == ST_O ? ST_S : l2_state;
	if (req == MEM_IFETCH)
		fill_l1i(m, cpu, line, state);
	else if (!upgrade)
		l1_put(m, cpu, l1d, line, state);
	else
		set_in(l1d, line, state);
}

void core_fill_l2(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state)
{
	sim_assert(m->has_l2);
	l2_new(m, cpu, line, state | ST_PF);
}

void core_fill(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state, enum mem_req req,
	       bool upgrade, bool in_l2)
{
	uint32_t l2_state = req == MEM_GETX ? ST_E : state;

	if (m->has_l2 && !m->exclusive) {
		if (in_l2)
			l2_insert(m, cpu, line, l2_state);
		else
			l2_new(m, cpu, line, l2_state);
	}
	core_fill_l1(m, cpu, line, state, req, upgrade);
}
