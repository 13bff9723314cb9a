/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pages: a CPU's list is last in, first out; filled 31 at a time in ascending
 * order, flushed 31 at a time at the high mark of 186; blocks are aligned and
 * merge again; local node first.
 */
#include "tests/slab_fake.h"

static void body_lifo(void)
{
	struct slab_allocator *a = host_slab(fake_host);
	struct page_cpu *pcp = &a->pages.zone[0].cpu[0];
	uint64_t first = page_alloc(a, 0), second = page_alloc(a, 0), third;

	must(a->pages.zone[0].batch == 31 && a->pages.zone[0].high == 186);
	must(pcp->list.n == 29);
	must(second == first + 4096);
	must(page_in_use(a) == 2);
	page_put(a, first);
	third = page_alloc(a, 0);
	must(third == first);
	page_get(a, third);
	page_put(a, third);
	must(page_in_use(a) == 2);
	page_put(a, third);
	page_put(a, second);
	must(page_in_use(a) == 0 && pcp->list.n == 31);
	must(page_alloc(a, 0) == second);
}

static void body_marks(void)
{
	struct slab_allocator *a = host_slab(fake_host);
	struct page_cpu *pcp = &a->pages.zone[0].cpu[0];
	uint64_t page[400];

	for (unsigned int i = 0; i < 400; i++)
		page[i] = page_alloc(a, 0);
	for (unsigned int i = 0; i < 400; i++)
		must(i == 0 || page[i] == page[0] + i * 4096ull);
	must(pcp->list.n == 13 * 31 - 400);
	for (unsigned int i = 0; i < 182; i++)
		page_put(a, page[i]);
	must(pcp->list.n == 185);
	page_put(a, page[182]);
	must(pcp->list.n == 186 - 31);
	must(page_alloc(a, 0) == page[182]); /* the newest stays */
}

static void body_blocks(void)
{
	struct slab_allocator *a = host_slab(fake_host);
	struct zone *z = &a->pages.zone[0];
	uint32_t whole = z->free[10].n;
	uint64_t block[8];

	for (unsigned int i = 0; i < 8; i++) {
		block[i] = page_alloc(a, i);
		must(block[i] % (4096ull << i) == 0);
		for (unsigned int j = 0; j < i; j++)
			must(block[i] + (4096ull << i) <= block[j] ||
			     block[j] + (4096ull << j) <= block[i]);
	}
	must(page_in_use(a) == 255);
	page_get(a, block[3] + 4096 * 5); /* of its head */
	page_put(a, block[3]);
	must(page_in_use(a) == 255);
	for (unsigned int i = 0; i < 8; i++)
		page_put(a, block[i]);
	must(page_in_use(a) == 0);
	must(z->free[10].n == whole - 1); /* the CPU's list keeps pages of one */
}

static void body_nodes(void)
{
	struct slab_allocator *a = host_slab(fake_host);
	uint64_t page = page_alloc(a, 0);

	must(page >= 2ull << 30);
	must(page_struct(a, page) >= 2ull << 30 && page_struct(a, page) % 64 == 0);
	must(page_struct(a, page + 4096) == page_struct(a, page) + 64);
	must(page_struct(a, page + 100) == page_struct(a, page));
}

static void child_lifo(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_NUMA, FAKE_KERNEL(""));
	fake_kernel_run(0, body_lifo);
}

static void child_marks(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_NUMA, FAKE_KERNEL(""));
	fake_kernel_run(0, body_marks);
}

static void child_blocks(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_NUMA, FAKE_KERNEL(""));
	fake_kernel_run(0, body_blocks);
}

static void child_nodes(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_NUMA, FAKE_KERNEL(""));
	fake_kernel_run(3, body_nodes);
}

static void lifo(void **state)
{
	(void)state;
	expect_well(child_lifo);
}

static void marks(void **state)
{
	(void)state;
	expect_well(child_marks);
}

static void blocks(void **state)
{
	(void)state;
	expect_well(child_blocks);
}

static void nodes(void **state)
{
	(void)state;
	expect_well(child_nodes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lifo),
		cmocka_unit_test(marks),
		cmocka_unit_test(blocks),
		cmocka_unit_test(nodes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
