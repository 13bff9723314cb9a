/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hardware prefetch.
 * Called by: access.c after a miss.   Calls: domain_get(), private.h.
 * Models: next line, or streams: a page whose misses step by a few lines in one
 *   direction is read ahead, up to a depth, never past the page.
 * Leaves out: the L1 prefetchers (the CPU's window covers L2 latency), stride
 *   prefetch by instruction address, throttling when the bus is busy, code.
 * Source: Intel 248966 2.3 ("streamer": 4 KiB page, forward and backward);
 *   AMD 25112 5.6 (K8: next lines after two misses in order, into L2).
 */
#include "models/mem/prefetch.h"

#include "models/mem/private.h"

#define PAGE_LINES 64
#define MAX_STEP   4 /* lines; a longer step starts again */

CACHE_INLINE void line_of(struct mem *m, unsigned int cpu, uint64_t line, struct core_shape s)
{
	struct core *c = &m->core[cpu];
	struct prefetch_flight *f = &m->flight[line % PREFETCH_FLIGHTS];
	uint8_t *where = where_at(c->where, line);
	struct domain *d = &m->domain[c->domain];
	bool has_l2 = CORE_IS(m, s, has_l2);
	struct grant g;

	if (*where || (!has_l2 && (where_get(d->where, line) & WHERE_SHARED)))
		return;
	m->prefetch_sent++;
	if (!CORE_IS(m, s, has_shared) && nowhere_else(m, d, line)) {
		d->active |= 1u << c->index;
		g = grant_from_dram(m, d, line, MEM_PF);
	} else if (s.fixed && s.has_shared) {
		g = c2_from_dram(m, cpu, line, MEM_PF);
	} else {
		g = domain_get(m, cpu, line, MEM_PF, false);
	}
	f->line = line;
	f->ready = m->now + g.ps + (has_l2 ? fill_wait(m, cpu, g.level) : 0);
	if (has_l2)
		l2_new(m, cpu, line, g.state | ST_PF, where, s);
}

void prefetch_line(struct mem *m, unsigned int cpu, uint64_t line)
{
	if (m->k8)
		line_of(m, cpu, line, CORE_K8);
	else if (m->c2)
		line_of(m, cpu, line, CORE_C2);
	else
		line_of(m, cpu, line, CORE_ANY);
}

uint64_t prefetch_use(struct mem *m, struct cache *c, uint32_t pos, uint64_t line)
{
	const struct prefetch_flight *f = &m->flight[line % PREFETCH_FLIGHTS];

	c->state[pos] &= ST_MASK;
	m->prefetch_used++;
	m->train = true;
	return f->line == line && f->ready > m->now ? f->ready - m->now : 0;
}

static int find_stream(const struct prefetch *p, uint32_t page, uint32_t streams)
{
	uint32_t found;

	if (p->page[p->recent] == page)
		return (int)p->recent;
	found = cache_match(p->page, (streams + 3) & ~3u, page);
	return found ? __builtin_ctz(found) : -1;
}

static void new_stream(struct prefetch *p, uint32_t page, int at, uint32_t streams)
{
	uint32_t i = p->next;

	p->next = i + 1 == streams ? 0 : i + 1;
	p->recent = i;
	p->page[i] = page;
	p->last[i] = (uint8_t)at;
	p->dir[i] = 0;
	p->hits[i] = 0;
}

static void run_ahead(struct mem *m, unsigned int cpu, struct prefetch *p, int i, uint64_t line)
{
	int at = (int)(line % PAGE_LINES), dir = p->dir[i] < 0 ? -1 : 1;
	int end = at + dir * (int)m->p.prefetch_depth;
	int from = (p->ahead[i] - at) * dir > 0 ? p->ahead[i] + dir : at + dir;

	if (end < 0)
		end = 0;
	if (end >= PAGE_LINES)
		end = PAGE_LINES - 1;
	for (int n = from; (end - n) * dir >= 0; n += dir) {
		p->ahead[i] = (uint8_t)n;
		prefetch_line(m, cpu, line - (uint64_t)at + (uint64_t)n);
	}
}

/* The next line of a stream that goes up, as most do: as step() does it. */
static void step_up(struct mem *m, unsigned int cpu, struct prefetch *p, int i, uint64_t line)
{
	uint32_t at = (uint32_t)(line % PAGE_LINES), n = p->ahead[i];
	uint32_t end = at + m->p.prefetch_depth;

	p->last[i] = (uint8_t)at;
	if (p->hits[i] < UINT8_MAX)
		p->hits[i]++;
	if (p->hits[i] + 1u < m->p.prefetch_trigger)
		return;
	if (end >= PAGE_LINES)
		end = PAGE_LINES - 1;
	n = n > at ? n + 1 : at + 1;
	for (; n <= end; n++) {
		p->ahead[i] = (uint8_t)n;
		if (m->k8)
			line_of(m, cpu, line - at + n, CORE_K8);
		else
			prefetch_line(m, cpu, line - at + n);
	}
}

static void step(struct mem *m, unsigned int cpu, struct prefetch *p, int i, uint64_t line)
{
	int at = (int)(line % PAGE_LINES);
	int by = at - p->last[i], dir = by > 0 ? 1 : -1;

	p->recent = (uint32_t)i;
	if (!by)
		return;
	p->last[i] = (uint8_t)at;
	if (by * dir > MAX_STEP) {
		p->dir[i] = 0;
		p->hits[i] = 0;
		return;
	}
	if (p->dir[i] != dir) {
		p->dir[i] = (int8_t)dir;
		p->hits[i] = 0;
		p->ahead[i] = (uint8_t)at;
	}
	if (p->hits[i] < UINT8_MAX)
		p->hits[i]++;
	if (p->hits[i] + 1u >= m->p.prefetch_trigger)
		run_ahead(m, cpu, p, i, line);
}

void prefetch_train(struct mem *m, unsigned int cpu, uint64_t line)
{
	struct prefetch *p = &m->core[cpu].pf;
	uint32_t page = (uint32_t)(line / PAGE_LINES) + 1;
	int i;

	if (m->p.prefetch == PREFETCH_NEXT_LINE) {
		if (line % PAGE_LINES != PAGE_LINES - 1)
			prefetch_line(m, cpu, line + 1);
		return;
	}
	if (p->page[p->recent] == page && p->dir[p->recent] == 1 &&
	    line % PAGE_LINES == p->last[p->recent] + 1u) {
		step_up(m, cpu, p, (int)p->recent, line);
		return;
	}
	i = find_stream(p, page, m->p.prefetch_streams);
	if (i < 0)
		new_stream(p, page, (int)(line % PAGE_LINES), m->p.prefetch_streams);
	else
		step(m, cpu, p, i, line);
}
