/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Each machine file: latency plateaus within 10 % of the published values, each
 * up to the level's capacity and no further, and transfers between CPUs within
 * 10 % where published.
 */
#include "tests/mem_fake.h"

#include <glob.h>

#include "models/mem/membench.h"
#include "sim/param.h"

static void expect_near(const char *file, const char *what, double value, double want)
{
	if (value < want * 0.9 || value > want * 1.1)
		print_error("%s: %s %.2f ns, published %.2f ns\n", file, what, value / 1000,
			    want / 1000);
	assert_true(value >= want * 0.9 && value <= want * 1.1);
}

/* More takes a second to fill; those machines' DRAM is measured by membench. */
#define LARGEST (44ull << 20)

static void check_levels(const char *file, struct mem *m, const struct membench_published *p)
{
	struct membench_level l[MEMBENCH_LEVELS];
	unsigned int n = membench_levels(m, p, l);

	assert_string_equal(l[n - 1].name, "DRAM");
	for (unsigned int i = 0; i < n; i++) {
		uint64_t inner = i ? l[i - 1].capacity : 0;
		uint64_t bytes = l[i].capacity ? l[i].capacity / 8 * 7 : inner * 2;

		assert_true(l[i].published_ps > 0);
		if (bytes > LARGEST && l[i].capacity)
			bytes = membench_typical(l, i) / 2;
		if (bytes <= LARGEST && bytes > inner)
			expect_near(file, l[i].name, membench_plateau(m, &l[i], bytes),
				    l[i].published_ps);
		bytes = l[i].capacity / 2 * 3;
		if (l[i].capacity && bytes <= LARGEST) /* past it: nearer to the next */
			assert_true(membench_latency(m, 0, bytes) >
				    (l[i].published_ps + l[i + 1].published_ps) / 2);
	}
}

static void check_pair(const char *file, struct mem *m, int cpu, uint64_t published)
{
	if (cpu >= 0 && published)
		expect_near(file, "transfer", membench_transfer(m, 0, (unsigned int)cpu),
			    (double)published);
}

static void check_machine(const char *file)
{
	struct membench_published p;
	struct membench_pairs pairs;
	struct yaml_node *root, *n;
	struct mem *m;

	assert_null(yaml_load(file, &root));
	n = yaml_get(root, "machine");
	assert_non_null(n);
	assert_null(membench_published(n, &p));
	assert_null(mem_new("m", n, &m));
	check_levels(file, m, &p);
	pairs = membench_pairs(m);
	check_pair(file, m, pairs.core, p.core);
	check_pair(file, m, pairs.die, p.die);
	check_pair(file, m, pairs.socket, p.socket);
	param_free(&membench_published_table, &p);
	mem_free(m);
	yaml_free(root);
}

static void all(void **state)
{
	glob_t g;

	(void)state;
	assert_int_equal(glob("scenarios/machines/*.yaml", 0, NULL, &g), 0);
	assert_true(g.gl_pathc >= 8);
	for (size_t i = 0; i < g.gl_pathc; i++)
		check_machine(g.gl_pathv[i]);
	globfree(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(all)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
