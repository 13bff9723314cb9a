/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * K8: a line is in L1D, L1I or L2 of a core, never in two of them; so L1D and
 * L2 together hold their sum.
 */
#include "tests/mem_fake.h"

#include "models/mem/mem_int.h"

static unsigned int copies(const struct mem *m, unsigned int cpu, uint64_t line)
{
	const struct core *c = &m->core[cpu];

	return (cache_find(&c->l1d, line) >= 0) + (cache_find(&c->l1i, line) >= 0) +
	       (cache_find(&c->l2, line) >= 0);
}

static void never_both(void **state)
{
	static const enum mem_req reqs[] = {MEM_GETS, MEM_GETX, MEM_IFETCH, MEM_PF};
	struct mem *m = fake_mem(FAKE_K8);
	uint64_t seed = 7;

	(void)state;
	for (unsigned int i = 0; i < 200000; i++) {
		uint64_t line;
		unsigned int cpu;

		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		line = (seed >> 40) % 1500;
		cpu = seed >> 33 & 1;
		mem_access(m, cpu, line << 6, reqs[seed >> 35 & 3], SIM_PS(i));
		assert_true(copies(m, 0, line) <= 1);
		assert_true(copies(m, 1, line) <= 1);
	}
	mem_free(m);
}

static void sum_of_both(void **state)
{
	struct mem *m = fake_mem(FAKE_K8);
	const unsigned int lines = (8 + 32) * 1024 / 64;
	unsigned int dram = 0;

	(void)state;
	for (unsigned int round = 0; round < 3; round++) {
		dram = 0;
		for (unsigned int i = 0; i < lines; i++)
			dram += fake_access(m, 0, i * 64ull, MEM_GETS).level == MEM_DRAM;
	}
	assert_int_equal(dram, 0);
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(never_both),
		cmocka_unit_test(sum_of_both),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
