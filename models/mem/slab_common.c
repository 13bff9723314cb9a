/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slabs: pages cut into objects, and the checker of who has what.
 * Called by: slab.c, slub.c, kmalloc.c.
 * Calls: pages.c.
 * Models: which slab an address belongs to (through its struct page).
 * Leaves out: constructors, debugging red zones, shrinking on memory pressure.
 * Source: mm/slab.c, mm/slub.c of 2.6.26 and 6.1.
 */
#include "models/mem/slab_int.h"

#include <stdlib.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/mem/mem.h"
#include "sim/check.h"

unsigned int slab_node(const struct slab_allocator *a)
{
	return mem_node(host_mem(a->host), cpu_id(this_cpu));
}

/* Each page of the slab points to it, as page->lru or page->slab do. */
static void claim_pages(struct slab_allocator *a, struct slab *s)
{
	uint32_t frame = (uint32_t)(s->base >> PAGE_SHIFT);

	for (uint32_t i = 0; i < 1u << s->order; i++) {
		a->pages.frame[frame + i].slab = s;
		a->pages.frame[frame + i].of_slab = true;
		mem_write(page_struct(a, s->base + ((uint64_t)i << PAGE_SHIFT)), 32);
	}
}

struct slab *slab_new(struct slab_cache *c, unsigned int node, unsigned int order,
		      uint64_t before_objects, uint32_t num)
{
	struct slab *s = xcalloc(1, sizeof(*s));

	sim_assert(num >= 1 && num < NO_OBJECT);
	s->cache = c;
	s->order = (uint8_t)order;
	s->num = (uint16_t)num;
	s->chain = xcalloc(num, sizeof(*s->chain));
	s->used = xcalloc((num + 63) / 64, sizeof(*s->used));
	for (uint32_t i = 0; i < num; i++)
		s->chain[i] = i + 1 < num ? (uint16_t)(i + 1) : NO_OBJECT;
	s->base = pages_take(&c->a->pages, node, order);
	s->first = s->base + before_objects;
	s->node = (uint8_t)(zone_of(&c->a->pages, (uint32_t)(s->base >> PAGE_SHIFT)) -
			    c->a->pages.zone);
	claim_pages(c->a, s);
	c->slabs++;
	return s;
}

void slab_destroy(struct slab *s)
{
	struct slab_allocator *a = s->cache->a;
	uint32_t frame = (uint32_t)(s->base >> PAGE_SHIFT);

	for (uint32_t i = 0; i < 1u << s->order; i++) {
		a->pages.frame[frame + i].slab = NULL;
		a->pages.frame[frame + i].of_slab = false;
	}
	s->cache->slabs--;
	a->pages.frame[frame].count = 0;
	pages_give(&a->pages, frame);
	free(s->chain);
	free(s->used);
	free(s);
}

uint64_t slab_object(const struct slab *s, uint16_t object)
{
	return s->first + (uint64_t)object * s->cache->size;
}

uint16_t slab_pop(struct slab *s)
{
	uint16_t object = s->free;

	sim_assert(object != NO_OBJECT);
	s->free = s->chain[object];
	s->inuse++;
	return object;
}

void slab_push(struct slab *s, uint16_t object)
{
	sim_assert(s->inuse);
	s->chain[object] = s->free;
	s->free = object;
	s->inuse--;
}

struct slab *slab_of(const struct slab_allocator *a, uint64_t addr, uint16_t *object)
{
	uint64_t frame = addr >> PAGE_SHIFT;
	struct slab *s = frame < a->pages.frames ? a->pages.frame[frame].slab : NULL;
	uint64_t at;

	if (!s || addr < s->first)
		return NULL;
	at = addr - s->first;
	if (at % s->cache->size || at / s->cache->size >= s->num)
		return NULL;
	*object = (uint16_t)(at / s->cache->size);
	return s;
}

void slab_list_push(struct slab_list *l, struct slab *s)
{
	s->prev = NULL;
	s->next = l->first;
	if (l->first)
		l->first->prev = s;
	else
		l->last = s;
	l->first = s;
	l->n++;
}

void slab_list_append(struct slab_list *l, struct slab *s)
{
	s->next = NULL;
	s->prev = l->last;
	if (l->last)
		l->last->next = s;
	else
		l->first = s;
	l->last = s;
	l->n++;
}

void slab_list_unlink(struct slab_list *l, struct slab *s)
{
	if (s->prev)
		s->prev->next = s->next;
	else
		l->first = s->next;
	if (s->next)
		s->next->prev = s->prev;
	else
		l->last = s->prev;
	s->next = s->prev = NULL;
	l->n--;
}
