/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory controller's bandwidth.
 * Called by: domain.c, access.c, dma.c.   Calls: nothing.
 * Models: a first-come-first-served server of one line a service time.
 * Leaves out: channels, banks, row hits, refresh, read/write turnaround: they
 *   are in the sustained bandwidth, which is below the pins' peak.
 * Source: bound-and-weave zsim's md1 and Graphite's history queues solve the same
 *   problem (requests out of order in time); slots of 131 ns are this file's.
 */
#include "models/mem/dram.h"

#include <string.h>

#define SLOT_PS	   (1u << DRAM_SLOT_SHIFT)
#define LOOK_AHEAD 64 /* slots that a late request looks through */

void dram_init(struct dram *d, uint64_t bits_per_s)
{
	memset(d, 0, sizeof(*d));
	/* 64 B = 512 bit; to the nearest ps */
	d->line_ps = (512 * 1000000000000ull + bits_per_s / 2) / bits_per_s;
}

void dram_reset(struct dram *d)
{
	d->latest = 0;
	d->free = 0;
	memset(d->slot_id, 0, sizeof(d->slot_id));
	memset(d->slot_used, 0, sizeof(d->slot_used));
}

uint64_t dram_take_late(struct dram *d, uint64_t t)
{
	uint64_t first = t >> DRAM_SLOT_SHIFT, last = d->free >> DRAM_SLOT_SHIFT;

	for (uint64_t n = first; n < first + LOOK_AHEAD; n++) {
		uint32_t *used;

		if (last >= n + DRAM_SLOTS) /* forgotten */
			return 0;
		used = dram_slot(d, n);
		if (*used + d->line_ps > SLOT_PS)
			continue;
		*used += (uint32_t)d->line_ps;
		return n == first ? 0 : (n << DRAM_SLOT_SHIFT) - t;
	}
	return LOOK_AHEAD * (uint64_t)SLOT_PS;
}
