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

/*
 * A line is to be moved at t (ps); returns how long it waits for its turn.
 * In order of time this is an exact first-come-first-served queue.  A request
 * from before one already seen (another CPU's clock runs behind) takes what
 * that stretch of time has left, and does not wait for the later one.
 */
uint64_t dram_take(struct dram *d, uint64_t t);

/* Forgets the past (the counts stay). */
void dram_reset(struct dram *d);

#endif
