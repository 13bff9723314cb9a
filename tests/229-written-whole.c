/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A line that is written whole is taken as any store takes it: the same states, the same
 * caches, dirty where it falls out. But memory is not read for it, and the prefetcher does
 * not see it.
 */
#include "tests/mem_fake.h"

#include "models/mem/mem_int.h"

#define LINES 4096u
#define A     0x100000ull

static uint64_t reads(const struct mem *m)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < m->p.dram_nodes; i++)
		sum += m->node[i].lines_read;
	return sum;
}

static struct mem_reply write_whole(struct mem *m, unsigned int cpu, uint64_t addr)
{
	static uint64_t t = 500000; /* between fake_access()'s */

	t += 1000000;
	return mem_write_line(m, cpu, addr, SIM_PS(t));
}

/* A random mix of loads and stores, in one memory with stores and in one with whole lines. */
static void same_states(const char *machine)
{
	struct mem *a = fake_mem(machine), *b = fake_mem(machine);
	uint64_t seed = 1;

	for (unsigned int i = 0; i < 20000; i++) {
		unsigned int cpu;
		uint64_t addr;

		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		cpu = (unsigned int)(seed >> 33) % mem_cpus(a);
		addr = A + (seed >> 40) % LINES * 64;
		if (seed >> 39 & 1) {
			fake_access(a, cpu, addr, MEM_GETX);
			write_whole(b, cpu, addr);
		} else {
			struct mem_reply r = fake_access(a, cpu, addr, MEM_GETS);

			assert_int_equal(fake_access(b, cpu, addr, MEM_GETS).level, r.level);
		}
	}
	for (unsigned int cpu = 0; cpu < mem_cpus(a); cpu++)
		for (uint64_t line = A / 64; line < A / 64 + LINES; line++)
			assert_int_equal(core_state(a, cpu, line), core_state(b, cpu, line));
	assert_int_equal(a->writebacks, b->writebacks);
	assert_int_equal(a->l1d.miss, b->l1d.miss);
	assert_true(reads(b) < reads(a));
	mem_free(a);
	mem_free(b);
}

static void test_states(void **state)
{
	(void)state;
	same_states(FAKE_K8);
	same_states(FAKE_CORE2);
	same_states(FAKE_NEHALEM);
	same_states(FAKE_SKX);
	same_states(FAKE_ZEN);
}

static void unread(const char *machine)
{
	struct mem *m = fake_mem(machine);

	for (unsigned int i = 0; i < LINES; i++)
		assert_int_equal(write_whole(m, 0, A + i * 64).level, MEM_DRAM);
	assert_int_equal(reads(m), 0);
	assert_true(m->writebacks > LINES / 2); /* what the caches cannot hold */
	assert_int_equal(fake_access(m, 0, A + (LINES - 1) * 64, MEM_GETX).level, MEM_L1);
	fake_access(m, 0, A, MEM_GETS);
	assert_int_equal(reads(m), 1);
	assert_int_equal(write_whole(m, 1, A).shared, true); /* taken from the other CPU */
	assert_false(mem_others(m, 1, A, true));
	assert_true(mem_others(m, 0, A, true));
	mem_free(m);
}

static void test_unread(void **state)
{
	(void)state;
	unread(FAKE_K8);
	unread(FAKE_CORE2);
	unread(FAKE_NEHALEM);
	unread(FAKE_SKX);
	unread(FAKE_ZEN);
}

/* A hundred lines at one moment: the memory controller is as free as before. */
static void test_no_bandwidth(void **state)
{
	struct mem *m = fake_mem(FAKE_NEHALEM);

	(void)state;
	for (unsigned int i = 0; i < 100; i++)
		mem_write_line(m, 0, A + i * 64, SIM_US(5));
	assert_int_equal(mem_access(m, 1, 2 * A, MEM_GETS, SIM_US(5)).ps, 100000);
	mem_free(m);
}

static void test_prefetcher(void **state)
{
	const char *machine = "cpu: {count: 1, freq: 1GHz}\n"
			      "cache: {" FAKE_L1 "l2: {size: 32KiB, ways: 4, latency: 12}, "
			      "prefetch: {kind: stream}}\n" FAKE_DRAM;
	struct mem *m = fake_mem(machine);

	(void)state;
	for (unsigned int i = 0; i < 64; i++)
		write_whole(m, 0, A + i * 64);
	assert_int_equal(m->prefetch_sent, 0);
	for (unsigned int i = 0; i < 8; i++)
		fake_access(m, 0, 2 * A + i * 64, MEM_GETX);
	assert_true(m->prefetch_sent > 0);
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_states),
		cmocka_unit_test(test_unread),
		cmocka_unit_test(test_no_bandwidth),
		cmocka_unit_test(test_prefetcher),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
