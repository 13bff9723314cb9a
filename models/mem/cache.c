/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cache array.
 * Called by: private.c, domain.c, access.c, dma.c.   Calls: nothing.
 * Models: sets, ways, slices with a hash over them, true LRU, tree pseudo-LRU.
 * Leaves out: banks, ports, the vendors' slice hashes (unpublished; a
 *   multiplicative hash spreads as evenly).
 * Source: tree pseudo-LRU as in Al-Zoubi et al., "Performance evaluation of
 *   cache replacement policies", ACM-SE 2004.
 */
#include "models/mem/cache.h"

#include <stdlib.h>
#include <string.h>

#include "sim/check.h"

static uint32_t log2_up(uint32_t n)
{
	return n <= 1 ? 0 : 32 - (uint32_t)__builtin_clz(n - 1);
}

#define SLICE_SETS 64 /* of an odd size; 4 KiB a way, so pages map as ever */

/* Sets of a slice and slices: as the machine file says if that is possible. */
static void shape(const struct cache_geometry *g, uint32_t *sets, uint32_t *slices)
{
	uint64_t way_bytes = (uint64_t)g->ways << MEM_LINE_SHIFT;
	uint64_t given = g->size / way_bytes / g->slices;

	*sets = (uint32_t)given;
	*slices = g->slices;
	if (given * way_bytes * g->slices == g->size && given >= 64 && !(given & (given - 1)))
		return;
	*sets = SLICE_SETS;
	*slices = (uint32_t)((g->size + way_bytes * SLICE_SETS / 2) / (way_bytes * SLICE_SETS));
}

uint64_t cache_geometry_bytes(const struct cache_geometry *g)
{
	uint32_t sets, slices;

	if (!g->size)
		return 0;
	shape(g, &sets, &slices);
	return ((uint64_t)sets * slices * g->ways) << MEM_LINE_SHIFT;
}

char *cache_geometry_check(const struct cache_geometry *g, const char *name)
{
	uint64_t bytes;

	if (!g->size)
		return NULL;
	if (g->ways < 1 || g->ways > CACHE_WAYS_MAX)
		return err_fmt("%s: %u ways, must be 1 to %u", name, g->ways, CACHE_WAYS_MAX);
	if (g->slices < 1)
		return err_fmt("%s: slices must be at least 1", name);
	bytes = cache_geometry_bytes(g);
	if (!bytes || bytes * 20 < g->size * 19 || bytes * 20 > g->size * 21)
		return err_fmt("%s: size %llu B cannot be built of %u ways (multiples of %u KiB "
			       "can, at least approximately)",
			       name, (unsigned long long)g->size, g->ways, g->ways * 4);
	return NULL;
}

/* Tree node n has children 2n and 2n+1; bit n set: the left half is younger. */
static void plru_paths(struct cache *c)
{
	uint32_t depth = c->stride_shift;

	for (uint32_t way = 0; way < c->ways; way++) {
		uint32_t node = 1;

		for (uint32_t level = depth; level-- > 0;) {
			uint32_t right = way >> level & 1;

			c->plru[way].clear |= 1u << node;
			if (!right)
				c->plru[way].set |= 1u << node;
			node = 2 * node + right;
		}
	}
}

void cache_init(struct cache *c, const struct cache_geometry *g, bool shared)
{
	size_t places;

	memset(c, 0, sizeof(*c));
	if (!g->size)
		return;
	c->ways = g->ways;
	c->ways4 = (g->ways + 3) & ~3u;
	c->stride_shift = log2_up(c->ways4);
	shape(g, &c->set_mask, &c->slices);
	c->sets = c->set_mask * c->slices;
	c->set_mask--;
	c->set_shift = log2_up(c->set_mask + 1);
	c->all_ways = g->ways == 32 ? UINT32_MAX : (1u << g->ways) - 1;
	places = (size_t)c->sets << c->stride_shift;
	c->tag = xcalloc(places, sizeof(*c->tag));
	c->state = xcalloc(places, sizeof(*c->state));
	if (g->replace == REPLACE_LRU)
		c->stamp = xcalloc(places, sizeof(*c->stamp));
	c->set = xcalloc(c->sets, sizeof(*c->set));
	if (shared)
		c->who = xcalloc(places, sizeof(*c->who));
	plru_paths(c);
}

void cache_fini(struct cache *c)
{
	free(c->tag);
	free(c->state);
	free(c->stamp);
	free(c->set);
	free(c->who);
	memset(c, 0, sizeof(*c));
}

void cache_clear(struct cache *c)
{
	size_t places = (size_t)c->sets << c->stride_shift;

	if (!cache_exists(c))
		return;
	memset(c->tag, 0, places * sizeof(*c->tag));
	memset(c->state, 0, places * sizeof(*c->state));
	if (c->stamp)
		memset(c->stamp, 0, places * sizeof(*c->stamp));
	memset(c->set, 0, c->sets * sizeof(*c->set));
	if (c->who)
		memset(c->who, 0, places * sizeof(*c->who));
	c->clock = 0;
}

static uint32_t lru_victim(const struct cache *c, uint32_t base, uint32_t ways)
{
	uint32_t best = (uint32_t)__builtin_ctz(ways);

	for (uint32_t way = best + 1; way < c->ways; way++)
		if ((ways >> way & 1) && c->stamp[base + way] < c->stamp[base + best])
			best = way;
	return best;
}

/* Mask of the ways below a node of the tree, at most half of all. */
static uint32_t below(uint32_t first, uint32_t count)
{
	return ((1u << count) - 1) << first;
}

/* Walks away from the younger halves, but never to where no way is allowed. */
static uint32_t plru_victim(const struct cache *c, uint32_t set, uint32_t ways)
{
	uint32_t tree = c->set[set].tree, node = 1, first = 0;

	if (ways == c->all_ways && c->ways == 1u << c->stride_shift) { /* the usual case */
		for (uint32_t level = c->stride_shift; level-- > 0;)
			node = 2 * node + (tree >> node & 1);
		return node - c->ways;
	}
	for (uint32_t level = c->stride_shift; level-- > 0;) {
		uint32_t half = 1u << level;
		bool right = tree >> node & 1;

		if (!(ways & below(first + half, half)))
			right = false;
		else if (!(ways & below(first, half)))
			right = true;
		first += right ? half : 0;
		node = 2 * node + right;
	}
	return first;
}

uint32_t cache_victim(struct cache *c, uint64_t line, uint32_t ways)
{
	uint32_t set = cache_set_of(c, line);
	uint32_t base = set << c->stride_shift;
	uint32_t empty = ~c->set[set].valid;

	if (__builtin_expect(c->clock >= CACHE_CLOCK_LATE, 0))
		cache_renumber(c);
	ways &= c->all_ways;
	if (empty & ways)
		return base + (uint32_t)__builtin_ctz(empty & ways);
	return base + (c->stamp ? lru_victim(c, base, ways) : plru_victim(c, set, ways));
}

void cache_renumber(struct cache *c)
{
	uint32_t rank[CACHE_WAYS_MAX];

	for (uint32_t set = 0; set < c->sets; set++) {
		uint32_t *stamp = c->stamp + ((size_t)set << c->stride_shift);

		for (uint32_t i = 0; i < c->ways; i++) {
			rank[i] = 0;
			for (uint32_t j = 0; j < c->ways; j++)
				rank[i] += stamp[j] < stamp[i];
		}
		memcpy(stamp, rank, c->ways * sizeof(*rank));
	}
	c->clock = c->ways;
}
