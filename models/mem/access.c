/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An access that its L1 cannot satisfy.
 * Called by: mem_access().
 * Calls: domain_get(), core_fill(), prefetch_train().
 * Models: the order in which a core looks for a line: its other L1, its L2,
 *   beyond; upgrades of shared lines; code and data of one line in both L1s;
 *   the rate at which lines come out of L2 and L3.
 * Leaves out: TLBs, merging of misses to one line (the caller limits misses).
 * Source: as private.c.
 */
#include "models/mem/mem_int.h"

#include "sim/check.h"

static struct mem_reply reply(uint64_t ps, enum mem_level level, bool shared)
{
	return (struct mem_reply){.ps = (uint32_t)ps, .level = level, .shared = shared};
}

static uint32_t near_ps(const struct mem *m, unsigned int cpu)
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
	int pos = cache_find(other, line);
	uint32_t state;

	if (pos < 0)
		return false;
	state = other->state[pos];
	if (!m->exclusive && req != MEM_IFETCH) {
		if (req == MEM_GETX)
			cache_drop(other, (uint32_t)pos);
		return false;
	}
	if (m->exclusive) {
		if (req == MEM_GETX && !st_unique(state))
			return false; /* taken after the upgrade */
		cache_drop(other, (uint32_t)pos);
	}
	core_fill_l1(m, cpu, line, state, req, in_l1d);
	*r = reply(near_ps(m, cpu), MEM_L2, false);
	return true;
}

/* One line after the other on the way from L2, and from L3, into the core. */
uint32_t fill_wait(struct mem *m, unsigned int cpu, unsigned int level)
{
	uint32_t busy = m->fill_ps[level];
	uint64_t *free_at = &m->core[cpu].fill_free[level != MEM_L2], wait;

	if (!busy)
		return 0;
	wait = *free_at > m->now ? *free_at - m->now : 0;
	*free_at = m->now + wait + busy;
	return (uint32_t)wait;
}

static struct mem_reply l2_hit(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
			       uint32_t pos, bool in_l1d)
{
	struct cache *l2 = &m->core[cpu].l2;
	uint64_t wait = l2->state[pos] & ST_PF ? prefetch_use(m, l2, pos, line) : 0;
	uint32_t state = l2->state[pos];

	if (m->exclusive)
		cache_drop(l2, pos);
	else
		cache_touch(l2, pos);
	core_fill_l1(m, cpu, line, state, req, in_l1d);
	if (wait > l2->latency_ps)
		return reply(wait + fill_wait(m, cpu, MEM_L2), MEM_DRAM, false);
	return reply(l2->latency_ps + fill_wait(m, cpu, MEM_L2), MEM_L2, false);
}

/* K8: before L1D gets ownership, copies elsewhere in the core must go. */
static void leave_others(struct mem *m, unsigned int cpu, uint64_t line)
{
	struct core *c = &m->core[cpu];
	struct cache *others[] = {&c->l2, &c->l1i};

	for (unsigned int i = 0; i < 2; i++) {
		int pos = cache_find(others[i], line);

		if (pos >= 0)
			cache_drop(others[i], (uint32_t)pos);
	}
}

static struct mem_reply beyond(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
			       bool in_l1d, bool in_l2)
{
	bool in_l1i =
		req == MEM_GETX && is_code(m, line) && cache_find(&m->core[cpu].l1i, line) >= 0;
	struct grant g = domain_get(m, cpu, line, req, in_l1d || in_l2 || in_l1i);

	if (m->exclusive && (in_l2 || in_l1i))
		leave_others(m, cpu, line);
	core_fill(m, cpu, line, g.state, req, in_l1d, in_l2);
	g.ps += fill_wait(m, cpu, m->has_l2 ? g.level : MEM_L2);
	return reply(g.ps, (enum mem_level)g.level, g.shared);
}

/* Not satisfied by the core's L1s. */
static struct mem_reply from_l2(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
				bool in_l1d)
{
	struct cache *l2 = &m->core[cpu].l2;
	int pos;

	if (!m->has_l2)
		return beyond(m, cpu, line, req, in_l1d, false);
	pos = cache_find(l2, line);
	m->l2.access++;
	if (pos < 0 && !in_l1d) {
		m->l2.miss++;
		m->train = true;
	}
	if (pos < 0 || (req == MEM_GETX && !st_unique(l2->state[pos] & ST_MASK)))
		return beyond(m, cpu, line, req, in_l1d, pos >= 0);
	return l2_hit(m, cpu, line, req, (uint32_t)pos, in_l1d);
}

struct mem_reply access_miss(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
			     sim_time t, bool in_l1d)
{
	struct mem_reply r;

	sim_assertf(line >> (44 - MEM_LINE_SHIFT) == 0, "address %llx is above 2^44",
		    (unsigned long long)line << MEM_LINE_SHIFT);
	m->now = t.ps;
	m->train = false;
	if (req == MEM_PF) {
		prefetch_line(m, cpu, line);
		return reply(0, MEM_L2, false);
	}
	if ((req == MEM_IFETCH || is_code(m, line)) && from_other_l1(m, cpu, line, req, &r, in_l1d))
		return r;
	r = from_l2(m, cpu, line, req, in_l1d);
	if (m->train && req != MEM_IFETCH && m->p.prefetch != PREFETCH_NONE)
		prefetch_train(m, cpu, line);
	return r;
}
