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

/* All blocks of the highest order, lowest address first. */
void buddy_seed(struct pages *p, struct zone *z)
{
	const uint32_t block = 1u << (PAGE_ORDERS - 1);

	for (uint32_t f = z->first; f + block <= z->first + z->frames; f += block) {
		p->frame[f].state = FRAME_BUDDY;
		p->frame[f].order = PAGE_ORDERS - 1;
		frame_append(p, &z->free[PAGE_ORDERS - 1], f);
	}
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
