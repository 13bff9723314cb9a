/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the two slab allocators share, for the files of this folder only. */
#ifndef NICPATH_MODELS_MEM_SLAB_INT_H
#define NICPATH_MODELS_MEM_SLAB_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/lock.h"
#include "models/mem/page_int.h"
#include "models/mem/slab.h"

struct param_table;

enum slab_kind { SLAB_SLAB, SLAB_SLUB };

/* kernel.memory */
struct slab_behaviour {
	int slab;	      /* enum slab_kind */
	double used;	      /* share of the pages that others hold */
	uint32_t cpu_partial; /* SLUB: slabs that a CPU keeps aside; 0: before 3.2 */
	bool init_on_alloc;   /* pages and objects are cleared */
};

#define NO_OBJECT UINT16_MAX

/* Pages cut into objects of one cache. */
struct slab {
	struct slab *next, *prev; /* list that it is on */
	struct slab_cache *cache;
	uint64_t base, first; /* of the pages; of object 0 */
	uint64_t mgmt;	      /* SLAB: struct slab and its index chain */
	uint16_t num, inuse;  /* objects; those not on this slab's chain */
	uint16_t free;	      /* chain of free objects, NO_OBJECT ends it */
	uint8_t node, list, order; /* order: of its pages */
	bool mgmt_outside, frozen;
	uint16_t *chain; /* next free object */
	uint64_t *used;	 /* bit an object: handed out */
};

struct slab_list {
	struct slab *first, *last;
	uint32_t n;
};

struct slab_ops {
	void (*init)(struct slab_cache *c);
	/* In CPU context, inside the scope of the kernel's function. */
	uint64_t (*alloc)(struct slab_cache *c);
	void (*free)(struct slab_cache *c, struct slab *s, uint16_t object);
	/* Pages' order for a size. */
	unsigned int (*order)(const struct slab_cache *c);
};

struct slab_cache {
	struct slab_allocator *a;
	char *name;
	uint64_t addr;	      /* struct kmem_cache */
	uint32_t size, align; /* size rounded up */
	unsigned int order;
	uint64_t in_use; /* objects handed out */
	uint64_t refills, flushes, slabs;
	void *impl; /* slab.c's or slub.c's part */
	struct slab_cache *next;
};

struct slab_allocator {
	struct host *host;
	struct layout *layout;
	unsigned int cpus;
	struct pages pages;
	struct slab_behaviour b;
	const struct slab_ops *ops;
	struct slab_cache *caches;	/* all, newest first */
	struct slab_cache *kmalloc[17]; /* by kmalloc_class[] */
};

extern const struct slab_ops slab_slab_ops, slab_slub_ops;

/* slab_common.c */
unsigned int slab_node(const struct slab_allocator *a); /* of this_cpu */
struct slab *slab_new(struct slab_cache *c, unsigned int node, unsigned int order,
		      uint64_t before_objects, uint32_t num);
void slab_destroy(struct slab *s);
uint64_t slab_object(const struct slab *s, uint16_t object);
/* Pops an object off the slab's chain, or puts one back. */
uint16_t slab_pop(struct slab *s);
void slab_push(struct slab *s, uint16_t object);
struct slab *slab_of(const struct slab_allocator *a, uint64_t addr, uint16_t *object);
void slab_list_push(struct slab_list *l, struct slab *s);
void slab_list_append(struct slab_list *l, struct slab *s);
void slab_list_unlink(struct slab_list *l, struct slab *s);
/* kmalloc without a scope of its own; for management structures. */
uint64_t slab_kmalloc(struct slab_allocator *a, uint32_t bytes);
void slab_kfree(struct slab_allocator *a, uint64_t addr);

#endif
