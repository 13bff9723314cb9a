/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A point's folder is named by its axes and its content, and counts as
 * finished only when it has a result of exactly that content.
 */
#include "tests/tap.h"

#include "scenarios/plan.h"
#include "scenarios/store.h"
#include "sim/yaml.h"
#include "tests/tmpdir.h"

static char *name_of(const struct plan *p, size_t point, const char *version, const char *identity)
{
	struct yaml_node *tree;
	char *text, *name;

	assert_null(plan_point(p, point, &tree));
	text = store_resolved_text(tree, version, identity);
	name = store_point_name(p, point, text);
	free(text);
	yaml_free(tree);
	return name;
}

static void starts_with(const char *name, const char *start)
{
	assert_int_equal(strncmp(name, start, strlen(start)), 0);
	assert_int_equal(strlen(name), strlen(start) + 12);
	assert_int_equal(strspn(name + strlen(start), "0123456789abcdef"), 12);
}

static void names(void **state)
{
	char *a, *b, *c, *d;
	struct plan p;

	(void)state;
	tmpdir_file("s.yaml", "sweep: {machine.cache.l2.size: [1KiB, 2KiB], k: ['a/b c', x]}\n");
	assert_null(plan_make("s.yaml", NULL, 0, NULL, 0, &p));
	a = name_of(&p, 0, "v1", "t");
	starts_with(a, "l2.size-1KiB_k-a-b-c_");
	b = name_of(&p, 0, "v2", "t");
	c = name_of(&p, 0, "v1", "u");
	d = name_of(&p, 0, "v1", "t");
	assert_string_not_equal(a, b);
	assert_string_not_equal(a, c);
	assert_string_equal(a, d);
	free(a);
	free(b);
	free(c);
	free(d);
	plan_free(&p);
}

static void no_axes_and_long_ones(void **state)
{
	char text[400] = "sweep: {k: [";
	struct plan p;
	char *name;

	(void)state;
	tmpdir_file("s.yaml", "x: 1\n");
	assert_null(plan_make("s.yaml", NULL, 0, NULL, 0, &p));
	name = name_of(&p, 0, "v", "t");
	starts_with(name, "point_");
	free(name);
	plan_free(&p);
	memset(text + strlen(text), 'x', 300);
	strcat(text, "]}\n");
	tmpdir_file("s.yaml", text);
	assert_null(plan_make("s.yaml", NULL, 0, NULL, 0, &p));
	name = name_of(&p, 0, "v", "t");
	assert_int_equal(strlen(name), 120 + 1 + 12);
	free(name);
	plan_free(&p);
}

static void finished(void **state)
{
	(void)state;
	assert_false(store_is_finished("r", "p", "text\n"));
	tmpdir_file("r/p/scenario.resolved.yaml", "text\n");
	assert_false(store_is_finished("r", "p", "text\n"));
	tmpdir_file("r/p/result.json", "{}");
	assert_true(store_is_finished("r", "p", "text\n"));
	assert_false(store_is_finished("r", "p", "text"));
	assert_false(store_is_finished("r", "p", "text\nmore"));
}

static void one_run_a_folder(void **state)
{
	int lock, second;
	char *err;

	(void)state;
	assert_null(store_open("r2", &lock));
	tmpdir_file("r2/.p.part-99/result.json", "half");
	tmpdir_file("r2/q/result.json", "{}");
	err = store_open("r2", &second);
	assert_string_equal(err, "r2: another nicpath is running points here");
	free(err);
	assert_int_equal(access("r2/.p.part-99", F_OK), 0);
	store_close(lock);
	/* what a killed run left goes, results stay */
	assert_null(store_open("r2", &lock));
	assert_int_not_equal(access("r2/.p.part-99", F_OK), 0);
	assert_int_equal(access("r2/q/result.json", F_OK), 0);
	store_close(lock);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(no_axes_and_long_ones),
		cmocka_unit_test(finished),
		cmocka_unit_test(one_run_a_folder),
	};
	int failed;

	tmpdir_enter();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	tmpdir_leave();
	return failed;
}
