/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Streams of different names or seeds are independent (no correlation, at any
 * of a few lags); the same name and seed give the same stream, whoever else draws.
 */
#include "tests/tap.h"

#include <math.h>

#include <gsl/gsl_statistics_double.h>

#include "sim/rng.h"

#define N 20000

static double a[N], b[N];

static void fill(double *x, struct rng *r, struct rng *other)
{
	for (int i = 0; i < N; i++) {
		x[i] = (double)rng_below(r, 1000000);
		if (other)
			rng_below(other, 5);
	}
}

static void expect_independent(void)
{
	for (size_t lag = 0; lag < 4; lag++) {
		double c = gsl_stats_correlation(a + lag, 1, b, 1, N - lag);

		assert_true(fabs(c) < 4 / sqrt(N));
	}
}

static void test(void **state)
{
	static const char *const names[] = {"a", "b", "tx.nic", "rx.nic", ""};

	(void)state;
	fill(a, rng_new(1, "netperf"), NULL);
	fill(b, rng_new(1, "netperf"), rng_new(1, "newcomer"));
	assert_memory_equal(a, b, sizeof(a));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		fill(b, rng_new(1, names[i]), NULL);
		expect_independent();
	}
	for (uint64_t seed = 2; seed < 6; seed++) {
		fill(b, rng_new(seed, "netperf"), NULL);
		expect_independent();
	}
	fill(b, rng_new(1 + (UINT64_C(1) << 32), "netperf"), NULL); /* all 64 bits count */
	expect_independent();
}

int main(void)
{
	return RUN_ONE(test);
}
