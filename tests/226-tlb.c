/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * TLBs: hits cost nothing, the second level its latency, a walk one load for
 * each level that the upper levels' cache does not know; large pages have
 * entries of their own; user pages are lost with CR3; which pages are in is what
 * true LRU says, whatever short cuts there are.
 */
#include "tests/mem_fake.h"

#include "models/mem/layout.h"
#include "models/mem/tlb.h"

#define WALK 2000u
#define L2   12000u
#define DRAM 100000u
#define PAGE 4096u
#define BIG  (2u << 20)
#define KERN LAYOUT_PAGES

#define TLB                                                                                        \
	"tlb: {data: {entries: 4, large: 2}, code: {entries: 4, large: 2}, "                       \
	"second: {entries: 8, ways: 8, latency: 5}, directory: 24, walk: 2, walk_l1: off}\n"

static uint64_t now;

static uint32_t translate(struct mem *m, uint64_t addr)
{
	now += 1000000;
	return mem_translate(m, 0, &mem_tlbs(m, 0)->data, addr, SIM_PS(now));
}

static void levels(void **state)
{
	struct mem *m = fake_mem(FAKE_K8 TLB);
	uint64_t at = LAYOUT_USER;

	(void)state;
	assert_int_equal(translate(m, at), WALK + 4 * DRAM);
	assert_int_equal(translate(m, at + PAGE - 1), 0);
	/* The next page's entry lies in the same line. */
	for (unsigned int i = 1; i < 5; i++)
		assert_int_equal(translate(m, at + i * PAGE), WALK + L2);
	assert_int_equal(translate(m, at), 5000);
	assert_int_equal(translate(m, at), 0);
	/* A neighbouring table: its entry is loaded (8 bytes on, from L2) before the page's own. */
	assert_int_equal(translate(m, at + BIG), WALK + L2 + DRAM);
	mem_free(m);
}

static void large(void **state)
{
	struct mem *m = fake_mem(FAKE_K8 TLB);

	(void)state;
	assert_int_equal(translate(m, KERN), WALK + 3 * DRAM);
	assert_int_equal(translate(m, KERN + BIG - 1), 0);
	assert_int_equal(translate(m, KERN + BIG), WALK + L2);
	for (unsigned int i = 0; i < 4; i++)
		assert_int_equal(translate(m, KERN + (i & 1) * BIG), 0);
	assert_int_equal(translate(m, KERN + 2 * BIG), WALK + L2); /* in the place of the first */
	assert_int_equal(translate(m, KERN + BIG), 0);
	assert_int_equal(translate(m, KERN), WALK + L2); /* no second level */
	mem_free(m);
}

static void address_space(void **state)
{
	struct mem *m = fake_mem(FAKE_K8 TLB);

	(void)state;
	translate(m, KERN);
	translate(m, LAYOUT_USER);
	tlbs_flush(mem_tlbs(m, 0), true);
	assert_int_equal(translate(m, KERN), 0);
	/* Upper levels are loaded again, from L2. */
	assert_int_equal(translate(m, LAYOUT_USER), WALK + 4 * L2);
	tlbs_flush(mem_tlbs(m, 0), false);
	assert_int_equal(translate(m, KERN), WALK + 3 * L2);
	mem_free(m);
}

/* A walker does one walk at a time. */
static void walkers(void **state)
{
	struct mem *m = fake_mem(FAKE_K8 TLB);
	struct tlb *t = &mem_tlbs(m, 0)->data;

	(void)state;
	translate(m, KERN);
	assert_int_equal(mem_translate(m, 0, t, KERN + BIG, SIM_PS(now * 2)), WALK + L2);
	assert_int_equal(mem_translate(m, 0, t, KERN + 2 * BIG, SIM_PS(now * 2)), 2 * (WALK + L2));
	mem_free(m);
	m = fake_mem(FAKE_K8 "tlb: {data: {entries: 4, large: 2}, code: {entries: 4, large: 2}, "
			     "walk: 2, walk_l1: off, walkers: 2}\n");
	t = &mem_tlbs(m, 0)->data;
	translate(m, KERN);
	mem_translate(m, 0, t, KERN + BIG, SIM_PS(now * 2));
	assert_int_equal(mem_translate(m, 0, t, KERN + 2 * BIG, SIM_PS(now * 2)), WALK + L2);
	mem_free(m);
}

static void none(void **state)
{
	struct mem *m = fake_mem(FAKE_K8);

	(void)state;
	for (uint64_t at = 0; at < 1ull << 30; at += BIG)
		assert_int_equal(translate(m, at), 0);
	tlbs_flush(mem_tlbs(m, 0), true);
	assert_int_equal(translate(m, LAYOUT_USER), 0);
	mem_free(m);
}

/* Pages in order of use, latest first. */
struct lru {
	uint64_t page[8];
	unsigned int size;
};

static bool lru_use(struct lru *l, uint64_t page)
{
	unsigned int i = 0;
	bool hit;

	while (i < l->size - 1 && l->page[i] != page)
		i++;
	hit = l->page[i] == page;
	for (; i > 0; i--)
		l->page[i] = l->page[i - 1];
	l->page[0] = page;
	return hit;
}

static void as_lru(void **state)
{
	struct mem *m = fake_mem(FAKE_K8 "tlb: {data: {entries: 4, large: 2}, "
					 "code: {entries: 4, large: 2}}\n");
	struct lru small = {.size = 4}, big = {.size = 2};
	uint64_t x = 1;
	unsigned int hits = 0;

	(void)state;
	for (unsigned int i = 0; i < 20000; i++) {
		uint64_t addr;
		bool hit;

		x = x * 6364136223846793005ull + 1442695040888963407ull;
		if (x >> 63) {
			addr = LAYOUT_USER + (x >> 40) % 6 * PAGE;
			hit = lru_use(&small, addr / PAGE);
		} else {
			addr = KERN + (x >> 40) % 3 * BIG;
			hit = lru_use(&big, addr / BIG);
		}
		hits += hit;
		assert_int_equal(translate(m, addr + (x >> 33) % PAGE) == 0, hit);
	}
	assert_in_range(hits, 5000, 19000);
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels),  cmocka_unit_test(large), cmocka_unit_test(address_space),
		cmocka_unit_test(walkers), cmocka_unit_test(none),  cmocka_unit_test(as_lru),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
