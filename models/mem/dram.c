/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory controller.
 * Called by: domain.c, access.c, dma.c.   Calls: nothing.
 * Models: a first-come-first-served server of one line a service time; with
 *   banks, what row a bank has open, activation, precharge, the bus' turnaround,
 *   and a queue of writes that are written in gaps, or all together when it is full.
 * Leaves out: refresh, activation windows (tFAW), the command bus, channels (they
 *   are one bus of their rate together), reordering of reads; without banks all
 *   that is in the sustained bandwidth, which is below the pins' peak.
 * Source: JESD79 (DDR: what tRCD, tRP, tRC, tWR, tWTR are); Rixner et al., "Memory
 *   access scheduling", ISCA 2000.  Bound-and-weave zsim's md1 and Graphite's history
 *   queues solve the same problem of requests out of order in time; slots of
 *   131 ns are this file's.
 */
#include "models/mem/dram.h"

#include <string.h>

#define SLOT_PS	   (1u << DRAM_SLOT_SHIFT)
#define LOOK_AHEAD 64 /* slots that a late request looks through */

static void start_bus(struct dram *d)
{
	d->writing = false;
	d->free_for[false] = 0;
	d->free_for[true] = d->timing.to_write;
}

void dram_init(struct dram *d, uint64_t bits_per_s, const struct dram_timing *timing,
	       struct dram_counts *counts)
{
	memset(d, 0, sizeof(*d));
	d->counts = counts;
	if (timing && timing->banks) {
		d->timing = *timing;
		d->row_shift = (uint32_t)__builtin_ctz(timing->row_lines);
		d->bank_shift = (uint32_t)__builtin_ctz(timing->banks);
		start_bus(d);
	}
	/* 64 B = 512 bit; to the nearest ps */
	d->line_ps = (512 * 1000000000000ull + bits_per_s / 2) / bits_per_s;
}

void dram_reset(struct dram *d)
{
	d->latest = 0;
	d->free = 0;
	d->first_write = d->writes = 0;
	start_bus(d);
	memset(d->bank, 0, sizeof(d->bank));
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

/* ---- banks ---- */

#define DRAM_INLINE static inline __attribute__((always_inline))

DRAM_INLINE uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

DRAM_INLINE struct dram_bank *bank_of(struct dram *d, uint64_t line, uint64_t *row)
{
	uint64_t n = line >> d->row_shift;

	*row = (n >> d->bank_shift) + 1;
	return &d->bank[n & (d->timing.banks - 1)];
}

/* Opens the row if need be, from t on; when its data could begin. */
DRAM_INLINE uint64_t open_row(struct dram *d, struct dram_bank *b, uint64_t row, uint64_t t)
{
	const struct dram_timing *p = &d->timing;

	if (t >= b->closed) {
		/* precharged long ago */
	} else if (b->row == row) {
		d->counts->row_hits++;
		return later(t, b->column);
	} else {
		d->counts->row_conflicts++;
		t = later(t, b->precharge) + p->precharge;
	}
	t = later(t, b->activate);
	b->row = row;
	b->activate = t + p->row_cycle;
	b->column = t + p->activate;
	return b->column;
}

/* Moves a line, asked for at t; when its data begin. */
DRAM_INLINE uint64_t move(struct dram *d, uint64_t line, uint64_t t, bool write)
{
	const struct dram_timing *p = &d->timing;
	uint64_t row, start;
	struct dram_bank *b = bank_of(d, line, &row);

	start = later(open_row(d, b, row, t), d->free_for[write]);
	b->closed = p->close_after ? start + p->close_after + 1 : UINT64_MAX;
	b->precharge = later(b->precharge, start + (write ? d->line_ps + p->write_recovery : 0));
	d->counts->turnarounds += d->writing != write;
	d->writing = write;
	d->free = start + d->line_ps;
	d->free_for[write] = d->free;
	d->free_for[!write] = d->free + (write ? p->to_read : p->to_write);
	*dram_slot(d, start >> DRAM_SLOT_SHIFT) += (uint32_t)d->line_ps;
	return start;
}

/* Writes the first n that wait, none of them before `from`. */
static void write_first(struct dram *d, uint32_t n, uint64_t from)
{
	for (; n > 0; n--, d->writes--) {
		uint32_t i = d->first_write++;

		move(d, d->write[i].line, later(from, d->write[i].at), true);
	}
}

/* What the controller has done about writes when a read comes at t. */
static void write_until(struct dram *d, uint64_t t)
{
	uint32_t n = 0;

	/* In gaps: whatever can begin while nobody reads. */
	while (d->writes && later(d->free, d->write[d->first_write].at) < t)
		write_first(d, 1, d->free);
	while (n < d->writes && d->write[d->first_write + n].at <= t)
		n++;
	if (n >= d->timing.write_queue)
		write_first(d, n, t);
	if (!d->writes)
		d->first_write = 0;
}

/* A request from before the latest: as dram_take_late(); rows as they are by now. */
static int64_t read_late(struct dram *d, uint64_t line, uint64_t t)
{
	uint64_t row, wait = dram_take_late(d, t);
	struct dram_bank *b = bank_of(d, line, &row);

	d->counts->late++;
	if (t >= b->closed)
		return (int64_t)wait;
	return (int64_t)wait +
	       (b->row == row ? -(int64_t)d->timing.activate : (int64_t)d->timing.precharge);
}

int64_t dram_read_bank(struct dram *d, uint64_t line, uint64_t t)
{
	if (t < d->latest)
		return read_late(d, line, t);
	d->latest = t;
	write_until(d, t);
	return (int64_t)(move(d, line, t, false) - t) - d->timing.activate;
}

/* Room for one write more; if nobody reads, the first are written. */
static void make_room(struct dram *d)
{
	if (d->writes == DRAM_WRITES_MAX)
		write_first(d, DRAM_WRITES_MAX / 2, d->free);
	if (d->first_write + d->writes < DRAM_WRITE_ROOM)
		return;
	memmove(d->write, d->write + d->first_write, d->writes * sizeof(*d->write));
	d->first_write = 0;
}

void dram_write_bank(struct dram *d, uint64_t line, uint64_t t)
{
	uint32_t i;

	if (d->writes == DRAM_WRITES_MAX || d->first_write + d->writes == DRAM_WRITE_ROOM)
		make_room(d);
	i = d->first_write + d->writes++;
	for (; i > d->first_write && d->write[i - 1].at > t; i--)
		d->write[i] = d->write[i - 1];
	d->write[i].line = line;
	d->write[i].at = t;
}
