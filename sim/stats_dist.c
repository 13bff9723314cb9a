/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Log-linear histogram, as in HdrHistogram: values below 64 have a bucket each;
 * above, each power of two is cut into 64 equal buckets, so a bucket is at most
 * 1/64 of its lower end wide.
 */
#include "sim/stats.h"

#include <math.h>
#include <string.h>

#include "sim/check.h"
#include "sim/stats_int.h"

#define SUB_BITS 6u
#define SUB	 (1u << SUB_BITS)
#define BUCKETS	 ((64u - SUB_BITS + 1) * SUB)

struct stats_dist {
	uint64_t n, min, max;
	unsigned __int128 sum; /* 64 bits overflow: 10^8 samples of a second in ps */
	uint64_t bucket[BUCKETS];
	const char *unit; /* the caller's */
};

static inline unsigned int bucket_of(uint64_t v)
{
	unsigned int shift;

	if (v < SUB)
		return (unsigned int)v;
	shift = 63u - (unsigned int)__builtin_clzll(v) - SUB_BITS;
	return shift * SUB + (unsigned int)(v >> shift);
}

static uint64_t bucket_low(unsigned int b)
{
	unsigned int shift = b < SUB ? 0 : b / SUB - 1;

	return (uint64_t)(b - shift * SUB) << shift;
}

static uint64_t bucket_high(unsigned int b)
{
	return b + 1 < BUCKETS ? bucket_low(b + 1) - 1 : UINT64_MAX;
}

void stats_dist_reset(struct stats_dist *d)
{
	const char *unit = d->unit;

	memset(d, 0, sizeof(*d));
	d->unit = unit;
	d->min = UINT64_MAX;
}

struct stats_dist *stats_dist_new(const char *path, const char *unit, const char *help)
{
	struct stats_dist *d = xcalloc(1, sizeof(*d));

	d->unit = unit;
	stats_dist_reset(d);
	stats_add(path, STATS_DIST, unit, help)->dist = d;
	return d;
}

const char *stats_dist_unit(const struct stats_dist *d)
{
	return d->unit;
}

void stats_dist_add(struct stats_dist *d, uint64_t value)
{
	if (stats_tree.is_closed)
		return;
	d->n++;
	d->sum += value;
	if (value < d->min)
		d->min = value;
	if (value > d->max)
		d->max = value;
	d->bucket[bucket_of(value)]++;
}

uint64_t stats_dist_count(const struct stats_dist *d)
{
	return d->n;
}

uint64_t stats_dist_min(const struct stats_dist *d)
{
	return d->n ? d->min : 0;
}

uint64_t stats_dist_max(const struct stats_dist *d)
{
	return d->max;
}

double stats_dist_mean(const struct stats_dist *d)
{
	return d->n ? (double)d->sum / (double)d->n : 0;
}

/* The rank, from 1, of the sample that q asks for. */
static uint64_t rank_of(uint64_t n, double q)
{
	double r = ceil(q * (double)n - 1e-9); /* 0.07 * 100 is above 7 */

	if (!(r > 1))
		return 1;
	return r < (double)n ? (uint64_t)r : n;
}

uint64_t stats_dist_quantile(const struct stats_dist *d, double q)
{
	uint64_t rank, seen = 0;
	unsigned int b;

	if (!d->n)
		return 0;
	rank = rank_of(d->n, q);
	for (b = 0; b < BUCKETS; b++) {
		seen += d->bucket[b];
		if (seen >= rank)
			break;
	}
	return bucket_high(b) < d->max ? bucket_high(b) : d->max;
}

void stats_dist_buckets(const struct stats_dist *d,
			void (*fn)(uint64_t low, uint64_t high, uint64_t n, void *arg), void *arg)
{
	for (unsigned int b = 0; b < BUCKETS; b++)
		if (d->bucket[b])
			fn(bucket_low(b), bucket_high(b), d->bucket[b], arg);
}

void stats_dist_each(const char *prefix,
		     void (*fn)(const char *path, const struct stats_dist *d, void *arg), void *arg)
{
	for (size_t i = 0; i < stats_tree.n; i++) {
		const struct stats_entry *e = stats_tree.entries[i];

		if (e->kind == STATS_DIST && stats_below(e->path, prefix))
			fn(e->path, e->dist, arg);
	}
}
