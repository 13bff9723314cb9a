/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --set, --only and axes together: who wins, and what is refused. */
#include "tests/tap.h"

#include "scenarios/plan.h"
#include "sim/yaml.h"
#include "tests/tmpdir.h"

#define SCENARIO                                                                                   \
	"title: t\nkernel: k1\nhosts: {tx: {}, rx: {kernel: {q: off}}}\nx: {y: 1}\n"               \
	"sweep:\n  kernel: [k1, k2]\n  two: {path: x.two, values: [1, 2]}\n  x.y: [5, 6]\n"        \
	"plots: [p]\n"

static char *make(const char *text, const char *set, const char *only, struct plan *p)
{
	tmpdir_file("s.yaml", text);
	return plan_make("s.yaml", &set, set != NULL, &only, only != NULL, p);
}

/* Value at a path in the first selected point (or its error). */
static char *first_value(const struct plan *p, const char *path)
{
	struct yaml_node *tree, *n;
	char *err, *got;
	size_t i = 0;

	while (!p->selected[i])
		i++;
	err = plan_point(p, i, &tree);
	if (err)
		return err;
	n = yaml_find(tree, path);
	got = strdup(n && yaml_text(n) ? yaml_text(n) : "-");
	yaml_free(tree);
	return got;
}

static const struct {
	const char *set, *only;
	size_t points, selected;
	const char *path, *value; /* or points 0 and a message in value */
} table[] = {
	{NULL, NULL, 8, 8, "x.y", "5"},
	{NULL, NULL, 8, 8, "hosts.rx.kernel.name", "k1"},
	{NULL, NULL, 8, 8, "title", "-"},
	{NULL, NULL, 8, 8, "plots", "-"},
	{NULL, "kernel=k2", 8, 4, "hosts.rx.kernel.name", "k2"},
	{NULL, "kernel=k2", 8, 4, "hosts.rx.kernel.q", "off"},
	{NULL, "two=2", 8, 4, "x.two", "2"},
	/* below an axis: for each of its values */
	{"kernel.hz=9Hz", "kernel=k2", 8, 4, "hosts.tx.kernel.hz", "9Hz"},
	{"kernel.q=no", NULL, 8, 8, "hosts.tx.kernel.q", "no"},
	{"hosts.rx.kernel.q=no", NULL, 8, 8, "hosts.rx.kernel.q", "no"},
	{"hosts.tx.kernel=k3", "kernel=k2", 8, 4, "hosts.tx.kernel.name", "k3"},
	/* an axis's own path: other values */
	{"kernel=k3", NULL, 4, 4, "hosts.tx.kernel.name", "k3"},
	{"kernel=[k3, k2, k1]", NULL, 12, 12, "hosts.tx.kernel.name", "k3"},
	{"x.two=7", NULL, 4, 4, "x.two", "7"},
	{"x.y=log2(1..8)", NULL, 16, 16, "x.y", "1"},
	{"sweep.x.y=[8, 9, 10]", NULL, 12, 12, "x.y", "8"},
	{"sweep.two=[3, 4, 5]", NULL, 12, 12, "x.two", "3"},
	{"sweep.two={path: x.three, values: [6]}", NULL, 4, 4, "x.three", "6"},
	{"sweep={}", NULL, 1, 1, "x.y", "1"},
	{"sweep.z=[1, 2, 3]", NULL, 24, 24, "z", "1"},
	{"repeat=2", NULL, 16, 16, "seed", "1"},
	{"x.z=a=b", NULL, 8, 8, "x.z", "a=b"},
	{"x.z=", NULL, 8, 8, "x.z", ""},
	/* above an axis: the axis has the last word */
	{"x={y: 3, v: 4}", NULL, 8, 8, "x.y", "5"},
	{"x={y: 3, v: 4}", NULL, 8, 8, "x.v", "4"},
	{"kernel", NULL, 0, 0, NULL, "--set kernel: PATH=VALUE is expected"},
	{"=5", NULL, 0, 0, NULL, "--set =5: PATH=VALUE is expected"},
	{"include=a", NULL, 0, 0, NULL,
	 "--set include=a: include cannot be set on the command "
	 "line"},
	{"hosts.rtx.a=1", NULL, 0, 0, NULL,
	 "--set hosts.rtx.a=1: no host 'rtx'; did you mean "
	 "'tx'?"},
	{"hosts.moon.a=1", NULL, 0, 0, NULL,
	 "--set hosts.moon.a=1: no host 'moon' in this "
	 "scenario"},
	{NULL, "kernel=k9", 0, 0, NULL,
	 "--only kernel=k9: axis 'kernel' has no value 'k9' "
	 "(s.yaml:6:3)"},
	{NULL, "kernl=k1", 0, 0, NULL,
	 "--only kernl=k1: no axis 'kernl'; did you mean "
	 "'kernel'?"},
	{NULL, "z=k1", 0, 0, NULL, "--only z=k1: the sweep has no axis 'z'"},
	{"sweep=5", NULL, 0, 0, NULL, "--set sweep=5: sweep must be a mapping (path: values)"},
};

static void test(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct plan p;
		size_t selected = 0;
		char *got = make(SCENARIO, table[i].set, table[i].only, &p);

		if (!got) {
			for (size_t k = 0; k < p.sweep.points; k++)
				selected += p.selected[k];
			assert_int_equal(p.sweep.points, table[i].points);
			assert_int_equal(selected, table[i].selected);
			got = first_value(&p, table[i].path);
			plan_free(&p);
		} else {
			assert_int_equal(table[i].points, 0);
		}
		assert_string_equal(got, table[i].value);
		free(got);
	}
}

static void what_does_nothing_is_refused(void **state)
{
	struct plan p;
	char *err = make("kernel: k1\nhosts:\n  a: {kernel: k2}\n  b: {kernel: {base: k1, q: 1}}\n",
			 "kernel=k3", NULL, &p);

	(void)state;
	assert_string_equal(err, "--set kernel=k3: has no effect, each host has its own "
				 "(s.yaml:4:15); set hosts.b.kernel");
	free(err);
	/* hz is nobody's own: it holds for both */
	assert_null(make("hosts:\n  a: {kernel: k2}\n  b: {kernel: {base: k1, q: 1}}\n",
			 "kernel.hz=3Hz", NULL, &p));
	err = first_value(&p, "hosts.b.kernel.hz");
	assert_string_equal(err, "3Hz");
	free(err);
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test),
		cmocka_unit_test(what_does_nothing_is_refused),
	};
	int failed;

	tmpdir_enter();
	tmpdir_file("data/kernels/k1.yaml", "kernel: {name: k1, hz: 1Hz, q: on}\n");
	tmpdir_file("data/kernels/k2.yaml", "kernel: {name: k2, hz: 2Hz, q: on}\n");
	tmpdir_file("data/kernels/k3.yaml", "kernel: {name: k3, hz: 3Hz, q: on}\n");
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	tmpdir_leave();
	return failed;
}
