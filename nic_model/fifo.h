/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * On-chip packet memory: frames in order, room in bytes.  Frames are accounted
 * from the moment their first byte is in until the last has left.
 */
#ifndef NICPATH_NIC_MODEL_FIFO_H
#define NICPATH_NIC_MODEL_FIFO_H

#include <stdbool.h>
#include <stdint.h>

#include "models/frame.h"

struct fifo {
	uint64_t room, used; /* bytes */
	uint64_t max_used;
	uint32_t frames; /* queued, those being drained not counted */
	struct frame *head, *tail;
	uint64_t drops;
};

void fifo_init(struct fifo *f, uint64_t bytes);
/* Takes the frame; false: no room, it stays the caller's (drops is counted). */
bool fifo_put(struct fifo *f, struct frame *frame);
/* First frame, NULL if none; its bytes stay occupied until fifo_release(). */
struct frame *fifo_get(struct fifo *f);
void fifo_release(struct fifo *f, uint32_t bytes);
/* Frees what is queued; bytes of frames being drained stay until released. */
void fifo_flush(struct fifo *f);
/* Bytes reserved for frames that will be put later (DMA on its way). */
bool fifo_reserve(struct fifo *f, uint32_t bytes);
void fifo_put_reserved(struct fifo *f, struct frame *frame);

/*
 * When a frame of `bytes` whose data arrive from first_ps to last_ps may start
 * on a wire that takes wire_ps for it: store-and-forward at last_ps; cut-through
 * once `threshold` bytes are in, but never so early that the wire would run dry.
 */
uint64_t fifo_start_ps(uint64_t first_ps, uint64_t last_ps, uint32_t bytes, uint32_t threshold,
		       uint64_t wire_ps);

#endif
