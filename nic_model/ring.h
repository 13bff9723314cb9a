/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A ring of descriptors in host memory, as the device sees it.
 *
 * The host owns what it has not handed over; we own the rest until we have
 * written it back.  A descriptor passes, in order, the states
 *
 *	EMPTY -> FETCHING -> READY -> PROCESSING -> DONE -> WRITING -> EMPTY
 *
 * and since all our devices keep the order, a state is a span of the ring
 * between two counters that only grow.  Kinds of rings differ in their ops:
 * prepare (look at a fetched descriptor), ready (some can be processed),
 * write_back (fill in what the host will see), written (it is visible).
 *
 * How the host hands over: it moves a tail register (ring_tail), or it sets a
 * valid bit in the descriptor (polled: ring_kick reads on until prepare says no).
 */
#ifndef NICPATH_NIC_MODEL_RING_H
#define NICPATH_NIC_MODEL_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sim.h"

struct nic;
struct ring;

enum desc_state {
	DESC_EMPTY, /* the host's, or not looked at */
	DESC_FETCHING,
	DESC_READY,
	DESC_PROCESSING,
	DESC_DONE,
	DESC_WRITING,
};

#define RING_DESC_MAX  32 /* bytes of a descriptor */
#define RING_BATCH_MAX 64 /* descriptors of one fetch or write-back */

struct ring_ops {
	const char *name;
	/* Polled: is it ours?  Tail rings: always take it (return true). */
	bool (*prepare)(struct ring *r, uint32_t slot, const uint8_t *raw);
	/* One or more became READY, or (polled) the fetch found none. */
	void (*ready)(struct ring *r);
	/* optional: changes raw to what the host shall see; NULL: no write-back */
	void (*write_back)(struct ring *r, uint32_t slot, uint8_t *raw);
	/* optional: n descriptors ending at `slot` are visible and the host's */
	void (*written)(struct ring *r, uint32_t slot, uint32_t n);
};

struct ring_params {
	uint32_t desc_bytes;	/* 4..RING_DESC_MAX */
	uint32_t fetch_batch;	/* descriptors of one DMA read, at most */
	uint32_t depth;		/* descriptors on chip: fetching to done */
	uint32_t wb_batch;	/* write-back when so many are done ... */
	uint64_t wb_timeout_ps; /* ... or so long after the first; 0: no wait beyond the batch */
	bool polled;
};

struct ring {
	struct nic *nic;
	void *owner; /* the device's */
	const struct ring_ops *ops;
	struct ring_params p;
	uint64_t base;	/* bus address */
	uint32_t count; /* descriptors; 0: not set up */
	bool running;
	/* counters of descriptors; slot = counter % count */
	uint64_t tail; /* handed over (tail rings) */
	uint64_t fetched, ready, taken, done, writing, written;
	bool kicked;	/* polled: look again after this fetch */
	bool starved;	/* polled: the last look found none */
	uint32_t epoch; /* resets make answers on their way void */
	uint8_t *raw;	/* copies of descriptors on chip, by slot */
	struct sim_event wb_timer;
	uint64_t fetches, fetched_descs, write_backs;
};

void ring_init(struct ring *r, struct nic *n, void *owner, const struct ring_ops *ops,
	       const struct ring_params *p);
void ring_free(struct ring *r);
/* New place and size; everything in flight is forgotten. */
void ring_reset(struct ring *r, uint64_t base, uint32_t count);
void ring_run(struct ring *r, bool on);

/* The host's tail register: slot number behind the last it gave. */
void ring_tail(struct ring *r, uint32_t slot);
/* Polled: there may be new ones. */
void ring_kick(struct ring *r);

static inline uint32_t ring_ready(const struct ring *r)
{
	return (uint32_t)(r->ready - r->taken);
}

/* Contents of the i-th READY descriptor, and its slot. */
const uint8_t *ring_peek(const struct ring *r, uint32_t i);
uint32_t ring_slot(const struct ring *r, uint64_t counter);
/* Starts processing of the next n READY ones; may fetch more. */
void ring_take(struct ring *r, uint32_t n);
/* The oldest n in PROCESSING are done; write-back follows by the batch rules. */
void ring_done(struct ring *r, uint32_t n);
/* Writes back what is done, whatever the batch. */
void ring_flush(struct ring *r);

/* State of a slot, for tests and dumps. */
enum desc_state ring_state(const struct ring *r, uint32_t slot);

#endif
