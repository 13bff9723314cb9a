/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_estimate.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"

#define LEVEL	     0.975 /* of a two-sided 95 % interval */
#define RANGE_MIN    0.02
#define WIDE	     0.10
#define STATES_RANGE 0.10
#define STATES_GAP   0.60
#define HOMOGENEITY  0.01

double variance_of(const double *x, size_t n, double *mean)
{
	*mean = gsl_stats_mean(x, 1, n);
	return n > 1 ? gsl_stats_variance_m(x, 1, n, *mean) : 0;
}

double t_half(double variance, size_t n)
{
	if (n < 2)
		return 0;
	return gsl_cdf_tdist_Pinv(LEVEL, (double)n - 1) * sqrt(variance / (double)n);
}

/* Standard error of one run's mean, from its interval; 0: unknown. */
static double standard_error(const struct sample *s)
{
	if (s->batches < 2 || !(s->half > 0) || isinf(s->half))
		return 0;
	return s->half / gsl_cdf_tdist_Pinv(LEVEL, s->batches - 1);
}

/*
 * p of the hypothesis that all runs have one mean: weighted sum of squares
 * against chi-square.  Negative: some run's error is unknown.
 */
static double homogeneity_p(const struct sample *s, size_t n)
{
	double weights = 0, sum = 0, q = 0;

	for (size_t i = 0; i < n; i++) {
		double se = standard_error(&s[i]);

		if (se == 0)
			return -1;
		weights += 1 / (se * se);
		sum += s[i].value / (se * se);
	}
	for (size_t i = 0; i < n; i++)
		q += pow((s[i].value - sum / weights) / standard_error(&s[i]), 2);
	return gsl_cdf_chisq_Q(q, (double)n - 1);
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static bool two_states(const double *sorted, size_t n)
{
	double range = sorted[n - 1] - sorted[0];

	for (size_t i = 1; i + 2 < n; i++)
		if (sorted[i + 1] - sorted[i] >= STATES_GAP * range)
			return true;
	return false;
}

static enum agreement agreement(const struct sample *s, const double *sorted, size_t n,
				const struct estimate *e)
{
	double range = e->high - e->low, scale = fabs(e->mean), p;

	if (range <= RANGE_MIN * scale)
		return SEEDS_AGREE;
	if (n >= 4 && range > STATES_RANGE * scale && two_states(sorted, n))
		return SEEDS_TWO_STATES;
	p = homogeneity_p(s, n);
	if (p < 0 ? e->half > WIDE * scale : p < HOMOGENEITY)
		return SEEDS_DISAGREE;
	return SEEDS_AGREE;
}

struct estimate estimate_of(const struct sample *s, size_t n)
{
	double *x = xcalloc(n, sizeof(*x));
	struct estimate e = {.n = n};

	sim_assert(n);
	for (size_t i = 0; i < n; i++)
		x[i] = s[i].value;
	e.half = t_half(variance_of(x, n, &e.mean), n);
	if (n == 1)
		e.half = isfinite(s->half) ? s->half : 0;
	qsort(x, n, sizeof(*x), by_value);
	e.low = x[0];
	e.high = x[n - 1];
	if (n > 1)
		e.seeds = agreement(s, x, n, &e);
	free(x);
	return e;
}

struct welch welch_test(double mean1, double var1, double n1, double mean2, double var2, double n2)
{
	double a = var1 / n1, b = var2 / n2;
	struct welch w = {.df = n1 + n2 - 2, .p = 1};

	if (a + b == 0) { /* no spread at all: any difference is one */
		w.p = mean1 == mean2 ? 1 : 0;
		w.t = mean1 == mean2 ? 0 : mean1 > mean2 ? INFINITY : -INFINITY;
		return w;
	}
	w.t = (mean1 - mean2) / sqrt(a + b);
	w.df = (a + b) * (a + b) / (a * a / (n1 - 1) + b * b / (n2 - 1));
	w.p = 2 * gsl_cdf_tdist_Q(fabs(w.t), w.df);
	return w;
}

static int by_pointee(const void *a, const void *b)
{
	return by_value(*(double *const *)a, *(double *const *)b);
}

void holm_adjust(double *p, size_t n)
{
	double **order = xcalloc(n ? n : 1, sizeof(*order)), so_far = 0;

	for (size_t i = 0; i < n; i++)
		order[i] = &p[i];
	qsort(order, n, sizeof(*order), by_pointee);
	for (size_t i = 0; i < n; i++) {
		so_far = fmax(so_far, fmin(1, *order[i] * (double)(n - i)));
		*order[i] = so_far;
	}
	free(order);
}
