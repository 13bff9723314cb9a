/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory whose free pages lie scattered (kernel.memory.used): SLUB cuts slabs of the best
 * order as long as there are blocks for them, then of the smallest that holds an object, and
 * gives both back whole; a socket's page is a single one then.
 */
#include "tests/slab_fake.h"

#define OBJECTS 3000u

static uint64_t free_pages(const struct slab_allocator *a)
{
	uint64_t sum = 0;

	for (unsigned int n = 0; n < a->pages.nodes; n++) {
		const struct zone *z = &a->pages.zone[n];

		for (unsigned int i = 0; i < PAGE_ORDERS; i++)
			sum += (uint64_t)z->free[i].n << i;
		for (unsigned int i = 0; i < 4; i++)
			sum += z->cpu[i].list.n;
	}
	return sum;
}

/* Objects of 1700 bytes: 19 in a slab of 8 pages, as the kernel would have it; 2 in one. */
static void body(void)
{
	static uint64_t object[OBJECTS];
	struct slab_allocator *a = host_slab(fake_host);
	struct slab_cache *c = slab_cache_new(a, "fat", 1700, 64);
	uint64_t all = free_pages(a);
	bool large = page_can(a, c->order);
	uint32_t per_slab;
	uint16_t at;

	must(c->order == 3);
	for (unsigned int i = 0; i < OBJECTS; i++)
		object[i] = slab_alloc(c);
	per_slab = slab_of(a, object[0], &at)->num;
	must(per_slab == (large ? (8 * 4096) / c->size : 4096 / c->size));
	must(c->slabs >= OBJECTS / per_slab);
	must(all - free_pages(a) == c->slabs << (large ? 3 : 0));
	for (unsigned int i = 0; i < OBJECTS; i++)
		slab_free(c, object[i]);
	must(c->in_use == 0);
	must(all - free_pages(a) == c->slabs << (large ? 3 : 0)); /* what it keeps */
	must(page_can(a, 0) && page_can(a, c->order) == large);
}

static const char *kernel;

static void child(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_NUMA, kernel);
	fake_kernel_run(0, body);
}

static void after_boot(void **state)
{
	(void)state;
	kernel = FAKE_KERNEL("slab: slub");
	expect_well(child);
}

static void scattered(void **state)
{
	(void)state;
	kernel = FAKE_KERNEL("slab: slub, used: 0.9");
	expect_well(child);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(after_boot),
		cmocka_unit_test(scattered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
