/* SPDX-License-Identifier: GPL-2.0-or-later */
/* yaml_write() gives text that reads as the same tree, whatever the tree. */
#include "tests/tap.h"

#include <string.h>

#include "sim/yaml.h"

static const struct {
	const char *text, *written;
} table[] = {
	{"a: 1", "a: 1\n"},
	{"{}", "{}\n"},
	{"[]", "[]\n"},
	{"x", "x\n"},
	{"'null'", "\"null\"\n"},
	{"a: {}\nb: []", "a: {}\nb: []\n"},
	{"a: [1, 'x, y', \"\", ~]", "a: [1, \"x, y\", \"\", ~]\n"},
	{"a: [[1, 2], {b: c}]", "a:\n  - [1, 2]\n  -\n    b: c\n"},
	{"\"a: b\": \"c: d\"", "\"a: b\": \"c: d\"\n"},
	{"machine.cache.l2.size: log2(512KiB..8MiB)",
	 "machine.cache.l2.size: log2(512KiB..8MiB)\n"},
	{"a: 'null'\nb: null\nc:\nd: ''", "a: \"null\"\nb: ~\nc: ~\nd: \"\"\n"},
	{"a: \"\\\\ \\\" \\t \\x01\"", "a: \"\\\\ \\\" \\t \\x01\"\n"},
	{"a: '# no'\nb: '- no'\nc: '*no'\nd: yes it is",
	 "a: \"# no\"\nb: \"- no\"\nc: \"*no\"\nd: yes it is\n"},
};

static void test(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct yaml_node *tree, *again;
		char *once, *twice;

		assert_null(yaml_parse("f", table[i].text, &tree));
		once = yaml_write(tree);
		assert_string_equal(once, table[i].written);
		if (strcmp(once, "~\n") != 0) {
			assert_null(yaml_parse("g", once, &again));
			twice = yaml_write(again);
			assert_string_equal(twice, once);
			free(twice);
			yaml_free(again);
		}
		free(once);
		yaml_free(tree);
	}
}

int main(void)
{
	return RUN_ONE(test);
}
