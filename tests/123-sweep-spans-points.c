/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sweep's points: their number, their order, zipped axes, repeats; and mistakes. */
#include "tests/tap.h"

#include <string.h>

#include "scenarios/sweep.h"
#include "sim/yaml.h"

static const struct {
	const char *text, *points; /* "k=v,k=v; ..." or a message */
} table[] = {
	{"x: 1", ""},
	{"sweep:", ""},
	{"sweep: {a: [1, 2], b: [p, q]}", "a=1,b=p; a=1,b=q; a=2,b=p; a=2,b=q"},
	{"sweep: {a.b: 'log2(1..4)'}", "a.b=1; a.b=2; a.b=4"},
	{"sweep: {a: x}", "a=x"},
	{"sweep:\n  a: {values: [1, 2], zip: g}\n  b: [p, q]\n  c: {values: [3, 4], zip: g}",
	 "a=1,b=p,c=3; a=1,b=q,c=3; a=2,b=p,c=4; a=2,b=q,c=4"},
	{"repeat: 3", "seed=1; seed=2; seed=3"},
	{"repeat: 2\nseed: 7\nsweep: {a: [1, 2]}",
	 "a=1,seed=7; a=1,seed=8; a=2,seed=7; a=2,seed=8"},
	{"sweep: {a: {path: p.q, values: [1]}}", "a=1"},
	{"sweep: [a]", "f:1:8: sweep must be a mapping (path: values)"},
	{"sweep: {a: []}", "f:1:12: sweep 'a' has no values"},
	{"sweep:\n  a: [1, 1]", "f:2:10: sweep 'a': '1' is there twice"},
	{"sweep: {a: [[1]]}", "f:1:13: sweep 'a': a value cannot be a list or a mapping"},
	{"sweep: {a: [1, ~]}", "f:1:16: sweep 'a': a value is missing"},
	{"sweep: {a: 'range(3..1)'}", "f:1:12: 'range(3..1)': 3 is above 1"},
	{"sweep: {a: {path: p}}", "f:1:12: sweep 'a' has no values"},
	{"sweep: {a: {pth: p, values: [1]}}", "f:1:13: unknown key 'pth'; did you mean 'path'?"},
	{"sweep: {a: {path: {b: c}, values: [1]}}",
	 "f:1:19: sweep 'a': path takes a path or a list of paths"},
	{"sweep: {a: {path: [], values: [1]}}", "f:1:19: sweep 'a': no path is given"},
	{"sweep: {a: {values: [1], zip: [g]}}", "f:1:31: sweep 'a': zip takes the name of a group"},
	{"sweep:\n  a: {values: [1, 2], zip: g}\n  b: {values: [1, 2, 3], zip: g}",
	 "f:3:3: sweep 'b' has 3 values, 'a' of the same zip group 2"},
	{"sweep:\n  a: [1]\n  b: {path: [c, a], values: [2]}",
	 "f:3:3: sweep 'b': 'a' is swept already"},
	{"sweep: {a: {path: [b, b], values: [2]}}", "f:1:9: sweep 'a': 'b' is swept already"},
	{"repeat: 2\nsweep: {seed: [1, 2]}",
	 "f:1:9: repeat and a sweep over seed exclude each other"},
	{"repeat: 0", "f:1:9: repeat: 0 is out of range 1..10000"},
	{"repeat: x", "f:1:9: repeat: 'x' is not a count (such as 0, 64, 1000)"},
	{"sweep: {a: 'range(1..101)', b: 'range(1..100)'}",
	 "f:1:9: the sweep has more than 10000 points"},
};

static char *points_text(const struct sweep *s)
{
	char *text = calloc(1, 4096);

	for (size_t i = 0; s->n && i < s->points; i++) {
		for (size_t a = 0; a < s->n; a++) {
			strcat(text, a ? "," : i ? "; " : "");
			strcat(text, s->axes[a].key);
			strcat(text, "=");
			strcat(text, sweep_value(s, i, a));
		}
	}
	return text;
}

static void test(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct yaml_node *tree;
		struct sweep s;
		char *got;

		assert_null(yaml_parse("f", table[i].text, &tree));
		got = sweep_read(tree, &s);
		if (!got) {
			got = points_text(&s);
			assert_null(yaml_find(tree, "sweep"));
			assert_null(yaml_find(tree, "repeat"));
			sweep_free(&s);
		}
		assert_string_equal(got, table[i].points);
		free(got);
		yaml_free(tree);
	}
}

static void several_paths_one_axis(void **state)
{
	struct yaml_node *tree;
	struct sweep s;

	(void)state;
	assert_null(yaml_parse("f", "sweep: {limit: {path: [a.x, b.y], values: [1, 2]}}", &tree));
	assert_null(sweep_read(tree, &s));
	assert_int_equal(s.n, 1);
	assert_int_equal(s.points, 2);
	assert_int_equal(s.axes[0].n_paths, 2);
	assert_string_equal(s.axes[0].paths[1], "b.y");
	sweep_free(&s);
	yaml_free(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test),
		cmocka_unit_test(several_paths_one_axis),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
