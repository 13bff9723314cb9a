/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * TLBs and page walks.
 * Called by: models/host/cpu*.c, through mem_translate().
 * Calls: access.c for the walker's loads.
 * Models: one or two levels by page size, true LRU; a cache of the upper levels'
 *   entries; walkers, each one walk at a time, whose loads go through the caches,
 *   one after the other; loss of user pages when an address space is loaded.
 * Leaves out: the hardware's replacement where it is not LRU, speculative walks,
 *   accessed and dirty bits, page faults, shoot-downs, PCIDs; Core 2's stores
 *   that use the second level only; code of modules (4 KiB pages).
 * Source: AMD 24593 5.3 (four levels); Bhargava et al., "Accelerating two-dimensional
 *   page walks", ASPLOS 2008 (Opteron: a page-walk cache holds entries of all
 *   levels but the last, entries come through L2); Barr, Cox, Rixner, "Translation
 *   caching", ISCA 2010 (Intel); arch/x86/mm/init_64.c of 2.6.26 (what is mapped by
 *   large pages).
 */
#include "models/mem/tlb.h"

#include <stdlib.h>
#include <string.h>

#include "models/mem/layout.h"
#include "models/mem/mem_int.h"
#include "sim/check.h"

static const uint32_t page_shift[PAGE_SIZES] = {12, 21, 30};

/* ---- arrays ---- */

static void array_init(struct tlb_array *a, uint32_t entries, uint32_t ways)
{
	a->ways = ways && ways < entries ? ways : entries;
	a->sets = entries / a->ways;
	a->key = xcalloc(entries, sizeof(*a->key));
	a->stamp = xcalloc(entries, sizeof(*a->stamp));
}

static void array_clear(struct tlb_array *a, bool user_only)
{
	for (uint32_t i = 0; i < a->sets * a->ways; i++)
		if (!user_only || (a->key[i] - 1) % 4 == PAGE_4K)
			a->key[i] = 0;
}

static uint64_t key_of(uint64_t addr, enum page_size size)
{
	return (addr >> page_shift[size] << 2 | size) + 1;
}

/* The entry's position, or -1. */
static int array_find(const struct tlb_array *a, uint64_t key)
{
	uint32_t base = (uint32_t)((key - 1) >> 2 & (a->sets - 1)) * a->ways;

	for (uint32_t i = base; i < base + a->ways; i++)
		if (a->key[i] == key)
			return (int)i;
	return -1;
}

/* Takes an empty entry's place, or the one that was used longest ago. */
static int array_put(struct tlb_array *a, uint64_t key, uint64_t now)
{
	uint32_t base = (uint32_t)((key - 1) >> 2 & (a->sets - 1)) * a->ways, at = base;

	for (uint32_t i = base; i < base + a->ways && a->key[at]; i++)
		if (!a->key[i] || a->stamp[i] < a->stamp[at])
			at = i;
	a->key[at] = key;
	a->stamp[at] = now;
	return (int)at;
}

/* ---- making ---- */

static struct tlb_array *add(struct tlbs *t, uint32_t entries, uint32_t ways)
{
	struct tlb_array *a = &t->array[t->arrays];

	if (!entries)
		return NULL;
	t->arrays++;
	array_init(a, entries, ways);
	return a;
}

static void level_init(struct tlbs *t, const struct tlb_geometry *g,
		       struct tlb_array *level[PAGE_SIZES])
{
	level[PAGE_4K] = add(t, g->entries, g->ways);
	level[PAGE_2M] = g->any ? level[PAGE_4K] : add(t, g->large, g->large_ways);
	level[PAGE_1G] = g->any == TLB_ANY ? level[PAGE_4K] : add(t, g->huge, 0);
}

void tlbs_init(struct tlbs *t, const struct mem_params *p)
{
	memset(t, 0, sizeof(*t));
	t->on = p->tlb_data.entries != 0;
	if (!t->on) {
		t->data.recent[0].span = t->code.recent[0].span = UINT64_MAX;
		return;
	}
	level_init(t, &p->tlb_data, t->data.first);
	level_init(t, &p->tlb_code, t->code.first);
	level_init(t, &p->tlb_second, t->data.second);
	if (p->tlb_unified)
		memcpy(t->code.second, t->data.second, sizeof(t->code.second));
	else
		level_init(t, &p->tlb_second_code, t->code.second);
	array_init(&t->directory, p->tlb_directory, 0);
}

void tlbs_fini(struct tlbs *t)
{
	for (uint32_t i = 0; i < t->arrays; i++) {
		free(t->array[i].key);
		free(t->array[i].stamp);
	}
	free(t->directory.key);
	free(t->directory.stamp);
}

static void forget(struct tlb *t)
{
	memset(t->recent, 0, sizeof(t->recent));
}

void tlbs_flush(struct tlbs *t, bool user_only)
{
	if (!t->on)
		return;
	forget(&t->data);
	forget(&t->code);
	for (uint32_t i = 0; i < t->arrays; i++)
		array_clear(&t->array[i], user_only);
	array_clear(&t->directory, false); /* upper levels' entries are never global */
}

/* ---- pages ---- */

/* struct page of a node's memory: where pages.c has it. */
static bool in_mem_map(const struct mem *m, uint64_t addr)
{
	uint64_t bytes = m->p.dram_size / m->p.dram_nodes, node = addr / bytes;
	uint64_t map = node ? node * bytes : LAYOUT_PAGES;

	return addr >= map && addr < map + bytes / 64;
}

static enum page_size size_of_page(const struct mem *m, uint64_t addr)
{
	if (addr >= LAYOUT_USER && addr < LAYOUT_PAGES)
		return PAGE_4K;
	if (!m->p.tlb_direct_1g || addr < LAYOUT_DMA || in_mem_map(m, addr))
		return PAGE_2M;
	return PAGE_1G;
}

/* ---- the walk ---- */

/*
 * Where an entry of the tables lies: 8 bytes a page of its level, level 0 being
 * that of 4 KiB pages, below the kernel's image.  What is in the tables is not kept.
 */
static uint64_t entry_addr(uint64_t addr, uint32_t level)
{
	static const struct {
		uint64_t at, bytes;
	} table[] = {
		{0x00c00000, 0x00200000}, /* pages of user memory; a page table maps 2 MiB */
		{0x00400000, 0x00800000}, /* up to 2 TiB */
		{0x00e00000, 0x00100000},
		{0x00f00000, 0x00001000},
	};
	uint64_t index = addr >> (12 + 9 * level);

	return table[level].at + index * 8 % table[level].bytes;
}

/* The lowest level whose entry need not be loaded, since the one above it is at hand. */
static uint32_t walk_start(struct tlbs *t, uint64_t addr, uint32_t leaf)
{
	for (uint32_t level = leaf + 1; level < 4; level++) {
		int at = array_find(&t->directory, (addr >> (12 + 9 * level) << 2 | level) + 1);

		if (at < 0)
			continue;
		t->directory.stamp[at] = ++t->directory_clock;
		return level - 1;
	}
	return 3;
}

/* The walker that is free first: from when on. */
static uint64_t *first_walker(struct tlbs *t, uint32_t walkers)
{
	uint64_t *first = t->walker_free;

	for (uint32_t i = 1; i < walkers; i++)
		if (t->walker_free[i] < *first)
			first = &t->walker_free[i];
	return first;
}

/* Loads what is needed of four levels; the last is the page's own (0, 1 or 2). */
static uint64_t walk(struct mem *m, unsigned int cpu, uint64_t addr, uint32_t leaf, uint64_t at)
{
	struct tlbs *t = &m->core[cpu].tlbs;
	uint64_t *free_at = first_walker(t, m->p.tlb_walkers);
	uint64_t now = (*free_at > at ? *free_at : at) + m->tlb_walk_ps;

	for (uint32_t level = walk_start(t, addr, leaf);; level--) {
		now += access_walk(m, cpu, entry_addr(addr, level) >> MEM_LINE_SHIFT, SIM_PS(now));
		m->walk_loads++;
		if (level == leaf)
			break;
		array_put(&t->directory, (addr >> (12 + 9 * level) << 2 | level) + 1,
			  ++t->directory_clock);
	}
	*free_at = now;
	m->walks++;
	return now - at;
}

/* The page used longer ago of the recent two makes room. */
static void remember(struct tlb *t, uint64_t addr, enum page_size size, uint64_t *stamp)
{
	struct tlb_recent *before = &t->recent[t->last], *r;

	if (before->stamp == stamp) /* its entry is this page's now */
		before->span = 0;
	t->last ^= 1;
	r = &t->recent[t->last];
	r->span = 1ull << page_shift[size];
	r->from = addr & ~(r->span - 1);
	r->stamp = stamp;
}

/* The recent pages' entries get their place in the order of use. */
static void stamp_recent(struct tlb *t)
{
	for (uint32_t i = 2; i-- > 0;)
		if (t->recent[t->last ^ i].span)
			*t->recent[t->last ^ i].stamp = ++t->clock;
}

static uint64_t beyond_first(struct mem *m, unsigned int cpu, struct tlb *t, uint64_t addr,
			     enum page_size size, uint64_t at)
{
	struct tlb_array *second = t->second[size];
	uint64_t *clock = &m->core[cpu].tlbs.second_clock; /* one, since both sides may share it */
	uint64_t key = key_of(addr, size), ps;
	int have = second ? array_find(second, key) : -1;

	if (have >= 0) {
		second->stamp[have] = ++*clock;
		return m->tlb_second_ps;
	}
	ps = walk(m, cpu, addr, size, at);
	if (second)
		array_put(second, key, ++*clock);
	return ps;
}

uint32_t tlb_miss(struct mem *m, unsigned int cpu, struct tlb *t, uint64_t addr, sim_time at)
{
	enum page_size size;
	struct tlb_array *first;
	uint64_t ps = 0;
	int have;

	stamp_recent(t);
	t->clock++;
	size = size_of_page(m, addr);
	first = t->first[size];
	have = array_find(first, key_of(addr, size));
	if (have >= 0) {
		first->stamp[have] = t->clock;
	} else {
		*(t == &m->core[cpu].tlbs.data ? &m->dtlb_miss : &m->itlb_miss) += 1;
		ps = beyond_first(m, cpu, t, addr, size, at.ps);
		have = array_put(first, key_of(addr, size), t->clock);
	}
	remember(t, addr, size, &first->stamp[have]);
	return (uint32_t)ps;
}
