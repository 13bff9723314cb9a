/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is not a scenario's YAML gets one message, with file, line and column. */
#include "tests/tap.h"

#include "sim/yaml.h"

/* What libfyaml leaves behind when it refuses a text is not ours. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libfyaml";
}

static const struct {
	const char *text, *message;
} bad[] = {
	{"", "f:1:1: the file is empty"},
	{"# nothing but this\n", "f:1:1: the file is empty"},
	{"---\n", "f:1:1: the file is empty"},
	{"~", "f:1:1: the file is empty"},
	{"a: [1\nb: 2", "f:1:5: the value goes on in the next line; a value is on one line"},
	{"a: [1,\nb: 2", "f:2:1: wrongly indented flow sequence"},
	{"a: [1,\n 2\n", "f:3:1: flow sequence without a closing bracket"},
	{"a: {b", "f:2:1: missing comma in flow mapping"},
	{"a: b: c", "f:1:5: invalid nested block mapping on the same line"},
	{"a: \"b", "f:1:5: double-quoted scalar without closing quote"},
	{"a: 1\na: 2", "f:2:1: key 'a' is given twice, first in line 1"},
	{"m:\n  x: 1\n  y: 2\n  x: 3", "f:4:3: key 'x' is given twice, first in line 2"},
	{"b: 1\na: 1\na: 2\nb: 2", "f:3:1: key 'a' is given twice, first in line 2"},
	{"{x: 1, x: 2}", "f:1:8: key 'x' is given twice, first in line 1"},
	{"a: *b", "f:1:4: alias '*b' has no anchor above it"},
	{"a: &x [*x]", "f:1:8: alias '*x' has no anchor above it"},
	{"a: &x 1\n*x : 2", "f:2:1: an alias cannot be a key"},
	{"a: &x {b: 1}\nc:\n  <<: *x", "f:3:3: merge keys (<<) are not supported; use include or "
				       "base"},
	{"a: !!str 5", "f:1:10: tags are not supported"},
	{"a: !x [1]", "f:1:7: tags are not supported"},
	{"? [a, b]\n: c", "f:1:3: a key must be a plain word"},
	{"\"\": c", "f:1:1: a key is empty"},
	{"a: 1\n---\nb: 2", "f:2:1: a second document begins here; one file is one document"},
	{"a: |\n  b", "f:1:1: block texts (| and >) are not supported; a value is on one line"},
	{"a: 'b\n  c'", "f:1:4: the value goes on in the next line; a value is on one line"},
	{"a: b\n  c", "f:1:4: the value goes on in the next line; a value is on one line"},
	{"a: 'x''''y'", "f:1:4: quotes in a row inside single quotes; use double quotes here"},
	{"a: \xff", "f:1:4: byte 0xff: this is not UTF-8 text"},
	{"a: \xc0\xaf", "f:1:4: byte 0xc0: this is not UTF-8 text"},
	{"a: \xed\xa0\x80", "f:1:4: byte 0xed: this is not UTF-8 text"},
	{"\xc3\xa9: b\n\x01", "f:2:1: byte 0x01: this is not a text file"},
	{"\x7f"
	 "ELF\x02",
	 "f:1:1: byte 0x7f: this is not a text file"},
};

static void bad_texts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct yaml_node *tree;
		char *err = yaml_parse("f", bad[i].text, &tree);

		if (!err)
			fail_msg("accepted: %s", bad[i].text);
		assert_string_equal(err, bad[i].message);
		free(err);
	}
}

/* Places of what is read: values, keys, quoted ones, in flow and in block. */
static void places(void **state)
{
	static const struct {
		const char *path, *where;
	} table[] = {
		{"a", "f:1:4"},	       {"b", "f:3:3"},	      {"b.c", "f:3:6"}, {"b.c.0", "f:3:7"},
		{"b.c.1", "f:3:10"},   {"b.c.1.y", "f:3:14"}, {"b.d", "f:4:6"}, {"e", "f:5:1"},
		{"\xc3\xa9", "f:6:4"}, {"l", "f:8:1"},	      {"l.0", "f:8:3"},
	};
	struct yaml_node *tree;
	char *key;

	(void)state;
	assert_null(yaml_parse(
		"f", "a: 1\nb:\n  c: [x, {y: z}]\n  d: \"q\"\ne:\n\xc3\xa9: 'u'\nl:\n- m\n",
		&tree));
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		assert_string_equal(yaml_where(yaml_find(tree, table[i].path)), table[i].where);
	key = yaml_key_where(yaml_find(tree, "b"), 1);
	assert_string_equal(key, "f:4:3");
	free(key);
	yaml_free(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_texts),
		cmocka_unit_test(places),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
