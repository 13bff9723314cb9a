/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Devices: reads get dirty lines from the cache and leave them there; writes
 * invalidate, update or allocate by policy, with exact counts and times.
 */
#include "tests/mem_fake.h"

#include "models/mem/mem_int.h"

#define A 0x10000000ull

static uint64_t dma_ns(struct mem *m, bool write, uint64_t addr, uint32_t len, int dca)
{
	static uint64_t t = 1000000000;
	sim_time at = SIM_PS(t), done;

	t += 10000000; /* 10 us apart */
	done = write ? mem_dma_write(m, addr, len, at, dca) : mem_dma_read(m, addr, len, at);
	return sim_sub(done, at).ps / 1000;
}

static void read_snoops(void **state)
{
	struct mem *m = fake_mem(FAKE_K8);

	(void)state;
	assert_int_equal(dma_ns(m, false, A, 64, -1), 100); /* DRAM */
	fake_access(m, 0, A, MEM_GETS);
	assert_int_equal(dma_ns(m, false, A, 64, -1), 100); /* clean: DRAM */
	fake_access(m, 0, A, MEM_GETX);
	assert_int_equal(dma_ns(m, false, A, 64, -1), 70); /* dirty: probe */
	assert_int_equal(core_state(m, 0, A >> 6), ST_M);  /* and it stays */
	expect_access(m, 0, A, MEM_GETX, 3, MEM_L1);
	assert_int_equal(m->dma_read, 3);
	assert_int_equal(m->dma_read_hit, 1);
	mem_free(m);
}

/* Lines of a request go side by side: the last one waits for the bus only. */
static void read_streams(void **state)
{
	struct mem *m = fake_mem(FAKE_K8);

	(void)state;
	assert_int_equal(dma_ns(m, false, A, 1500, -1), 100 + 23 * 10); /* 24 lines of 10 ns */
	assert_int_equal(dma_ns(m, false, A + 60, 8, -1), 100 + 10);	/* touches two lines */
	assert_int_equal(m->dma_read, 26);
	mem_free(m);
}

static void write_invalidates(void **state)
{
	struct mem *m = fake_mem(FAKE_K8);

	(void)state;
	fake_access(m, 0, A, MEM_GETS);
	fake_access(m, 1, A, MEM_GETS);
	fake_access(m, 0, A + 64, MEM_GETX);
	dma_ns(m, true, A, 128, -1);
	for (unsigned int cpu = 0; cpu < 2; cpu++)
		for (unsigned int i = 0; i < 2; i++)
			assert_int_equal(core_state(m, cpu, (A >> 6) + i), ST_I);
	assert_int_equal(m->dma_write, 2);
	assert_int_equal(m->dma_write_hit, 2);
	assert_int_equal(m->node[0].lines_written,
			 2); /* whole lines: the dirty one need not be saved */
	fake_access(m, 0, A, MEM_GETX);
	dma_ns(m, true, A + 8, 16, -1);
	assert_int_equal(m->node[0].lines_written, 4); /* a part: write back, then write */
	expect_access(m, 0, A, MEM_GETS, 100, MEM_DRAM);
	mem_free(m);
}

static void write_updates(void **state)
{
	struct mem *m = fake_mem(FAKE_NEHALEM "dma: {policy: update}\n");

	(void)state;
	fake_access(m, 0, A, MEM_GETS);
	assert_int_equal(dma_ns(m, true, A, 64, -1), 40);
	assert_int_equal(m->node[0].lines_written, 0);
	expect_access(m, 0, A, MEM_GETS, 40, MEM_LLC); /* new contents are in L3 */
	dma_ns(m, true, A + 64, 64, -1);	       /* was nowhere */
	assert_int_equal(m->node[0].lines_written, 1);
	expect_access(m, 0, A + 64, MEM_GETS, 100, MEM_DRAM);
	mem_free(m);
}

static void ddio_allocates(void **state)
{
	struct mem *m = fake_mem(FAKE_SKX "dma: {policy: ddio}\n");

	(void)state;
	assert_int_equal(dma_ns(m, true, A, 64, -1), 50);
	assert_int_equal(m->dma_allocate, 1);
	assert_int_equal(m->node[0].lines_written + m->node[0].lines_read, 0);
	expect_access(m, 0, A, MEM_GETS, 50, MEM_LLC);
	fake_access(m, 1, A, MEM_GETX);
	dma_ns(m, true, A, 64, -1);
	assert_int_equal(core_state(m, 1, A >> 6), ST_I);
	expect_access(m, 2, A, MEM_GETS, 120, MEM_REMOTE); /* dirty in socket 0's L3 */
	assert_int_equal(dma_ns(m, false, A, 64, -1), 50);
	mem_free(m);
}

/* More lines of a set than DDIO's two ways push each other out, nobody else. */
static void ddio_ways(void **state)
{
	struct mem *m = fake_mem(FAKE_SKX "dma: {policy: ddio, ways: 2}\n");
	const uint64_t way = 16 * 1024;

	(void)state;
	for (unsigned int i = 0; i < 6; i++) /* six lines of CPU 0 in one L3 set: 4 in L2 */
		fake_access(m, 0, A + i * way, MEM_GETS);
	assert_int_equal(m->writebacks, 0);
	for (unsigned int i = 16; i < 26; i++)
		dma_ns(m, true, A + i * way, 64, -1);
	assert_int_equal(m->writebacks, 8); /* ten written, two still in L3 */
	expect_access(m, 0, A + 24 * way, MEM_GETS, 50, MEM_LLC);
	expect_access(m, 0, A + 25 * way, MEM_GETS, 50, MEM_LLC);
	expect_access(m, 0, A + 23 * way, MEM_GETS, 100, MEM_DRAM);
	mem_free(m);
}

static void dca_prefetches(void **state)
{
	struct mem *m = fake_mem(FAKE_CORE2 "dma: {dca: on}\n");

	(void)state;
	mem_dma_write(m, A, 64, SIM_US(5), 2);
	assert_int_equal(mem_access(m, 2, A, MEM_GETS, SIM_US(6)).ps, 14000);
	mem_dma_write(m, A, 64, SIM_US(10), 2);
	/* too early: the write of 10 ns, then the rest of the read of 100 ns */
	assert_int_equal(mem_access(m, 2, A, MEM_GETS, SIM_NS(10060)).ps, 50000);
	mem_dma_write(m, A, 64, SIM_US(20), -1);
	assert_int_equal(mem_access(m, 2, A, MEM_GETS, SIM_US(21)).level, MEM_DRAM);
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(read_snoops),	     cmocka_unit_test(read_streams),
		cmocka_unit_test(write_invalidates), cmocka_unit_test(write_updates),
		cmocka_unit_test(ddio_allocates),    cmocka_unit_test(ddio_ways),
		cmocka_unit_test(dca_prefetches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
