/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A key that nobody asked for is found, wherever it is, in the file's order. */
#include "tests/tap.h"

#include "sim/yaml.h"

static struct yaml_node *parse(const char *text)
{
	struct yaml_node *tree;

	assert_null(yaml_parse("f", text, &tree));
	return tree;
}

static void expect(struct yaml_node *tree, const char *message)
{
	char *err = yaml_unused(tree);

	if (message)
		assert_string_equal(err ? err : "none", message);
	else
		assert_null(err);
	free(err);
}

static void one_after_the_other(void **state)
{
	struct yaml_node *t = parse("a: 1\nb: {c: 2, d: 3}\ne: [1, {g: 4}]\n");

	(void)state;
	expect(t, "f:1:1: unknown key 'a'");
	yaml_get(t, "a");
	expect(t, "f:2:1: unknown key 'b'");
	yaml_get(t, "b");
	expect(t, "f:2:5: unknown key 'c'");
	yaml_get(t, "b.c");
	yaml_get(t, "b.d");
	expect(t, "f:3:1: unknown key 'e'");
	yaml_get(t, "e");
	expect(t, "f:3:9: unknown key 'g'");
	yaml_free(t);
}

static void a_path_marks_its_way(void **state)
{
	struct yaml_node *t = parse("a: {b: {c: 1, x: 2}}\n");

	(void)state;
	yaml_get(t, "a.b.c");
	expect(t, "f:1:15: unknown key 'x'");
	yaml_get(t, "a.b.x");
	expect(t, NULL);
	yaml_free(t);
}

static void lists_of_mappings_are_looked_into(void **state)
{
	struct yaml_node *t = parse("l: [1, {good: 1, goood: 2}]\n");
	struct yaml_node *l = yaml_get(t, "l");

	(void)state;
	yaml_get(yaml_at(l, 1, NULL), "good");
	expect(t, "f:1:18: unknown key 'goood'; did you mean 'good'?");
	yaml_free(t);
}

static void looking_marks_nothing(void **state)
{
	struct yaml_node *t = parse("a: 1\n");

	(void)state;
	assert_non_null(yaml_find(t, "a"));
	expect(t, "f:1:1: unknown key 'a'");
	yaml_mark(t);
	expect(t, NULL);
	yaml_free(t);
}

/* Names that were asked for in vain are what a typist may have meant. */
static void asked_names_are_suggested(void **state)
{
	struct yaml_node *t = parse("stoped_test: on\n");

	(void)state;
	assert_null(yaml_get(t, "stopped_test"));
	assert_null(yaml_get(t, "bypass"));
	expect(t, "f:1:1: unknown key 'stoped_test'; did you mean 'stopped_test'?");
	yaml_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_after_the_other),
		cmocka_unit_test(a_path_marks_its_way),
		cmocka_unit_test(lists_of_mappings_are_looked_into),
		cmocka_unit_test(looking_marks_nothing),
		cmocka_unit_test(asked_names_are_suggested),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
