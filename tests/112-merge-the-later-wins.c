/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Deep merge: mappings mix, everything else is replaced whole, places follow. */
#include "tests/tap.h"

#include "sim/yaml.h"

static const struct {
	const char *base, *over, *merged;
} table[] = {
	{"{a: 1, b: 2}", "{b: 3, c: 4}", "a: 1\nb: 3\nc: 4\n"},
	{"{a: {x: 1, y: {p: 1}}}", "{a: {y: {q: 2}, z: 3}}",
	 "a:\n  x: 1\n  y:\n    p: 1\n    q: 2\n  z: 3\n"},
	{"{a: [1, 2, 3]}", "{a: [4]}", "a: [4]\n"},
	{"{a: {b: 1}}", "{a: 5}", "a: 5\n"},
	{"{a: 5}", "{a: {b: 1}}", "a:\n  b: 1\n"},
	{"{a: 5}", "{a: }", "a: ~\n"},
	{"[1]", "{a: 2}", "a: 2\n"},
	{"{a: 1}", "{}", "a: 1\n"},
};

static struct yaml_node *parse(const char *name, const char *text)
{
	struct yaml_node *tree;

	assert_null(yaml_parse(name, text, &tree));
	return tree;
}

static void merges(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct yaml_node *base = parse("base", table[i].base);
		struct yaml_node *over = parse("over", table[i].over);
		struct yaml_node *merged = yaml_merge(base, over);
		char *text;

		yaml_free(base); /* the merged tree is a copy */
		yaml_free(over);
		text = yaml_write(merged);
		assert_string_equal(text, table[i].merged);
		free(text);
		yaml_free(merged);
	}
}

static void each_value_keeps_its_place(void **state)
{
	struct yaml_node *base = parse("base", "a: {x: 1, y: 2}");
	struct yaml_node *over = parse("over", "\na: {y: 3}");
	struct yaml_node *m = yaml_merge(base, over);

	(void)state;
	assert_string_equal(yaml_where(yaml_find(m, "a.x")), "base:1:8");
	assert_string_equal(yaml_where(yaml_find(m, "a.y")), "over:2:8");
	yaml_free(base);
	yaml_free(over);
	yaml_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merges),
		cmocka_unit_test(each_value_keeps_its_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
