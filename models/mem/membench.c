/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Measuring loops.
 * Called by: scenarios/membench.c, tests.   Calls: mem.h.
 * Models: nothing; it uses the model from outside.
 * Leaves out: bandwidth, which needs a CPU (scenarios/membench.c).
 * Source: McVoy and Staelin, "lmbench", USENIX 1996 (lat_mem_rd); MLC's manual;
 *   Everest's help (memory latency: forward, stride of 1024 bytes).
 */
#include "models/mem/membench.h"

#include <stddef.h>
#include <stdlib.h>

#include "models/mem/layout.h"
#include "models/mem/mem_int.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/rng.h"
#include "sim/yaml.h"

#define ROUND_MAX    262144u /* loads measured at most */
#define TRANSFERS    256u
#define SETTLE_BYTES (4ull << 20)

#define FORWARD_STEP 1024u

static const char *const walk_names[] = {"random", "forward", NULL};

#define AT(member) offsetof(struct membench_published, member)
#define FILE_	   "machine file"

static const struct param params[] = {
	{"source", PARAM_STRING, AT(source), "nothing published", NULL, NULL, NULL,
	 "Where the published figures are from", FILE_},
	{"l1", PARAM_DOUBLE, AT(l1), "0", "0", "1000", NULL, "L1 latency, cycles", FILE_},
	{"l2", PARAM_DOUBLE, AT(l2), "0", "0", "1000", NULL, "L2 latency, cycles", FILE_},
	{"l3", PARAM_DOUBLE, AT(l3), "0", "0", "1000", NULL, "L3 latency, cycles", FILE_},
	{"dram", PARAM_TIME, AT(dram), "0ns", NULL, NULL, NULL, "Memory latency", FILE_},
	{"walk", PARAM_ENUM, AT(walk), "random", NULL, NULL, walk_names,
	 "How dram was measured: random lines, or forward by 1 KiB (open rows)", FILE_},
	{"core", PARAM_TIME, AT(core), "0ns", NULL, NULL, NULL,
	 "Load of a line dirty in another core of the same shared cache", FILE_},
	{"die", PARAM_TIME, AT(die), "0ns", NULL, NULL, NULL,
	 "The same from another cache group of the socket", FILE_},
	{"socket", PARAM_TIME, AT(socket), "0ns", NULL, NULL, NULL, "The same from another socket",
	 FILE_},
	{"read", PARAM_RATE, AT(read), "0bps", NULL, NULL, NULL, "One CPU reads memory", FILE_},
	{"write", PARAM_RATE, AT(write), "0bps", NULL, NULL, NULL, "One CPU writes memory", FILE_},
	{"copy", PARAM_RATE, AT(copy), "0bps", NULL, NULL, NULL,
	 "One CPU copies memory to memory (bytes copied, not moved)", FILE_},
	{.name = NULL},
};

const struct param_table membench_published_table = {
	.name = "machine.published",
	.help = "Published figures of a machine, for membench to compare with.",
	.params = params,
	.struct_size = sizeof(struct membench_published),
};

char *membench_published(struct yaml_node *machine, struct membench_published *out)
{
	struct yaml_node *n = machine ? yaml_get(machine, "published") : NULL;

	param_defaults(&membench_published_table, out);
	return param_load(&membench_published_table, n, out);
}

const char *membench_name(const struct mem *m)
{
	return m->p.name;
}

/* One cycle through all lines (Sattolo's shuffle). */
static uint32_t *random_cycle(uint32_t n)
{
	static struct rng *rng;
	uint32_t *next = xmalloc(n * sizeof(*next));

	if (!rng)
		rng = rng_new(1, "membench");
	for (uint32_t i = 0; i < n; i++)
		next[i] = i;
	for (uint32_t i = n - 1; i > 0; i--) {
		uint32_t j = (uint32_t)rng_below(rng, i), swap = next[i];

		next[i] = next[j];
		next[j] = swap;
	}
	return next;
}

/* Follows the cycle; the sum of latencies. */
static uint64_t chase(struct mem *m, unsigned int cpu, const uint32_t *next, uint32_t steps,
		      uint32_t *at, sim_time *t)
{
	uint64_t start = t->ps;

	while (steps--) {
		uint64_t addr = LAYOUT_PAGES + ((uint64_t)*at << MEM_LINE_SHIFT);

		t->ps += mem_access(m, cpu, addr, MEM_GETS, *t).ps;
		*at = next[*at];
	}
	return t->ps - start;
}

double membench_latency(struct mem *m, unsigned int cpu, uint64_t bytes)
{
	uint32_t lines = (uint32_t)(bytes >> MEM_LINE_SHIFT), at = 0;
	uint32_t steps = lines < ROUND_MAX ? lines : ROUND_MAX;
	int prefetch = m->p.prefetch;
	sim_time t = SIM_PS(0);
	uint32_t *next;
	uint64_t ps;

	sim_assert(lines >= 2 && LAYOUT_PAGES + bytes <= m->p.dram_size / m->p.dram_nodes);
	mem_flush(m);
	m->p.prefetch = PREFETCH_NONE;
	next = random_cycle(lines);
	chase(m, cpu, next, lines, &at, &t);
	if (bytes <= SETTLE_BYTES) /* pseudo-LRU may need a second round */
		chase(m, cpu, next, lines, &at, &t);
	ps = chase(m, cpu, next, steps, &at, &t);
	m->p.prefetch = prefetch;
	free(next);
	return (double)ps / steps;
}

double membench_forward(struct mem *m, unsigned int cpu, uint64_t bytes)
{
	int prefetch = m->p.prefetch;
	uint64_t steps = bytes / FORWARD_STEP;
	sim_time t = SIM_PS(0);

	sim_assert(steps >= 128);
	mem_flush(m);
	m->p.prefetch = PREFETCH_NONE;
	for (uint64_t at = 0; at < bytes; at += FORWARD_STEP)
		t.ps += mem_access(m, cpu, LAYOUT_PAGES + at, MEM_GETS, t).ps;
	m->p.prefetch = prefetch;
	return (double)t.ps / (double)steps;
}

double membench_plateau(struct mem *m, const struct membench_level *level, uint64_t bytes)
{
	return level->walk == WALK_FORWARD ? membench_forward(m, 0, bytes)
					   : membench_latency(m, 0, bytes);
}

double membench_transfer(struct mem *m, unsigned int writer, unsigned int reader)
{
	int prefetch = m->p.prefetch;
	uint64_t sum = 0;
	sim_time t = SIM_PS(0);

	mem_flush(m);
	m->p.prefetch = PREFETCH_NONE;
	for (uint32_t i = 0; i < TRANSFERS; i++) {
		uint64_t addr = LAYOUT_PAGES + ((uint64_t)i << (MEM_LINE_SHIFT + 1));
		uint32_t ps;

		t.ps += mem_access(m, writer, addr, MEM_GETX, t).ps;
		ps = mem_access(m, reader, addr, MEM_GETS, t).ps;
		t.ps += ps;
		sum += ps;
	}
	m->p.prefetch = prefetch;
	return (double)sum / TRANSFERS;
}

unsigned int membench_levels(const struct mem *m, const struct membench_published *p,
			     struct membench_level out[MEMBENCH_LEVELS])
{
	double cycle = 1e12 / (double)m->p.freq;
	uint64_t l1 = cache_geometry_bytes(&m->p.l1d), l2 = cache_geometry_bytes(&m->p.l2);
	uint64_t l3 = cache_geometry_bytes(&m->p.l3);
	unsigned int n = 0;

	if (l3 && !m->inclusive)
		l3 += l2; /* a victim cache adds to what it serves */
	if (l2 && m->exclusive)
		l2 += l1;
	out[n++] = (struct membench_level){"L1", l1, p->l1 * cycle, WALK_RANDOM};
	if (l2)
		out[n++] = (struct membench_level){"L2", l2, p->l2 * cycle, WALK_RANDOM};
	if (l3)
		out[n++] = (struct membench_level){"L3", l3, p->l3 * cycle, WALK_RANDOM};
	out[n++] = (struct membench_level){"DRAM", 0, (double)p->dram, p->walk};
	return n;
}

uint64_t membench_typical(const struct membench_level *levels, unsigned int i)
{
	uint64_t inner = i ? levels[i - 1].capacity : 0;

	if (!levels[i].capacity)
		return inner * 2 > 64ull << 20 ? inner * 2 : 64ull << 20;
	return inner * 2 < levels[i].capacity / 2 ? levels[i].capacity / 2
						  : (inner + levels[i].capacity) / 2;
}

struct membench_pairs membench_pairs(const struct mem *m)
{
	struct membench_pairs pairs = {-1, -1, -1};
	const struct domain *own = &m->domain[m->core[0].domain];

	for (unsigned int cpu = m->p.cpus - 1; cpu > 0; cpu--) {
		const struct domain *d = &m->domain[m->core[cpu].domain];

		if (d == own)
			pairs.core = (int)cpu;
		else if (d->socket == own->socket)
			pairs.die = (int)cpu;
		else
			pairs.socket = (int)cpu;
	}
	return pairs;
}
