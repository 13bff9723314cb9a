/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rng_below() is uniform for small n, for n near 2^64 where a plain remainder
 * would favour low values, and for n = 1; rng_chance() meets its probability.
 */
#include "tests/tap.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "sim/rng.h"

#define N    120000
#define BINS 12

/* Chi-square of equal bins of 0..n-1, as a probability. */
static double p_value(struct rng *r, uint64_t n)
{
	double count[BINS] = {0}, chi2 = 0, expect = (double)N / BINS;

	for (int i = 0; i < N; i++) {
		uint64_t v = rng_below(r, n);

		assert_true(v < n);
		count[(unsigned __int128)v * BINS / n]++;
	}
	for (int i = 0; i < BINS; i++)
		chi2 += (count[i] - expect) * (count[i] - expect) / expect;
	return gsl_cdf_chisq_Q(chi2, BINS - 1);
}

static void test(void **state)
{
	struct rng *r = rng_new(9, "uniform");
	double hits = 0;

	(void)state;
	assert_in_range((int)(1e4 * p_value(r, BINS)), 10, 9990);
	assert_in_range((int)(1e4 * p_value(r, 3 * (UINT64_C(1) << 62))), 10, 9990);
	assert_in_range((int)(1e4 * p_value(r, UINT64_MAX)), 10, 9990);
	assert_int_equal(rng_below(r, 1), 0);
	for (int i = 0; i < N; i++) {
		hits += rng_chance(r, 0.01);
		assert_true(rng_chance(r, 1));
		assert_false(rng_chance(r, 0));
	}
	assert_true(fabs(hits - 0.01 * N) < 4 * sqrt(0.01 * 0.99 * N));
}

int main(void)
{
	return RUN_ONE(test);
}
