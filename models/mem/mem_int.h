/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parts of a memory system, for the files of this folder only.
 *
 *	core	 one CPU's own caches: L1D, L1I and, if it has one, its L2
 *	domain	 the cores below one shared cache (Nehalem's L3, Core 2's L2,
 *		 Zen's CCD); without a shared cache each core is a domain (K8)
 *	mem	 all domains, snooping each other, and the memory controllers
 *
 * Who calls whom: mem.c (L1 hits) -> access.c (a core's miss) -> domain.c
 * (shared cache, filter, other domains) -> private.h (a core's contents).
 *
 * State of a line in a core is the highest of its copies' states: a core that
 * wrote a line has M in L1D and may have E in its L2.  So a copy further out
 * can be stale, and the outer levels ask core_state().
 */
#ifndef NICPATH_MODELS_MEM_MEM_INT_H
#define NICPATH_MODELS_MEM_MEM_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/mem/cache.h"
#include "models/mem/dram.h"
#include "models/mem/mem.h"
#include "models/mem/mem_params.h"
#include "models/mem/prefetch.h"
#include "models/mem/tlb.h"

/* In this order: dirty is >= O, and the highest copy tells a core's state. */
enum line_state { ST_I, ST_S, ST_E, ST_O, ST_M };
#define ST_MASK 7u
#define ST_PF	0x80u /* came by prefetch, not used yet (outer copies) */

static inline bool st_dirty(uint32_t s)
{
	return s >= ST_O;
}

/* No other core or domain has the line. */
static inline bool st_unique(uint32_t s)
{
	return s == ST_E || s == ST_M;
}

static inline uint32_t st_max(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

#define MEM_IGROUPS 64

struct core {
	struct cache l1d, l1i, l2;
	struct where *where; /* in which of these a line is */
	struct prefetch pf;
	struct tlbs tlbs;
	uint64_t ifills;
	uint64_t igroup[MEM_IGROUPS]; /* the same, by the line's low bits */
	uint64_t fill_free[2];	      /* ps: paths from L2, and from beyond, are free */
	uint16_t domain;
	uint8_t index; /* in its domain: bit of the presence masks */
};

struct domain {
	struct cache shared, filter;
	struct where *where;   /* in which of these a line is; NULL: neither exists */
	uint16_t first, count; /* CPUs */
	uint16_t socket;
	uint32_t active; /* mask of cores that ever filled a line */
};

struct mem_counts {
	uint64_t access, miss;
};

struct mem {
	struct core *core;
	struct domain *domain;
	uint32_t domains;
	bool has_l2, exclusive, inclusive_l2, has_shared, inclusive;
	bool l1d_8;   /* the L1Ds are as CORE_L1D_8 (private.h) says */
	bool k8;      /* every core is as CORE_K8 (private.h) says ... */
	bool k8_swap; /* ... and its L1D has as many sets as its L2 */
	bool c2;      /* every core is as CORE_C2 says */
	enum mem_level shared_level;
	uint32_t fill_ps[MEM_LEVELS];	/* a line occupies the path into L1 so long */
	uint64_t now;			/* ps; of the access in progress */
	bool train;			/* the access in progress is one that prefetchers see */
	bool no_data;			/* ... wants ownership alone (mem_write_line()) */
	uint64_t code_first, code_last; /* lines ever fetched as code */
	struct mem_params p;
	struct dram node[8];
	uint64_t node_lines; /* lines of a node's range */
	struct prefetch_flight *flight;
	void (*written)(void *arg, uint64_t line); /* checkers: a line goes to DRAM */
	void *written_arg;
	struct mem_counts l1d, l1i, l2, shared;
	uint64_t peer, remote, prefetch_sent, prefetch_used, writebacks, back_invalidations;
	uint32_t tlb_second_ps, tlb_walk_ps;
	struct dram_counts dram_counts;
	uint64_t dtlb_miss, itlb_miss, walks, walk_loads;
	uint64_t dma_read, dma_read_hit, dma_write, dma_write_hit, dma_allocate;
};

static inline struct domain *domain_of(struct mem *m, unsigned int cpu)
{
	return &m->domain[m->core[cpu].domain];
}

static inline bool is_code(const struct mem *m, uint64_t line)
{
	return line >= m->code_first && line <= m->code_last;
}

static inline uint32_t core_where(const struct core *c, uint64_t line)
{
	return where_get(c->where, line);
}

/* False: no cache of the domain has the line (with a shared cache, its own or its filter say). */
static inline bool domain_may_have(const struct mem *m, const struct domain *d, uint64_t line)
{
	return where_get(d->where ? d->where : m->core[d->first].where, line) != 0;
}

/* private.c */
uint32_t core_state_at(const struct core *c, uint64_t line, uint32_t where);
static inline uint32_t core_state(const struct mem *m, unsigned int cpu, uint64_t line)
{
	uint32_t where = core_where(&m->core[cpu], line);

	return where ? core_state_at(&m->core[cpu], line, where) : ST_I;
}
/* Lowers (ST_S, ST_O) or takes away (ST_I) a core's copies. */
void core_set(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state);
/* domain.c */
struct grant {
	uint32_t ps;
	uint8_t level;
	uint8_t state; /* what the core may have the line in */
	bool shared;
};

/* Gets a line, or ownership of it (have: the core has a copy), for a core that lacks it. */
struct grant domain_get(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
			bool have);
/* A core gives up its last or its dirty copy. */
void domain_put(struct mem *m, unsigned int cpu, uint64_t line, uint32_t state);
uint32_t domain_state(const struct mem *m, const struct domain *d, uint64_t line);
void domain_set(struct mem *m, struct domain *d, uint64_t line, uint32_t state);

/* shared.c: contents of a domain's shared cache and filter */
uint32_t shared_holders(const struct mem *m, const struct domain *d, uint64_t line);
int shared_insert(struct mem *m, struct domain *d, uint64_t line, uint32_t state, uint32_t ways);
/* The same for a line that is known not to be there. */
uint32_t shared_new(struct mem *m, struct domain *d, uint64_t line, uint32_t state, uint32_t ways);
void filter_add(struct mem *m, struct domain *d, uint64_t line, unsigned int index);

/*
 * One line after the other on the way from L2, and from L3, into the core: ps
 * that a line from this level waits for the lines before it, at m->now.
 */
static inline uint32_t fill_wait(struct mem *m, unsigned int cpu, unsigned int level)
{
	uint64_t *free_at = &m->core[cpu].fill_free[level != MEM_L2];
	uint64_t start = *free_at > m->now ? *free_at : m->now;

	if (!m->fill_ps[level])
		return 0;
	*free_at = start + m->fill_ps[level];
	return (uint32_t)(start - m->now);
}

/* access.c */
struct mem_reply access_miss(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
			     sim_time t, bool in_l1d);
/* A page walk's load of an entry of the tables: ps. */
uint32_t access_walk(struct mem *m, unsigned int cpu, uint64_t line, sim_time t);
/* The same as access_miss() where m->k8. */
struct mem_reply access_miss_k8(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
				sim_time t, bool in_l1d);

/* As access_miss() where m->c2. */
struct mem_reply access_miss_c2(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
				sim_time t, bool in_l1d);

/* ---- DRAM ---- */

static inline unsigned int mem_node_of(const struct mem *m, uint64_t line)
{
	uint64_t node = m->p.dram_nodes == 1 ? 0 : line / m->node_lines;

	return node < m->p.dram_nodes ? (unsigned int)node : m->p.dram_nodes - 1;
}

/*
 * Latency of a line from DRAM for a requester at `socket`, at m->now.  One that wants no data
 * is answered when memory's would have come: the snoops take about as long (assumed).
 */
static inline uint32_t mem_dram_read(struct mem *m, unsigned int socket, uint64_t line,
				     uint8_t *level)
{
	unsigned int node = mem_node_of(m, line);
	bool local = m->p.dram_nodes == 1 || node == socket;
	struct dram *d = &m->node[node];
	int64_t more = 0;

	if (!m->no_data) {
		more = d->timing.banks ? dram_read_bank(d, line, m->now)
				       : (int64_t)dram_take(d, m->now);
		d->lines_read++;
	}
	*level = local ? MEM_DRAM : MEM_REMOTE;
	return (uint32_t)((int64_t)(local ? m->p.dram_latency : m->p.dram_remote) + more);
}

static inline void mem_dram_write(struct mem *m, uint64_t line)
{
	struct dram *d = &m->node[mem_node_of(m, line)];

	m->writebacks++;
	d->lines_written++;
	if (d->timing.banks)
		dram_write_bank(d, line, m->now);
	else
		dram_take(d, m->now);
	if (m->written)
		m->written(m->written_arg, line);
}

/* No domain but `own` has the line. */
static inline bool nowhere_else(const struct mem *m, const struct domain *own, uint64_t line)
{
	for (const struct domain *d = m->domain; d < m->domain + m->domains; d++)
		if (d != own && domain_may_have(m, d, line))
			return false;
	return true;
}

static inline struct grant grant_from_dram(struct mem *m, const struct domain *own, uint64_t line,
					   enum mem_req req)
{
	struct grant g = {.state = req == MEM_GETX ? ST_M : ST_E};

	g.ps = mem_dram_read(m, own->socket, line, &g.level);
	m->remote += g.level == MEM_REMOTE;
	return g;
}

#endif
