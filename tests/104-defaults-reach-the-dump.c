/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loading parameters makes the tree the resolved scenario: defaults that stood
 * are written, but no lookup takes them for something that was given.
 */
#include "tests/tap.h"

#include <stdbool.h>

#include "sim/param.h"
#include "sim/yaml.h"

struct s {
	uint64_t size, time;
	char *name;
};

static const struct param params[] = {
	{"l2.size", PARAM_SIZE, offsetof(struct s, size), "512KiB", NULL, NULL, NULL, "h", "s"},
	{"l2.time", PARAM_TIME, offsetof(struct s, time), "1500ps", NULL, NULL, NULL, "h", "s"},
	{"name", PARAM_STRING, offsetof(struct s, name), "", NULL, NULL, NULL, "h", "s"},
	{0},
};
static const struct param_table table = {"s", "h", params, sizeof(struct s)};

/* The same key with another default: each reader keeps its own. */
static const struct param other_params[] = {
	{"l2.size", PARAM_SIZE, offsetof(struct s, size), "1MiB", NULL, NULL, NULL, "h", "s"},
	{0},
};
static const struct param_table other = {"other", "h", other_params, sizeof(struct s)};

static void load(const struct param_table *t, struct yaml_node *map, struct s *s)
{
	param_defaults(t, s);
	assert_null(param_load(t, map, s));
	param_free(t, s);
}

static void check_written(struct yaml_node *tree, const char *text)
{
	char *written = yaml_write(tree);

	assert_string_equal(written, text);
	free(written);
}

static void test(void **state)
{
	struct yaml_node *tree;
	struct s s;

	(void)state;
	assert_null(yaml_parse("f", "a: {l2: {time: 2ns}}", &tree));
	load(&table, yaml_section(tree, "a"), &s);
	load(&table, yaml_section(tree, "b.c"), &s);
	check_written(tree, "a:\n  l2:\n    time: 2ns\n    size: 512KiB\n  name: \"\"\n"
			    "b:\n  c:\n    l2:\n      size: 512KiB\n      time: 1500ps\n"
			    "    name: \"\"\n");
	assert_null(yaml_get(tree, "a.l2.size"));
	assert_non_null(yaml_get(tree, "a.l2.time"));
	assert_null(yaml_unused(tree));
	load(&other, yaml_section(tree, "a"), &s);
	assert_int_equal(s.size, 1 << 20);
	yaml_free(tree);
}

/* Written and read again, the resolved scenario gives the same parameters. */
static void resolving_twice_changes_nothing(void **state)
{
	struct yaml_node *tree, *again;
	struct s s;
	char *once;

	(void)state;
	assert_null(yaml_parse("f", "a: {l2: {time: 2ns}}", &tree));
	load(&table, yaml_section(tree, "a"), &s);
	once = yaml_write(tree);
	assert_null(yaml_parse("g", once, &again));
	load(&table, yaml_section(again, "a"), &s);
	assert_null(yaml_unused(again));
	assert_int_equal(s.time, 2000);
	check_written(again, once);
	free(once);
	yaml_free(tree);
	yaml_free(again);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test),
		cmocka_unit_test(resolving_twice_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
