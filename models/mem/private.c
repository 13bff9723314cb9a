/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A core's own caches, as others see them: states, what is taken away.  How lines
 * come in and fall out is in private.h.
 * Called by: domain.c, shared.c, prefetch.c, dma.c.
 * Calls: private.h.
 */
#include "models/mem/private.h"

#include "sim/check.h"

/* The cache has the line. */
static uint32_t state_in(const struct cache *c, uint64_t line)
{
	const struct cache_shape two = {2, true}, sixteen = {16, false};
	int pos;

	if (c->slices == 1 && c->ways == 16)
		pos = cache_find_in(c, line, sixteen);
	else if (c->slices == 1 && c->ways == 2)
		pos = cache_find_in(c, line, two);
	else
		pos = cache_find(c, line);
	return c->state[pos] & ST_MASK;
}

uint32_t core_state_at(const struct core *c, uint64_t line, uint32_t where)
{
	uint32_t s = where & WHERE_L1D ? state_in(&c->l1d, line) : ST_I;

	if (s == ST_M)
		return s;
	if (where & WHERE_L2)
		s = st_max(s, state_in(&c->l2, line));
	if (where & WHERE_L1I)
		s = st_max(s, state_in(&c->l1i, line));
	return s;
}

static void set_in(struct cache *c, uint64_t line, uint32_t state)
{
	uint32_t pos = (uint32_t)cache_find(c, line);

	if (state == ST_I)
		cache_drop_line(c, pos, line);
	else
		c->state[pos] = (uint8_t)((c->state[pos] & ST_PF) | state);
}

/* One copy stays owned: the outermost. */
static void own_in_one(struct core *c, uint64_t line, uint32_t where)
{
	struct cache *order[] = {&c->l2, &c->l1d, &c->l1i};
	uint32_t state = ST_O;

	for (unsigned int i = 0; i < 3; i++) {
		if (!(where & order[i]->where_bit))
			continue;
		order[i]->state[cache_find(order[i], line)] = (uint8_t)state;
		state = ST_S;
	}
}

void core_set(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state)
{
	struct core *c = &m->core[cpu];
	uint32_t where = core_where(c, line);

	if (state == ST_O) {
		own_in_one(c, line, where);
		return;
	}
	if (where & WHERE_L1D)
		set_in(&c->l1d, line, state);
	if (where & WHERE_L2)
		set_in(&c->l2, line, state);
	if (where & WHERE_L1I)
		set_in(&c->l1i, line, state);
	if (state == ST_I && is_code(m, line))
		icode_changes(c, line);
}

static bool is_shape(const struct cache *c, struct cache_shape s)
{
	return c->ways == s.ways && c->slices == 1 && (c->stamp != NULL) == s.lru;
}

bool core_is_k8(const struct mem *m)
{
	const struct core *c = &m->core[0];
	const struct core_shape k8 = CORE_K8;

	return m->exclusive && !m->has_shared && is_shape(&c->l1d, k8.l1d) &&
	       is_shape(&c->l1i, k8.l1i) && is_shape(&c->l2, k8.l2);
}

bool core_is_c2(const struct mem *m)
{
	const struct core *c = &m->core[0];
	const struct core_shape c2 = CORE_C2;

	return !m->has_l2 && m->has_shared && m->inclusive && m->domains == 1 &&
	       is_shape(&c->l1d, c2.l1d) && is_shape(&c->l1i, c2.l1i) &&
	       m->domain[0].shared.stride_shift == 4;
}

bool core_l1d_is_8(const struct mem *m)
{
	return is_shape(&m->core[0].l1d, CORE_L1D_8.l1d);
}
