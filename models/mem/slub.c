/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SLUB: each CPU allocates from one slab of its own.
 * Called by: kmalloc.c (slab_alloc() and its like), inside their scopes.
 * Calls: slab_common.c, pages.c.
 * Models: the CPU's chain of free objects (the link is inside the object, so
 *   taking one touches it), the slab's own chain where other CPUs put what they
 *   free, CPU partial slabs (3.2 and later), a node's partial list.
 * Leaves out: bulk calls, memory cgroups, debugging, hardened links.
 * Source: mm/slub.c of 2.6.37 and 6.1: slab_alloc(), __slab_alloc(), __slab_free(),
 *   calculate_order(), set_min_partial() of 4.13.
 */
#include "models/mem/slab_int.h"

#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/mem/layout.h"
#include "sim/check.h"

#define MIN_PARTIAL 5
#define MAX_PARTIAL 10
#define MAX_ORDER   3

struct slub_cpu {
	uint64_t addr; /* struct kmem_cache_cpu */
	struct slab *slab;
	uint16_t free;	      /* chain of the CPU's slab */
	struct slab *partial; /* by next; frozen */
	uint32_t partials;
};

struct slub_node {
	uint64_t addr;
	struct spinlock lock;
	struct slab_list partial;
};

struct slub_impl {
	struct slub_cpu *cpu;
	struct slub_node node[PAGE_NODES];
	uint32_t min_partial; /* empty slabs beyond so many on the list are freed */
};

static unsigned int get_order(uint64_t bytes)
{
	unsigned int order = 0;

	while ((uint64_t)PAGE_BYTES << order < bytes)
		order++;
	return order;
}

/* Smallest order for min objects with at most 1/fraction wasted; > max if none. */
static unsigned int try_order(uint32_t size, uint32_t min, uint32_t fraction)
{
	unsigned int order = get_order((uint64_t)min * size);

	while (order <= MAX_ORDER &&
	       (PAGE_BYTES << order) % size > (PAGE_BYTES << order) / fraction)
		order++;
	return order;
}

/* calculate_order() */
static unsigned int slub_order(const struct slab_cache *c)
{
	uint32_t min = 4 * (32 - (uint32_t)__builtin_clz(c->a->cpus) + 1);
	uint32_t most = (PAGE_BYTES << MAX_ORDER) / c->size;
	unsigned int order;

	for (min = min < most ? min : most; min > 1; min--) {
		for (uint32_t fraction = 16; fraction >= 4; fraction /= 2) {
			order = try_order(c->size, min, fraction);
			if (order <= MAX_ORDER)
				return order;
		}
	}
	return get_order(c->size);
}

/*
 * With CPU partial slabs (49e2258586b4, 3.2) log2(size) / 2 within bounds; before 3.1 a
 * slab's last object that comes home frees the slab, whatever the list holds.
 */
static uint32_t min_partial(const struct slab_cache *c)
{
	uint32_t n = (31 - (uint32_t)__builtin_clz(c->size)) / 2;

	if (!c->a->b.cpu_partial)
		return 0;
	return n < MIN_PARTIAL ? MIN_PARTIAL : n > MAX_PARTIAL ? MAX_PARTIAL : n;
}

static void slub_init(struct slab_cache *c)
{
	struct slub_impl *im = xcalloc(1, sizeof(*im));

	c->impl = im;
	im->min_partial = min_partial(c);
	im->cpu = xcalloc(c->a->cpus, sizeof(*im->cpu));
	for (unsigned int i = 0; i < c->a->cpus; i++) {
		im->cpu[i].addr = layout_static(c->a->layout, LAYOUT_STATIC, 64, 64);
		im->cpu[i].free = NO_OBJECT;
	}
	for (unsigned int i = 0; i < c->a->pages.nodes; i++) {
		struct slub_node *n = &im->node[i];

		n->addr = layout_static(c->a->layout, LAYOUT_STATIC, 64, 64);
		spin_init(&n->lock, "kmem_cache_node.list_lock", n->addr);
	}
}

/* The slab's own chain becomes the CPU's. */
static void take_chain(struct slub_cpu *cpu, struct slab *s)
{
	cpu->slab = s;
	cpu->free = s->free;
	s->free = NO_OBJECT;
	s->inuse = s->num;
	s->frozen = true;
	mem_atomic(page_struct(s->cache->a, s->base));
}

static struct slab *from_node(struct slub_node *n)
{
	struct slab *s;

	mem_read(n->addr, 32);
	if (!n->partial.n)
		return NULL;
	spin_acquire(&n->lock);
	s = n->partial.first;
	if (s) {
		slab_list_unlink(&n->partial, s);
		s->list = 0;
		mem_rw(n->addr, 32);
		mem_rw(page_struct(s->cache->a, s->base), 32);
	}
	spin_release(&n->lock);
	return s;
}

/* allocate_slab(): where no block of the best order is left, one that holds an object will do. */
static struct slab *fresh(struct slab_cache *c, unsigned int node)
{
	unsigned int order = pages_can(&c->a->pages, c->order) ? c->order : get_order(c->size);
	struct slab *s = slab_new(c, node, order, 0, (PAGE_BYTES << order) / c->size);

	for (uint16_t i = 0; i < s->num; i++)
		mem_write(slab_object(s, i), 8); /* links */
	return s;
}

static void refill(struct slab_cache *c, struct slub_cpu *cpu)
{
	struct slub_impl *im = c->impl;
	unsigned int node = slab_node(c->a);
	struct slab *s = cpu->slab;
	KFN(__slab_alloc);

	c->refills++;
	if (s && s->free != NO_OBJECT) { /* others freed into it meanwhile */
		take_chain(cpu, s);
		return;
	}
	if (s)
		s->frozen = false; /* full: on no list */
	s = cpu->partial;
	if (s) {
		cpu->partial = s->next;
		s->next = NULL;
		cpu->partials--;
	} else {
		s = from_node(&im->node[node]);
	}
	take_chain(cpu, s ? s : fresh(c, node));
}

static uint64_t slub_take(struct slab_cache *c)
{
	struct slub_impl *im = c->impl;
	bool on = irqs_off();
	struct slub_cpu *cpu = &im->cpu[cpu_id(this_cpu)];
	uint64_t addr;

	mem_read(c->addr, 16);
	mem_rw(cpu->addr, 16);
	while (cpu->free == NO_OBJECT)
		refill(c, cpu);
	addr = slab_object(cpu->slab, cpu->free);
	cpu->free = cpu->slab->chain[cpu->free];
	mem_read(addr, 8);
	irqs_restore(on);
	return addr;
}

static void to_node(struct slab_cache *c, struct slab *s)
{
	struct slub_impl *im = c->impl;
	struct slub_node *n = &im->node[s->node];

	spin_acquire(&n->lock);
	s->frozen = false;
	s->list = 1;
	slab_list_append(&n->partial, s);
	mem_rw(n->addr, 32);
	mem_rw(page_struct(c->a, s->base), 32);
	spin_release(&n->lock);
}

/* An empty slab goes if the node has enough of them. */
static void discard(struct slab_cache *c, struct slab *s)
{
	struct slub_impl *im = c->impl;
	struct slub_node *n = &im->node[s->node];

	if (s->inuse || s->list != 1 || n->partial.n <= im->min_partial)
		return;
	slab_list_unlink(&n->partial, s);
	s->list = 0;
	spin_acquire(&n->lock);
	mem_rw(n->addr, 32);
	spin_release(&n->lock);
	slab_destroy(s);
}

/* A slab that was full has a free object now: somebody must remember it. */
static void remember(struct slab_cache *c, struct slab *s)
{
	struct slub_impl *im = c->impl;
	struct slub_cpu *cpu = &im->cpu[cpu_id(this_cpu)];

	if (!c->a->b.cpu_partial) {
		to_node(c, s);
		return;
	}
	if (cpu->partials >= c->a->b.cpu_partial) {
		struct slab *all = cpu->partial;

		c->flushes++;
		cpu->partial = NULL;
		cpu->partials = 0;
		while (all) {
			struct slab *next = all->next;

			to_node(c, all);
			discard(c, all);
			all = next;
		}
	}
	s->frozen = true;
	s->next = cpu->partial;
	cpu->partial = s;
	cpu->partials++;
	mem_rw(cpu->addr, 32);
}

static void free_slow(struct slab_cache *c, struct slab *s, uint16_t object)
{
	bool was_full = s->free == NO_OBJECT && !s->frozen;
	uint64_t page = page_struct(c->a, s->base);
	KFN(__slab_free);

	if (was_full)
		s->frozen = true; /* ours, until it is on a list */
	slab_push(s, object);
	mem_write(slab_object(s, object), 8);
	mem_atomic(page);
	if (was_full)
		remember(c, s);
	if (!s->frozen)
		discard(c, s);
}

static void slub_give(struct slab_cache *c, struct slab *s, uint16_t object)
{
	struct slub_impl *im = c->impl;
	bool on = irqs_off();
	struct slub_cpu *cpu = &im->cpu[cpu_id(this_cpu)];

	mem_read(page_struct(c->a, s->base), 8);
	mem_rw(cpu->addr, 16);
	if (s == cpu->slab) {
		s->chain[object] = cpu->free;
		cpu->free = object;
		mem_write(slab_object(s, object), 8);
	} else {
		free_slow(c, s, object);
	}
	irqs_restore(on);
}

const struct slab_ops slab_slub_ops = {
	.init = slub_init,
	.alloc = slub_take,
	.free = slub_give,
	.order = slub_order,
};
