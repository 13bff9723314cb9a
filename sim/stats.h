/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Statistics: a tree of named counters that models bump directly, and
 * summaries of samples.  Everything is measured over a window: stats_open()
 * notes the values at the end of the warm-up, readers see differences.
 *
 * Counters belong to the models (plain uint64_t members, bumped with ++); the
 * tree only knows where they are and what they are called.  Registration ends
 * with stats_open().
 */
#ifndef NICPATH_SIM_STATS_H
#define NICPATH_SIM_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sim.h"

/*
 * Registers a counter under a dotted path ("hosts.tx.counters.TcpRetransSegs").
 * The counter must live as long as the process.  Duplicate path: panic.
 */
void stats_counter(const char *path, const uint64_t *counter, const char *help);

/* A level (queue length, window): sampled for time series, never subtracted. */
void stats_level(const char *path, const uint64_t *level, const char *unit,
		 const char *help);

/* Starts the measured window: later reads are differences from here. */
void stats_open(void);
/* Ends it: later reads no longer change. */
void stats_close(void);
sim_time stats_window(void);

/* Difference of a counter over the window; *found (may be NULL) tells if known. */
uint64_t stats_get(const char *path, bool *found);

/* Calls fn for each counter below prefix, in the order of registration. */
void stats_each(const char *prefix,
		void (*fn)(const char *path, uint64_t delta, void *arg),
		void *arg);

/*
 * A distribution of unsigned samples: exact count, sum, min, max; quantiles
 * from a log-linear histogram (relative error at most 1/64).
 */
struct stats_dist;
struct stats_dist *stats_dist_new(const char *path, const char *unit,
				  const char *help);
void stats_dist_add(struct stats_dist *d, uint64_t value);
uint64_t stats_dist_count(const struct stats_dist *d);
uint64_t stats_dist_max(const struct stats_dist *d);
double stats_dist_mean(const struct stats_dist *d);
/* q in 0..1; an upper bound of the quantile's bucket. 0 when empty. */
uint64_t stats_dist_quantile(const struct stats_dist *d, double q);
void stats_dist_each(const char *prefix,
		     void (*fn)(const char *path, const struct stats_dist *d,
				void *arg),
		     void *arg);

/*
 * Batch means: the window is cut into equal batches; each batch gives the
 * counter's rate per second.  mean +- half is the 95 % interval (Student's t,
 * GSL).  batches is what stats_batches() asked for (default 10).
 */
struct stats_interval {
	double mean, half;
	unsigned int batches;
};
void stats_batches(unsigned int n, sim_time window);
struct stats_interval stats_rate(const char *path);

/* Time series: every counter and level named by a glob, sampled every dt. */
void stats_series(const char *glob, sim_time dt);
/* Writes timeseries.csv (first column time_s). Returns an error or NULL. */
char *stats_series_write(const char *file);

#endif
