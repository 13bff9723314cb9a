/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * DRAM moves exactly its bandwidth when asked for more, whoever asks in whatever
 * order, and a request that comes late in call order but early in time does not
 * wait for one of the future.
 */
#include "tests/mem_fake.h"

#include "models/mem/dram.h"

#define LINE_PS 10000ull /* 51.2 Gbit/s */

static void fifo(void **state)
{
	struct dram d;

	(void)state;
	dram_init(&d, 51200000000ull, NULL, NULL);
	assert_int_equal(d.line_ps, LINE_PS);
	assert_int_equal(dram_take(&d, 0), 0);
	assert_int_equal(dram_take(&d, 0), LINE_PS);
	assert_int_equal(dram_take(&d, 5000), 15000);
	assert_int_equal(dram_take(&d, 30000), 0);
	assert_int_equal(dram_take(&d, 1000000), 0);
}

static void saturated(void **state)
{
	struct dram d;
	uint64_t done = 0;

	(void)state;
	dram_init(&d, 51200000000ull, NULL, NULL);
	for (unsigned int i = 0; i < 100000; i++) { /* three times too fast */
		uint64_t t = i * LINE_PS / 3;

		done = t + dram_take(&d, t) + LINE_PS;
	}
	assert_int_equal(done, 100000 * LINE_PS);
}

static void past_is_not_future(void **state)
{
	struct dram d;

	(void)state;
	dram_init(&d, 51200000000ull, NULL, NULL);
	dram_take(&d, 50000000);		   /* 50 us */
	assert_int_equal(dram_take(&d, 10000), 0); /* long before */
}

/* Two CPUs, one always 10 us behind: together they get the bandwidth, no more. */
static void late_requests_count(void **state)
{
	struct dram d;
	uint64_t t[2] = {10000000, 0}, done = 0;

	(void)state;
	dram_init(&d, 51200000000ull, NULL, NULL);
	for (unsigned int i = 0; i < 20000; i++) {
		unsigned int cpu = i & 1;

		t[cpu] += dram_take(&d, t[cpu]) + 1000; /* wants 10 times the bandwidth */
		if (t[cpu] > done)
			done = t[cpu];
	}
	assert_true(done > 20000 * LINE_PS * 90 / 100);
	assert_true(done < 20000 * LINE_PS * 115 / 100 + 10000000);
}

static void through_caches(void **state)
{
	struct mem *m = fake_mem(FAKE_K8);
	uint64_t last = 0;

	(void)state;
	for (unsigned int i = 0; i < 1000; i++) {
		uint64_t ps = mem_access(m, i & 1, 0x10000000 + i * 64ull, MEM_GETS, SIM_PS(i)).ps;

		last = ps > last ? ps : last;
	}
	assert_int_equal(last, 100000 + 999 * LINE_PS - 999);
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fifo),
		cmocka_unit_test(saturated),
		cmocka_unit_test(past_is_not_future),
		cmocka_unit_test(late_requests_count),
		cmocka_unit_test(through_caches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
