/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A sweep over the size of a 12-way L2: each size from 512 KiB to 16 MiB is built
 * to within 5 % (exactly where its sets are a power of two), holds a working set
 * of 7/8 of itself and not one of 3/2, at the same latency.
 */
#include "tests/mem_fake.h"

#include "models/mem/cache.h"
#include "models/mem/membench.h"

static void built(void **state)
{
	static const struct {
		unsigned int size_kib, ways, slices, kib;
	} rows[] = {
		{3072, 12, 1, 3072}, {512, 12, 1, 528},	  {1024, 12, 1, 1008},
		{2048, 12, 1, 2064}, {512, 16, 1, 512},	  {19712, 11, 14, 19712},
		{5120, 16, 4, 5120}, {6144, 24, 1, 6144}, {8, 2, 1, 8},
	};

	(void)state;
	for (unsigned int i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct cache_geometry g = {.size = rows[i].size_kib * 1024ull,
						 .ways = rows[i].ways,
						 .slices = rows[i].slices};
		struct cache c;

		assert_null(cache_geometry_check(&g, "x"));
		assert_int_equal(cache_geometry_bytes(&g), rows[i].kib * 1024ull);
		cache_init(&c, &g, false);
		assert_int_equal((uint64_t)c.sets * c.ways * 64, rows[i].kib * 1024ull);
		cache_fini(&c);
	}
}

static void holds(void **state)
{
	(void)state;
	for (unsigned int kib = 512; kib <= 16384; kib *= 2) {
		char text[1024];
		struct mem *m;

		snprintf(text, sizeof(text),
			 "cpu: {count: 2, freq: 1GHz}\n"
			 "cache: {" FAKE_L1
			 "l2: {size: %uKiB, ways: 12, latency: 15, share: 2}}\n" FAKE_DRAM,
			 kib);
		m = fake_mem(text);
		assert_true(membench_latency(m, 0, kib * 896ull) < 15000 * 1.2);
		assert_true(membench_latency(m, 0, kib * 1536ull) > 60000);
		mem_free(m);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(built), cmocka_unit_test(holds)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
