/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One memory controller: a server that moves one line at a time.  Without banks,
 * at the sustained bandwidth; with banks, at the pins' rate, and open rows, row
 * conflicts and changes between reading and writing cost what they cost.  The
 * caller adds the latency of a line whose bank has no row open.
 */
#ifndef NICPATH_MODELS_MEM_DRAM_H
#define NICPATH_MODELS_MEM_DRAM_H

#include <stdbool.h>
#include <stdint.h>

#define DRAM_SLOT_SHIFT 17   /* 2^17 ps = 131 ns */
#define DRAM_SLOTS	1024 /* remembers the last 134 us */

#define DRAM_BANKS_MAX	256
#define DRAM_WRITES_MAX 256
#define DRAM_WRITE_ROOM 512

/* Banks' timing, ps; banks 0: none are modelled. */
struct dram_timing {
	uint32_t banks, row_lines;    /* powers of two */
	uint32_t activate, precharge; /* tRCD, tRP */
	uint32_t row_cycle;	      /* tRC: between activations of a bank */
	uint32_t write_recovery;      /* tWR: from written data to precharge */
	uint32_t to_read, to_write;   /* the bus turns around */
	uint32_t close_after;	      /* an open row that nobody uses is closed; 0: it is not */
	uint32_t write_queue;	      /* lines that wait to be written together */
};

/* Times in ps from which on something may be; all 0 at first. */
struct dram_bank {
	uint64_t row;	 /* that is open, or was last */
	uint64_t closed; /* it is closed for want of use */
	uint64_t column; /* its data may begin */
	uint64_t precharge, activate;
};

struct dram_counts {
	uint64_t row_hits, row_conflicts, turnarounds;
	uint64_t late; /* reads from before one already served */
};

struct dram {
	struct dram_timing timing;
	struct dram_bank bank[DRAM_BANKS_MAX];
	struct {
		uint64_t line, at;    /* ps: arrives */
	} write[DRAM_WRITE_ROOM];     /* that wait, or are still to come, in order of time, */
	uint32_t first_write, writes; /* from this one on */
	uint32_t row_shift, bank_shift;
	bool writing;	      /* the bus' last direction */
	uint64_t free_for[2]; /* ps: the bus is free for a read, for a write */
	struct dram_counts *counts;
	uint64_t line_ps;		/* service time of a line */
	uint64_t latest;		/* latest request (with banks: read) that came in order */
	uint64_t free;			/* server is free from here */
	uint64_t slot_id[DRAM_SLOTS];	/* which slot of time + 1 */
	uint32_t slot_used[DRAM_SLOTS]; /* ps of service in it */
	uint64_t lines_read, lines_written;
};

/*
 * bits_per_s: reads and writes together; of the pins where there are banks.  timing,
 * counts: NULL where there are none; counts are the caller's and may be shared.
 */
void dram_init(struct dram *d, uint64_t bits_per_s, const struct dram_timing *timing,
	       struct dram_counts *counts);

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

/*
 * With banks: a line is to be read at t; ps that it takes more than one whose bank
 * has no row open on an idle bus (less, if its row is open).
 */
int64_t dram_read_bank(struct dram *d, uint64_t line, uint64_t t);
/*
 * A line is to be written at t; nobody waits for it.  t may be ahead of reads that
 * come later (a device's writes are announced when they set out).
 */
void dram_write_bank(struct dram *d, uint64_t line, uint64_t t);

/* Forgets the past (the counts stay). */
void dram_reset(struct dram *d);

#endif
