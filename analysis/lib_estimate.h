/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Statistics over samples (GSL): means with Student's t intervals, whether
 * seeds tell the same story, Welch's test, Holm's correction.
 *
 * Definitions: variance with n - 1; all intervals are two-sided, 95 %.
 */
#ifndef NICPATH_ANALYSIS_LIB_ESTIMATE_H
#define NICPATH_ANALYSIS_LIB_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>

/* One sample, or what a run's batch means say about one run. */
struct sample {
	double value;
	double half;	      /* half of its own 95 % interval; 0: unknown */
	unsigned int batches; /* that the interval is from; 0: unknown */
};

enum agreement {
	SEEDS_AGREE,
	SEEDS_DISAGREE,	  /* they differ by more than chance explains */
	SEEDS_TWO_STATES, /* and fall into two separate groups */
};

struct estimate {
	double mean, half; /* half is 0 when nothing is known of the spread */
	double low, high;  /* smallest and largest sample */
	size_t n;
	enum agreement seeds;
};

/*
 * n >= 1.  One sample: its own interval.  More: the t interval of the samples.
 *
 * Seeds disagree when they range over more than 2 % of the mean and either
 * their own intervals exclude that they share one mean (chi-square test of
 * homogeneity, p < 0.01) or, where no own intervals are known, the t interval
 * is wider than 10 % of the mean.  Two states: at least four seeds, a range of
 * more than 10 % of the mean, and one gap of at least 60 % of that range with
 * two seeds or more on each side.
 */
struct estimate estimate_of(const struct sample *s, size_t n);

/* Half of the 95 % t interval of n values' mean; 0 for n < 2. */
double t_half(double variance, size_t n);
double variance_of(const double *x, size_t n, double *mean);

/* Means that differ? p of Welch's two-sided test; n1, n2 >= 2. */
struct welch {
	double t, df, p;
};
struct welch welch_test(double mean1, double var1, double n1, double mean2, double var2, double n2);

/* Holm's step-down correction of n p values, in place. */
void holm_adjust(double *p, size_t n);

#endif
