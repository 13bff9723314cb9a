/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The map of lines says of each core and shared cache what its tags say, at any time. */
#include "tests/mem_fake.h"

#include <stdbool.h>

#include "models/mem/mem_int.h"

#define LINES 3000
#define OPS   100000
#define FAR   ((1ull << 38) - LINES - 64) /* the last lines but a page: tags are 32 bits */

static uint64_t seed = 1;

static uint32_t rnd(uint32_t n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)((seed >> 33) % n);
}

static bool has(const struct cache *c, uint64_t line)
{
	return cache_exists(c) && cache_find(c, line) >= 0;
}

static void check(const struct mem *m, uint64_t line)
{
	for (unsigned int i = 0; i < m->p.cpus; i++) {
		const struct core *c = &m->core[i];
		uint32_t where = (has(&c->l1d, line) ? WHERE_L1D : 0) |
				 (has(&c->l2, line) ? WHERE_L2 : 0) |
				 (has(&c->l1i, line) ? WHERE_L1I : 0);

		assert_int_equal(core_where(c, line), where);
	}
	for (unsigned int i = 0; i < m->domains && m->has_shared; i++) {
		const struct domain *d = &m->domain[i];
		uint32_t where = (has(&d->shared, line) ? WHERE_SHARED : 0) |
				 (has(&d->filter, line) ? WHERE_FILTER : 0);

		assert_int_equal(where_get(d->where, line), where);
	}
}

static void check_all(const struct mem *m, uint64_t first)
{
	for (uint64_t line = first; line < first + LINES; line++)
		check(m, line);
}

static void run(const char *machine, uint64_t first)
{
	struct mem *m = fake_mem(machine);

	for (unsigned int i = 0; i < OPS; i++) {
		uint64_t addr = (first + rnd(LINES)) << 6;

		if (rnd(20))
			mem_access(m, rnd(mem_cpus(m)), addr, (enum mem_req)rnd(4), SIM_NS(i));
		else
			mem_dma_write(m, addr, 64, SIM_NS(i), rnd(3) ? -1 : 0);
		if (i % (OPS / 8) == 0)
			check_all(m, first);
	}
	check_all(m, first);
	mem_flush(m);
	check_all(m, first);
	mem_free(m);
}

static void exact(void **state)
{
	static const char *const all[] = {FAKE_K8, FAKE_CORE2, FAKE_NEHALEM, FAKE_SKX, FAKE_ZEN};

	(void)state;
	for (unsigned int i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		run(all[i], 0);
		run(all[i], FAR);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(exact)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
