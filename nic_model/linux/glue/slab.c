// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Objects freed twice, and used after they were freed.
 *
 * Called by: whoever allocates and frees slab objects, through the linker's --wrap
 * Models: nothing, and costs nothing: calls pass through here on their way to the kernel's own slub
 * code. Freed objects hold 0x6b bytes, as with slub_debug=P: a pointer read out of them is no
 * address (trap.c says so), and an object that was written is found when it is next handed out. Who
 * freed it is noted beside memory, 4 bytes for 16. Leaves out: caches with constructors or
 * SLAB_TYPESAFE_BY_RCU, whose objects live on; numbers read from freed objects; objects that come
 * from another CPU's or a new slab are not looked at; the last bytes of objects whose size is no
 * multiple of 8; pages; memory above 8 GiB
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include "mm/slab.h"

#include "glue.h"

#define NOTES	    0x0c80000000ul /* machine.c: between the map of pages and user memory */
#define NOTES_BYTES (8ul << 30)
#define FREED	    0x6b
#define FREED_WORD  0x6b6b6b6b6b6b6b6bul

static u32 *nic_note(const void *x)
{
	unsigned long off = (unsigned long)x - nic_sim->ram;

	return off < NOTES_BYTES ? (u32 *)(nic_sim->ram + NOTES) + (off >> 4) : NULL;
}

/* Not the kernel's memset(), which is hooked and would be charged. */
static void nic_fill(void *p, u8 value, size_t n)
{
	asm volatile("rep stosb" : "+D"(p), "+c"(n) : "a"(value) : "memory");
}

static bool nic_poisoned(const struct kmem_cache *s)
{
	return !s->ctor && !(s->flags & SLAB_TYPESAFE_BY_RCU);
}

/* Images lie below 2 GiB: 31 bits of a return address, and whether the object is free. */
static void nic_fault(const struct kmem_cache *s, const void *x, const char *what, u32 note,
		      void *ip)
{
	char text[128];

	scnprintf(text, sizeof(text), "%s object at %#lx %s, freed at @%#x", s->name,
		  (unsigned long)x - nic_sim->ram, what, note >> 1);
	SIM(fault, KIMAGE_FAULT_MEMORY, text, ip);
}

/* Before an allocation: the object that comes next must be as it was left, but for its link in the
 * free list. */
static void nic_look(struct kmem_cache *s, void *ip)
{
	const u64 *x = (const u64 *)raw_cpu_read(s->cpu_slab->freelist);
	const u32 *note = x ? nic_note(x) : NULL;
	unsigned int i, n = s->object_size / 8;
	u64 wrong = 0;

	if (!note || !(*note & 1) || !nic_poisoned(s))
		return;
	for (i = 0; i < n; i++)
		wrong |= i == s->offset / 8 ? 0 : x[i] ^ FREED_WORD;
	if (wrong)
		nic_fault(s, x, "written after it was freed", *note, ip);
}

static void *nic_got(void *x)
{
	u32 *note = x ? nic_note(x) : NULL;

	if (note)
		*note = 0;
	return x;
}

static void nic_put(struct kmem_cache *s, void *x, void *ip)
{
	u32 *note = x ? nic_note(x) : NULL;

	if (!note)
		return;
	if (*note & 1)
		nic_fault(s, x, "freed twice", *note, ip);
	*note = (u32)(unsigned long)ip << 1 | 1;
	if (nic_poisoned(s))
		nic_fill(x, FREED, s->object_size);
}

#define HERE __builtin_return_address(0)

void *__real_kmem_cache_alloc(struct kmem_cache *s, gfp_t flags);
void *__wrap_kmem_cache_alloc(struct kmem_cache *s, gfp_t flags)
{
	nic_look(s, HERE);
	return nic_got(__real_kmem_cache_alloc(s, flags));
}

void *__real_kmem_cache_alloc_lru(struct kmem_cache *s, struct list_lru *lru, gfp_t flags);
void *__wrap_kmem_cache_alloc_lru(struct kmem_cache *s, struct list_lru *lru, gfp_t flags)
{
	nic_look(s, HERE);
	return nic_got(__real_kmem_cache_alloc_lru(s, lru, flags));
}

void *__real_kmem_cache_alloc_node(struct kmem_cache *s, gfp_t flags, int node);
void *__wrap_kmem_cache_alloc_node(struct kmem_cache *s, gfp_t flags, int node)
{
	nic_look(s, HERE);
	return nic_got(__real_kmem_cache_alloc_node(s, flags, node));
}

/* kmalloc() and its like. */
void *__real___kmem_cache_alloc_node(struct kmem_cache *s, gfp_t flags, int node, size_t size,
				     unsigned long caller);
void *__wrap___kmem_cache_alloc_node(struct kmem_cache *s, gfp_t flags, int node, size_t size,
				     unsigned long caller)
{
	nic_look(s, (void *)caller);
	return nic_got(__real___kmem_cache_alloc_node(s, flags, node, size, caller));
}

int __real_kmem_cache_alloc_bulk(struct kmem_cache *s, gfp_t flags, size_t n, void **p);
int __wrap_kmem_cache_alloc_bulk(struct kmem_cache *s, gfp_t flags, size_t n, void **p)
{
	int i, got;

	nic_look(s, HERE);
	got = __real_kmem_cache_alloc_bulk(s, flags, n, p);
	for (i = 0; i < got; i++)
		nic_got(p[i]);
	return got;
}

void __real_kmem_cache_free(struct kmem_cache *s, void *x);
void __wrap_kmem_cache_free(struct kmem_cache *s, void *x)
{
	nic_put(s, x, HERE);
	__real_kmem_cache_free(s, x);
}

void __real_kmem_cache_free_bulk(struct kmem_cache *s, size_t n, void **p);
void __wrap_kmem_cache_free_bulk(struct kmem_cache *s, size_t n, void **p)
{
	size_t i;

	for (i = 0; i < n; i++)
		nic_put(s ?: virt_to_cache(p[i]), p[i], HERE);
	__real_kmem_cache_free_bulk(s, n, p);
}

/* kfree() and its like. */
void __real___kmem_cache_free(struct kmem_cache *s, void *x, unsigned long caller);
void __wrap___kmem_cache_free(struct kmem_cache *s, void *x, unsigned long caller)
{
	nic_put(s, x, (void *)caller);
	__real___kmem_cache_free(s, x, caller);
}

/* A slab's pages go back: what comes to lie there is no object of it. */
void __real___free_pages(struct page *page, unsigned int order);
void __wrap___free_pages(struct page *page, unsigned int order)
{
	u32 *note = nic_note(page_address(page));

	if (note)
		nic_fill(note, 0, (PAGE_SIZE << order) / 16 * sizeof(*note));
	__real___free_pages(page, order);
}
