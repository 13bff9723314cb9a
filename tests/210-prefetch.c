/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hardware prefetch: two neighbouring misses start a stream of `depth` lines in
 * their direction, never past the 4 KiB page; a line under way costs the rest
 * of its time; random accesses start nothing.
 */
#include "tests/mem_fake.h"

#include "models/mem/mem_int.h"

#define A 0x10000000ull
#define STREAM                                                                                     \
	"cpu: {count: 2, freq: 1GHz}\n"                                                            \
	"cache: {" FAKE_L1 "l2: {size: 32KiB, ways: 4, latency: 12, replacement: lru}, "           \
	"prefetch: {kind: stream, trigger: 2, depth: 4}}\n"                                        \
	"coherence: {protocol: moesi, die: 70ns}\n" FAKE_DRAM
#define NEXT                                                                                       \
	"cpu: {count: 2, freq: 1GHz}\n"                                                            \
	"cache: {" FAKE_L1 "l2: {size: 32KiB, ways: 4, latency: 12, replacement: lru}, "           \
	"prefetch: {kind: next_line}}\n" FAKE_DRAM

static bool in_l2(const struct mem *m, uint64_t addr)
{
	return cache_find(&m->core[0].l2, addr >> 6) >= 0;
}

static void forward(void **state)
{
	struct mem *m = fake_mem(STREAM);

	(void)state;
	fake_access(m, 0, A, MEM_GETS);
	assert_int_equal(m->prefetch_sent, 0);
	fake_access(m, 0, A + 64, MEM_GETS);
	assert_int_equal(m->prefetch_sent, 4);
	for (unsigned int i = 2; i < 6; i++)
		assert_true(in_l2(m, A + i * 64));
	assert_false(in_l2(m, A + 6 * 64));
	expect_access(m, 0, A + 2 * 64, MEM_GETS, 12, MEM_L2);
	assert_true(in_l2(m, A + 6 * 64)); /* stays ahead */
	assert_int_equal(m->prefetch_used, 1);
	mem_free(m);
}

static void backward(void **state)
{
	struct mem *m = fake_mem(STREAM);

	(void)state;
	fake_access(m, 0, A + 20 * 64, MEM_GETS);
	fake_access(m, 0, A + 19 * 64, MEM_GETS);
	assert_int_equal(m->prefetch_sent, 4);
	assert_true(in_l2(m, A + 15 * 64));
	assert_false(in_l2(m, A + 21 * 64));
	mem_free(m);
}

static void ends_at_page(void **state)
{
	struct mem *m = fake_mem(STREAM);

	(void)state;
	fake_access(m, 0, A + 61 * 64, MEM_GETS);
	fake_access(m, 0, A + 62 * 64, MEM_GETS);
	assert_int_equal(m->prefetch_sent, 1);
	assert_false(in_l2(m, A + 64 * 64));
	mem_free(m);
}

static void under_way(void **state)
{
	struct mem *m = fake_mem(STREAM);

	(void)state;
	mem_access(m, 0, A, MEM_GETS, SIM_NS(1000));
	mem_access(m, 0, A + 64, MEM_GETS, SIM_NS(2000));
	/* demand 2000, prefetches at 2010, 2020, 2030, 2040 on the bus */
	assert_int_equal(mem_access(m, 0, A + 128, MEM_GETS, SIM_NS(2050)).ps, 60000);
	assert_int_equal(mem_access(m, 0, A + 192, MEM_GETS, SIM_NS(2115)).ps, 12000);
	mem_free(m);
}

static void random_starts_nothing(void **state)
{
	struct mem *m = fake_mem(STREAM);

	(void)state;
	for (unsigned int i = 0; i < 64; i++)
		fake_access(m, 0, A + (i * 37 % 64) * 64, MEM_GETS);
	assert_int_equal(m->prefetch_sent, 0);
	mem_free(m);
}

static void next_line(void **state)
{
	struct mem *m = fake_mem(NEXT);

	(void)state;
	fake_access(m, 0, A + 128, MEM_GETS);
	assert_int_equal(m->prefetch_sent, 1);
	expect_access(m, 0, A + 192, MEM_GETS, 12, MEM_L2);
	fake_access(m, 0, A + 63 * 64, MEM_GETS);
	assert_int_equal(m->prefetch_sent,
			 2); /* 128+64 and, on its use, 128+128; none past the page */
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forward),
		cmocka_unit_test(backward),
		cmocka_unit_test(ends_at_page),
		cmocka_unit_test(under_way),
		cmocka_unit_test(random_starts_nothing),
		cmocka_unit_test(next_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
