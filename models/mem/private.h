/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core's own caches: how lines come in and fall out.
 * Called by: access.h, private.c.
 * Calls: domain_put() with what falls out.
 * Models: L1D and L1I over an L2 that is exclusive (K8), inclusive (Zen) or
 *   neither (Nehalem and later), or over a shared cache (Core 2).
 * Leaves out: victim buffers and their timing; write-back is posted.
 * Source: AMD 25112 (K8 optimization guide), 5.x: victims of both L1s go to L2,
 *   hits in L2 move to the L1; Intel 248966 2.x for the others.
 *
 * All of it is inlined into the few functions that start from here, once for
 * cores of any kind and once for each kind that is worth code of its own: half
 * of a simulation's time is spent below access_miss().
 */
#ifndef NICPATH_MODELS_MEM_PRIVATE_H
#define NICPATH_MODELS_MEM_PRIVATE_H

#include "models/mem/mem_int.h"

/* What is known of a core's caches at compile time; fixed false: nothing. */
struct core_shape {
	bool fixed;
	bool has_l2, exclusive, inclusive_l2, has_shared;
	struct cache_shape l1d, l1i, l2;
};
#define CORE_ANY ((struct core_shape){.fixed = false})
/* What core_is_k8() finds: two-way L1s, an exclusive L2 of 16 ways, nothing shared. */
#define CORE_K8                                                                                    \
	((struct core_shape){.fixed = true,                                                        \
			     .has_l2 = true,                                                       \
			     .exclusive = true,                                                    \
			     .l1d = {2, true},                                                     \
			     .l1i = {2, true},                                                     \
			     .l2 = {16, false}})
/* What core_is_c2() finds: eight-way L1s over an inclusive cache shared by all cores. */
#define CORE_C2                                                                                    \
	((struct core_shape){                                                                      \
		.fixed = true, .has_shared = true, .l1d = {8, false}, .l1i = {8, false}})
/* L1D of eight ways, as Intel's and Zen's; all else as the machine file has it. */
#define CORE_L1D_8 ((struct core_shape){.fixed = false, .l1d = {8, false}})
/* A property: as compiled, or as the machine file has it. */
#define CORE_IS(m, s, what) ((s).fixed ? (s).what : (m)->what)

bool core_is_k8(const struct mem *m);
bool core_l1d_is_8(const struct mem *m);
bool core_is_c2(const struct mem *m);

/* The contents of this L1I set change. */
static inline void icode_changes(struct core *c, uint64_t line)
{
	c->ifills++;
	c->igroup[line % MEM_IGROUPS]++;
}

/* A dirty line falls out of an L2 that is neither, while L1D has it too. */
static inline void dirt_moves_in(struct core *c, uint64_t line, uint32_t state)
{
	uint32_t pos = (uint32_t)cache_find(&c->l1d, line);

	if (st_dirty(state))
		c->l1d.state[pos] = (uint8_t)st_max(c->l1d.state[pos], state);
}

/* Position of a line that the shared cache has: its sets are 16 places apart. */
CACHE_INLINE uint32_t shared_pos16(const struct cache *c, uint64_t line)
{
	uint32_t base = cache_set_of(c, line) << 4;

	return base + (uint32_t)__builtin_ctz(
			      cache_match(c->tag + base, 16, (uint32_t)(line >> c->set_shift) + 1));
}

/* domain_put() of a dirty line where m->c2. */
CACHE_INLINE void c2_put(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state)
{
	struct core *c = &m->core[cpu];
	struct cache *shared = &m->domain[c->domain].shared;
	uint32_t pos = shared_pos16(shared, line);

	shared->state[pos] = (uint8_t)st_max(shared->state[pos] & ST_MASK, state);
	if (!core_where(c, line))
		shared->who[pos] &= ~(1u << c->index);
}

/* domain_get() of a line that no cache has where m->c2. */
CACHE_INLINE struct grant c2_from_dram(struct mem *m, unsigned int cpu, uint64_t line,
				       enum mem_req req)
{
	struct core *c = &m->core[cpu];
	struct domain *d = &m->domain[c->domain];
	struct grant g;
	uint32_t pos;

	d->active |= 1u << c->index;
	m->shared.access++;
	m->shared.miss++;
	g = grant_from_dram(m, d, line, req);
	pos = shared_new(m, d, line, g.state, d->shared.all_ways);
	if (req == MEM_PF)
		d->shared.state[pos] |= ST_PF;
	else
		d->shared.who[pos] = 1u << c->index;
	return g;
}

CACHE_INLINE void core_gives_up(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state,
				struct core_shape s)
{
	if (s.fixed && s.has_shared)
		c2_put(m, cpu, line, state);
	else if (CORE_IS(m, s, has_shared))
		domain_put(m, cpu, line, state);
	else if (st_dirty(state))
		mem_dram_write(m, line);
}

/* Out of L2 and out of the map; the L2's array still has it if it is inclusive. */
CACHE_INLINE void l2_evict(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state,
			   uint32_t where, struct core_shape s)
{
	struct core *c = &m->core[cpu];

	if (CORE_IS(m, s, inclusive_l2)) {
		state = core_state_at(c, line, where);
		if (where & (WHERE_L1D | WHERE_L1I))
			m->back_invalidations++;
		core_set(m, cpu, line, ST_I);
	} else if (!CORE_IS(m, s, exclusive)) {
		if (where & WHERE_L1D) {
			dirt_moves_in(c, line, state);
			return;
		}
		if ((where & WHERE_L1I) && !st_dirty(state))
			return;
	}
	core_gives_up(m, cpu, line, state, s);
}

/* The line is not in the L2; `where` is its byte in the core's map. */
CACHE_INLINE void l2_new(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state,
			 uint8_t *where, struct core_shape s)
{
	struct cache *l2 = &m->core[cpu].l2;
	uint32_t pos = cache_victim_in(l2, line, s.l2);

	if (l2->tag[pos]) {
		uint64_t old = cache_line_in(l2, pos, s.l2);
		uint8_t *old_where = where_at(m->core[cpu].where, old);
		uint32_t old_state = l2->state[pos] & ST_MASK;

		if (!CORE_IS(m, s, inclusive_l2))
			*old_where &= (uint8_t)~WHERE_L2;
		l2_evict(m, cpu, old, old_state, *old_where, s);
	}
	cache_set_line(l2, pos, line, (uint8_t)state, s.l2);
	*where |= WHERE_L2;
}

CACHE_INLINE void l2_insert(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state,
			    uint8_t *where, struct core_shape s)
{
	struct cache *l2 = &m->core[cpu].l2;
	uint32_t pos;

	if (!(*where & WHERE_L2)) {
		l2_new(m, cpu, line, state, where, s);
		return;
	}
	pos = (uint32_t)cache_find_in(l2, line, s.l2);
	l2->state[pos] = (uint8_t)state;
	cache_touch_in(l2, pos, s.l2);
}

CACHE_INLINE void l1_evict(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state,
			   uint8_t *where, struct core_shape s)
{
	if (!CORE_IS(m, s, exclusive) && !st_dirty(state))
		return; /* silently; presence outside becomes an upper bound */
	if (CORE_IS(m, s, has_l2))
		l2_insert(m, cpu, line, state, where, s);
	else
		core_gives_up(m, cpu, line, state, s);
}

CACHE_INLINE void l1_put(struct mem *m, unsigned int cpu, struct cache *l1, uint64_t line,
			 uint32_t state, uint8_t bit, struct cache_shape l1s, struct core_shape s)
{
	struct where *map = m->core[cpu].where;
	uint32_t pos = cache_victim_in(l1, line, l1s);

	if (l1->tag[pos]) {
		uint64_t old = cache_line_in(l1, pos, l1s);
		uint8_t *where = where_at(map, old);

		*where &= (uint8_t)~bit;
		l1_evict(m, cpu, old, l1->state[pos], where, s);
	}
	cache_set_line(l1, pos, line, (uint8_t)state, l1s);
	*where_at(map, line) |= bit;
}

CACHE_INLINE void fill_l1i(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state,
			   struct core_shape s)
{
	struct core *c = &m->core[cpu];

	icode_changes(c, line);
	if (m->code_first > line)
		m->code_first = line;
	if (m->code_last < line)
		m->code_last = line;
	l1_put(m, cpu, &c->l1i, line, CORE_IS(m, s, exclusive) ? state : ST_S, WHERE_L1I, s.l1i, s);
}

/* L1 contents only; used on a hit in the core's L2.  upgrade: L1D has the line already. */
CACHE_INLINE void core_fill_l1(struct mem *m, unsigned int cpu, uint64_t line, uint32_t l2_state,
			       enum mem_req req, bool upgrade, struct core_shape s)
{
	struct cache *l1d = &m->core[cpu].l1d;
	uint32_t state = l2_state;
	int have;

	if (req == MEM_GETX)
		state = ST_M;
	else if (CORE_IS(m, s, has_l2) &&
		 !CORE_IS(m, s, exclusive)) /* the dirty mark stays in L2 */
		state = l2_state == ST_M ? ST_E : l2_state == ST_O ? ST_S : l2_state;
	if (req == MEM_IFETCH) {
		fill_l1i(m, cpu, line, state, s);
	} else if (!upgrade) {
		l1_put(m, cpu, l1d, line, state, WHERE_L1D, s.l1d, s);
	} else {
		have = cache_find_in(l1d, line, s.l1d);
		if (have >= 0)
			l1d->state[have] = (uint8_t)state;
	}
}

/*
 * Makes the line present in L1 (and L2, by policy) after access.c obtained it.
 * upgrade: L1D has it already; in_l2: L2 has it already.
 */
CACHE_INLINE void core_fill(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state,
			    enum mem_req req, bool upgrade, bool in_l2, struct core_shape s)
{
	uint32_t l2_state = req == MEM_GETX ? ST_E : state;

	if (CORE_IS(m, s, has_l2) && !CORE_IS(m, s, exclusive)) {
		uint8_t *where = where_at(m->core[cpu].where, line);

		if (in_l2)
			l2_insert(m, cpu, line, l2_state, where, s);
		else
			l2_new(m, cpu, line, l2_state, where, s);
	}
	core_fill_l1(m, cpu, line, state, req, upgrade, s);
}

#endif
