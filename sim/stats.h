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
#include <stdio.h>

#include "sim/sim.h"

/*
 * Registers a counter under a dotted path ("hosts.tx.counters.TcpRetransSegs").
 * The counter must live as long as the process.  Duplicate path: panic.
 */
void stats_counter(const char *path, const uint64_t *counter, const char *help);

/* A level (queue length, window): sampled for time series, never subtracted. */
void stats_level(const char *path, const uint64_t *level, const char *unit, const char *help);

/* Starts the measured window: later reads are differences from here. */
void stats_open(void);
/* Ends it: later reads no longer change. */
void stats_close(void);
sim_time stats_window(void);

/* Difference of a counter over the window; *found (may be NULL) tells if known. */
uint64_t stats_get(const char *path, bool *found);

/*
 * Calls fn for each counter whose path is prefix or lies below it ("hosts.tx"
 * is above "hosts.tx.cpu", not "hosts.tx2"; "" is above all), in the order of
 * registration.
 */
void stats_each(const char *prefix, void (*fn)(const char *path, uint64_t delta, void *arg),
		void *arg);

/* Calls fn for each level, in the order of registration. */
void stats_levels_each(void (*fn)(const char *path, const uint64_t *level, void *arg), void *arg);

/* Everything registered: "path<TAB>kind<TAB>unit<TAB>help" lines. */
void stats_list(FILE *f);

/*
 * A distribution of unsigned samples: exact count, sum, min, max; quantiles
 * from a log-linear histogram (relative error at most 1/64).  It covers the
 * window: stats_open() empties it, and after stats_close() samples are ignored.
 * 30 KiB each.  Min, max and mean are 0 when it is empty.
 */
struct stats_dist;
/* unit: a literal, kept by reference. */
struct stats_dist *stats_dist_new(const char *path, const char *unit, const char *help);
const char *stats_dist_unit(const struct stats_dist *d);
void stats_dist_add(struct stats_dist *d, uint64_t value);
uint64_t stats_dist_count(const struct stats_dist *d);
uint64_t stats_dist_min(const struct stats_dist *d);
uint64_t stats_dist_max(const struct stats_dist *d);
double stats_dist_mean(const struct stats_dist *d);
/*
 * The smallest sample that at least a share q (0..1) of all samples do not
 * exceed, rounded up to the end of its bucket, at most the maximum. 0 when empty.
 */
uint64_t stats_dist_quantile(const struct stats_dist *d, double q);
/* Calls fn for each bucket that has samples: n of them, low <= sample <= high. */
void stats_dist_buckets(const struct stats_dist *d,
			void (*fn)(uint64_t low, uint64_t high, uint64_t n, void *arg), void *arg);
void stats_dist_each(const char *prefix,
		     void (*fn)(const char *path, const struct stats_dist *d, void *arg),
		     void *arg);

/*
 * Batch means: the window is cut into n equal batches; each gives the counter's
 * rate per second.  mean is the rate over the whole window so far; half is half
 * the width of the 95 % confidence interval (Student's t, GSL) from the batches
 * that are complete, INFINITY with fewer than two of them (also when
 * stats_batches() was never called); batches is their number.
 *
 * The interval is right if batches are long against the correlation of the
 * rate; it does not know about a warm-up that was too short.
 */
struct stats_interval {
	double mean, half;
	unsigned int batches;
};

#define STATS_BATCHES 10

/* Before stats_open(): n batches (0: STATS_BATCHES) of a window of this length. */
void stats_batches(unsigned int n, sim_time window);
/* The counter must exist.  May be read before the window ends. */
struct stats_interval stats_rate(const char *path);

/*
 * Time series: every counter and level whose path matches a glob (fnmatch;
 * a star crosses dots), * sampled every dt from now on, warm-up included.  May be called for
 * several globs, before sim_run(), with one and the same dt.
 */
void stats_series(const char *glob, sim_time dt);
/*
 * Writes CSV: first column time_s, then one a path; a counter's value is its
 * increase since the row before, a level's the level.  Error or NULL.
 */
char *stats_series_write(const char *file);

#endif
