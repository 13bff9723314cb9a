/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One set-associative array of tags: lookup, replacement, nothing else.  What
 * the states mean and who else holds a line is coherence's business.
 *
 * Struct of arrays, because a lookup touches the tags only: 32-bit tags, a
 * state byte, either a time stamp (true LRU) or one word of tree bits a set
 * (pseudo-LRU), a mask of the ways in use, and for shared caches a mask of the
 * cores that may hold the line.  Positions are plain indexes:
 * set << stride_shift | way.  A cache can keep its bit of a map of lines up to
 * date (where.h), so that most lookups for nothing need not be made.
 *
 * Only this folder includes this header.
 */
#ifndef NICPATH_MODELS_MEM_CACHE_H
#define NICPATH_MODELS_MEM_CACHE_H

#include <stdbool.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "models/mem/where.h"

#define MEM_LINE_SHIFT	 6
#define CACHE_WAYS_MAX	 32
#define CACHE_CLOCK_LATE 0xf0000000u /* restart the LRU clock from here on */

enum cache_replace { REPLACE_LRU, REPLACE_PLRU };

struct cache_geometry {
	uint64_t size; /* bytes; 0: no such cache */
	uint32_t ways;
	uint32_t latency; /* cycles, load to use */
	uint32_t slices;  /* 1, or hashed over so many arrays of a power of two of sets */
	int replace;	  /* enum cache_replace */
};

struct cache_set {
	uint32_t valid; /* mask of the ways in use */
	uint32_t tree;	/* PLRU bits */
};

struct cache {
	uint32_t *tag; /* line >> set_shift, plus 1; 0: empty */
	uint8_t *state;
	struct cache_set *set;
	uint32_t *stamp;     /* LRU: time of last use; NULL: PLRU */
	uint32_t *who;	     /* shared caches: cores that may hold the line */
	struct where *where; /* a map of lines to keep exact, or NULL; this cache's bit: */
	uint8_t where_bit;
	uint32_t clock;
	uint32_t ways, ways4; /* ways4: rounded up to 4 for the comparison */
	uint32_t stride_shift;
	uint32_t set_shift, set_mask; /* of a slice */
	uint32_t slices;
	uint32_t sets;	   /* all slices */
	uint32_t all_ways; /* mask */
	uint32_t latency_ps;
	struct {
		uint32_t clear, set;
	} plru[CACHE_WAYS_MAX]; /* bits of the tree that a use of the way changes */
};

/*
 * Capacity as built.  Sets (of a slice, if the file gives slices) that are a power
 * of two are indexed by address bits; any other size is built of hashed slices of
 * 64 sets, to the nearest, so that a sweep over sizes need not change the ways.
 */
uint64_t cache_geometry_bytes(const struct cache_geometry *g);
/* NULL if the geometry is possible within 5 %, else what is wrong with it (malloc'd). */
char *cache_geometry_check(const struct cache_geometry *g, const char *name);
void cache_init(struct cache *c, const struct cache_geometry *g, bool shared);
void cache_fini(struct cache *c);
void cache_clear(struct cache *c);

/*
 * What is known of a cache when the code is compiled: the operations below take
 * it, so that the memory model's inner loop is compiled for the shapes that the
 * machines have.  ways 0: nothing is, the cache says.  Else 2, 4, 8 or 16 ways, the
 * replacement, no slices.
 */
struct cache_shape {
	uint32_t ways;
	bool lru;
};
#define CACHE_ANY ((struct cache_shape){0, false})

#define CACHE_INLINE static inline __attribute__((always_inline))

/* Way to fill next in the set of `line`, among `ways` (mask): an empty one or
 * the replacement's victim. The position's old contents are still there. */
uint32_t cache_victim(struct cache *c, uint64_t line, uint32_t ways);
/* Restarts the LRU clock, keeping each set's order. */
void cache_renumber(struct cache *c);

static inline bool cache_exists(const struct cache *c)
{
	return c->tag != 0;
}

/* Bit i set: tag[i] == key; of ways4 ways. */
#ifdef __SSE2__
static inline __m128i cache_eq4(const uint32_t *tag, __m128i want)
{
	return _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)(const void *)tag), want);
}

CACHE_INLINE uint32_t cache_match(const uint32_t *tag, uint32_t ways4, uint32_t key)
{
	const __m128i want = _mm_set1_epi32((int)key);
	uint32_t found = 0;

	if (ways4 == 4)
		return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(cache_eq4(tag, want)));
	if (ways4 == 16) {
		__m128i low = _mm_packs_epi32(cache_eq4(tag, want), cache_eq4(tag + 4, want));
		__m128i high = _mm_packs_epi32(cache_eq4(tag + 8, want), cache_eq4(tag + 12, want));

		return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
	}
	if (ways4 == 8) {
		__m128i low = _mm_packs_epi32(cache_eq4(tag, want), cache_eq4(tag + 4, want));

		return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, _mm_setzero_si128()));
	}
	for (uint32_t i = 0; i < ways4; i += 4)
		found |= (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(cache_eq4(tag + i, want))) << i;
	return found;
}
#else
CACHE_INLINE uint32_t cache_match(const uint32_t *tag, uint32_t ways4, uint32_t key)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < ways4; i++)
		found |= (uint32_t)(tag[i] == key) << i;
	return found;
}
#endif

CACHE_INLINE uint32_t cache_ways4(const struct cache *c, struct cache_shape s)
{
	return s.ways ? (s.ways + 3) & ~3u : c->ways4;
}

/* log2 of a set's places. */
CACHE_INLINE uint32_t cache_stride(const struct cache *c, struct cache_shape s)
{
	return s.ways == 16 ? 4 : s.ways == 8 ? 3 : s.ways ? 2 : c->stride_shift;
}

CACHE_INLINE uint32_t cache_set_in(const struct cache *c, uint64_t line, struct cache_shape s)
{
	uint32_t set = (uint32_t)line & c->set_mask;

	if (!s.ways && c->slices > 1) {
		uint64_t mix = (line >> c->set_shift) * 0x9e3779b97f4a7c15ull;
		uint32_t slice = (uint32_t)((mix >> 32) * c->slices >> 32);

		set |= slice << c->set_shift;
	}
	return set;
}

static inline uint32_t cache_set_of(const struct cache *c, uint64_t line)
{
	return cache_set_in(c, line, CACHE_ANY);
}

/* Is the line there, and where? */
CACHE_INLINE bool cache_look(const struct cache *c, uint64_t line, uint32_t *pos,
			     struct cache_shape s)
{
	uint32_t base = cache_set_in(c, line, s) << cache_stride(c, s);
	uint32_t found =
		cache_match(c->tag + base, cache_ways4(c, s), (uint32_t)(line >> c->set_shift) + 1);

	if (!found)
		return false;
	*pos = base + (uint32_t)__builtin_ctz(found);
	return true;
}

/* Position of the line, or -1. */
CACHE_INLINE int cache_find_in(const struct cache *c, uint64_t line, struct cache_shape s)
{
	uint32_t pos;

	return cache_look(c, line, &pos, s) ? (int)pos : -1;
}

static inline int cache_find(const struct cache *c, uint64_t line)
{
	return cache_find_in(c, line, CACHE_ANY);
}

/* The line at a position that is not empty. */
CACHE_INLINE uint64_t cache_line_in(const struct cache *c, uint32_t pos, struct cache_shape s)
{
	uint32_t set = pos >> cache_stride(c, s);

	return (uint64_t)(c->tag[pos] - 1) << c->set_shift | (set & c->set_mask);
}

static inline uint64_t cache_line_at(const struct cache *c, uint32_t pos)
{
	return cache_line_in(c, pos, CACHE_ANY);
}

/*
 * Marks as just used.  The LRU clock stops at its end until the next victim is
 * chosen, which restarts it (cache_victim()): no call on this path.
 */
CACHE_INLINE void cache_touch_in(struct cache *c, uint32_t pos, struct cache_shape s)
{
	if (s.ways ? s.lru : c->stamp != 0) {
		c->clock += c->clock != UINT32_MAX;
		c->stamp[pos] = c->clock;
	} else {
		uint32_t *tree = &c->set[pos >> cache_stride(c, s)].tree;
		uint32_t way = pos & ((1u << cache_stride(c, s)) - 1);

		*tree = (*tree & ~c->plru[way].clear) | c->plru[way].set;
	}
}

static inline void cache_touch(struct cache *c, uint32_t pos)
{
	cache_touch_in(c, pos, CACHE_ANY);
}

CACHE_INLINE uint32_t cache_victim_of_two(const struct cache *c, uint32_t base)
{
	return base + (c->stamp[base + 1] < c->stamp[base]);
}

/* The victim among all ways; as cache_victim(). */
CACHE_INLINE uint32_t cache_victim_in(struct cache *c, uint64_t line, struct cache_shape s)
{
	uint32_t set = cache_set_in(c, line, s), base = set << cache_stride(c, s);
	uint32_t empty = ~c->set[set].valid & ((1u << s.ways) - 1);
	uint32_t tree = c->set[set].tree, node = 1;

	if (!s.ways || (s.lru && (s.ways != 2 || c->clock >= CACHE_CLOCK_LATE)))
		return cache_victim(c, line, c->all_ways);
	if (empty)
		return base + (uint32_t)__builtin_ctz(empty);
	if (s.lru)
		return cache_victim_of_two(c, base);
	for (uint32_t level = cache_stride(c, s); level-- > 0;)
		node = 2 * node + (tree >> node & 1);
	return base + node - s.ways;
}

/* Puts a line at a position without a word to the map. */
CACHE_INLINE void cache_set_line(struct cache *c, uint32_t pos, uint64_t line, uint8_t state,
				 struct cache_shape s)
{
	c->tag[pos] = (uint32_t)(line >> c->set_shift) + 1;
	c->state[pos] = state;
	c->set[pos >> cache_stride(c, s)].valid |= 1u << (pos & ((1u << cache_stride(c, s)) - 1));
	cache_touch_in(c, pos, s);
}

CACHE_INLINE void cache_unset_line(struct cache *c, uint32_t pos, struct cache_shape s)
{
	c->tag[pos] = 0;
	c->state[pos] = 0;
	c->set[pos >> cache_stride(c, s)].valid &=
		~(1u << (pos & ((1u << cache_stride(c, s)) - 1)));
}

/* Puts a line at a position from cache_victim() and makes it the youngest. */
static inline void cache_put(struct cache *c, uint32_t pos, uint64_t line, uint8_t state)
{
	cache_set_line(c, pos, line, state, CACHE_ANY);
	if (c->who)
		c->who[pos] = 0;
	if (c->where)
		*where_at(c->where, line) |= c->where_bit;
}

/* The line at a position, which the caller knows, leaves. */
static inline void cache_drop_line(struct cache *c, uint32_t pos, uint64_t line)
{
	cache_unset_line(c, pos, CACHE_ANY);
	if (c->who)
		c->who[pos] = 0;
	if (c->where)
		*where_at(c->where, line) &= (uint8_t)~c->where_bit;
}

static inline void cache_drop(struct cache *c, uint32_t pos)
{
	if (c->tag[pos])
		cache_drop_line(c, pos, cache_line_at(c, pos));
}

#endif
