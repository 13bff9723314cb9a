/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Instruction lines: L1I is apart from L1D; its fills are counted, so that an
 * unchanged count means that no code has left; a store to code takes it away.
 */
#include "tests/mem_fake.h"

#define A 0x01000000ull
#define D 0x10000000ull

static void fills(void **state)
{
	struct mem *m = fake_mem(FAKE_NEHALEM);
	uint64_t before;

	(void)state;
	expect_access(m, 0, A, MEM_IFETCH, 100, MEM_DRAM);
	expect_access(m, 0, A, MEM_IFETCH, 1, MEM_L1);
	before = mem_ifills(m, 0);
	for (unsigned int i = 0; i < 10000; i++) /* data beyond L2, within L3 */
		fake_access(m, 0, D + (i % 500) * 64, MEM_GETS);
	assert_int_equal(mem_ifills(m, 0), before);
	expect_access(m, 0, A, MEM_IFETCH, 1, MEM_L1);
	fake_access(m, 0, A + 4096, MEM_IFETCH);
	assert_int_equal(mem_ifills(m, 0), before + 1);
	assert_int_equal(mem_ifills(m, 1), 0);
	mem_free(m);
}

static void store_to_code(void **state)
{
	static const char *const machines[] = {FAKE_K8, FAKE_CORE2, FAKE_NEHALEM, FAKE_SKX};

	(void)state;
	for (unsigned int i = 0; i < 4; i++) {
		struct mem *m = fake_mem(machines[i]);

		fake_access(m, 0, A, MEM_IFETCH);
		fake_access(m, 1, A, MEM_IFETCH);
		assert_true(mem_others(m, 0, A, true));
		fake_access(m, 0, A, MEM_GETX);
		assert_true(fake_access(m, 1, A, MEM_IFETCH).level != MEM_L1);
		assert_true(fake_access(m, 0, A, MEM_IFETCH).level != MEM_L1);
		mem_free(m);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fills),
		cmocka_unit_test(store_to_code),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
