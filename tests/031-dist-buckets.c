/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Buckets join without a gap or an overlap, and each sample is in exactly its own. */
#include "tests/tap.h"

#include "sim/stats.h"

static uint64_t next_low, total;

static void bucket(uint64_t low, uint64_t high, uint64_t n, void *arg)
{
	(void)arg;
	assert_true(low <= high);
	assert_true(low >= next_low);
	next_low = high + 1;
	assert_true(high - low <= low / 64);
	total += n;
}

static void exact(uint64_t low, uint64_t high, uint64_t n, void *arg)
{
	(void)arg;
	assert_true(low == high);
	assert_int_equal(low, next_low);
	assert_int_equal(n, 1);
	next_low++;
}

static void test(void **state)
{
	struct stats_dist *all = stats_dist_new("all", "1", "powers of two and neighbours");
	struct stats_dist *small = stats_dist_new("small", "1", "0..127");
	struct stats_dist *top = stats_dist_new("top", "1", "the largest");

	(void)state;
	for (int i = 1; i < 64; i++)
		for (uint64_t k = 0; k < 3; k++)
			stats_dist_add(all, (UINT64_C(1) << i) - 1 + k);
	stats_dist_buckets(all, bucket, NULL);
	assert_int_equal(total, 63 * 3);

	next_low = 0;
	for (uint64_t v = 0; v < 128; v++)
		stats_dist_add(small, v);
	stats_dist_buckets(small, exact, NULL);
	assert_int_equal(next_low, 128);

	stats_dist_add(top, UINT64_MAX);
	assert_true(stats_dist_quantile(top, 0.5) == UINT64_MAX);
}

int main(void)
{
	return RUN_ONE(test);
}
