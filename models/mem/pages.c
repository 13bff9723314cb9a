/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Page allocator: per-CPU lists over the buddy system.
 * Called by: slab.c, slub.c, page.c.
 * Calls: buddy.c under the zone's lock.
 * Models: hot list, last in first out; refill and flush by batches; node-local
 *   allocation with fallback to the other nodes.
 * Leaves out: cold pages, migrate types, reclaim, GFP flags; at most 1 GiB a node
 *   is handed out (more than a run needs).
 * Source: mm/page_alloc.c of 2.6.26: zone_batchsize(), buffered_rmqueue(),
 *   free_hot_cold_page(); high mark 6 batches, batch 31 from 512 MiB on.
 */
#include "models/mem/page_int.h"

#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/mem/layout.h"
#include "sim/check.h"

#define NODE_FRAMES_MAX (1u << (30 - PAGE_SHIFT))
#define BLOCK_BYTES	((uint64_t)PAGE_BYTES << (PAGE_ORDERS - 1))

/* zone_batchsize() */
static uint32_t batch_size(uint64_t frames)
{
	uint64_t batch = frames / 1024;

	if (batch > 512 * 1024 / PAGE_BYTES)
		batch = 512 * 1024 / PAGE_BYTES;
	batch /= 4;
	if (batch < 1)
		batch = 1;
	batch += batch / 2;
	while (batch & (batch - 1))
		batch &= batch - 1;
	return batch > 1 ? (uint32_t)batch - 1 : 1;
}

static void zone_init(struct pages *p, struct layout *l, unsigned int node)
{
	struct zone *z = &p->zone[node];
	uint64_t start = node * p->node_bytes, end = start + p->node_bytes;
	uint64_t map = start < LAYOUT_PAGES ? LAYOUT_PAGES : start;
	uint64_t first = map + p->node_bytes / PAGE_BYTES * PAGE_STRUCT;

	sim_assertf(first + BLOCK_BYTES <= end, "node %u of %llu MiB is too small", node,
		    (unsigned long long)p->node_bytes >> 20);
	first = (first + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
	z->map = map;
	z->base = (uint32_t)(start >> PAGE_SHIFT);
	z->first = (uint32_t)(first >> PAGE_SHIFT);
	z->frames = (uint32_t)((end - first) >> PAGE_SHIFT);
	z->batch = batch_size(p->node_bytes >> PAGE_SHIFT);
	z->high = 6 * z->batch;
	if (z->frames > NODE_FRAMES_MAX)
		z->frames = NODE_FRAMES_MAX;
	z->addr = layout_static(l, LAYOUT_STATIC, 2048, 64);
	spin_init(&z->lock, "zone.lock", z->addr + 64);
	for (unsigned int i = 0; i < PAGE_ORDERS; i++)
		z->free[i] = (struct frame_list){NO_FRAME, NO_FRAME, 0};
	z->cpu = xcalloc(p->cpus, sizeof(*z->cpu));
	for (unsigned int i = 0; i < p->cpus; i++) {
		z->cpu[i].addr = layout_static(l, LAYOUT_STATIC, 128, 64);
		z->cpu[i].list = (struct frame_list){NO_FRAME, NO_FRAME, 0};
	}
}

void pages_init(struct pages *p, struct layout *l, uint64_t ram, unsigned int nodes,
		unsigned int cpus, double used, uint64_t seed)
{
	sim_assert(nodes >= 1 && nodes <= PAGE_NODES);
	p->nodes = nodes;
	p->cpus = cpus;
	p->salt = (seed - 1) << 32; /* frames are below 2^32 */
	p->node_bytes = ram / nodes / BLOCK_BYTES * BLOCK_BYTES;
	p->zonelist = layout_static(l, LAYOUT_STATIC, 64, 64);
	for (unsigned int i = 0; i < nodes; i++)
		zone_init(p, l, i);
	p->frames = (uint64_t)p->zone[nodes - 1].first + p->zone[nodes - 1].frames;
	p->frame = xcalloc(p->frames, sizeof(*p->frame));
	for (unsigned int i = 0; i < nodes; i++)
		buddy_seed(p, &p->zone[i], used);
}

static bool refill(struct pages *p, struct zone *z, struct page_cpu *c)
{
	spin_acquire(&z->lock);
	for (uint32_t i = 0; i < z->batch; i++) {
		uint32_t frame;
		KFN(__rmqueue);

		frame = buddy_take(p, z, 0);
		if (frame == NO_FRAME)
			break;
		p->frame[frame].state = FRAME_PCP;
		frame_append(p, &c->list, frame);
	}
	spin_release(&z->lock);
	return c->list.n != 0;
}

static uint32_t take_single(struct pages *p, struct zone *z)
{
	struct page_cpu *c = &z->cpu[cpu_id(this_cpu)];
	uint32_t frame;

	mem_rw(c->addr, 32);
	if (!c->list.n && !refill(p, z, c))
		return NO_FRAME;
	frame = c->list.first;
	frame_unlink(p, &c->list, frame);
	mem_rw(frame_struct(z, frame), 48); /* off the list; flags, count, private */
	if (c->list.first != NO_FRAME)
		mem_write(frame_struct(z, c->list.first) + 32, 16);
	return frame;
}

static uint32_t take_block(struct pages *p, struct zone *z, unsigned int order)
{
	uint32_t frame;

	spin_acquire(&z->lock);
	{
		KFN(__rmqueue);
		frame = buddy_take(p, z, order);
	}
	spin_release(&z->lock);
	if (frame != NO_FRAME)
		mem_write(frame_struct(z, frame), 48);
	return frame;
}

static uint32_t take_from(struct pages *p, struct zone *z, unsigned int order)
{
	uint32_t frame;
	bool on;
	KFN(get_page_from_freelist);

	mem_read(p->zonelist, 16);
	mem_read(z->addr, 64); /* watermarks */
	on = irqs_off();
	frame = order ? take_block(p, z, order) : take_single(p, z);
	if (frame != NO_FRAME)
		mem_rw(z->cpu[cpu_id(this_cpu)].addr + 64, 8); /* vm_stat_diff */
	irqs_restore(on);
	return frame;
}

static void mark_used(struct pages *p, uint32_t frame, unsigned int order)
{
	struct frame *f = &p->frame[frame];

	f->state = FRAME_USED;
	f->order = (uint8_t)order;
	f->count = 1;
	f->slab = NULL;
	for (uint32_t i = 1; i < 1u << order; i++) {
		f[i].state = FRAME_TAIL;
		f[i].head = frame;
		f[i].slab = NULL;
	}
}

uint64_t pages_take(struct pages *p, unsigned int node, unsigned int order)
{
	uint32_t frame = NO_FRAME;
	KFN(__alloc_pages_nodemask);

	sim_assertf(order < PAGE_ORDERS, "page order %u", order);
	for (unsigned int i = 0; i < p->nodes && frame == NO_FRAME; i++)
		frame = take_from(p, &p->zone[(node + i) % p->nodes], order);
	sim_assertf(frame != NO_FRAME,
		    "no %u free pages in a row: the run holds more than 1 GiB, or "
		    "kernel.memory.used leaves only scattered ones",
		    1u << order);
	mark_used(p, frame, order);
	return (uint64_t)frame << PAGE_SHIFT;
}

bool pages_can(const struct pages *p, unsigned int order)
{
	for (unsigned int i = 0; i < p->nodes; i++)
		for (unsigned int n = order; n < PAGE_ORDERS; n++)
			if (p->zone[i].free[n].n)
				return true;
	return false;
}

static void flush(struct pages *p, struct zone *z, struct page_cpu *c)
{
	KFN(free_pcppages_bulk);

	spin_acquire(&z->lock);
	for (uint32_t i = 0; i < z->batch; i++) {
		uint32_t frame = c->list.last;

		frame_unlink(p, &c->list, frame);
		mem_rw(frame_struct(z, frame), 48);
		buddy_give(p, z, frame, 0);
	}
	kfn_units(z->batch);
	spin_release(&z->lock);
}

static void give_single(struct pages *p, struct zone *z, uint32_t frame)
{
	struct page_cpu *c = &z->cpu[cpu_id(this_cpu)];

	mem_rw(c->addr, 32);
	mem_rw(frame_struct(z, frame), 48);
	if (c->list.first != NO_FRAME)
		mem_write(frame_struct(z, c->list.first) + 40, 8);
	p->frame[frame].state = FRAME_PCP;
	frame_push(p, &c->list, frame);
	if (c->list.n >= z->high)
		flush(p, z, c);
}

void pages_give(struct pages *p, uint32_t frame)
{
	struct zone *z = zone_of(p, frame);
	unsigned int order = p->frame[frame].order;
	bool on;
	KFN(free_hot_cold_page);

	sim_assertf(p->frame[frame].state == FRAME_USED, "page %x is not in use", frame);
	for (uint32_t i = 0; i < 1u << order; i++)
		p->frame[frame + i].state = FRAME_INSIDE;
	on = irqs_off();
	mem_rw(z->cpu[cpu_id(this_cpu)].addr + 64, 8);
	if (!order) {
		give_single(p, z, frame);
	} else {
		spin_acquire(&z->lock);
		buddy_give(p, z, frame, order);
		spin_release(&z->lock);
	}
	irqs_restore(on);
}
