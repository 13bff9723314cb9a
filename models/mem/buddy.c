/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Buddy system of a zone.
 * Called by: pages.c, with the zone's lock held.
 * Calls: host/cpu.h to touch struct pages and the zone's free areas.
 * Models: __rmqueue() with splitting, __free_one_page() with merging, one list an
 *   order, last in first out.
 * Leaves out: migrate types, watermarks' effect (memory never runs short),
 *   fallback to other zones.
 * Source: mm/page_alloc.c of 2.6.26 and 6.1.
 */
#include "models/mem/page_int.h"

#include <stdlib.h>

#include "models/host/cpu.h"
#include "sim/check.h"

#define FREE_AREA_BYTES 88  /* five or six list heads and a count */
#define FREE_AREAS	128 /* offset in struct zone */

void frame_push(struct pages *p, struct frame_list *l, uint32_t frame)
{
	p->frame[frame].prev = NO_FRAME;
	p->frame[frame].next = l->first;
	if (l->first != NO_FRAME)
		p->frame[l->first].prev = frame;
	else
		l->last = frame;
	l->first = frame;
	l->n++;
}

void frame_append(struct pages *p, struct frame_list *l, uint32_t frame)
{
	p->frame[frame].next = NO_FRAME;
	p->frame[frame].prev = l->last;
	if (l->last != NO_FRAME)
		p->frame[l->last].next = frame;
	else
		l->first = frame;
	l->last = frame;
	l->n++;
}

void frame_unlink(struct pages *p, struct frame_list *l, uint32_t frame)
{
	struct frame *f = &p->frame[frame];

	if (f->prev != NO_FRAME)
		p->frame[f->prev].next = f->next;
	else
		l->first = f->next;
	if (f->next != NO_FRAME)
		p->frame[f->next].prev = f->prev;
	else
		l->last = f->prev;
	l->n--;
}

struct zone *zone_of(struct pages *p, uint32_t frame)
{
	uint64_t node = ((uint64_t)frame << PAGE_SHIFT) / p->node_bytes;

	sim_assertf(node < p->nodes, "frame %x is beyond memory", frame);
	return &p->zone[node];
}

uint64_t frame_struct(const struct zone *z, uint32_t frame)
{
	return z->map + (uint64_t)(frame - z->base) * PAGE_STRUCT;
}

static uint64_t area_addr(const struct zone *z, unsigned int order)
{
	return z->addr + FREE_AREAS + (uint64_t)order * FREE_AREA_BYTES;
}

/* Any number to a number: the finaliser of SplitMix64 (Steele et al., OOPSLA 2014). */
static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

static void seed_block(struct pages *p, struct zone *z, uint32_t frame, unsigned int order)
{
	p->frame[frame].state = FRAME_BUDDY;
	p->frame[frame].order = (uint8_t)order;
	frame_append(p, &z->free[order], frame);
}

static bool is_used(const struct pages *p, const struct zone *z, uint32_t frame, double used)
{
	return frame >= z->first + z->frames ||
	       mix(p->salt | frame) >> 32 < (uint64_t)(used * 0x1p32);
}

/* The order of the largest block from this frame on that nobody uses any of; -1: used itself. */
static int free_order(const struct pages *p, const struct zone *z, uint32_t frame, double used)
{
	for (int order = 0; order < PAGE_ORDERS; order++) {
		uint32_t pages = 1u << order;

		for (uint32_t n = pages / 2; n < pages; n++)
			if (is_used(p, z, frame + n, used))
				return order - 1;
		if ((frame - z->first) & pages) /* its buddy lies before it */
			return order;
	}
	return PAGE_ORDERS - 1;
}

/* Memory that others use a part of: what is left, in an order that says nothing. */
static void seed_used(struct pages *p, struct zone *z, double used)
{
	uint32_t *block = xcalloc(z->frames, sizeof(*block)), n = 0;

	for (uint32_t f = z->first; f < z->first + z->frames;) {
		int order = free_order(p, z, f, used);

		if (order >= 0)
			block[n++] = f;
		p->frame[f].order = (uint8_t)(order < 0 ? 0 : order);
		f += 1u << p->frame[f].order;
	}
	for (uint32_t i = n; i > 1; i--) {
		uint32_t j = (uint32_t)(mix(p->salt | i) % i), last = block[i - 1];

		block[i - 1] = block[j];
		block[j] = last;
	}
	for (uint32_t i = 0; i < n; i++)
		seed_block(p, z, block[i], p->frame[block[i]].order);
	free(block);
}

/* used 0: all blocks of the highest order, lowest address first. */
void buddy_seed(struct pages *p, struct zone *z, double used)
{
	const uint32_t block = 1u << (PAGE_ORDERS - 1);

	if (used > 0) {
		seed_used(p, z, used);
		return;
	}
	for (uint32_t f = z->first; f + block <= z->first + z->frames; f += block)
		seed_block(p, z, f, PAGE_ORDERS - 1);
}

static void put_free(struct pages *p, struct zone *z, uint32_t frame, unsigned int order)
{
	p->frame[frame].state = FRAME_BUDDY;
	p->frame[frame].order = (uint8_t)order;
	frame_push(p, &z->free[order], frame);
	mem_write(frame_struct(z, frame), 32);
	mem_rw(area_addr(z, order), 16);
}

uint32_t buddy_take(struct pages *p, struct zone *z, unsigned int order)
{
	unsigned int from = order;
	uint32_t frame;

	while (from < PAGE_ORDERS && !z->free[from].n)
		from++;
	if (from == PAGE_ORDERS)
		return NO_FRAME;
	frame = z->free[from].first;
	frame_unlink(p, &z->free[from], frame);
	mem_rw(area_addr(z, from), 16);
	mem_rw(frame_struct(z, frame), 32);
	while (from > order) {
		from--;
		put_free(p, z, frame + (1u << from), from);
	}
	p->frame[frame].order = (uint8_t)order;
	p->frame[frame].state = FRAME_INSIDE;
	return frame;
}

void buddy_give(struct pages *p, struct zone *z, uint32_t frame, unsigned int order)
{
	while (order < PAGE_ORDERS - 1) {
		uint32_t buddy = z->first + ((frame - z->first) ^ (1u << order));

		if (buddy + (1u << order) > z->first + z->frames)
			break;
		mem_read(frame_struct(z, buddy), 16);
		if (p->frame[buddy].state != FRAME_BUDDY || p->frame[buddy].order != order)
			break;
		frame_unlink(p, &z->free[order], buddy);
		mem_rw(area_addr(z, order), 16);
		p->frame[buddy].state = FRAME_INSIDE;
		p->frame[frame].state = FRAME_INSIDE;
		frame = buddy < frame ? buddy : frame;
		order++;
	}
	put_free(p, z, frame, order);
}
