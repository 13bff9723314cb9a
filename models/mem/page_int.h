/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page allocator's insides, for the files of this folder only. */
#ifndef NICPATH_MODELS_MEM_PAGE_INT_H
#define NICPATH_MODELS_MEM_PAGE_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/lock.h"

#define PAGE_SHIFT  12
#define PAGE_BYTES  (1u << PAGE_SHIFT)
#define PAGE_ORDERS 11 /* blocks of 1 to 1024 pages */
#define PAGE_NODES  8
#define PAGE_STRUCT 64 /* bytes of a struct page */
#define NO_FRAME    UINT32_MAX

struct host;
struct layout;
struct slab;

enum frame_state {
	FRAME_STATIC, /* never the allocator's: text, user memory */
	FRAME_BUDDY,  /* head of a free block */
	FRAME_INSIDE, /* inside a free block */
	FRAME_PCP,    /* on a CPU's list */
	FRAME_USED,   /* head of an allocated block */
	FRAME_TAIL,   /* inside an allocated block */
};

struct frame {
	uint32_t next, prev; /* list that the frame is on */
	uint32_t head;	     /* FRAME_TAIL: first frame of the block */
	int32_t count;	     /* references */
	uint8_t order, state;
	bool of_slab;
	struct slab *slab; /* slab that the page belongs to */
};

struct frame_list {
	uint32_t first, last, n;
};

/* A CPU's list of single pages of one node. */
struct page_cpu {
	uint64_t addr; /* struct per_cpu_pages and the counters' deltas */
	struct frame_list list;
};

/* A node's zone. */
struct zone {
	uint64_t addr; /* struct zone: watermarks, then the free areas */
	struct spinlock lock;
	uint32_t first, frames; /* frame numbers that it manages */
	uint32_t base;		/* first frame of the node: index 0 of its mem_map */
	uint64_t map;		/* address of its mem_map */
	struct frame_list free[PAGE_ORDERS];
	struct page_cpu *cpu;
	uint32_t batch, high;
};

struct pages {
	struct zone zone[PAGE_NODES];
	unsigned int nodes, cpus;
	struct frame *frame;
	uint64_t frames; /* described by frame[] */
	uint64_t node_bytes;
	uint64_t in_use;   /* pages, by page_alloc() */
	uint64_t zonelist; /* address of the read-mostly zone lists */
	uint64_t salt;	   /* which of the arrangements of used pages */
};

/* used: share of the pages that others hold; which ones, and the order of the rest, follows from seed. */
void pages_init(struct pages *p, struct layout *l, uint64_t ram, unsigned int nodes,
		unsigned int cpus, double used, uint64_t seed);

/* pages.c; in CPU context, they charge what they do. node: preferred one. */
uint64_t pages_take(struct pages *p, unsigned int node, unsigned int order);
void pages_give(struct pages *p, uint32_t frame);
/* A block of this order is free in some zone. Charges nothing. */
bool pages_can(const struct pages *p, unsigned int order);

/* buddy.c; under the zone's lock. */
void buddy_seed(struct pages *p, struct zone *z, double used);
uint32_t buddy_take(struct pages *p, struct zone *z, unsigned int order);
void buddy_give(struct pages *p, struct zone *z, uint32_t frame, unsigned int order);

struct zone *zone_of(struct pages *p, uint32_t frame);
uint64_t frame_struct(const struct zone *z, uint32_t frame);

/* frame_list.c-like helpers, in buddy.c */
void frame_push(struct pages *p, struct frame_list *l, uint32_t frame);
void frame_append(struct pages *p, struct frame_list *l, uint32_t frame);
void frame_unlink(struct pages *p, struct frame_list *l, uint32_t frame);

#endif
