/* SPDX-License-Identifier: GPL-2.0-or-later */
/* yaml_set(): mappings appear on the way; nonsense is one message and no change. */
#include "tests/tap.h"

#include "sim/yaml.h"

const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libfyaml";
}

#define TREE "a: {b: 1}\nl: [{x: 1}, 2]\nn:\n"

static const struct {
	const char *path, *text, *result; /* or a message */
} table[] = {
	{"a.b", "2", "a:\n  b: 2\nl:\n  -\n    x: 1\n  - 2\nn: ~\n"},
	{"a.c.d", "[x, y]", "a:\n  b: 1\n  c:\n    d: [x, y]\nl:\n  -\n    x: 1\n  - 2\nn: ~\n"},
	{"n.m", "{p: q}", "a:\n  b: 1\nl:\n  -\n    x: 1\n  - 2\nn:\n  m:\n    p: q\n"},
	{"l.0.x", "7", "a:\n  b: 1\nl:\n  -\n    x: 7\n  - 2\nn: ~\n"},
	{"l.1", "8", "a:\n  b: 1\nl:\n  -\n    x: 1\n  - 8\nn: ~\n"},
	{"a", "", "a: \"\"\nl:\n  -\n    x: 1\n  - 2\nn: ~\n"},
	{"l.2", "8", "o: 'l' is a list of 2: '2' is not in it"},
	{"l.x.y", "8", "o: 'l' is a list of 2: 'x' is not in it"},
	{"a.b.c", "8", "o: 'a.b' is the value '1', nothing can be below it"},
	{"l.1.z", "8", "o: 'l.1' is the value '2', nothing can be below it"},
	{"", "8", "o: '' is not a path: name.name.name is"},
	{"a..b", "8", "o: 'a..b' is not a path: name.name.name is"},
	{".a", "8", "o: '.a' is not a path: name.name.name is"},
	{"a.", "8", "o: 'a.' is not a path: name.name.name is"},
	{"a.b", "[1", "o:2:1: flow sequence without a closing bracket"},
	{"a.b", "*x", "o:1:1: alias '*x' has no anchor above it"},
	{"1.2.3.4.5.6.7.8.9.0.1.2.3.4.5.6.7.8.9.0.1.2.3.4.5.6.7.8.9.0.1.2.3", "8",
	 "o: the path is more than 32 levels deep"},
};

static void sets(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct yaml_node *tree;
		char *err, *text;

		assert_null(yaml_parse("f", TREE, &tree));
		err = yaml_set(tree, table[i].path, table[i].text, "o");
		text = err ? err : yaml_write(tree);
		assert_string_equal(text, table[i].result);
		free(text);
		yaml_free(tree);
	}
}

/* A mistake in a value from the command line points at the command line. */
static void the_place_is_the_origin(void **state)
{
	struct yaml_node *tree;
	char *err;

	(void)state;
	assert_null(yaml_parse("f", TREE, &tree));
	assert_null(yaml_set(tree, "a.bb", "{c: 1}", "--set a.bb={c: 1}"));
	assert_string_equal(yaml_where(yaml_find(tree, "a.bb.c")), "--set a.bb={c: 1}");
	assert_null(yaml_file(yaml_find(tree, "a.bb")));
	assert_string_equal(yaml_file(yaml_find(tree, "a.b")), "f");
	yaml_mark(yaml_get(tree, "l"));
	yaml_get(tree, "n");
	yaml_get(tree, "a.b");
	err = yaml_unused(tree);
	assert_string_equal(err, "--set a.bb={c: 1}: unknown key 'bb'");
	free(err);
	yaml_free(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets),
		cmocka_unit_test(the_place_is_the_origin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
