/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The exponential stream has its mean, and passes the Kolmogorov-Smirnov test
 * at the 0.1 % level: D < 1.95 / sqrt(n) (Knuth, TAOCP 2, section 3.3.1).
 */
#include "tests/tap.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "sim/rng.h"

#define N    200000
#define MEAN 75e6

static double x[N];

static void test(void **state)
{
	struct rng *r = rng_new(42, "arrivals");
	double d = 0;

	(void)state;
	for (int i = 0; i < N; i++)
		x[i] = rng_exponential(r, MEAN);
	/* The mean's own standard deviation is MEAN / sqrt(N). */
	assert_true(fabs(gsl_stats_mean(x, 1, N) - MEAN) < 4 * MEAN / sqrt(N));
	gsl_sort(x, 1, N);
	for (int i = 0; i < N; i++) {
		double p = gsl_cdf_exponential_P(x[i], MEAN);

		d = fmax(d, fmax(p - (double)i / N, (double)(i + 1) / N - p));
	}
	assert_true(d < 1.95 / sqrt(N));
	assert_true(d > 0.2 / sqrt(N)); /* too even would not be random either */
}

int main(void)
{
	return RUN_ONE(test);
}
