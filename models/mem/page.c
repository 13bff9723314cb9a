/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pages and their references.
 * Called by: sock_send, skb's fragments, drivers.
 * Calls: pages.c.
 * Models: alloc_pages(), get_page(), put_page(): the count is an atomic in the
 *   struct page, of the first page for a block.
 * Leaves out: mapping, rmap, memory cgroups.
 * Source: include/linux/mm.h and mm/swap.c of 2.6.26.
 */
#include "models/mem/slab_int.h"

#include "models/host/cpu.h"
#include "sim/check.h"

static uint32_t head_of(const struct slab_allocator *a, uint64_t addr)
{
	uint64_t frame = addr >> PAGE_SHIFT;
	const struct frame *f = &a->pages.frame[frame];

	sim_assertf(frame < a->pages.frames, "no page at %llx", (unsigned long long)addr);
	return f->state == FRAME_TAIL ? f->head : (uint32_t)frame;
}

uint64_t page_struct(struct slab_allocator *a, uint64_t addr)
{
	uint32_t frame = (uint32_t)(addr >> PAGE_SHIFT);

	return frame_struct(zone_of(&a->pages, frame), frame);
}

static void check_held(const struct slab_allocator *a, uint32_t frame)
{
	const struct frame *f = &a->pages.frame[frame];

	sim_assertf(f->state == FRAME_STATIC || (f->state == FRAME_USED && f->count > 0),
		    "page %llx is free", (unsigned long long)frame << PAGE_SHIFT);
}

uint64_t page_alloc(struct slab_allocator *a, unsigned int order)
{
	uint64_t addr = pages_take(&a->pages, slab_node(a), order);

	a->pages.in_use += 1ull << order;
	if (a->b.init_on_alloc)
		for (unsigned int i = 0; i < 1u << order; i++)
			mem_clear(addr + i * 4096ull, 4096);
	return addr;
}

bool page_can(const struct slab_allocator *a, unsigned int order)
{
	return pages_can(&a->pages, order);
}

void page_get(struct slab_allocator *a, uint64_t addr)
{
	uint32_t frame = head_of(a, addr);

	check_held(a, frame);
	a->pages.frame[frame].count++;
	mem_atomic(page_struct(a, (uint64_t)frame << PAGE_SHIFT));
}

void page_put(struct slab_allocator *a, uint64_t addr)
{
	uint32_t frame = head_of(a, addr);
	struct frame *f = &a->pages.frame[frame];
	bool last;
	KFN(put_page);

	check_held(a, frame);
	sim_assertf(!f->of_slab, "page %llx belongs to a slab", (unsigned long long)addr);
	sim_assertf(f->state == FRAME_USED || f->count > 0, "page %llx: put without get",
		    (unsigned long long)addr);
	last = --f->count == 0 && f->state == FRAME_USED;
	mem_atomic(page_struct(a, (uint64_t)frame << PAGE_SHIFT));
	if (!last)
		return;
	a->pages.in_use -= 1ull << f->order;
	pages_give(&a->pages, frame);
}

uint64_t page_in_use(const struct slab_allocator *a)
{
	return a->pages.in_use;
}
