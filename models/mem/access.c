/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An access that its L1 cannot satisfy.
 * Called by: mem_access().
 * Calls: domain_get(), private.h, prefetch_train().
 * Models: the order in which a core looks for a line: its other L1, its L2,
 *   beyond; upgrades of shared lines; code and data of one line in both L1s;
 *   the rate at which lines come out of L2 and L3.
 * Leaves out: merging of misses to one line (the caller limits misses).
 * Source: as private.c.
 */
#include "models/mem/private.h"

#include "sim/check.h"

static struct mem_reply reply(uint64_t ps, enum mem_level level, bool shared)
{
	return (struct mem_reply){.ps = (uint32_t)ps, .level = (uint16_t)level, .shared = shared};
}

CACHE_INLINE uint32_t near_ps(const struct mem *m, unsigned int cpu)
{
	const struct core *c = &m->core[cpu];

	return m->has_l2 ? c->l2.latency_ps : m->domain[c->domain].shared.latency_ps;
}

/*
 * The line is in the core's other L1.  K8 moves it (through L2's path); others
 * read code from the outer copy, and a store takes it from L1I.
 */
static bool from_other_l1(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
			  struct mem_reply *r, bool in_l1d)
{
	struct core *c = &m->core[cpu];
	struct cache *other = req == MEM_IFETCH ? &c->l1d : &c->l1i;
	uint32_t pos = (uint32_t)cache_find(other, line), state = other->state[pos];

	if (!m->exclusive && req != MEM_IFETCH) {
		if (req == MEM_GETX)
			cache_drop_line(other, pos, line);
		return false;
	}
	if (m->exclusive) {
		if (req == MEM_GETX && !st_unique(state))
			return false; /* taken after the upgrade */
		cache_drop_line(other, pos, line);
	}
	core_fill_l1(m, cpu, line, state, req, in_l1d, CORE_ANY);
	*r = reply(near_ps(m, cpu), MEM_L2, false);
	return true;
}

/* wait: until a prefetched line is there. */
CACHE_INLINE struct mem_reply l2_reply(struct mem *m, unsigned int cpu, uint64_t wait)
{
	uint64_t latency = m->core[cpu].l2.latency_ps;

	if (wait > latency)
		return reply(wait + fill_wait(m, cpu, MEM_L2), MEM_DRAM, false);
	return reply(latency + fill_wait(m, cpu, MEM_L2), MEM_L2, false);
}

CACHE_INLINE struct mem_reply l2_hit(struct mem *m, unsigned int cpu, uint64_t line,
				     enum mem_req req, uint32_t pos, bool in_l1d,
				     struct core_shape s)
{
	struct core *c = &m->core[cpu];
	struct cache *l2 = &c->l2;
	uint64_t wait = l2->state[pos] & ST_PF ? prefetch_use(m, l2, pos, line) : 0;
	uint32_t state = l2->state[pos];

	if (CORE_IS(m, s, exclusive)) {
		cache_unset_line(l2, pos, s.l2);
		*where_at(c->where, line) &= (uint8_t)~WHERE_L2;
	} else {
		cache_touch_in(l2, pos, s.l2);
	}
	core_fill_l1(m, cpu, line, state, req, in_l1d, s);
	return l2_reply(m, cpu, wait);
}

/* K8: before L1D gets ownership, copies elsewhere in the core must go. */
static void leave_others(struct mem *m, unsigned int cpu, uint64_t line)
{
	struct core *c = &m->core[cpu];
	struct cache *others[] = {&c->l2, &c->l1i};
	uint32_t where = core_where(c, line);

	for (unsigned int i = 0; i < 2; i++)
		if (where & others[i]->where_bit)
			cache_drop_line(others[i], (uint32_t)cache_find(others[i], line), line);
}

CACHE_INLINE struct mem_reply beyond(struct mem *m, unsigned int cpu, uint64_t line,
				     enum mem_req req, bool in_l1d, uint32_t where,
				     struct core_shape s)
{
	bool in_l2 = where & WHERE_L2, in_l1i = req == MEM_GETX && (where & WHERE_L1I);
	struct grant g = domain_get(m, cpu, line, req, in_l1d || in_l2 || in_l1i);

	if (CORE_IS(m, s, exclusive) && (in_l2 || in_l1i))
		leave_others(m, cpu, line);
	core_fill(m, cpu, line, g.state, req, in_l1d, in_l2, s);
	g.ps += fill_wait(m, cpu, CORE_IS(m, s, has_l2) ? g.level : MEM_L2);
	return reply(g.ps, (enum mem_level)g.level, g.shared);
}

/* Not satisfied by the core's L1s. */
CACHE_INLINE struct mem_reply from_l2(struct mem *m, unsigned int cpu, uint64_t line,
				      enum mem_req req, bool in_l1d, uint32_t where,
				      struct core_shape s)
{
	struct cache *l2 = &m->core[cpu].l2;
	uint32_t pos;

	m->l2.access += CORE_IS(m, s, has_l2);
	if (where & WHERE_L2) {
		pos = (uint32_t)cache_find_in(l2, line, s.l2);
		if (req != MEM_GETX || st_unique(l2->state[pos] & ST_MASK))
			return l2_hit(m, cpu, line, req, pos, in_l1d, s);
	} else if (CORE_IS(m, s, has_l2) && !in_l1d) {
		m->l2.miss++;
		m->train = true;
	}
	return beyond(m, cpu, line, req, in_l1d, where, s);
}

CACHE_INLINE struct mem_reply miss(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
				   sim_time t, bool in_l1d, struct core_shape s)
{
	uint32_t where = core_where(&m->core[cpu], line);
	struct mem_reply r;

	sim_assertf(line >> (44 - MEM_LINE_SHIFT) == 0, "address %llx is above 2^44",
		    (unsigned long long)line << MEM_LINE_SHIFT);
	m->now = t.ps;
	m->train = false;
	if (req == MEM_PF) {
		prefetch_line(m, cpu, line);
		return reply(0, MEM_L2, false);
	}
	if ((where & (req == MEM_IFETCH ? WHERE_L1D : WHERE_L1I)) &&
	    from_other_l1(m, cpu, line, req, &r, in_l1d))
		return r;
	if (!CORE_IS(m, s, exclusive) && req == MEM_GETX) /* L1I has given it up */
		where &= ~WHERE_L1I;
	r = from_l2(m, cpu, line, req, in_l1d, where, s);
	if (m->train && !m->no_data && req != MEM_IFETCH && m->p.prefetch != PREFETCH_NONE)
		prefetch_train(m, cpu, line);
	return r;
}

struct mem_reply access_miss(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
			     sim_time t, bool in_l1d)
{
	return miss(m, cpu, line, req, t, in_l1d, CORE_ANY);
}

/*
 * The usual miss of a K8: L2 has the line, both ways of the L1D set are in use, and
 * the sets of L1D and L2 are as many, so that the line and the one that it drives out
 * change places in one set.  As l2_hit() would do it, in a third of the instructions.
 */
CACHE_INLINE bool swap(struct mem *m, struct core *c, uint64_t line, enum mem_req req,
		       uint8_t *where, uint32_t *ps)
{
	struct cache *l1 = &c->l1d, *l2 = &c->l2;
	uint32_t set = (uint32_t)line & l2->set_mask, tag = (uint32_t)(line >> l2->set_shift) + 1;
	uint32_t found = cache_match(l2->tag + set * 16, 16, tag);
	uint32_t way = (uint32_t)__builtin_ctz(found), pos = set * 16 + way, first = set * 4;
	uint32_t state = l2->state[pos], old, wait = 0;
	uint8_t *old_where;

	if (l1->set[set].valid != 3 || l1->clock >= CACHE_CLOCK_LATE ||
	    (req == MEM_GETX && !st_unique(state & ST_MASK)))
		return false;
	first += l1->stamp[first + 1] < l1->stamp[first];
	old = l1->tag[first];
	old_where = where_at(c->where, (uint64_t)(old - 1) << l2->set_shift | set);
	if (*old_where != WHERE_L1D)
		return false;
	if (state & ST_PF) {
		wait = (uint32_t)prefetch_use(m, l2, pos, line);
		state &= ST_MASK;
	}
	found = ~l2->set[set].valid & ((1u << way) - 1);
	if (__builtin_expect(found != 0, 0)) { /* the first empty way is another */
		uint32_t to = (uint32_t)__builtin_ctz(found);

		l2->set[set].valid ^= 1u << to | 1u << way;
		l2->tag[pos] = 0;
		l2->state[pos] = 0;
		pos += to - way;
		way = to;
	}
	l2->tag[pos] = old;
	l2->state[pos] = l1->state[first];
	l2->set[set].tree = (l2->set[set].tree & ~l2->plru[way].clear) | l2->plru[way].set;
	*old_where = WHERE_L2;
	l1->tag[first] = tag;
	l1->state[first] = req == MEM_GETX ? ST_M : (uint8_t)state;
	l1->stamp[first] = ++l1->clock;
	*where = WHERE_L1D;
	*ps = wait;
	return true;
}

static __attribute__((noinline)) struct mem_reply
miss_k8(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req, sim_time t, bool in_l1d)
{
	return miss(m, cpu, line, req, t, in_l1d, CORE_K8);
}

static __attribute__((noinline)) struct mem_reply train(struct mem *m, unsigned int cpu,
							uint64_t line, struct mem_reply r)
{
	prefetch_train(m, cpu, line);
	return r;
}

/*
 * The usual miss of a core that has nothing but L1 of its own (Core 2): the shared cache
 * has the line, and the other cores need not be asked.  As domain_get() and core_fill()
 * would do it; false: they have to.
 */
CACHE_INLINE bool from_shared(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
			      struct grant *g)
{
	struct core *c = &m->core[cpu];
	struct domain *d = &m->domain[c->domain];
	struct cache *shared = &d->shared;
	uint32_t bit = 1u << c->index, pos = shared_pos16(shared, line);
	uint32_t who = shared->who[pos], others = who & ~bit;
	bool unique = st_unique(shared->state[pos] & ST_MASK);

	if (req == MEM_GETX ? others || !unique
			    : unique && others && who == others && !(others & (others - 1)))
		return false;
	d->active |= bit;
	m->shared.access++;
	cache_touch(shared, pos);
	g->ps = shared->latency_ps;
	g->level = (uint8_t)m->shared_level;
	if (shared->state[pos] & ST_PF) {
		uint64_t wait = prefetch_use(m, shared, pos, line);

		if (wait > g->ps) {
			g->ps = (uint32_t)wait;
			g->level = MEM_DRAM;
		}
	}
	if (req == MEM_GETX)
		shared->state[pos] = ST_M;
	shared->who[pos] = others | bit;
	g->state = req == MEM_GETX ? ST_M : !others && unique ? ST_E : ST_S;
	return true;
}

static __attribute__((noinline)) struct mem_reply
miss_c2(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req, sim_time t, bool in_l1d)
{
	return miss(m, cpu, line, req, t, in_l1d, CORE_C2);
}

struct mem_reply access_miss_c2(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
				sim_time t, bool in_l1d)
{
	struct core *c = &m->core[cpu];
	struct mem_reply r;
	struct grant g;

	m->now = t.ps;
	m->train = false;
	if (in_l1d || req == MEM_PF || core_where(c, line))
		return miss_c2(m, cpu, line, req, t, in_l1d);
	if (!(where_get(m->domain[c->domain].where, line) & WHERE_SHARED)) {
		m->train = true;
		g = c2_from_dram(m, cpu, line, req);
	} else if (!from_shared(m, cpu, line, req, &g)) {
		return miss_c2(m, cpu, line, req, t, in_l1d);
	}
	core_fill_l1(m, cpu, line, g.state, req, false, CORE_C2);
	r = reply(g.ps + fill_wait(m, cpu, MEM_L2), (enum mem_level)g.level, false);
	if (m->train && !m->no_data && req != MEM_IFETCH && m->p.prefetch != PREFETCH_NONE)
		return train(m, cpu, line, r);
	return r;
}

struct mem_reply access_miss_k8(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
				sim_time t, bool in_l1d)
{
	struct core *c = &m->core[cpu];
	uint8_t *where = where_at(c->where, line);
	struct mem_reply r;
	uint32_t wait;

	m->now = t.ps;
	m->train = false;
	if (*where != WHERE_L2 || req > MEM_GETX || in_l1d || !m->k8_swap ||
	    !swap(m, c, line, req, where, &wait))
		return miss_k8(m, cpu, line, req, t, in_l1d);
	m->l2.access++;
	r = l2_reply(m, cpu, wait);
	if (m->train && !m->no_data && m->p.prefetch != PREFETCH_NONE)
		return train(m, cpu, line, r);
	return r;
}

/* Through L2: what the core has is read there (L1D is snooped in the same time), the rest is put
 * there. */
static uint32_t walk_l2(struct mem *m, unsigned int cpu, uint64_t line, sim_time t)
{
	struct core *c = &m->core[cpu];
	uint8_t *where = where_at(c->where, line);
	struct grant g;

	m->now = t.ps;
	m->l2.access++;
	if (*where & WHERE_L2)
		cache_touch(&c->l2, (uint32_t)cache_find(&c->l2, line));
	if (*where)
		return c->l2.latency_ps;
	m->l2.miss++;
	g = domain_get(m, cpu, line, MEM_GETS, false);
	l2_new(m, cpu, line, g.state, where, CORE_ANY);
	return g.ps;
}

uint32_t access_walk(struct mem *m, unsigned int cpu, uint64_t line, sim_time t)
{
	if (m->p.tlb_walk_l1)
		return mem_access(m, cpu, line << MEM_LINE_SHIFT, MEM_GETS, t).ps;
	return walk_l2(m, cpu, line, t);
}
