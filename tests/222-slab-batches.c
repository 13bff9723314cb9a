/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SLAB: objects come back last in, first out; arrays are refilled and flushed by
 * the kernel's batches (enable_cpucache(): 120/60, 54/27, 24/12, 8/4), quiet
 * ones by 16; what one CPU frees reaches another through the shared array.
 */
#include "tests/slab_fake.h"

static struct slab_cache *cache;
static uint64_t obj[600], more[4000];

static void body_lifo(void)
{
	struct slab_allocator *a = host_slab(fake_host);
	uint64_t x, y;

	cache = slab_cache_new(a, "skbuff_head_cache", 192, 64);
	x = slab_alloc(cache);
	y = slab_alloc(cache);
	must(x % 64 == 0 && y % 64 == 0 && x != y);
	slab_free(cache, x);
	must(slab_alloc(cache) == x);
	slab_free(cache, y);
	slab_free(cache, x);
	must(slab_alloc(cache) == x && slab_alloc(cache) == y);
	must(slab_in_use(cache) == 2);
}

/* 256-byte objects: 15 a page beside 48 + 4 x 15 bytes; first refill is quiet. */
static void body_batches(void)
{
	struct slab_allocator *a = host_slab(fake_host);

	cache = slab_cache_new(a, "test", 256, 64);
	obj[0] = slab_alloc(cache);
	must(cache->refills == 1);
	for (unsigned int i = 1; i < 15; i++)
		obj[i] = slab_alloc(cache);
	must(cache->refills == 1); /* a grown slab gives what it has: 15 */
	obj[15] = slab_alloc(cache);
	must(cache->refills == 2 && cache->slabs == 2);
	for (unsigned int i = 16; i < 300; i++)
		obj[i] = slab_alloc(cache);
	must(cache->slabs == 20);
	for (unsigned int i = 0; i < 120; i++)
		slab_free(cache, obj[i]);
	must(cache->flushes == 0);
	slab_free(cache, obj[120]);
	must(cache->flushes == 1); /* 60 oldest to the shared array; 61 left */
	for (unsigned int i = 121; i < 180; i++)
		slab_free(cache, obj[i]);
	must(cache->flushes == 1);
	slab_free(cache, obj[180]);
	must(cache->flushes == 2);
	must(slab_alloc(cache) == obj[180]);
}

/* CPU 1 takes what CPU 0's flush put into the shared array: its newest. */
static void body_shared(void)
{
	uint64_t refills = cache->refills, slabs = cache->slabs;

	must(slab_alloc(cache) == obj[119]);
	must(cache->refills == refills + 1 && cache->slabs == slabs);
	for (unsigned int i = 1; i < 16; i++) /* a quiet array takes 16 */
		must(slab_alloc(cache) == obj[119 - i]);
	must(cache->refills == refills + 1);
	must(slab_alloc(cache) == obj[103]);
	must(cache->refills == refills + 2);
}

/* Free slabs beyond (1 + CPUs) batches and a slab are given back. */
static void body_shrinks(void)
{
	struct slab_allocator *a = host_slab(fake_host);

	cache = slab_cache_new(a, "test", 256, 64);
	for (unsigned int i = 0; i < 600; i++)
		obj[i] = slab_alloc(cache);
	for (unsigned int i = 0; i < 600; i++)
		slab_free(cache, obj[i]);
	must(cache->slabs == 40); /* 120 in the array, 480 in the shared one */
	for (unsigned int round = 0; round < 3; round++) {
		for (unsigned int i = 0; i < 4000; i++)
			more[i] = slab_alloc(cache);
		for (unsigned int i = 0; i < 4000; i++)
			slab_free(cache, more[i]);
	}
	/* 40 hold what the arrays have; 315 free objects are 21 slabs */
	must(cache->slabs >= 40 + 19 && cache->slabs <= 40 + 21);
	must(slab_in_use(cache) == 0);
}

static void body_big(void)
{
	struct slab_allocator *a = host_slab(fake_host);

	for (unsigned int i = 0; i < 100; i++)
		obj[i] = kmem_alloc(a, 2048);
	for (unsigned int i = 0; i < 24; i++)
		kmem_free(a, obj[i]);
	must(a->kmalloc[8]->size == 2048 && a->kmalloc[8]->flushes == 0);
	kmem_free(a, obj[24]);
	must(a->kmalloc[8]->flushes == 1);
	must(kmem_class(2048) == 2048 && kmem_class(2049) == 4096 && kmem_class(1) == 32 &&
	     kmem_class(65) == 96 && kmem_class(129) == 192 && kmem_class(131072) == 131072);
}

/* Offset of the first object in a slab without colour, the first that is made. */
static uint64_t first_of_slab(uint32_t size)
{
	uint64_t first = UINT64_MAX;

	cache = slab_cache_new(host_slab(fake_host), "test", size, 64);
	for (unsigned int i = 0; i < 60; i++) {
		uint64_t at = slab_alloc(cache) & ((4096u << cache->order) - 1);

		if (at < first)
			first = at;
	}
	return first;
}

/*
 * From 512 bytes on management lies outside, unless what is left holds it: 9 objects of
 * 832 leave 704 bytes of two pages, 8 of 512 nothing.  Below: 15 of 256 and 128.
 */
static void body_management(void)
{
	must(first_of_slab(512) == 0);
	must(first_of_slab(832) == 128);
	must(first_of_slab(256) == 128);
}

static void child_management(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_CORE2, FAKE_KERNEL("slab: slab"));
	fake_kernel_run(0, body_management);
}

static void management(void **state)
{
	(void)state;
	expect_well(child_management);
}

static void child_lifo(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_CORE2, FAKE_KERNEL("slab: slab"));
	fake_kernel_run(0, body_lifo);
}

static void child_batches(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_CORE2, FAKE_KERNEL("slab: slab"));
	fake_kernel_run(0, body_batches);
	fake_kernel_run(1, body_shared);
}

static void child_shrinks(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_CORE2, FAKE_KERNEL("slab: slab"));
	fake_kernel_run(0, body_shrinks);
}

static void child_big(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_CORE2, FAKE_KERNEL("slab: slab"));
	fake_kernel_run(0, body_big);
}

static void lifo(void **state)
{
	(void)state;
	expect_well(child_lifo);
}

static void batches(void **state)
{
	(void)state;
	expect_well(child_batches);
}

static void shrinks(void **state)
{
	(void)state;
	expect_well(child_shrinks);
}

static void big(void **state)
{
	(void)state;
	expect_well(child_big);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lifo), cmocka_unit_test(batches),    cmocka_unit_test(shrinks),
		cmocka_unit_test(big),	cmocka_unit_test(management),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
