/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SLAB: per-CPU arrays of free objects over slabs on a node's lists.
 * Called by: kmalloc.c (slab_alloc() and its like), inside their scopes.
 * Calls: slab_common.c, pages.c.
 * Models: array last in first out; refill from the node's shared array, then from
 *   partial and free slabs; flush of the oldest to the shared array, else to their
 *   slabs; colouring; management on or off the slab; limits by object size.
 * Leaves out: alien caches (an object freed on another node enters that CPU's
 *   array), the reaper, debugging, pfmemalloc.
 * Source: mm/slab.c of 2.6.26: enable_cpucache(), cache_alloc_refill(),
 *   cache_flusharray(), free_block(), cache_grow(), calculate_slab_order().
 */
#include "models/mem/slab.h"

#include <string.h>

#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/mem/layout.h"
#include "models/mem/slab_int.h"
#include "sim/check.h"

#define MGMT_BYTES   48u /* struct slab; then 4 bytes an object */
#define ARRAY_HEAD   24u /* struct array_cache before its entries */
#define REFILL_QUIET 16u /* batch of an array that was not used lately */
#define COLOUR_BYTES 64u

enum { LIST_FULL, LIST_PARTIAL, LIST_FREE };

struct array_cache {
	uint64_t addr;
	uint32_t avail, limit, batch;
	bool touched;
	uint64_t *entry;
};

struct slab_lists {
	uint64_t addr; /* struct kmem_list3 */
	struct spinlock lock;
	struct slab_list partial, free;
	struct array_cache shared;
	uint64_t free_objects, free_limit;
	uint32_t colour_next;
};

struct slab_impl {
	struct array_cache *cpu;
	struct slab_lists node[PAGE_NODES];
	uint32_t num, colours, mgmt; /* objects a slab; offsets; bytes of management */
	bool outside;
};

static void array_init(struct slab_cache *c, struct array_cache *ac, uint32_t limit, uint32_t batch)
{
	ac->limit = limit;
	ac->batch = batch;
	if (!limit)
		return;
	ac->entry = xcalloc(limit, sizeof(*ac->entry));
	ac->addr = layout_static(c->a->layout, LAYOUT_STATIC, ARRAY_HEAD + 8ull * limit, 64);
}

/* enable_cpucache() */
static uint32_t array_limit(uint32_t size)
{
	return size > 131072 ? 1 : size > PAGE_BYTES ? 8 : size > 1024 ? 24 : size > 256 ? 54 : 120;
}

static bool mgmt_outside(uint32_t size)
{
	return size >= PAGE_BYTES / 8;
}

static uint32_t objects_in(const struct slab_cache *c, unsigned int order, uint32_t *mgmt)
{
	uint32_t bytes = PAGE_BYTES << order, num;

	*mgmt = 0;
	if (mgmt_outside(c->size))
		return bytes / c->size;
	num = (bytes - MGMT_BYTES) / (c->size + 4);
	while (num &&
	       ((MGMT_BYTES + 4 * num + c->align - 1) & ~(c->align - 1)) + num * c->size > bytes)
		num--;
	*mgmt = (MGMT_BYTES + 4 * num + c->align - 1) & ~(c->align - 1);
	return num;
}

/* calculate_slab_order(): at most an eighth is wasted, or order 1 is reached. */
static unsigned int slab_order(const struct slab_cache *c)
{
	for (unsigned int order = 0;; order++) {
		uint32_t mgmt, num = objects_in(c, order, &mgmt);
		uint32_t left = (PAGE_BYTES << order) - mgmt - num * c->size;

		if (num && (order >= 1 || left * 8 <= PAGE_BYTES << order))
			return order;
	}
}

/* kmem_cache_create(): management that was to lie outside, but fits into what is left. */
static void mgmt_inside(const struct slab_cache *c, struct slab_impl *im)
{
	uint32_t mgmt = (MGMT_BYTES + 4 * im->num + c->align - 1) & ~(c->align - 1);

	if (!im->outside || (PAGE_BYTES << c->order) - im->num * c->size < mgmt)
		return;
	im->outside = false;
	im->mgmt = mgmt;
}

static void slab_init(struct slab_cache *c)
{
	struct slab_impl *im = xcalloc(1, sizeof(*im));
	uint32_t limit = array_limit(c->size), batch = (limit + 1) / 2;
	bool shared = c->size <= PAGE_BYTES && c->a->cpus > 1;

	c->impl = im;
	im->num = objects_in(c, c->order, &im->mgmt);
	im->outside = mgmt_outside(c->size);
	mgmt_inside(c, im);
	im->colours = ((PAGE_BYTES << c->order) - im->mgmt - im->num * c->size) / COLOUR_BYTES;
	im->cpu = xcalloc(c->a->cpus, sizeof(*im->cpu));
	for (unsigned int i = 0; i < c->a->cpus; i++)
		array_init(c, &im->cpu[i], limit, batch);
	for (unsigned int i = 0; i < c->a->pages.nodes; i++) {
		struct slab_lists *n = &im->node[i];

		n->addr = layout_static(c->a->layout, LAYOUT_STATIC, 128, 64);
		n->free_limit = (1 + c->a->cpus / c->a->pages.nodes) * batch + im->num;
		spin_init(&n->lock, "kmem_list3.list_lock", n->addr + 64);
		array_init(c, &n->shared, shared ? 8 * batch : 0, batch);
	}
}

static uint64_t entry_addr(const struct array_cache *ac, uint32_t i)
{
	return ac->addr + ARRAY_HEAD + 8ull * i;
}

static void slab_to_list(struct slab_lists *n, struct slab *s, uint8_t list, bool at_end)
{
	if (s->list == LIST_PARTIAL)
		slab_list_unlink(&n->partial, s);
	else if (s->list == LIST_FREE)
		slab_list_unlink(&n->free, s);
	s->list = list;
	if (list == LIST_FULL)
		return;
	if (at_end)
		slab_list_append(list == LIST_PARTIAL ? &n->partial : &n->free, s);
	else
		slab_list_push(list == LIST_PARTIAL ? &n->partial : &n->free, s);
}

static void touch_slab(const struct slab *s, uint16_t object)
{
	mem_rw(s->mgmt, MGMT_BYTES);
	mem_rw(s->mgmt + MGMT_BYTES + 4ull * object, 4);
}

/* transfer_objects() from the shared array. */
static bool refill_shared(struct slab_lists *n, struct array_cache *ac, uint32_t batch)
{
	struct array_cache *from = &n->shared;
	uint32_t count;

	if (!from->limit)
		return false;
	mem_rw(from->addr, 16); /* others may have their turn here */
	count = from->avail < batch ? from->avail : batch;
	if (!count)
		return false;
	from->avail -= count;
	memcpy(ac->entry, from->entry + from->avail, count * sizeof(*ac->entry));
	ac->avail = count;
	mem_read(entry_addr(from, from->avail), 8 * count);
	mem_write(entry_addr(ac, 0), 8 * count);
	return true;
}

/* Objects of one slab into the array; the number taken. */
static uint32_t refill_from(struct slab_lists *n, struct array_cache *ac, struct slab *s,
			    uint32_t batch)
{
	uint32_t first = ac->avail;

	while (batch-- && s->free != NO_OBJECT) {
		ac->entry[ac->avail++] = slab_object(s, slab_pop(s));
		n->free_objects--;
	}
	slab_to_list(n, s, s->free == NO_OBJECT ? LIST_FULL : LIST_PARTIAL, false);
	return ac->avail - first;
}

static void charge_refill(struct slab_lists *n, const struct slab *s, const struct array_cache *ac,
			  uint32_t taken)
{
	mem_rw(n->addr, 64);
	kfn_units(taken);
	for (uint32_t i = ac->avail - taken; i < ac->avail; i++) {
		uint64_t at = ac->entry[i] - s->first;

		touch_slab(s, (uint16_t)(at / s->cache->size));
	}
	mem_write(entry_addr(ac, ac->avail - taken), 8 * taken);
}

static void refill_slabs(struct slab_lists *n, struct array_cache *ac, uint32_t batch)
{
	while (batch) {
		struct slab *s = n->partial.first ? n->partial.first : n->free.first;
		uint32_t taken;

		if (!s)
			return;
		taken = refill_from(n, ac, s, batch);
		batch -= taken;
		charge_refill(n, s, ac, taken);
	}
}

static void grow(struct slab_cache *c, struct slab_lists *n, unsigned int node)
{
	struct slab_impl *im = c->impl;
	uint32_t colour = n->colour_next * COLOUR_BYTES;
	struct slab *s;
	KFN(cache_grow);

	n->colour_next = n->colour_next < im->colours ? n->colour_next + 1 : 0;
	s = slab_new(c, node, c->order, colour + im->mgmt, im->num);
	s->mgmt_outside = im->outside;
	s->mgmt = im->outside ? slab_kmalloc(c->a, MGMT_BYTES + 4 * im->num) : s->base + colour;
	mem_write(s->mgmt, MGMT_BYTES + 4 * im->num);
	kfn_units(im->num);
	spin_acquire(&n->lock);
	n = &im->node[s->node]; /* another node's, if this one is full */
	slab_to_list(n, s, LIST_FREE, true);
	n->free_objects += s->num;
	mem_rw(n->addr, 64);
	spin_release(&im->node[node].lock);
}

static void refill(struct slab_cache *c, struct array_cache *ac)
{
	struct slab_impl *im = c->impl;
	uint32_t batch = !ac->touched && ac->batch > REFILL_QUIET ? REFILL_QUIET : ac->batch;
	KFN(cache_alloc_refill);

	c->refills++;
	for (unsigned int node = slab_node(c->a);;) {
		struct slab_lists *n = &im->node[node];

		spin_acquire(&n->lock);
		if (!refill_shared(n, ac, batch))
			refill_slabs(n, ac, batch);
		spin_release(&n->lock);
		if (ac->avail)
			return;
		grow(c, n, node);
	}
}

static uint64_t slab_take(struct slab_cache *c)
{
	struct slab_impl *im = c->impl;
	bool on = irqs_off();
	struct array_cache *ac = &im->cpu[cpu_id(this_cpu)];
	uint64_t addr;

	mem_read(c->addr + 8ull * cpu_id(this_cpu), 8);
	mem_rw(ac->addr, 16);
	if (!ac->avail)
		refill(c, ac);
	else
		ac->touched = true;
	addr = ac->entry[--ac->avail];
	mem_read(entry_addr(ac, ac->avail), 8);
	irqs_restore(on);
	return addr;
}

static void drop_slab(struct slab *s)
{
	uint64_t mgmt = s->mgmt_outside ? s->mgmt : 0;
	struct slab_allocator *a = s->cache->a;

	slab_destroy(s);
	if (mgmt)
		slab_kfree(a, mgmt);
}

/* One object back to its slab; the slab is returned if it is to be destroyed. */
static struct slab *free_one(struct slab_cache *c, uint64_t addr)
{
	struct slab_impl *im = c->impl;
	uint16_t object;
	struct slab *s = slab_of(c->a, addr, &object);
	struct slab_lists *n = &im->node[s->node];
	bool destroy;

	slab_push(s, object);
	n->free_objects++;
	destroy = !s->inuse && n->free_objects > n->free_limit;
	if (destroy) {
		n->free_objects -= s->num;
		slab_to_list(n, s, LIST_FULL, false);
	} else {
		slab_to_list(n, s, s->inuse ? LIST_PARTIAL : LIST_FREE, s->inuse != 0);
	}
	mem_read(page_struct(c->a, addr), 8);
	touch_slab(s, object);
	mem_rw(n->addr, 64);
	return destroy ? s : NULL;
}

static void free_block(struct slab_cache *c, const uint64_t *entry, uint32_t count)
{
	KFN(free_block);

	kfn_units(count);
	for (uint32_t i = 0; i < count; i++) {
		struct slab *s = free_one(c, entry[i]);

		if (s)
			drop_slab(s);
	}
}

/* The oldest of the array go to the shared array if it has room. */
static bool flush_shared(struct slab_lists *n, struct array_cache *ac, uint32_t *count)
{
	struct array_cache *to = &n->shared;
	uint32_t room;

	if (!to->limit)
		return false;
	mem_rw(to->addr, 16);
	room = to->limit - to->avail;
	if (!room)
		return false;
	if (*count > room)
		*count = room;
	memcpy(to->entry + to->avail, ac->entry, *count * sizeof(*to->entry));
	to->avail += *count;
	mem_read(entry_addr(ac, 0), 8 * *count);
	mem_write(entry_addr(to, to->avail - *count), 8 * *count);
	return true;
}

static void flush(struct slab_cache *c, struct array_cache *ac)
{
	struct slab_impl *im = c->impl;
	struct slab_lists *n = &im->node[slab_node(c->a)];
	uint32_t count = ac->batch;
	KFN(cache_flusharray);

	c->flushes++;
	spin_acquire(&n->lock);
	if (!flush_shared(n, ac, &count))
		free_block(c, ac->entry, count);
	spin_release(&n->lock);
	ac->avail -= count;
	memmove(ac->entry, ac->entry + count, ac->avail * sizeof(*ac->entry));
	if (ac->avail)
		mem_rw(entry_addr(ac, 0), 8 * ac->avail);
}

static void slab_give(struct slab_cache *c, struct slab *s, uint16_t object)
{
	struct slab_impl *im = c->impl;
	bool on = irqs_off();
	struct array_cache *ac = &im->cpu[cpu_id(this_cpu)];

	mem_read(c->addr + 8ull * cpu_id(this_cpu), 8);
	if (c->a->pages.nodes > 1) /* whose node is it? */
		mem_read(s->mgmt, MGMT_BYTES);
	mem_rw(ac->addr, 16);
	if (ac->avail == ac->limit)
		flush(c, ac);
	ac->entry[ac->avail++] = slab_object(s, object);
	mem_write(entry_addr(ac, ac->avail - 1), 8);
	irqs_restore(on);
}

const struct slab_ops slab_slab_ops = {
	.init = slab_init,
	.alloc = slab_take,
	.free = slab_give,
	.order = slab_order,
};
