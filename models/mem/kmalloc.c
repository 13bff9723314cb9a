/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The allocators' interface: caches, kmalloc, pages; and their checker.
 * Called by: every stage that has an skb, a socket or a page.
 * Calls: slab.c or slub.c by the kernel profile; pages.c.
 * Models: kmem_cache_alloc(), kmem_cache_free(), kmalloc(), kfree(), get_page(),
 *   put_page().
 * Leaves out: kmalloc classes below 32 bytes (SLUB has 8 and 16).
 * Source: include/linux/kmalloc_sizes.h of 2.6.26, mm/swap.c put_page().
 */
#include "models/mem/slab_int.h"

#include <stddef.h>
#include <stdlib.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/kprofile.h"
#include "models/mem/layout.h"
#include "models/mem/mem.h"
#include "sim/check.h"
#include "sim/param.h"

static const uint32_t classes[] = {32,	 64,   96,   128,   192,   256,	  512,	 1024,
				   2048, 4096, 8192, 16384, 32768, 65536, 131072};

#define CLASSES (sizeof(classes) / sizeof(classes[0]))

static const char *const slab_names[] = {"slab", "slub", NULL};

static const struct param params[] = {
	{"slab", PARAM_ENUM, offsetof(struct slab_behaviour, slab), "slab", NULL, NULL, slab_names,
	 "Slab allocator", "CONFIG_SLAB was most distributions' choice until about 2.6.30"},
	{"cpu_partial", PARAM_U32, offsetof(struct slab_behaviour, cpu_partial), "0", "0", "64",
	 NULL, "slub: slabs with free objects that a CPU keeps aside (0: before 3.2)",
	 "mm/slub.c, set_cpu_partial(): 30 objects below 256 B, 13 below 1 KiB"},
	{"used", PARAM_DOUBLE, offsetof(struct slab_behaviour, used), "0", "0", "0.9", NULL,
	 "Share of memory's pages, one here, one there, that others hold (0: just booted)",
	 "a host's history; docs/memory.md"},
	{"init_on_alloc", PARAM_BOOL, offsetof(struct slab_behaviour, init_on_alloc), "off", NULL,
	 NULL, NULL, "pages and slab objects are cleared when they are allocated",
	 "init_on_alloc= since 6471384af2a6 (5.3); Debian's CONFIG_INIT_ON_ALLOC_DEFAULT_ON"},
	{.name = NULL},
};

const struct param_table slab_behaviour_table = {
	.name = "memory",
	.help = "Slab allocator of the kernel version.",
	.params = params,
	.struct_size = sizeof(struct slab_behaviour),
};

char *slab_allocator_new(struct host *h, struct slab_allocator **out)
{
	struct slab_allocator *a = xcalloc(1, sizeof(*a));
	char *err = kprofile_behaviour(host_profile(h), &slab_behaviour_table, &a->b);

	if (err) {
		free(a);
		return err;
	}
	a->host = h;
	a->layout = host_layout(h);
	a->cpus = host_cpus(h);
	a->ops = a->b.slab == SLAB_SLUB ? &slab_slub_ops : &slab_slab_ops;
	pages_init(&a->pages, a->layout, mem_bytes(host_mem(h)), mem_nodes(host_mem(h)), a->cpus,
		   a->b.used, host_seed(h));
	for (unsigned int i = 0; i < CLASSES; i++) {
		char *name =
			xasprintf(a->b.slab == SLAB_SLUB ? "kmalloc-%u" : "size-%u", classes[i]);

		a->kmalloc[i] = slab_cache_new(a, name, classes[i], 64);
		free(name);
	}
	*out = a;
	return NULL;
}

struct slab_cache *slab_cache_new(struct slab_allocator *a, const char *name, uint32_t size,
				  uint32_t align)
{
	struct slab_cache *c = xcalloc(1, sizeof(*c));

	sim_assertf(size >= 8 && size <= 131072, "cache %s: size %u", name, size);
	sim_assertf(align && !(align & (align - 1)), "cache %s: alignment %u", name, align);
	if (size <= align / 2) /* small objects share a line, as in the kernel */
		align = 32;
	c->a = a;
	c->name = xstrdup(name);
	c->align = align;
	c->size = (size + align - 1) & ~(align - 1);
	c->order = a->ops->order(c);
	c->addr = layout_static(a->layout, LAYOUT_STATIC, 8ull * a->cpus + 128, 64);
	a->ops->init(c);
	c->next = a->caches;
	a->caches = c;
	return c;
}

/* The object at addr, which must be one of this cache (any: NULL). */
static struct slab *find(const struct slab_allocator *a, const struct slab_cache *c, uint64_t addr,
			 uint16_t *object)
{
	struct slab *s = slab_of(a, addr, object);

	sim_assertf(s, "address %llx is not an object of a slab cache", (unsigned long long)addr);
	sim_assertf(!c || s->cache == c, "object %llx is of cache %s, not of %s",
		    (unsigned long long)addr, s->cache->name, c ? c->name : "");
	return s;
}

static uint64_t take(struct slab_cache *c)
{
	uint64_t addr = c->a->ops->alloc(c);
	uint16_t object;
	struct slab *s = find(c->a, c, addr, &object);

	sim_assertf(!(s->used[object / 64] >> object % 64 & 1), "%s: object %llx handed out twice",
		    c->name, (unsigned long long)addr);
	s->used[object / 64] |= 1ull << object % 64;
	c->in_use++;
	return addr;
}

static void give(struct slab_allocator *a, struct slab_cache *c, uint64_t addr)
{
	uint16_t object;
	struct slab *s = find(a, c, addr, &object);

	sim_assertf(s->used[object / 64] >> object % 64 & 1, "%s: double free of %llx",
		    s->cache->name, (unsigned long long)addr);
	s->used[object / 64] &= ~(1ull << object % 64);
	s->cache->in_use--;
	a->ops->free(s->cache, s, object);
}

static uint64_t cleared(const struct slab_allocator *a, uint64_t addr, uint32_t bytes)
{
	if (a->b.init_on_alloc)
		mem_clear(addr, bytes);
	return addr;
}

uint64_t slab_alloc(struct slab_cache *c)
{
	KFN(kmem_cache_alloc);

	return cleared(c->a, take(c), c->size);
}

void slab_free(struct slab_cache *c, uint64_t addr)
{
	KFN(kmem_cache_free);

	give(c->a, c, addr);
}

static unsigned int class_of(uint32_t bytes)
{
	unsigned int i = 0;

	while (i < CLASSES && classes[i] < bytes)
		i++;
	sim_assertf(i < CLASSES, "kmalloc of %u bytes", bytes);
	return i;
}

uint32_t kmem_class(uint32_t bytes)
{
	return classes[class_of(bytes)];
}

uint64_t slab_kmalloc(struct slab_allocator *a, uint32_t bytes)
{
	return take(a->kmalloc[class_of(bytes)]);
}

void slab_kfree(struct slab_allocator *a, uint64_t addr)
{
	mem_read(page_struct(a, addr), 8); /* which cache is it? */
	give(a, NULL, addr);
}

uint64_t kmem_alloc(struct slab_allocator *a, uint32_t bytes)
{
	KFN(__kmalloc);

	return cleared(a, slab_kmalloc(a, bytes), kmem_class(bytes));
}

void kmem_free(struct slab_allocator *a, uint64_t addr)
{
	KFN(kfree);

	slab_kfree(a, addr);
}

uint64_t slab_in_use(const struct slab_cache *c)
{
	return c->in_use;
}

char *slab_leaks(const struct slab_allocator *a)
{
	char *list = NULL;

	for (const struct slab_cache *c = a->caches; c; c = c->next) {
		char *more;

		if (!c->in_use)
			continue;
		more = xasprintf("%s%s%llu of %s", list ? list : "", list ? ", " : "",
				 (unsigned long long)c->in_use, c->name);
		free(list);
		list = more;
	}
	return list;
}
