/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory that others hold a part of (kernel.memory.used): the rest is handed out
 * once each, in no order, as blocks that are aligned and free of others' pages, and
 * comes back whole.
 */
#include "tests/slab_fake.h"

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
	const struct CMUnitTest tests[] = {cmocka_unit_test(test)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
