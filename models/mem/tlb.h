/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Translation of addresses: a core's TLBs for data and for code, and the walk of
 * the page tables when they do not know a page.
 *
 * The simulator's addresses are physical.  What a page of the virtual address
 * space would be is taken from the map of memory (layout.h), as x86-64 kernels
 * map it: the kernel's image, the direct map with all pages and slabs, and
 * struct page by large pages, user memory by 4 KiB pages.  Accesses themselves
 * (mem_access()) know nothing of translation: a CPU asks mem_translate() first
 * and adds the time.  Devices do not translate (no IOMMU).
 */
#ifndef NICPATH_MODELS_MEM_TLB_H
#define NICPATH_MODELS_MEM_TLB_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sim.h"

struct mem;
struct mem_params;

#define TLB_WALKERS_MAX 8

enum page_size { PAGE_4K, PAGE_2M, PAGE_1G, PAGE_SIZES };

/* Entries for one size of pages, or for several that share them: true LRU. */
struct tlb_array {
	uint32_t sets, ways;
	uint64_t *key; /* page number and size, plus 1; 0: empty */
	uint64_t *stamp;
};

/* A page that was translated just now. */
struct tlb_recent {
	uint64_t from, span;
	uint64_t *stamp; /* of its entry in the first level */
};

/*
 * One side of a core.  The last two pages are known here: a copy has two, and while
 * accesses go to these the order of all others stays as it is.  `last` is the one
 * used last; stamps follow when a third page comes.
 */
struct tlb {
	struct tlb_recent recent[2];
	uint32_t last;
	uint64_t clock;
	struct tlb_array *first[PAGE_SIZES], *second[PAGE_SIZES]; /* NULL: none */
};

/* A core's translation hardware. */
struct tlbs {
	bool on;
	struct tlb data, code;
	struct tlb_array array[4 * PAGE_SIZES]; /* what the pointers point to */
	uint32_t arrays;
	uint64_t second_clock;
	struct tlb_array directory; /* entries of the tables' upper levels */
	uint64_t directory_clock;
	uint64_t walker_free[TLB_WALKERS_MAX]; /* ps */
};

/* A machine that gives no tlb.data.entries has none: everything hits. */
void tlbs_init(struct tlbs *t, const struct mem_params *p);
void tlbs_fini(struct tlbs *t);
/* Forgets translations; user_only: as loading CR3 does (kernel pages are global). */
void tlbs_flush(struct tlbs *t, bool user_only);

/* For mem_translate(): neither of the recent pages. Returns ps. */
uint32_t tlb_miss(struct mem *m, unsigned int cpu, struct tlb *t, uint64_t addr, sim_time at);

/*
 * ps that the translation of addr takes, from `at` on, beyond what a hit in the
 * first level takes (which is part of the caches' latency).
 */
static inline uint32_t mem_translate(struct mem *m, unsigned int cpu, struct tlb *t, uint64_t addr,
				     sim_time at)
{
	if (__builtin_expect(addr - t->recent[0].from < t->recent[0].span, 1)) {
		t->last = 0;
		return 0;
	}
	if (__builtin_expect(addr - t->recent[1].from < t->recent[1].span, 1)) {
		t->last = 1;
		return 0;
	}
	return tlb_miss(m, cpu, t, addr, at);
}

#endif
