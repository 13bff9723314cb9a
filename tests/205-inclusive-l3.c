/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An inclusive L3 holds what its cores hold, always; when it drops a line, the
 * cores lose it (a line hot in L1 included), and dirty data reach DRAM once.
 */
#include "tests/mem_fake.h"

#include "models/mem/mem_int.h"

#define A      0x10000000ull
#define L3_WAY (16 * 1024ull) /* 64 KiB, 4 ways */

static void hot_line_lost(void **state)
{
	struct mem *m = fake_mem(FAKE_NEHALEM);

	(void)state;
	expect_access(m, 0, A, MEM_GETX, 100, MEM_DRAM);
	for (unsigned int i = 1; i <= 3; i++)
		expect_access(m, 1, A + i * L3_WAY, MEM_GETS, 100, MEM_DRAM);
	expect_access(m, 0, A, MEM_GETS, 3, MEM_L1); /* L3 does not see this use */
	assert_int_equal(m->back_invalidations, 0);
	expect_access(m, 1, A + 4 * L3_WAY, MEM_GETS, 100, MEM_DRAM);
	assert_int_equal(m->back_invalidations, 1);
	assert_int_equal(m->writebacks, 1);
	expect_access(m, 0, A, MEM_GETS, 100, MEM_DRAM);
	mem_free(m);
}

static void holds_all(void **state)
{
	struct mem *m = fake_mem(FAKE_NEHALEM);
	uint64_t seed = 3;

	(void)state;
	for (unsigned int i = 0; i < 100000; i++) {
		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		mem_access(m, seed >> 33 & 3, ((seed >> 40) % 3000) << 6,
			   seed >> 35 & 1 ? MEM_GETS : MEM_GETX, SIM_PS(i));
	}
	for (uint64_t line = 0; line < 3000; line++)
		for (unsigned int cpu = 0; cpu < 4; cpu++)
			if (core_state(m, cpu, line) != ST_I)
				assert_true(cache_find(&domain_of(m, cpu)->shared, line) >= 0);
	mem_free(m);
}

/* The other core's presence bit outlives its silent eviction (Molka et al. 2009). */
static void needless_snoop(void **state)
{
	struct mem *m = fake_mem(FAKE_NEHALEM);

	(void)state;
	expect_access(m, 0, A, MEM_GETS, 100, MEM_DRAM);
	for (unsigned int i = 1; i <= 8; i++) /* out of L1 and L2, not of L3 (next set) */
		fake_access(m, 0, A + i * 4096, MEM_GETS);
	assert_int_equal(core_state(m, 0, A >> 6), ST_I);
	expect_access(m, 1, A, MEM_GETS, 65, MEM_PEER);
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hot_line_lost),
		cmocka_unit_test(holds_all),
		cmocka_unit_test(needless_snoop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
