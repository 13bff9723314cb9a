/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Quantiles are never below the true sample and at most 1/64 above it, from 0 to
 * 2^64-1; count, sum, minimum and maximum are exact.
 */
#include "tests/tap.h"

#include <math.h>
#include <stdlib.h>

#include "sim/rng.h"
#include "sim/stats.h"

#define N 20000

static uint64_t sample[N];

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void check_quantile(const struct stats_dist *d, size_t rank)
{
	uint64_t exact = sample[rank - 1];
	uint64_t got = stats_dist_quantile(d, (double)rank / N);

	assert_true(got >= exact);
	assert_true(got - exact <= exact / 64);
}

static void test(void **state)
{
	struct stats_dist *d = stats_dist_new("d", "ps", "samples");
	struct rng *r = rng_new(3, "dist");
	double sum = 0;

	(void)state;
	assert_int_equal(stats_dist_quantile(d, 0.5), 0);
	for (size_t i = 0; i < N; i++) {
		sample[i] =
			rng_below(r, UINT64_MAX) >> rng_below(r, 64); /* each magnitude as often */
		sum += (double)sample[i];
		stats_dist_add(d, sample[i]);
	}
	qsort(sample, N, sizeof(sample[0]), compare);
	for (size_t rank = 1; rank <= N; rank++)
		check_quantile(d, rank);
	assert_int_equal(stats_dist_count(d), N);
	assert_true(stats_dist_min(d) == sample[0]);
	assert_true(stats_dist_max(d) == sample[N - 1]);
	assert_true(stats_dist_quantile(d, 1) == sample[N - 1]);
	assert_true(fabs(stats_dist_mean(d) / (sum / N) - 1) < 1e-9);
}

int main(void)
{
	return RUN_ONE(test);
}
