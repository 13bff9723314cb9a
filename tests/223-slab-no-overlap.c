/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random allocations and frees of many sizes on four CPUs at once, by SLAB and
 * by SLUB: no two objects in use overlap, none overlaps a page in use or a
 * struct page, and at the end nothing is in use.
 */
#include "tests/slab_fake.h"

#include "models/mem/layout.h"

#define HELD 400
#define OPS  3000

static struct {
	uint64_t addr;
	uint32_t bytes;
	bool page;
} held[HELD];
static uint8_t *map; /* byte a 32-byte granule above LAYOUT_PAGES */
static unsigned int done;

#define GRANULES (1u << 25) /* 1 GiB */

static void mark(uint64_t addr, uint32_t bytes, uint8_t from, uint8_t to)
{
	for (uint64_t g = (addr - LAYOUT_PAGES) / 32; g < (addr + bytes - LAYOUT_PAGES + 31) / 32;
	     g++) {
		must(g < GRANULES && map[g] == from);
		map[g] = to;
	}
}

static void drop(struct slab_allocator *a, unsigned int i)
{
	uint64_t addr = held[i].addr;

	mark(addr, held[i].bytes, 1, 0);
	held[i].addr = 0;
	if (held[i].page)
		page_put(a, addr);
	else
		kmem_free(a, addr);
}

static void take(struct slab_allocator *a, unsigned int i, uint32_t r)
{
	bool page = r % 5 == 0;
	uint32_t bytes = page ? 4096u << r / 5 % 4 : 1 + r / 5 % (r % 3 ? 2000 : 9000);
	uint64_t addr = page ? page_alloc(a, r / 5 % 4) : kmem_alloc(a, bytes);

	if (held[i].addr) { /* another CPU was faster */
		if (page)
			page_put(a, addr);
		else
			kmem_free(a, addr);
		return;
	}
	held[i].addr = addr;
	held[i].bytes = bytes;
	held[i].page = page;
	mark(addr, bytes, 0, 1);
}

static void body(void)
{
	struct slab_allocator *a = host_slab(fake_host);
	uint64_t seed = cpu_id(this_cpu) + 1;

	for (unsigned int n = 0; n < OPS; n++) {
		unsigned int i;

		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		i = (unsigned int)(seed >> 33) % HELD;
		if (held[i].addr)
			drop(a, i);
		else
			take(a, i, (uint32_t)(seed >> 40));
	}
	if (++done < 4)
		return;
	for (unsigned int i = 0; i < HELD; i++)
		if (held[i].addr)
			drop(a, i);
	must(!slab_leaks(a) || strstr(slab_leaks(a), "size-")); /* management of slabs only */
	must(page_in_use(a) == 0);
}

static void task(void *arg)
{
	(void)arg;
	syscall_enter();
	body();
	syscall_exit();
	if (done == 4)
		sim_stop();
}

static void child(const char *kernel)
{
	map = calloc(GRANULES, 1);
	fake_kernel(FAKE_CORE2, kernel);
	for (unsigned int cpu = 0; cpu < 4; cpu++)
		task_new(fake_host, "test", task, NULL, 1ull << cpu, 0);
	sim_run(SIM_NEVER);
	must(done == 4);
}

static void child_slab(void *arg)
{
	(void)arg;
	child(FAKE_KERNEL("slab: slab"));
}

static void child_slub(void *arg)
{
	(void)arg;
	child(FAKE_KERNEL("slab: slub"));
}

static void child_slub_partial(void *arg)
{
	(void)arg;
	child(FAKE_KERNEL("slab: slub, cpu_partial: 4"));
}

static void slab(void **state)
{
	(void)state;
	expect_well(child_slab);
}

static void slub(void **state)
{
	(void)state;
	expect_well(child_slub);
	expect_well(child_slub_partial);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(slab), cmocka_unit_test(slub)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
