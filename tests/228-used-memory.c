/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory that others hold a part of (kernel.memory.used): the rest is handed out
 * once each, in no order, as blocks that are aligned and free of others' pages, and
 * comes back whole.  One seed is one arrangement; another has nothing to do with it.
 */
#include "tests/slab_fake.h"

#include "models/mem/layout.h"
#include "sim/check.h"

#define PAGES 20000u
#define BIG   (2u << 20)

static bool taken[1u << 20];

static uint64_t free_pages(const struct zone *z)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < PAGE_ORDERS; i++)
		sum += (uint64_t)z->free[i].n << i;
	for (unsigned int i = 0; i < 4; i++)
		sum += z->cpu[i].list.n;
	return sum;
}

static void take(uint64_t addr, unsigned int order)
{
	must(addr && addr % (4096ull << order) == 0);
	for (unsigned int i = 0; i < 1u << order; i++) {
		uint64_t frame = addr / 4096 + i;

		must(frame < sizeof(taken) && !taken[frame]);
		taken[frame] = true;
	}
}

static void body(void)
{
	static uint64_t page[PAGES], block[100];
	static bool region[4096];
	struct slab_allocator *a = host_slab(fake_host);
	struct zone *z = &a->pages.zone[0];
	uint64_t all = free_pages(z);
	unsigned int regions = 0, up = 0;

	must(all > z->frames * 0.49 && all < z->frames * 0.51);
	for (unsigned int i = 0; i < 100; i++)
		take(block[i] = page_alloc(a, 2), 2);
	for (unsigned int i = 0; i < PAGES; i++) {
		take(page[i] = page_alloc(a, 0), 0);
		up += i && page[i] > page[i - 1];
		regions += i < 500 && !region[page[i] / BIG];
		region[page[i] / BIG] = true;
	}
	must(regions > 250); /* of 500 pages in 512 regions: 320 expected */
	must(up > PAGES * 0.45 && up < PAGES * 0.55);
	must(free_pages(z) == all - 400 - PAGES);
	for (unsigned int i = 0; i < 100; i++)
		page_put(a, block[i]);
	for (unsigned int i = 0; i < PAGES; i++)
		page_put(a, page[i]);
	must(free_pages(z) == all && page_in_use(a) == 0);
}

/* The free blocks of a gigabyte, order by order as they would be handed out. */
static struct pages *arranged(uint64_t seed)
{
	struct pages *p = xcalloc(1, sizeof(*p));
	struct layout *l = layout_new(1ull << 30);

	pages_init(p, l, 1ull << 30, 1, 1, 0.5, seed);
	layout_free(l);
	return p;
}

static bool is_free(const struct pages *p, uint32_t frame)
{
	for (unsigned int order = 0; order < PAGE_ORDERS; order++) {
		const struct frame *f = &p->frame[frame & ~((1u << order) - 1)];

		if (f->state == FRAME_BUDDY && f->order >= order)
			return true;
	}
	return false;
}

static void arranged_free(struct pages *p)
{
	free(p->zone[0].cpu);
	free(p->frame);
	free(p);
}

static void test_seeds(void **state)
{
	struct pages *a = arranged(1), *again = arranged(1), *b = arranged(2);
	uint32_t free_a = 0, both = 0, first = a->zone[0].first;

	(void)state;
	for (unsigned int order = 0; order < PAGE_ORDERS; order++)
		for (uint32_t x = a->zone[0].free[order].first,
			      y = again->zone[0].free[order].first;
		     x != NO_FRAME || y != NO_FRAME; x = a->frame[x].next, y = again->frame[y].next)
			assert_int_equal(x, y);
	for (uint32_t f = first; f < first + a->zone[0].frames; f++) {
		free_a += is_free(a, f);
		both += is_free(a, f) && is_free(b, f);
	}
	/* 60 to 64 thousand pairs of coins: 0.01 is five deviations. */
	assert_in_range(1000.0 * both / free_a, 490, 510);
	arranged_free(a);
	arranged_free(again);
	arranged_free(b);
}

static void child(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_NUMA, FAKE_KERNEL("used: 0.5"));
	fake_kernel_run(0, body);
}

static void test(void **state)
{
	(void)state;
	expect_well(child);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test), cmocka_unit_test(test_seeds)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
