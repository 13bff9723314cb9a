/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: devices.  Calls: nic_dma_read, nic_dma_write, the dma_space.
 * Models: batched fetches that stop at the ring's end, prefetch bounded by the
 * on-chip store, batched write-backs with a timeout.
 * Leaves out: out-of-order completion.
 * Source: each device says which ring of its manual this stands for.
 */
#include "nic_model/ring.h"

#include <stdlib.h>
#include <string.h>

#include "nic_model/nic.h"
#include "sim/check.h"

/* A fetch or a write-back on its way. */
struct ring_trip {
	struct ring *ring;
	uint32_t epoch, slot, n;
};

static uint32_t min(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

uint32_t ring_slot(const struct ring *r, uint64_t counter)
{
	return (uint32_t)(counter % r->count);
}

static uint8_t *raw_of(const struct ring *r, uint32_t slot)
{
	return r->raw + (size_t)slot * r->p.desc_bytes;
}

static void wb_timeout(void *arg)
{
	ring_flush(arg);
}

void ring_init(struct ring *r, struct nic *n, void *owner, const struct ring_ops *ops,
	       const struct ring_params *p)
{
	*r = (struct ring){.nic = n, .owner = owner, .ops = ops, .p = *p};
	sim_assert(p->desc_bytes && p->desc_bytes <= RING_DESC_MAX);
	r->p.fetch_batch = min(p->fetch_batch, RING_BATCH_MAX);
	r->p.wb_batch = min(p->wb_batch, RING_BATCH_MAX);
	sim_assert(r->p.fetch_batch && r->p.wb_batch && p->depth);
	sim_event_init(&r->wb_timer, ops->name, SIM_PRIO_HW, wb_timeout, r);
}

void ring_free(struct ring *r)
{
	sim_cancel(&r->wb_timer);
	free(r->raw);
	r->raw = NULL;
}

void ring_reset(struct ring *r, uint64_t base, uint32_t count)
{
	sim_cancel(&r->wb_timer);
	if (count != r->count) {
		free(r->raw);
		r->raw = count ? xcalloc(count, r->p.desc_bytes) : NULL;
	}
	r->base = base;
	r->count = count;
	r->tail = r->fetched = r->ready = r->taken = r->done = r->writing = r->written = 0;
	r->kicked = r->starved = false;
	r->epoch++;
}

static struct ring_trip *trip(struct ring *r, uint32_t slot, uint32_t n)
{
	struct ring_trip *t = xmalloc(sizeof(*t));

	*t = (struct ring_trip){r, r->epoch, slot, n};
	return t;
}

static void fetch(struct ring *r);

/* Looks at n fetched descriptors; a polled ring stops at the first invalid. */
static uint32_t look(struct ring *r, uint32_t slot, uint32_t n)
{
	uint32_t i;

	r->nic->space->read(r->nic->space->arg, r->base + (uint64_t)slot * r->p.desc_bytes,
			    raw_of(r, slot), n * r->p.desc_bytes);
	for (i = 0; i < n; i++)
		if (!r->ops->prepare(r, slot + i, raw_of(r, slot + i)))
			break;
	return i;
}

static void fetch_done(void *arg)
{
	struct ring_trip t = *(struct ring_trip *)arg;
	struct ring *r = t.ring;
	uint32_t valid;

	free(arg);
	if (t.epoch != r->epoch)
		return;
	valid = look(r, t.slot, t.n);
	r->fetched_descs += valid;
	r->ready += valid;
	r->starved = valid < t.n;
	r->fetched = r->ready;
	if (r->kicked || !r->starved) {
		r->kicked = false;
		fetch(r);
	}
	r->ops->ready(r);
}

/* How many the next fetch may bring. */
static uint32_t fetch_size(const struct ring *r)
{
	uint32_t on_chip = (uint32_t)(r->fetched - r->done);
	uint32_t n = min(r->p.fetch_batch, r->count - ring_slot(r, r->fetched));

	if (on_chip >= r->p.depth)
		return 0;
	n = min(n, r->p.depth - on_chip);
	/* What we have not given back yet cannot have been given to us again. */
	n = min(n, r->count - (uint32_t)(r->fetched - r->written));
	return r->p.polled ? n : min(n, (uint32_t)(r->tail - r->fetched));
}

/* One fetch at a time. */
static void fetch(struct ring *r)
{
	uint32_t n, slot;

	if (!r->running || !r->count || r->fetched != r->ready)
		return;
	n = fetch_size(r);
	if (!n)
		return;
	slot = ring_slot(r, r->fetched);
	r->fetched += n;
	r->fetches++;
	r->starved = false;
	nic_dma_read(r->nic, r->base + (uint64_t)slot * r->p.desc_bytes, n * r->p.desc_bytes,
		     fetch_done, trip(r, slot, n));
}

void ring_run(struct ring *r, bool on)
{
	r->running = on;
	if (on)
		fetch(r);
}

void ring_tail(struct ring *r, uint32_t slot)
{
	if (!r->count)
		return;
	r->tail += (slot + r->count - ring_slot(r, r->tail)) % r->count;
	fetch(r);
}

void ring_kick(struct ring *r)
{
	if (r->fetched != r->ready)
		r->kicked = true; /* the fetch on its way may miss it */
	else
		fetch(r);
}

const uint8_t *ring_peek(const struct ring *r, uint32_t i)
{
	return raw_of(r, ring_slot(r, r->taken + i));
}

void ring_take(struct ring *r, uint32_t n)
{
	sim_assert(n <= ring_ready(r));
	r->taken += n;
}

static void write_done(void *arg)
{
	struct ring_trip t = *(struct ring_trip *)arg;
	struct ring *r = t.ring;

	free(arg);
	if (t.epoch != r->epoch)
		return;
	r->nic->space->write(r->nic->space->arg, r->base + (uint64_t)t.slot * r->p.desc_bytes,
			     raw_of(r, t.slot), t.n * r->p.desc_bytes);
	r->written += t.n;
	if (r->ops->written)
		r->ops->written(r, t.slot + t.n - 1, t.n);
	if (!r->starved)
		fetch(r);
}

/* One write-back of n descriptors that do not wrap. */
static void write_back(struct ring *r, uint32_t n)
{
	uint32_t slot = ring_slot(r, r->writing), i;

	for (i = 0; i < n; i++)
		r->ops->write_back(r, slot + i, raw_of(r, slot + i));
	r->writing += n;
	r->write_backs++;
	nic_dma_write(r->nic, r->base + (uint64_t)slot * r->p.desc_bytes, n * r->p.desc_bytes,
		      write_done, trip(r, slot, n));
}

void ring_flush(struct ring *r)
{
	sim_cancel(&r->wb_timer);
	while (r->writing != r->done) {
		uint32_t n = min((uint32_t)(r->done - r->writing), r->p.wb_batch);

		write_back(r, min(n, r->count - ring_slot(r, r->writing)));
	}
}

void ring_done(struct ring *r, uint32_t n)
{
	sim_assert(n <= r->taken - r->done);
	r->done += n;
	if (!r->ops->write_back) {
		r->writing = r->written = r->done;
		if (r->ops->written)
			r->ops->written(r, ring_slot(r, r->done - 1), n);
	} else if (r->done - r->writing >= r->p.wb_batch || !r->p.wb_timeout_ps) {
		ring_flush(r);
	} else if (!sim_pending(&r->wb_timer)) {
		sim_after(&r->wb_timer, SIM_PS(r->p.wb_timeout_ps));
	}
	if (!r->starved)
		fetch(r);
}

enum desc_state ring_state(const struct ring *r, uint32_t slot)
{
	uint64_t back = (slot + r->count - ring_slot(r, r->written)) % r->count;
	uint64_t at = r->written + back;

	if (at >= r->fetched)
		return DESC_EMPTY;
	if (at >= r->ready)
		return DESC_FETCHING;
	if (at >= r->taken)
		return DESC_READY;
	if (at >= r->done)
		return DESC_PROCESSING;
	return at >= r->writing ? DESC_DONE : DESC_WRITING;
}
