/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Under random loads, stores, fetches, prefetches and DMA from several CPUs:
 * a writable line has one holder, and a store is never lost: while memory is
 * older than the last store, some cache has the line dirty.  The reference is
 * one flag a line (memory is stale), set by stores, cleared by write-backs.
 */
#include "tests/mem_fake.h"

#include <stdbool.h>

#include "models/mem/mem_int.h"

#define LINES 3000
#define OPS   1000000

static bool stale[LINES];
static uint64_t seed = 1;

static uint32_t rnd(uint32_t n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)((seed >> 33) % n);
}

static void written(void *arg, uint64_t line)
{
	(void)arg;
	assert_true(line < LINES);
	stale[line] = false;
}

/* States of a line: in all cores, and in the shared caches. */
static void check_line(const struct mem *m, uint64_t line)
{
	unsigned int unique = 0, owned = 0, any = 0;
	bool dirty = false;

	for (unsigned int cpu = 0; cpu < m->p.cpus; cpu++) {
		uint32_t s = core_state(m, cpu, line);

		unique += st_unique(s);
		owned += s == ST_O;
		any += s != ST_I;
		dirty |= st_dirty(s);
	}
	assert_true(unique == 0 || any == 1);
	assert_true(owned <= 1);
	for (unsigned int i = 0; i < m->domains; i++)
		dirty |= st_dirty(domain_state(m, &m->domain[i], line));
	if (stale[line] != dirty)
		print_error("line %llu: memory %s, caches %s\n", (unsigned long long)line,
			    stale[line] ? "stale" : "current", dirty ? "dirty" : "clean");
	assert_true(stale[line] == dirty);
}

static void check_domains(const struct mem *m, uint64_t line)
{
	unsigned int unique = 0, any = 0;

	for (unsigned int i = 0; i < m->domains; i++) {
		uint32_t s = domain_state(m, &m->domain[i], line);

		unique += st_unique(s);
		any += s != ST_I;
	}
	assert_true(unique == 0 || any == 1);
}

static void dma(struct mem *m, uint64_t line, uint64_t t)
{
	if (rnd(2)) {
		mem_dma_read(m, line << 6, 64, SIM_PS(t));
		return;
	}
	mem_dma_write(m, line << 6, 64, SIM_PS(t), rnd(2) ? 0 : -1);
	if (m->p.dma_policy == DMA_DDIO)
		stale[line] = true;
}

static void one_op(struct mem *m, uint64_t t)
{
	static const enum mem_req reqs[] = {MEM_GETS, MEM_GETS,	  MEM_GETX,
					    MEM_GETX, MEM_IFETCH, MEM_PF};
	uint64_t line = rnd(8) ? rnd(200) : rnd(LINES);
	unsigned int cpu = rnd(m->p.cpus), kind = rnd(7);
	enum mem_req req;

	if (kind == 6) {
		dma(m, line, t);
		check_line(m, line);
		return;
	}
	req = reqs[kind];
	if (req == MEM_IFETCH && line > 150)
		req = MEM_GETS;
	if (req == MEM_GETX) {
		mem_access(m, cpu, line << 6, req, SIM_PS(t));
		stale[line] = true;
		assert_int_equal(core_state(m, cpu, line), ST_M);
		assert_false(mem_others(m, cpu, line << 6, true));
	} else {
		mem_access(m, cpu, line << 6, req, SIM_PS(t));
		assert_true(req == MEM_PF || core_state(m, cpu, line) != ST_I);
	}
	check_line(m, line);
	check_domains(m, line);
}

static void run(const char *machine)
{
	struct mem *m = fake_mem(machine);

	for (unsigned int i = 0; i < LINES; i++)
		stale[i] = false;
	m->written = written;
	for (unsigned int i = 0; i < OPS; i++) {
		one_op(m, i * 1000ull);
		if (i % 20000 == 0)
			for (uint64_t line = 0; line < LINES; line++)
				check_line(m, line);
	}
	mem_free(m);
}

static void k8(void **state)
{
	(void)state;
	run(FAKE_K8);
}

/* 80 KiB: no power of two of sets, so hashed slices. */
static void odd_size(void **state)
{
	(void)state;
	run("cpu: {count: 2, freq: 1GHz}\n"
	    "cache: {" FAKE_L1 "l2: {size: 80KiB, ways: 4, policy: exclusive}}\n"
	    "coherence: {protocol: moesi, die: 70ns}\n" FAKE_DRAM);
}

static void core2(void **state)
{
	(void)state;
	run(FAKE_CORE2 "dma: {dca: on}\n");
}

static void nehalem(void **state)
{
	(void)state;
	run(FAKE_NEHALEM);
}

static void skylake(void **state)
{
	(void)state;
	run(FAKE_SKX "dma: {policy: ddio}\n");
}

static void zen(void **state)
{
	(void)state;
	run(FAKE_ZEN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(k8),	   cmocka_unit_test(odd_size), cmocka_unit_test(core2),
		cmocka_unit_test(nehalem), cmocka_unit_test(skylake),  cmocka_unit_test(zen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
