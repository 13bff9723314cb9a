/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Coherence within a domain and between domains.
 * Called by: access.c (a core's miss), dma.c, private.c (what falls out).
 * Calls: shared.c, private.c, DRAM.
 * Models: MESI and MOESI with presence bits (inclusive shared cache), a snoop
 *   filter (victim L3) or broadcast probes (no shared cache), and the latency
 *   by where the line comes from.  An upgrade pays for the farthest place that
 *   could have a copy, whether one is there or not.
 * Leaves out: conflicts between requests under way, retries, link bandwidth
 *   between sockets; a transfer has a latency only.
 * Source: Molka et al., PACT 2009 (Nehalem: unneeded snoops after silent
 *   evictions, MESIF); AMD 24593 7.3 (MOESI); Intel 248966.
 */
#include "models/mem/mem_int.h"

#include "sim/check.h"

uint32_t domain_state(const struct mem *m, const struct domain *d, uint64_t line)
{
	uint32_t state = ST_I, holders;

	if (!m->has_shared)
		return core_state(m, d->first, line);
	holders = shared_holders(m, d, line);
	if (where_get(d->where, line) & WHERE_SHARED)
		state = d->shared.state[cache_find(&d->shared, line)] & ST_MASK;
	else if (m->inclusive)
		return ST_I;
	for (; holders; holders &= holders - 1) {
		unsigned int cpu = d->first + (unsigned int)__builtin_ctz(holders);

		state = st_max(state, core_state(m, cpu, line));
	}
	return state;
}

static void drop_if(struct cache *c, uint64_t line)
{
	int pos = cache_find(c, line);

	if (pos >= 0)
		cache_drop(c, (uint32_t)pos);
}

/* An owned line has one owner: the shared cache if it has the line. */
static uint32_t core_share(const struct mem *m, unsigned int cpu, uint64_t line, uint32_t state,
			   bool shared_has)
{
	if (state != ST_O)
		return state;
	return !shared_has && st_dirty(core_state(m, cpu, line)) ? ST_O : ST_S;
}

void domain_set(struct mem *m, struct domain *d, uint64_t line, uint32_t state)
{
	uint32_t holders = shared_holders(m, d, line);
	int pos = m->has_shared ? cache_find(&d->shared, line) : -1;

	for (; holders; holders &= holders - 1) {
		unsigned int cpu = d->first + (unsigned int)__builtin_ctz(holders);

		core_set(m, cpu, line, core_share(m, cpu, line, state, pos >= 0));
	}
	if (pos >= 0 && state != ST_I)
		d->shared.state[pos] = (uint8_t)((d->shared.state[pos] & ST_PF) | state);
	if (state != ST_I || !m->has_shared)
		return;
	drop_if(&d->shared, line);
	if (!m->inclusive)
		drop_if(&d->filter, line);
}

struct outer {
	bool any, dirty;
	uint32_t ps;
	uint8_t level;
};

static void note_distance(const struct mem *m, const struct domain *a, const struct domain *b,
			  struct outer *o)
{
	bool near = a->socket == b->socket;
	uint32_t ps = (uint32_t)(near ? m->p.die : m->p.socket);

	if (ps >= o->ps) {
		o->ps = ps;
		o->level = near ? MEM_PEER : MEM_REMOTE;
	}
}

/* Asks all other domains; takes the line from them, or a copy of it. */
static struct outer snoop_domains(struct mem *m, const struct domain *own, uint64_t line,
				  enum mem_req req)
{
	struct outer o = {.level = MEM_PEER};

	for (uint32_t i = 0; i < m->domains; i++) {
		struct domain *d = &m->domain[i];
		uint32_t s;

		if (d == own || !domain_may_have(m, d, line))
			continue;
		s = domain_state(m, d, line);
		if (s == ST_I)
			continue;
		o.any = true;
		o.dirty |= st_dirty(s);
		note_distance(m, own, d, &o);
		if (req == MEM_GETX) {
			domain_set(m, d, line, ST_I);
		} else if (s == ST_E) {
			domain_set(m, d, line, ST_S);
		} else if (s == ST_M && m->p.protocol == PROTOCOL_MOESI) {
			domain_set(m, d, line, ST_O);
		} else if (st_dirty(s) && m->p.protocol == PROTOCOL_MESI) {
			domain_set(m, d, line, ST_S);
			mem_dram_write(m, line);
		}
	}
	return o;
}

static void farthest(const struct mem *m, const struct domain *own, struct outer *o)
{
	for (uint32_t i = 0; i < m->domains; i++)
		if (&m->domain[i] != own)
			note_distance(m, own, &m->domain[i], o);
}

static struct grant snoop_get(struct mem *m, const struct domain *own, uint64_t line,
			      enum mem_req req, bool have)
{
	struct outer o = snoop_domains(m, own, line, req);
	struct grant g = {.state = req == MEM_GETX ? ST_M
				   : o.any	   ? ST_S
						   : ST_E,
			  .shared = req == MEM_GETX && o.any};

	if (have && !o.any)
		farthest(m, own, &o);
	if (have || o.dirty || (o.any && m->p.forward_clean)) {
		g.ps = o.ps;
		g.level = o.level;
	} else {
		g.ps = mem_dram_read(m, own->socket, line, &g.level);
		if (req == MEM_GETX && o.ps > g.ps) {
			g.ps = o.ps;
			g.level = o.level;
		}
	}
	if (g.level == MEM_PEER)
		m->peer++;
	else if (g.level == MEM_REMOTE)
		m->remote++;
	return g;
}

/* have: the domain holds a copy and needs ownership only. */
static struct grant outer_get(struct mem *m, const struct domain *own, uint64_t line,
			      enum mem_req req, bool have)
{
	if (!have && nowhere_else(m, own, line))
		return grant_from_dram(m, own, line, req);
	return snoop_get(m, own, line, req, have);
}

static void grant_at_least(struct grant *g, uint64_t ps, uint8_t level)
{
	if (ps <= g->ps)
		return;
	g->ps = (uint32_t)ps;
	g->level = level;
}

/* Takes the line from the other cores of the domain. */
static uint32_t invalidate_cores(struct mem *m, struct domain *d, uint64_t line, uint32_t others,
				 struct grant *g)
{
	uint32_t state = ST_I;

	for (; others; others &= others - 1) {
		unsigned int cpu = d->first + (unsigned int)__builtin_ctz(others);
		uint32_t s = core_state(m, cpu, line);

		grant_at_least(g, st_dirty(s) ? m->p.core_dirty : m->p.core_clean, MEM_PEER);
		if (s == ST_I)
			continue;
		core_set(m, cpu, line, ST_I);
		state = st_max(state, s);
		g->shared = true;
	}
	if (g->level == MEM_PEER)
		m->peer++;
	return state;
}

static struct grant shared_grant(const struct mem *m, const struct domain *d, uint32_t state)
{
	return (struct grant){.ps = d->shared.latency_ps,
			      .level = (uint8_t)m->shared_level,
			      .state = (uint8_t)state};
}

static void use_prefetched(struct mem *m, struct cache *c, uint32_t pos, uint64_t line,
			   struct grant *g)
{
	if (c->state[pos] & ST_PF)
		grant_at_least(g, prefetch_use(m, c, pos, line), MEM_DRAM);
}

static struct grant inclusive_getx(struct mem *m, struct domain *d, uint32_t pos, uint64_t line,
				   uint32_t bit)
{
	struct cache *c = &d->shared;
	struct grant g = shared_grant(m, d, ST_M);
	uint32_t state = c->state[pos] & ST_MASK;

	use_prefetched(m, c, pos, line, &g);
	invalidate_cores(m, d, line, c->who[pos] & ~bit, &g);
	if (!st_unique(state)) {
		struct grant o = outer_get(m, d, line, MEM_GETX, true);

		g.shared |= o.shared;
		grant_at_least(&g, o.ps, o.level);
	}
	c->state[pos] = ST_M;
	c->who[pos] = bit;
	return g;
}

/* One other core may have it, alone: it must be asked, and may have written. */
static void ask_sole_holder(struct mem *m, struct domain *d, uint32_t pos, uint64_t line,
			    struct grant *g)
{
	struct cache *c = &d->shared;
	unsigned int cpu = d->first + (unsigned int)__builtin_ctz(c->who[pos]);
	uint32_t s = core_state(m, cpu, line);

	grant_at_least(g, s == ST_M ? m->p.core_dirty : m->p.core_clean, MEM_PEER);
	m->peer++;
	if (s == ST_I) {
		c->who[pos] = 0;
		return;
	}
	if (s == ST_M)
		c->state[pos] = ST_M;
	core_set(m, cpu, line, ST_S);
}

static struct grant inclusive_gets(struct mem *m, struct domain *d, uint32_t pos, uint64_t line,
				   enum mem_req req, uint32_t bit)
{
	struct cache *c = &d->shared;
	struct grant g = shared_grant(m, d, ST_S);
	uint32_t others = c->who[pos] & ~bit;

	if (req != MEM_PF)
		use_prefetched(m, c, pos, line, &g);
	if (others && !(others & (others - 1)) && !(c->who[pos] & bit) &&
	    st_unique(c->state[pos] & ST_MASK)) {
		ask_sole_holder(m, d, pos, line, &g);
		others = c->who[pos];
	}
	if (!others && st_unique(c->state[pos] & ST_MASK))
		g.state = ST_E;
	if (req != MEM_PF || m->has_l2)
		c->who[pos] = others | bit;
	return g;
}

static struct grant inclusive_get(struct mem *m, struct domain *d, uint32_t bit, uint64_t line,
				  enum mem_req req)
{
	int pos = cache_find(&d->shared, line);
	struct grant g;

	m->shared.access++;
	if (pos >= 0) {
		cache_touch(&d->shared, (uint32_t)pos);
		if (req == MEM_GETX)
			return inclusive_getx(m, d, (uint32_t)pos, line, bit);
		return inclusive_gets(m, d, (uint32_t)pos, line, req, bit);
	}
	m->shared.miss++;
	if (!m->has_l2 && req != MEM_PF)
		m->train = true;
	g = outer_get(m, d, line, req, false);
	pos = (int)shared_new(m, d, line, g.state, d->shared.all_ways);
	if (req == MEM_PF && !m->has_l2)
		d->shared.state[pos] |= ST_PF;
	else
		d->shared.who[pos] = bit;
	return g;
}

/* Cores' copies with a right that a new reader ends: E, M; O stays. */
static uint32_t read_from_cores(struct mem *m, struct domain *d, uint64_t line, uint32_t others,
				struct grant *g)
{
	uint32_t state = ST_I;

	for (; others; others &= others - 1) {
		unsigned int cpu = d->first + (unsigned int)__builtin_ctz(others);
		uint32_t s = core_state(m, cpu, line);

		state = st_max(state, s);
		if (s < ST_E)
			continue;
		grant_at_least(g, st_dirty(s) ? m->p.core_dirty : m->p.core_clean, MEM_PEER);
		m->peer++;
		if (st_dirty(s) && m->p.protocol == PROTOCOL_MOESI) {
			core_set(m, cpu, line, ST_O);
			continue;
		}
		core_set(m, cpu, line, ST_S);
		if (s == ST_M)
			shared_insert(m, d, line, ST_M, d->shared.all_ways);
	}
	return state;
}

static struct grant victim_gets(struct mem *m, struct domain *d, uint64_t line, enum mem_req req,
				uint32_t others)
{
	int pos = cache_find(&d->shared, line);
	struct grant g = shared_grant(m, d, ST_S);
	uint32_t state = read_from_cores(m, d, line, others, &g);

	if (pos < 0 && state == ST_I) {
		m->shared.miss++;
		return outer_get(m, d, line, req, false);
	}
	if (pos < 0) { /* a core's cache supplies it */
		grant_at_least(&g, m->p.core_clean, MEM_PEER);
		return g;
	}
	if (state != ST_I || req == MEM_IFETCH) {
		cache_touch(&d->shared, (uint32_t)pos);
		return g;
	}
	g.state = d->shared.state[pos] & ST_MASK;
	cache_drop(&d->shared, (uint32_t)pos);
	return g;
}

static struct grant victim_getx(struct mem *m, struct domain *d, uint64_t line, uint32_t others,
				bool own)
{
	int pos = cache_find(&d->shared, line);
	struct grant g = shared_grant(m, d, ST_M);
	uint32_t state = invalidate_cores(m, d, line, others, &g);
	bool have = own || state != ST_I || pos >= 0;

	if (pos >= 0) {
		state = st_max(state, d->shared.state[pos] & ST_MASK);
		cache_drop(&d->shared, (uint32_t)pos);
	}
	if (!have)
		m->shared.miss++;
	if (!st_unique(state)) {
		struct grant o = outer_get(m, d, line, MEM_GETX, have);

		o.shared |= g.shared;
		if (!have)
			return o;
		grant_at_least(&g, o.ps, o.level);
		g.shared = o.shared;
	}
	return g;
}

static struct grant victim_get(struct mem *m, struct domain *d, unsigned int index, uint64_t line,
			       enum mem_req req, bool have)
{
	uint32_t others = shared_holders(m, d, line) & ~(1u << index);
	struct grant g;

	m->shared.access++;
	if (req == MEM_GETX) {
		g = victim_getx(m, d, line, others, have);
		drop_if(&d->filter, line);
	} else {
		g = victim_gets(m, d, line, req, others);
	}
	filter_add(m, d, line, index);
	return g;
}

struct grant domain_get(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req, bool have)
{
	struct domain *d = domain_of(m, cpu);
	unsigned int index = m->core[cpu].index;

	d->active |= 1u << index;
	if (!m->has_shared)
		return outer_get(m, d, line, req, have);
	if (m->inclusive)
		return inclusive_get(m, d, 1u << index, line, req);
	return victim_get(m, d, index, line, req, have);
}

static void put_inclusive(struct mem *m, struct domain *d, unsigned int cpu, uint64_t line,
			  uint32_t state)
{
	int pos;

	if (!st_dirty(state))
		return;
	pos = cache_find(&d->shared, line);
	sim_assert(pos >= 0); /* inclusive */
	d->shared.state[pos] = (uint8_t)st_max(d->shared.state[pos] & ST_MASK, state);
	if (core_state(m, cpu, line) == ST_I)
		d->shared.who[pos] &= ~(1u << m->core[cpu].index);
}

static void put_victim(struct mem *m, struct domain *d, unsigned int cpu, uint64_t line,
		       uint32_t state)
{
	struct cache *f = &d->filter;
	int pos = cache_find(f, line);
	uint32_t others = 0;

	if (pos >= 0) {
		if (core_state(m, cpu, line) == ST_I)
			f->who[pos] &= ~(1u << m->core[cpu].index);
		others = f->who[pos];
		if (!others)
			cache_drop(f, (uint32_t)pos);
	}
	if (!others || state > ST_S)
		shared_insert(m, d, line, state, d->shared.all_ways);
}

void domain_put(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state)
{
	struct domain *d = domain_of(m, cpu);

	if (state == ST_I)
		return;
	if (m->has_shared && m->inclusive)
		put_inclusive(m, d, cpu, line, state);
	else if (m->has_shared)
		put_victim(m, d, cpu, line, state);
	else if (st_dirty(state))
		mem_dram_write(m, line);
}
