/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A memory system: making it, hits in L1, memory controllers, statistics.
 * Called by: models/host/cpu.c, nic_model (DMA is in dma.c).
 * Calls: access.c for everything that is not a hit in L1.
 * Models: mem.h.   Leaves out: mem.h.   Source: machine file.
 */
#include "models/mem/mem.h"

#include <stdlib.h>
#include <string.h>

#include "models/mem/private.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/stats.h"
#include "sim/yaml.h"

const char *const mem_level_name[MEM_LEVELS] = {
	[MEM_L1] = "l1",     [MEM_L2] = "l2",	      [MEM_LLC] = "llc",
	[MEM_PEER] = "peer", [MEM_REMOTE] = "remote", [MEM_DRAM] = "dram",
};

static uint32_t cycles_ps(const struct mem_params *p, uint32_t cycles)
{
	return (uint32_t)((cycles * 1000000000000ull + p->freq / 2) / p->freq);
}

static void init_cache(const struct mem *m, struct cache *c, const struct cache_geometry *g,
		       bool shared)
{
	cache_init(c, g, shared);
	c->latency_ps = cycles_ps(&m->p, g->latency);
}

static uint32_t line_ps(const struct mem_params *p, double bytes_per_cycle)
{
	if (bytes_per_cycle <= 0)
		return 0;
	return (uint32_t)((double)(1u << MEM_LINE_SHIFT) / bytes_per_cycle * 1e12 /
				  (double)p->freq +
			  0.5);
}

static void init_shape(struct mem *m)
{
	const struct mem_params *p = &m->p;

	m->has_l2 = p->l2.size && p->l2_share == 1;
	m->exclusive = m->has_l2 && p->l2_policy == L2_EXCLUSIVE;
	m->inclusive_l2 = m->has_l2 && p->l2_policy == L2_INCLUSIVE;
	m->has_shared = p->l3.size || (p->l2.size && p->l2_share > 1);
	m->inclusive = m->has_shared && (!p->l3.size || p->l3_policy == L3_INCLUSIVE);
	m->shared_level = p->l3.size ? MEM_LLC : MEM_L2;
	m->code_first = UINT64_MAX;
	m->tlb_second_ps = cycles_ps(p, p->tlb_latency);
	m->tlb_walk_ps = cycles_ps(p, p->tlb_walk);
	m->fill_ps[MEM_L2] = line_ps(p, p->l2_fill);
	for (int level = MEM_LLC; level < MEM_LEVELS; level++)
		m->fill_ps[level] = line_ps(p, p->l3_fill);
	m->node_lines = (p->dram_size >> MEM_LINE_SHIFT) / p->dram_nodes;
}

static void init_domains(struct mem *m)
{
	const struct mem_params *p = &m->p;
	const struct cache_geometry *shared = p->l3.size ? &p->l3 : &p->l2;
	uint32_t share = p->l3.size ? p->l3_share : p->l2_share;

	m->domains = p->cpus / share;
	m->domain = xcalloc(m->domains, sizeof(*m->domain));
	for (uint32_t i = 0; i < m->domains; i++) {
		struct domain *d = &m->domain[i];

		d->first = (uint16_t)(i * share);
		d->count = (uint16_t)share;
		d->socket = (uint16_t)(d->first / (p->cpus / p->sockets));
		if (m->has_shared)
			init_cache(m, &d->shared, shared, true);
		if (m->has_shared && !m->inclusive)
			init_cache(m, &d->filter, &p->filter, true);
		if (!m->has_shared)
			continue;
		d->where = d->shared.where = d->filter.where = where_new();
		d->shared.where_bit = WHERE_SHARED;
		d->filter.where_bit = WHERE_FILTER;
	}
}

static void init_cores(struct mem *m)
{
	const struct mem_params *p = &m->p;
	uint32_t share = p->cpus / m->domains;

	m->core = xcalloc(p->cpus, sizeof(*m->core));
	for (uint32_t i = 0; i < p->cpus; i++) {
		struct core *c = &m->core[i];

		c->domain = (uint16_t)(i / share);
		c->index = (uint8_t)(i % share);
		init_cache(m, &c->l1d, &p->l1d, false);
		init_cache(m, &c->l1i, &p->l1i, false);
		if (m->has_l2)
			init_cache(m, &c->l2, &p->l2, false);
		c->where = c->l1d.where = c->l1i.where = c->l2.where = where_new();
		c->l1d.where_bit = WHERE_L1D;
		c->l1i.where_bit = WHERE_L1I;
		c->l2.where_bit = WHERE_L2;
		tlbs_init(&c->tlbs, p);
	}
}

/* For membench only (membench.h); known here so that it is no stray key. */
static void mark_published(struct yaml_node *machine)
{
	struct yaml_node *n = machine ? yaml_get(machine, "published") : NULL;

	if (n)
		yaml_mark(n);
}

char *mem_new(const char *host, struct yaml_node *machine, struct mem **out)
{
	struct mem *m = xcalloc(1, sizeof(*m));
	char *err = mem_params_load(machine, &m->p);

	if (err) {
		param_free(&mem_param_table, &m->p);
		free(m);
		return err_in(err, "memory of host %s", host);
	}
	mark_published(machine);
	init_shape(m);
	init_domains(m);
	init_cores(m);
	m->k8 = core_is_k8(m);
	m->c2 = core_is_c2(m);
	m->l1d_8 = core_l1d_is_8(m);
	m->k8_swap = m->k8 && m->core[0].l1d.set_mask == m->core[0].l2.set_mask;
	m->flight = xcalloc(PREFETCH_FLIGHTS, sizeof(*m->flight));
	for (uint32_t i = 0; i < m->p.dram_nodes; i++)
		dram_init(&m->node[i], m->p.dram_bandwidth, &m->p.dram_timing, &m->dram_counts);
	*out = m;
	return NULL;
}

void mem_free(struct mem *m)
{
	if (!m)
		return;
	for (uint32_t i = 0; i < m->p.cpus; i++) {
		cache_fini(&m->core[i].l1d);
		cache_fini(&m->core[i].l1i);
		cache_fini(&m->core[i].l2);
		where_free(m->core[i].where);
		tlbs_fini(&m->core[i].tlbs);
	}
	for (uint32_t i = 0; i < m->domains; i++) {
		cache_fini(&m->domain[i].shared);
		cache_fini(&m->domain[i].filter);
		where_free(m->domain[i].where);
	}
	param_free(&mem_param_table, &m->p);
	free(m->core);
	free(m->domain);
	free(m->flight);
	free(m);
}

unsigned int mem_cpus(const struct mem *m)
{
	return m->p.cpus;
}

unsigned int mem_line_bytes(const struct mem *m)
{
	(void)m;
	return 1u << MEM_LINE_SHIFT;
}

uint64_t mem_bytes(const struct mem *m)
{
	return m->p.dram_size;
}

uint64_t mem_cpu_hz(const struct mem *m)
{
	return m->p.freq;
}

unsigned int mem_nodes(const struct mem *m)
{
	return m->p.dram_nodes;
}

unsigned int mem_node(const struct mem *m, unsigned int cpu)
{
	return m->p.dram_nodes == 1 ? 0 : m->domain[m->core[cpu].domain].socket;
}

struct tlbs *mem_tlbs(struct mem *m, unsigned int cpu)
{
	return &m->core[cpu].tlbs;
}

uint64_t mem_ifills(const struct mem *m, unsigned int cpu)
{
	return m->core[cpu].ifills;
}

uint64_t mem_ifills_of(const struct mem *m, unsigned int cpu, uint64_t addr, unsigned int lines)
{
	const struct core *c = &m->core[cpu];
	uint64_t first = addr >> MEM_LINE_SHIFT, sum = 0;

	if (lines >= MEM_IGROUPS)
		return c->ifills;
	for (unsigned int i = 0; i < lines; i++)
		sum += c->igroup[(first + i) % MEM_IGROUPS];
	return sum;
}

/* Not in L1, or there without the right to write. */
CACHE_INLINE struct mem_reply miss(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
				   sim_time t, bool upgrade, struct core_shape s)
{
	if (s.fixed && s.exclusive)
		return access_miss_k8(m, cpu, line, req, t, upgrade);
	if (s.fixed)
		return access_miss_c2(m, cpu, line, req, t, upgrade);
	return access_miss(m, cpu, line, req, t, upgrade);
}

CACHE_INLINE struct mem_reply hit(const struct cache *c)
{
	return (struct mem_reply){.ps = c->latency_ps, .level = MEM_L1};
}

CACHE_INLINE struct mem_reply fetch(struct mem *m, unsigned int cpu, uint64_t line, sim_time t,
				    struct core_shape s)
{
	struct cache *c = &m->core[cpu].l1i;
	uint32_t pos;

	m->l1i.access++;
	if (!cache_look(c, line, &pos, s.l1i)) {
		m->l1i.miss++;
		return miss(m, cpu, line, MEM_IFETCH, t, false, s);
	}
	cache_touch_in(c, pos, s.l1i);
	return hit(c);
}

/* s.l1d can be known where nothing else is. */
CACHE_INLINE struct mem_reply data(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req,
				   sim_time t, struct core_shape s)
{
	struct cache *c = &m->core[cpu].l1d;
	uint32_t pos;

	m->l1d.access++;
	if (!cache_look(c, line, &pos, s.l1d)) {
		m->l1d.miss++;
		return miss(m, cpu, line, req, t, false, s);
	}
	cache_touch_in(c, pos, s.l1d);
	if (req == MEM_GETX && c->state[pos] != ST_M) {
		if (c->state[pos] != ST_E)
			return miss(m, cpu, line, req, t, true, s);
		c->state[pos] = ST_M;
	}
	return hit(c);
}

static __attribute__((noinline)) struct mem_reply
data_any(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req, sim_time t)
{
	return data(m, cpu, line, req, t, CORE_ANY);
}

/* Cores of any shape; and what neither loads nor stores. */
static __attribute__((noinline)) struct mem_reply
access_any(struct mem *m, unsigned int cpu, uint64_t line, enum mem_req req, sim_time t)
{
	if (req <= MEM_GETX && m->l1d_8)
		return data(m, cpu, line, req, t, CORE_L1D_8);
	if (req <= MEM_GETX)
		return data_any(m, cpu, line, req, t);
	if (req == MEM_PF)
		return access_miss(m, cpu, line, req, t, false);
	if (m->k8)
		return fetch(m, cpu, line, t, CORE_K8);
	if (m->c2)
		return fetch(m, cpu, line, t, CORE_C2);
	return fetch(m, cpu, line, t, CORE_ANY);
}

/* Hits end here; everything else is a tail call, so that hits save no registers. */
struct mem_reply mem_access(struct mem *m, unsigned int cpu, uint64_t addr, enum mem_req req,
			    sim_time t)
{
	uint64_t line = addr >> MEM_LINE_SHIFT;

	if (req > MEM_GETX)
		return access_any(m, cpu, line, req, t);
	if (m->k8)
		return data(m, cpu, line, req, t, CORE_K8);
	if (m->c2)
		return data(m, cpu, line, req, t, CORE_C2);
	return access_any(m, cpu, line, req, t);
}

struct mem_reply mem_write_line(struct mem *m, unsigned int cpu, uint64_t addr, sim_time t)
{
	struct mem_reply r;

	m->no_data = true;
	r = mem_access(m, cpu, addr, MEM_GETX, t);
	m->no_data = false;
	return r;
}

static bool domain_others(const struct mem *m, const struct domain *d, uint32_t holders,
			  uint64_t line, bool write)
{
	for (; holders; holders &= holders - 1) {
		unsigned int cpu = d->first + (unsigned int)__builtin_ctz(holders);
		uint32_t s = core_state(m, cpu, line);

		if (st_unique(s) || (write && s != ST_I))
			return true;
	}
	return false;
}

bool mem_others(const struct mem *m, unsigned int cpu, uint64_t addr, bool write)
{
	const struct core *c = &m->core[cpu];
	const struct domain *own = &m->domain[c->domain];
	uint64_t line = addr >> MEM_LINE_SHIFT;
	uint32_t s = core_state(m, cpu, line);

	if (st_unique(s) || (s != ST_I && !write))
		return false;
	if (domain_others(m, own, shared_holders(m, own, line) & ~(1u << c->index), line, write))
		return true;
	for (uint32_t i = 0; i < m->domains; i++) {
		const struct domain *d = &m->domain[i];

		if (d == own || !domain_may_have(m, d, line))
			continue;
		s = domain_state(m, d, line);
		if (st_unique(s) || (write && s != ST_I))
			return true;
	}
	return false;
}

void mem_flush(struct mem *m)
{
	for (uint32_t i = 0; i < m->domains; i++) {
		if (!m->domain[i].active)
			continue;
		cache_clear(&m->domain[i].shared);
		cache_clear(&m->domain[i].filter);
		if (m->domain[i].where)
			where_clear(m->domain[i].where);
		m->domain[i].active = 0;
	}
	for (uint32_t i = 0; i < m->p.cpus; i++) {
		cache_clear(&m->core[i].l1d);
		cache_clear(&m->core[i].l1i);
		cache_clear(&m->core[i].l2);
		where_clear(m->core[i].where);
		tlbs_flush(&m->core[i].tlbs, false);
		m->core[i].pf = (struct prefetch){.next = 0};
		m->core[i].ifills++; /* its code has left */
		for (uint32_t g = 0; g < MEM_IGROUPS; g++)
			m->core[i].igroup[g]++;
		m->core[i].fill_free[0] = m->core[i].fill_free[1] = 0;
	}
	for (uint32_t i = 0; i < PREFETCH_FLIGHTS; i++)
		m->flight[i] = (struct prefetch_flight){.line = 0};
	for (uint32_t i = 0; i < m->p.dram_nodes; i++)
		dram_reset(&m->node[i]);
}

void mem_stats(struct mem *m, const char *host)
{
	const struct {
		const char *name, *help;
		const uint64_t *count;
	} all[] = {
		{"l1d.accesses", "lines accessed by loads and stores", &m->l1d.access},
		{"l1d.misses", "not in the CPU's L1 data cache", &m->l1d.miss},
		{"l1i.accesses", "code lines fetched", &m->l1i.access},
		{"l1i.misses", "not in the CPU's L1 instruction cache", &m->l1i.miss},
		{"l2.accesses", "lookups in L2", m->has_l2 ? &m->l2.access : &m->shared.access},
		{"l2.misses", "not in L2", m->has_l2 ? &m->l2.miss : &m->shared.miss},
		{"llc.accesses", "lookups in the shared L3", &m->shared.access},
		{"llc.misses", "neither in L3 nor in a cache below it", &m->shared.miss},
		{"coherence.peer", "lines or ownership from another core of the socket", &m->peer},
		{"coherence.remote", "from another socket's caches or memory", &m->remote},
		{"coherence.back_invalidations", "lines taken from cores by an outer victim",
		 &m->back_invalidations},
		{"coherence.writebacks", "dirty lines written to DRAM", &m->writebacks},
		{"prefetch.sent", "lines prefetched", &m->prefetch_sent},
		{"prefetch.used", "of these, later accessed", &m->prefetch_used},
		{"dtlb.misses", "pages not in the CPU's first data TLB", &m->dtlb_miss},
		{"itlb.misses", "pages not in the CPU's first instruction TLB", &m->itlb_miss},
		{"tlb.walks", "walks of the page tables", &m->walks},
		{"tlb.walk_loads", "entries that these loaded", &m->walk_loads},
		{"dram.row_hits", "lines read or written in an open row", &m->dram_counts.row_hits},
		{"dram.row_conflicts", "those for which another row was closed first",
		 &m->dram_counts.row_conflicts},
		{"dram.turnarounds", "changes between reading and writing",
		 &m->dram_counts.turnarounds},
		{"dram.late", "reads timed without the bus' state: from before one already served",
		 &m->dram_counts.late},
		{"dma.reads", "lines read by devices", &m->dma_read},
		{"dma.read_hits", "of these, supplied by a cache", &m->dma_read_hit},
		{"dma.writes", "lines written by devices", &m->dma_write},
		{"dma.write_hits", "of these, in a cache before", &m->dma_write_hit},
		{"dma.allocated", "of these, newly put into a cache", &m->dma_allocate},
	};

	for (unsigned int i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		char *path = xasprintf("hosts.%s.caches.%s", host, all[i].name);

		if (m->p.l3.size || strncmp(all[i].name, "llc", 3) != 0)
			stats_counter(path, all[i].count, all[i].help);
		free(path);
	}
}
