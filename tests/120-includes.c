/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Includes: what wins, where files are looked for, and every way to get it wrong. */
#include "tests/tap.h"

#include "scenarios/scenario.h"
#include "sim/yaml.h"
#include "tests/tmpdir.h"

static void expect(const char *text, const char *result)
{
	struct yaml_node *tree;
	char *err, *got;

	tmpdir_file("s.yaml", text);
	err = scenario_load("s.yaml", &tree);
	got = err ? err : yaml_write(tree);
	assert_string_equal(got, result);
	free(got);
	if (!err)
		yaml_free(tree);
}

static void the_includer_wins_and_the_later_include(void **state)
{
	(void)state;
	tmpdir_file("a.yaml", "title: of a\nx: {p: 1, q: 1}\n");
	tmpdir_file("b.yaml", "x: {q: 2, r: 2}\n");
	expect("include: [a.yaml, b.yaml]\nx: {r: 3}\n", "x:\n  p: 1\n  q: 2\n  r: 3\n");
	expect("title: mine\ninclude: a.yaml\n", "x:\n  p: 1\n  q: 1\ntitle: mine\n");
}

static void files_are_beside_the_includer_or_in_the_data_folder(void **state)
{
	(void)state;
	tmpdir_file("sub/deep.yaml", "include: near.yaml\n");
	tmpdir_file("sub/near.yaml", "found: beside\n");
	tmpdir_file("near.yaml", "found: elsewhere\n");
	tmpdir_file("data/machines/m.yaml", "m: in data\n");
	expect("include: sub/deep.yaml\n", "found: beside\n");
	expect("include: machines/m.yaml\n", "m: in data\n");
}

static void mistakes(void **state)
{
	(void)state;
	tmpdir_file("loop1.yaml", "include: loop2.yaml\n");
	tmpdir_file("loop2.yaml", "x: 1\ninclude: [loop1.yaml]\n");
	tmpdir_file("self.yaml", "include: ./self.yaml\n");
	tmpdir_file("list.yaml", "- a\n");
	tmpdir_file("broken.yaml", "a: {\n");
	expect("include: none.yaml\n", "s.yaml:1:10: cannot find 'none.yaml' in . or data");
	expect("x: 1\ninclude:\n  - loop1.yaml\n", "loop2.yaml:2:11: include loop: loop1.yaml -> "
						   "loop2.yaml -> loop1.yaml");
	expect("include: self.yaml\n", "self.yaml:1:10: include loop: self.yaml -> ./self.yaml");
	expect("include: s.yaml\n", "s.yaml:1:10: include loop: s.yaml -> s.yaml");
	expect("include: list.yaml\n", "list.yaml:1:1: the file must be a mapping (key: value)");
	expect("include: data\n", "s.yaml:1:10: data: is a directory, not a YAML file");
	expect("include: broken.yaml\n",
	       "s.yaml:1:10: broken.yaml:2:1: did not find expected node content");
	expect("include: {a: b}\n", "s.yaml:1:10: include takes a list of file names");
	expect("include: [[a]]\n", "s.yaml:1:11: include takes file names");
	expect("include:\n", "s.yaml:1:1: include takes file names");
	expect("- x\n", "s.yaml:1:1: the file must be a mapping (key: value)");
}

static void depth_and_number_are_limited(void **state)
{
	char name[32], text[64];

	(void)state;
	for (int i = 0; i < 20; i++) {
		snprintf(name, sizeof(name), "d%d.yaml", i);
		snprintf(text, sizeof(text), "include: d%d.yaml\n", i + 1);
		tmpdir_file(name, text);
		snprintf(name, sizeof(name), "w%d.yaml", i);
		snprintf(text, sizeof(text), "include: [w%d.yaml, w%d.yaml]\n", i + 1, i + 1);
		tmpdir_file(name, text);
	}
	tmpdir_file("d20.yaml", "end: 1\n");
	tmpdir_file("w10.yaml", "end: 1\n");
	expect("include: d4.yaml\n", "d19.yaml:1:10: includes are more than 16 deep");
	expect("include: d5.yaml\n", "end: 1\n");
	/* 2047 files if nobody counted; the 257th is the second w9 below the last w8 */
	expect("include: w0.yaml\n", "w8.yaml:1:20: more than 256 files are included");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_includer_wins_and_the_later_include),
		cmocka_unit_test(files_are_beside_the_includer_or_in_the_data_folder),
		cmocka_unit_test(mistakes),
		cmocka_unit_test(depth_and_number_are_limited),
	};
	int failed;

	tmpdir_enter();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	tmpdir_leave();
	return failed;
}
