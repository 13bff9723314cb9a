/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: tx_engine.c, devices' receive sides.  Calls: models/frame.
 * Models: frames in order; room in bytes from the first byte in to the last out.
 * Leaves out: words and padding of a real memory.
 * Source: none; bookkeeping, and the arithmetic of a threshold.
 */
#include "nic_model/fifo.h"

#include <stddef.h>

#include "sim/check.h"

void fifo_init(struct fifo *f, uint64_t bytes)
{
	*f = (struct fifo){.room = bytes};
}

bool fifo_reserve(struct fifo *f, uint32_t bytes)
{
	if (f->used + bytes > f->room)
		return false;
	f->used += bytes;
	if (f->used > f->max_used)
		f->max_used = f->used;
	return true;
}

void fifo_put_reserved(struct fifo *f, struct frame *frame)
{
	frame->next = NULL;
	if (f->tail)
		f->tail->next = frame;
	else
		f->head = frame;
	f->tail = frame;
	f->frames++;
}

bool fifo_put(struct fifo *f, struct frame *frame)
{
	if (!fifo_reserve(f, frame->len)) {
		f->drops++;
		return false;
	}
	fifo_put_reserved(f, frame);
	return true;
}

struct frame *fifo_get(struct fifo *f)
{
	struct frame *frame = f->head;

	if (!frame)
		return NULL;
	f->head = frame->next;
	if (!f->head)
		f->tail = NULL;
	frame->next = NULL;
	f->frames--;
	return frame;
}

void fifo_release(struct fifo *f, uint32_t bytes)
{
	sim_assert(bytes <= f->used);
	f->used -= bytes;
}

void fifo_flush(struct fifo *f)
{
	struct frame *frame;

	while ((frame = fifo_get(f))) {
		fifo_release(f, frame->len);
		frame_free(frame);
	}
}

uint64_t fifo_start_ps(uint64_t first_ps, uint64_t last_ps, uint32_t bytes, uint32_t threshold,
		       uint64_t wire_ps)
{
	uint64_t span = last_ps - first_ps, start;

	if (!threshold || threshold >= bytes)
		return last_ps;
	start = first_ps + span * threshold / bytes;
	if (start + wire_ps < last_ps)
		start = last_ps - wire_ps;
	return start;
}
