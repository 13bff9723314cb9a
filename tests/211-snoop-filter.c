/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A victim L3: a line that L2 drops is in L3, one that a core takes is not; and
 * a snoop filter that has no room takes its oldest line from the core, whose
 * data go to L3 (Yan et al., S&P 2019).
 */
#include "tests/mem_fake.h"

#include "models/mem/mem_int.h"

#define A   0x10000000ull
#define WAY 4096ull /* L2: 64 sets of 4 ways */

static bool in_l3(struct mem *m, uint64_t addr)
{
	return cache_find(&domain_of(m, 0)->shared, addr >> 6) >= 0;
}

static void victims_move(void **state)
{
	struct mem *m = fake_mem(FAKE_SKX);

	(void)state;
	for (unsigned int i = 0; i <= 4; i++)
		fake_access(m, 0, A + i * WAY, MEM_GETS);
	assert_true(in_l3(m, A));
	assert_false(in_l3(m, A + WAY));
	expect_access(m, 0, A, MEM_GETS, 50, MEM_LLC);
	assert_false(in_l3(m, A));
	mem_free(m);
}

/* Filter and L3 have 256 sets: 16 KiB apart collide. L2 would hold them. */
static void filter_evicts(void **state)
{
	struct mem *m = fake_mem(FAKE_SKX_("nine", "mesi"));
	const uint64_t far = 16 * 1024;

	(void)state;
	fake_access(m, 0, A, MEM_GETX);
	for (unsigned int i = 1; i <= 3; i++) /* CPU 1: the same filter set, other L2 */
		fake_access(m, 1, A + i * far, MEM_GETS);
	assert_int_equal(m->back_invalidations, 0);
	fake_access(m, 1, A + 4 * far, MEM_GETS);
	assert_int_equal(m->back_invalidations, 1);
	assert_int_equal(core_state(m, 0, A >> 6), ST_I);
	assert_true(in_l3(m, A));
	assert_int_equal(m->writebacks, 0);
	expect_access(m, 0, A, MEM_GETS, 50, MEM_LLC);
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(victims_move),
		cmocka_unit_test(filter_evicts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
