/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hardware prefetch: a stream detector a CPU, watching the accesses that miss
 * its L2 (or hit a line that a prefetch brought), and the table of prefetched
 * lines that are still under way.
 */
#ifndef NICPATH_MODELS_MEM_PREFETCH_H
#define NICPATH_MODELS_MEM_PREFETCH_H

#include <stdint.h>

#define PREFETCH_STREAMS_MAX 32

struct cache;
struct mem;

/* One CPU's detector: pages that it follows. */
struct prefetch {
	uint32_t page[PREFETCH_STREAMS_MAX]; /* line >> 6, plus 1; 0: free */
	uint8_t last[PREFETCH_STREAMS_MAX];  /* line within the page */
	int8_t dir[PREFETCH_STREAMS_MAX];    /* +1, -1, 0: not known */
	uint8_t hits[PREFETCH_STREAMS_MAX];  /* steps in that direction */
	uint8_t ahead[PREFETCH_STREAMS_MAX]; /* furthest line asked for */
	uint32_t next;			     /* entry to replace */
	uint32_t recent;		     /* entry used last */
};

/*
 * Lines under way, by the low bits of the line number; one that another
 * displaced counts as arrived.
 */
#define PREFETCH_FLIGHTS 2048
struct prefetch_flight {
	uint64_t line;
	uint64_t ready; /* ps */
};

/* A demand access of this CPU that a prefetcher sees; may send prefetches. */
void prefetch_train(struct mem *m, unsigned int cpu, uint64_t line);
/* Brings one line (hardware, or a hint): no wait, but bandwidth. */
void prefetch_line(struct mem *m, unsigned int cpu, uint64_t line);
/*
 * First demand access, at m->now, to a prefetched line (marked ST_PF) at a
 * position: takes the mark off; returns the ps until the line is there.
 */
uint64_t prefetch_use(struct mem *m, struct cache *c, uint32_t pos, uint64_t line);

#endif
