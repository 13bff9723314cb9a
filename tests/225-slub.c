/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SLUB: a CPU works through one slab in address order, takes back what it frees
 * at once, and finds what another CPU freed only in the slab's own chain; a full
 * slab that gets an object back goes to the node's partial list; a slab whose last
 * object comes home is freed, but with CPU partial slabs only beyond five on the list.
 */
#include "tests/slab_fake.h"

static struct slab_cache *cache;
static uint64_t obj[64];

/* 4 CPUs: 16 objects wanted, 256 bytes: order 0, 16 a slab. */
static void body_first(void)
{
	cache = slab_cache_new(host_slab(fake_host), "test", 256, 64);
	must(cache->order == 0);
	for (unsigned int i = 0; i < 16; i++)
		obj[i] = slab_alloc(cache);
	for (unsigned int i = 1; i < 16; i++)
		must(obj[i] == obj[0] + i * 256ull);
	must(cache->refills == 1);
	slab_free(cache, obj[3]);
	slab_free(cache, obj[7]);
	must(slab_alloc(cache) == obj[7] && slab_alloc(cache) == obj[3]);
	must(cache->refills == 1);
}

static void body_other_frees(void)
{
	slab_free(cache, obj[5]);
	slab_free(cache, obj[6]);
	must(cache->refills == 1);
}

static void body_finds_them(void)
{
	must(slab_alloc(cache) == obj[6]);
	must(cache->refills == 2 && cache->slabs == 1);
	must(slab_alloc(cache) == obj[5]);
	obj[16] = slab_alloc(cache); /* a second slab */
	must(cache->slabs == 2);
	slab_free(cache, obj[0]); /* the first is full: partial now */
	for (unsigned int i = 17; i < 32; i++)
		obj[i] = slab_alloc(cache);
	must(slab_alloc(cache) == obj[0]); /* from the partial list */
	must(cache->slabs == 2);
}

/* Slabs of 16; the last one stays the CPU's own. */
static uint64_t many[32 * 16];

static void fill_and_free(void)
{
	cache = slab_cache_new(host_slab(fake_host), "test", 256, 64);
	for (unsigned int i = 0; i < 32 * 16; i++)
		many[i] = slab_alloc(cache);
	for (unsigned int i = 0; i < 31 * 16; i++)
		slab_free(cache, many[i]);
}

static void body_all_go(void)
{
	fill_and_free();
	must(cache->slabs == 1);
}

/* Those 13 that the CPU keeps aside are not counted; the list has five at most. */
static void body_some_stay(void)
{
	fill_and_free();
	must(cache->slabs > 1 && cache->slabs <= 1 + 5 + 13);
}

static void child_all_go(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_CORE2, FAKE_KERNEL("slab: slub"));
	fake_kernel_run(0, body_all_go);
}

static void child_some_stay(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_CORE2, FAKE_KERNEL("slab: slub, cpu_partial: 13"));
	fake_kernel_run(0, body_some_stay);
}

static void child(void *arg)
{
	(void)arg;
	fake_kernel(FAKE_CORE2, FAKE_KERNEL("slab: slub"));
	fake_kernel_run(0, body_first);
	fake_kernel_run(1, body_other_frees);
	fake_kernel_run(0, body_finds_them);
}

static void slub(void **state)
{
	(void)state;
	expect_well(child);
}

static void empty_slabs(void **state)
{
	(void)state;
	expect_well(child_all_go);
	expect_well(child_some_stay);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(slub), cmocka_unit_test(empty_slabs)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
