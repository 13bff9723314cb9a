/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One memory controller: a server that moves one line at a time, at the
 * sustained bandwidth.  Latency is added by the caller.
 */
#ifndef NICPATH_MODELS_MEM_DRAM_H
#define NICPATH_MODELS_MEM_DRAM_H

#include <stdint.h>

#define DRAM_SLOT_SHIFT 17   /* 2^17 ps = 131 ns */
#define DRAM_SLOTS	1024 /* remembers the last 134 us */

struct dram {
	uint64_t line_ps;		/* service time of a line */
	uint64_t latest;		/* latest request that came in order */
	uint64_t free;			/* server is free from here */
	uint64_t slot_id[DRAM_SLOTS];	/* which slot of time + 1 */
	uint32_t slot_used[DRAM_SLOTS]; /* ps of service in it */
	uint64_t reads, writes;		/* lines */
};

/* bits_per_s: sustained, reads and writes together. */
void dram_init(struct dram *d, uint64_t bits_per_s);

/* Service in slot n of time. */
static inline uint32_t *dram_slot(struct dram *d, uint64_t n)
{
	uint32_t i = n % DRAM_SLOTS;

	if (d->slot_id[i] != n + 1) {
		d->slot_id[i] = n + 1;
		d->slot_used[i] = 0;
	}
	return &d->slot_used[i];
}

/* For dram_take(): a request from before the latest. */
uint64_t dram_take_late(struct dram *d, uint64_t t);

/*
 * A line is to be moved at t (ps); returns how long it waits for its turn.
 * In order of time this is an exact first-come-first-served queue.  A request
 * from before one already seen (another CPU's clock runs behind) takes what
 * that stretch of time has left, and does not wait for the later one.
 */
static inline uint64_t dram_take(struct dram *d, uint64_t t)
{
	uint64_t start;

	if (__builtin_expect(t < d->latest, 0))
		return dram_take_late(d, t);
	d->latest = t;
	start = t > d->free ? t : d->free;
	d->free = start + d->line_ps;
	*dram_slot(d, start >> DRAM_SLOT_SHIFT) += (uint32_t)d->line_ps;
	return start - t;
}

/* Forgets the past (the counts stay). */
void dram_reset(struct dram *d);

#endif
