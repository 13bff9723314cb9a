/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernel memory at run time: page allocator and slab caches.  Which address
 * comes next decides what hits, so these follow the kernel's: SLAB (per-CPU
 * array of recently freed objects, last in first out; refill and flush in
 * batches from per-node lists; pages from the page allocator) or SLUB (per-CPU
 * freelist of one slab, partial lists), by the kernel profile; page allocator
 * with per-CPU lists over a buddy.
 *
 * All of these are kernel code: call them in CPU context (host/cpu.h); they
 * execute their functions (kmem_cache_alloc, cache_alloc_refill, kfree,
 * get_page_from_freelist ...) and touch their own data structures.
 */
#ifndef NICPATH_MODELS_MEM_SLAB_H
#define NICPATH_MODELS_MEM_SLAB_H

#include <stdbool.h>
#include <stdint.h>

struct param_table;
struct host;
struct slab_cache;
struct slab_allocator; /* one a host: host_slab() */

/* name as in /proc/slabinfo; size as in the kernel version's structure. */
struct slab_cache *slab_cache_new(struct slab_allocator *a, const char *name, uint32_t size,
				  uint32_t align);
uint64_t slab_alloc(struct slab_cache *c);
void slab_free(struct slab_cache *c, uint64_t addr);

/* kmalloc: power-of-two size classes (and 96, 192). Up to 128 KiB. */
uint64_t kmem_alloc(struct slab_allocator *a, uint32_t bytes);
void kmem_free(struct slab_allocator *a, uint64_t addr);
/* Size of the class that serves `bytes`: what truesize is made of. */
uint32_t kmem_class(uint32_t bytes);

/* 2^order contiguous pages of 4 KiB; reference count 1. */
uint64_t page_alloc(struct slab_allocator *a, unsigned int order);
/* A block of this order is free; costs no time. */
bool page_can(const struct slab_allocator *a, unsigned int order);
void page_get(struct slab_allocator *a, uint64_t addr); /* reference + 1 */
void page_put(struct slab_allocator *a, uint64_t addr); /* - 1, frees at 0 */
/* Address of the struct page of addr (64 bytes, touched by get/put). */
uint64_t page_struct(struct slab_allocator *a, uint64_t addr);

/* Objects and pages now in use, for leak checks. */
uint64_t slab_in_use(const struct slab_cache *c);
uint64_t page_in_use(const struct slab_allocator *a);

/* Caches with objects in use, as "3 of TCP, 1 of size-512"; NULL if none. */
char *slab_leaks(const struct slab_allocator *a);

/* By the host's profile (kernel.memory). Error with place, or NULL. */
char *slab_allocator_new(struct host *h, struct slab_allocator **out);

/* The section of a kernel profile. */
extern const struct param_table slab_behaviour_table;

#endif
