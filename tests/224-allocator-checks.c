/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Double frees, strange addresses, wrong caches and use after free end the run with a message;
 * leaks are named. */
#include "tests/slab_fake.h"

static void double_free(void)
{
	struct slab_allocator *a = host_slab(fake_host);
	uint64_t x = kmem_alloc(a, 100);

	kmem_free(a, x);
	kmem_free(a, x);
}

static void unknown(void)
{
	kmem_free(host_slab(fake_host), 0x12345678);
}

static void inside(void)
{
	struct slab_allocator *a = host_slab(fake_host);

	kmem_free(a, kmem_alloc(a, 100) + 8);
}

static void wrong_cache(void)
{
	struct slab_allocator *a = host_slab(fake_host);
	struct slab_cache *x = slab_cache_new(a, "x", 64, 64), *y = slab_cache_new(a, "y", 64, 64);

	slab_free(y, slab_alloc(x));
}

static void page_twice(void)
{
	struct slab_allocator *a = host_slab(fake_host);
	uint64_t x = page_alloc(a, 0);

	page_put(a, x);
	page_put(a, x);
}

static void page_of_slab(void)
{
	struct slab_allocator *a = host_slab(fake_host);

	page_put(a, kmem_alloc(a, 100));
}

static void leak(void)
{
	struct slab_allocator *a = host_slab(fake_host);
	struct slab_cache *x = slab_cache_new(a, "TCP", 1600, 64);
	uint64_t first = slab_alloc(x);

	slab_alloc(x);
	slab_alloc(x);
	slab_free(x, first);
	printf("leaks: %s\n", slab_leaks(a));
}

static const struct {
	void (*fn)(void);
	const char *says;
	int status;
} rows[] = {
	{double_free, "size-128: double free of", 3},
	{unknown, "address 12345678 is not an object of a slab cache", 3},
	{inside, "is not an object of a slab cache", 3},
	{wrong_cache, "is of cache x, not of y", 3},
	{page_twice, "is free", 3},
	{page_of_slab, "belongs to a slab", 3},
	{leak, "2 of TCP", 0},
};

static void child(void *arg)
{
	fake_kernel(FAKE_K8, FAKE_KERNEL(""));
	fake_kernel_run(0, rows[*(unsigned int *)arg].fn);
}

static void found(void **state)
{
	static struct child c;

	(void)state;
	for (unsigned int i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		child_run(&c, child, &i);
		if (c.status != rows[i].status || !strstr(c.out, rows[i].says))
			print_error("row %u: status %d\n%s\n", i, c.status, c.out);
		assert_int_equal(c.status, rows[i].status);
		assert_non_null(strstr(c.out, rows[i].says));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(found)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
