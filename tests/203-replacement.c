/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Victims of true LRU and tree pseudo-LRU, by hand.  One set of four ways; the
 * tree: bit 1 the root, 2 and 3 its halves, each points away from the last use.
 */
#include "tests/mem_fake.h"

#include <string.h>

#include "models/mem/cache.h"

struct step {
	const char *use;	/* ways to touch, in order */
	unsigned int lru, plru; /* victims after that */
};

/* Ways 0..3 are filled in this order first. */
static const struct step steps[] = {
	{"", 0, 0},   {"0", 1, 2}, /* root away from 0's half; there 3 is the younger */
	{"02", 1, 1}, {"021", 3, 3}, {"0213", 0, 0}, {"3333", 0, 0}, {"0123", 0, 0}, {"1032", 1, 1},
};

static void fill(struct cache *c, int replace, unsigned int ways)
{
	const struct cache_geometry g = {.size = 4096ull * ways,
					 .ways = ways,
					 .latency = 1,
					 .slices = 1,
					 .replace = replace};

	cache_init(c, &g, false);
	for (unsigned int way = 0; way < ways; way++) {
		uint32_t pos = cache_victim(c, way * 64, c->all_ways);

		assert_int_equal(pos, way); /* empty ones first */
		cache_put(c, pos, way * 64, 1);
	}
}

static void sequences(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		struct cache lru, plru;

		fill(&lru, REPLACE_LRU, 4);
		fill(&plru, REPLACE_PLRU, 4);
		for (const char *u = steps[i].use; *u; u++) {
			cache_touch(&lru, (uint32_t)(*u - '0'));
			cache_touch(&plru, (uint32_t)(*u - '0'));
		}
		assert_int_equal(cache_victim(&lru, 0, lru.all_ways), steps[i].lru);
		assert_int_equal(cache_victim(&plru, 0, plru.all_ways), steps[i].plru);
		cache_fini(&lru);
		cache_fini(&plru);
	}
}

static void way_mask(void **state)
{
	struct cache c;

	(void)state;
	for (int replace = REPLACE_LRU; replace <= REPLACE_PLRU; replace++) {
		fill(&c, replace, 12); /* no power of two: the tree has dead ends */
		for (unsigned int i = 0; i < 100; i++) {
			uint32_t ways = i % 4095 + 1;
			uint32_t pos = cache_victim(&c, 0, ways);

			assert_true(ways >> pos & 1);
			cache_touch(&c, pos);
		}
		cache_fini(&c);
	}
}

static void clock_restarts(void **state)
{
	struct cache c;

	(void)state;
	fill(&c, REPLACE_LRU, 4);
	c.clock = UINT32_MAX - 3;
	cache_touch(&c, 1);
	cache_touch(&c, 0);
	cache_touch(&c, 3);
	assert_int_equal(cache_victim(&c, 0, c.all_ways), 2);
	assert_true(c.clock < 100); /* has restarted, order kept */
	cache_touch(&c, 2);
	assert_int_equal(cache_victim(&c, 0, c.all_ways), 1);
	c.clock = UINT32_MAX;
	cache_touch(&c, 1); /* stopped: as young as can be */
	assert_int_equal(c.clock, UINT32_MAX);
	assert_int_equal(cache_victim(&c, 0, c.all_ways), 0);
	cache_fini(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sequences),
		cmocka_unit_test(way_mask),
		cmocka_unit_test(clock_restarts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
