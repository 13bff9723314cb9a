/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The DMA port.
 * Called by: nic_model (through models/mem/mem.h).
 * Calls: domain.c, shared.c, DRAM.
 * Models: reads that snoop; writes that invalidate, that update lines found in
 *   the shared cache, or that allocate there within a few ways (DDIO); direct
 *   cache access hints (invalidate, then prefetch for the hinted CPU).
 * Leaves out: the way from the device to here (pcie.*), IOMMU, ordering; the
 *   read-modify-write that ECC memory needs for part of a line.
 * Source: Intel DDIO primer 2012; Huggahalli, Iyer, Tetrick, "Direct cache access
 *   for high bandwidth network I/O", ISCA 2005.
 */
#include "models/mem/mem_int.h"

static struct domain *home_domain(struct mem *m)
{
	uint32_t i = 0;

	while (m->domain[i].socket != m->p.dma_socket)
		i++;
	return &m->domain[i];
}

/* look() without shared caches: each core is a domain. */
static uint32_t look_cores(const struct mem *m, uint64_t line, uint32_t *where)
{
	uint32_t state = ST_I;

	for (uint32_t i = 0; i < m->domains; i++) {
		const struct core *c = &m->core[i];
		uint32_t in = where_get(c->where, line), s;

		if (!in)
			continue;
		s = core_state_at(c, line, in);
		if (s > state) {
			state = s;
			*where = i;
		}
		if (st_unique(s))
			break;
	}
	return state;
}

/* The highest state of the line anywhere, and where. */
static uint32_t look(const struct mem *m, uint64_t line, uint32_t *where)
{
	uint32_t state = ST_I;

	if (!m->has_shared)
		return look_cores(m, line, where);
	for (uint32_t i = 0; i < m->domains; i++) {
		uint32_t s = domain_state(m, &m->domain[i], line);

		if (s > state) {
			state = s;
			*where = i;
		}
		if (st_unique(s)) /* so nobody else has it */
			break;
	}
	return state;
}

static uint32_t hit_ps(const struct mem *m, uint32_t where)
{
	const struct domain *d = &m->domain[where];

	if (m->p.dma_hit)
		return (uint32_t)m->p.dma_hit;
	if (d->socket != m->p.dma_socket)
		return (uint32_t)m->p.socket;
	if (m->has_shared && cache_exists(&d->shared))
		return d->shared.latency_ps;
	return (uint32_t)m->p.die;
}

/* With DDIO clean lines of the shared cache are read there, too. */
static uint32_t read_line(struct mem *m, uint64_t line)
{
	uint32_t where = 0, state = look(m, line, &where);
	uint8_t level;

	m->dma_read++;
	if (st_dirty(state) || (state != ST_I && m->p.dma_policy == DMA_DDIO)) {
		m->dma_read_hit++;
		return hit_ps(m, where);
	}
	return mem_dram_read(m, m->p.dma_socket, line, &level);
}

static uint64_t first_line(uint64_t addr)
{
	return addr >> MEM_LINE_SHIFT;
}

static uint64_t end_line(uint64_t addr, uint32_t len)
{
	return len ? ((addr + len - 1) >> MEM_LINE_SHIFT) + 1 : first_line(addr);
}

sim_time mem_dma_read(struct mem *m, uint64_t addr, uint32_t len, sim_time t)
{
	uint32_t most = 0;

	m->now = t.ps;
	for (uint64_t line = first_line(addr); line < end_line(addr, len); line++) {
		uint32_t ps = read_line(m, line);

		most = ps > most ? ps : most;
	}
	return SIM_PS(t.ps + most);
}

static void invalidate_all(struct mem *m, uint64_t line, const struct domain *except)
{
	for (uint32_t i = 0; i < m->domains; i++)
		if (&m->domain[i] != except && m->domain[i].active &&
		    (domain_may_have(m, &m->domain[i], line) || is_code(m, line)))
			domain_set(m, &m->domain[i], line, ST_I);
}

static uint32_t write_memory(struct mem *m, uint64_t line, bool whole, uint32_t state,
			     uint32_t where)
{
	if (state != ST_I) {
		m->dma_write_hit++;
		invalidate_all(m, line, NULL);
	}
	if (st_dirty(state) && !whole) /* the rest of the line must not be lost */
		mem_dram_write(m, line);
	mem_dram_write(m, line);
	return state == ST_I ? 0 : hit_ps(m, where);
}

/* The lowest ways of a set are the ones that DDIO may allocate in. */
static uint32_t ddio_ways(const struct mem *m, const struct domain *d)
{
	uint32_t n = m->p.dma_ways < d->shared.ways ? m->p.dma_ways : d->shared.ways;

	return n == 32 ? UINT32_MAX : (1u << n) - 1;
}

/* Into the shared cache: in place if it is there, else allocated if allowed. */
static uint32_t write_cache(struct mem *m, struct domain *d, uint64_t line, bool allocate)
{
	int pos = cache_find(&d->shared, line);
	bool was = pos >= 0;

	if (!was && !allocate)
		return 0;
	invalidate_all(m, line, d);
	for (uint32_t h = shared_holders(m, d, line); h; h &= h - 1)
		core_set(m, d->first + (unsigned int)__builtin_ctz(h), line, ST_I);
	if (!m->inclusive) {
		int f = cache_find(&d->filter, line);

		if (f >= 0)
			cache_drop(&d->filter, (uint32_t)f);
	}
	d->active |= 1; /* there is something to snoop from now on */
	pos = shared_insert(m, d, line, ST_M, ddio_ways(m, d));
	d->shared.state[pos] = ST_M;
	d->shared.who[pos] = 0;
	m->dma_allocate += !was;
	return d->shared.latency_ps;
}

static uint32_t write_line(struct mem *m, uint64_t line, bool whole)
{
	uint32_t where = 0, state = look(m, line, &where), ps = 0;
	struct domain *d = home_domain(m);

	m->dma_write++;
	if (m->p.dma_policy == DMA_UPDATE && state != ST_I) {
		d = &m->domain[where];
		ps = m->has_shared ? write_cache(m, d, line, false) : 0;
	} else if (m->p.dma_policy == DMA_DDIO) {
		ps = write_cache(m, d, line, true);
	}
	if (!ps)
		return write_memory(m, line, whole, state, where);
	m->dma_write_hit += state != ST_I;
	return ps;
}

sim_time mem_dma_write(struct mem *m, uint64_t addr, uint32_t len, sim_time t, int dca_cpu)
{
	uint32_t most = 0;
	bool hint = dca_cpu >= 0 && m->p.dma_dca && m->p.dma_policy != DMA_DDIO;

	m->now = t.ps;
	for (uint64_t line = first_line(addr); line < end_line(addr, len); line++) {
		uint64_t start = line << MEM_LINE_SHIFT;
		bool whole = addr <= start && addr + len >= start + (1u << MEM_LINE_SHIFT);
		uint32_t ps = write_line(m, line, whole);

		most = ps > most ? ps : most;
		if (hint) {
			m->dma_allocate++;
			prefetch_line(m, (unsigned int)dca_cpu, line);
		}
	}
	return SIM_PS(t.ps + most);
}
