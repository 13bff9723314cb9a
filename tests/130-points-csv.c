/* SPDX-License-Identifier: GPL-2.0-or-later */
/* points.csv: a row a finished point, in the sweep's order, whole or as it was. */
#include "tests/tap.h"

#include <sys/stat.h>

#include "scenarios/plan.h"
#include "scenarios/points_csv.h"
#include "tests/tmpdir.h"

static void expect(const struct plan *p, char *const *names, const char *text)
{
	char *got;

	assert_null(points_csv_write("r", p, names));
	got = file_read("r/points.csv", NULL);
	assert_string_equal(got, text);
	free(got);
}

static void test(void **state)
{
	char *names[] = {(char *)"p0", (char *)"p1", NULL, (char *)"p3"};
	char *none[] = {NULL, NULL, NULL, NULL};
	char *gone[] = {(char *)"nowhere", NULL, NULL, NULL};
	struct plan p;

	(void)state;
	tmpdir_file("s.yaml", "sweep: {kernel.hz: [1, 2], 'a, b': ['x\"y', z]}\n");
	tmpdir_file("r/p0/result.json",
		    "{\"scenario\": \"s\", \"seed\": 1, \"wall_s\": 3.5, \"frames_per_wall_s\": 1,"
		    " \"f\": {\"bulk\": {\"mbps\": 941.1, \"list\": [1], \"ok\": true}}}");
	tmpdir_file("r/p1/result.json", "{\"seed\": 1, \"f\": {\"bulk\": {\"mbps\": 0.1}},"
					" \"late\": \"a,b\", \"none\": null}");
	tmpdir_file("r/p3/result.json", "{\"f\": {\"bulk\": {\"mbps\": 1e300}}, \"seed\": 12345678"
					"9012345678, \"kernel.hz\": 5}");
	assert_null(plan_make("s.yaml", NULL, 0, NULL, 0, &p));
	expect(&p, names,
	       "point,kernel.hz,\"a, b\",seed,f.bulk.mbps,f.bulk.ok,late,none\n"
	       "p0,1,\"x\"\"y\",1,941.1,1,,\n"
	       "p1,1,z,1,0.1,,\"a,b\",\n"
	       "p3,2,z,123456789012345678,1e+300,,,\n");
	expect(&p, none, "point,kernel.hz,\"a, b\"\n");
	/* a result that cannot be read is no row */
	expect(&p, gone, "point,kernel.hz,\"a, b\"\n");
	plan_free(&p);
}

static void a_failure_leaves_the_old_file(void **state)
{
	char *none[] = {NULL};
	struct plan p;
	char *err, *got;

	(void)state;
	tmpdir_file("s.yaml", "x: 1\n");
	tmpdir_file("q/points.csv", "old\n");
	assert_null(plan_make("s.yaml", NULL, 0, NULL, 0, &p));
	/* the temporary name is taken by a folder: nothing can be written */
	{
		char name[64];

		snprintf(name, sizeof(name), "q/points.csv.tmp-%d", (int)getpid());
		assert_int_equal(mkdir(name, 0777), 0);
	}
	err = points_csv_write("q", &p, none);
	assert_non_null(err);
	assert_string_equal(err, "q/points.csv: cannot write: Is a directory");
	free(err);
	got = file_read("q/points.csv", NULL);
	assert_string_equal(got, "old\n");
	free(got);
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test),
		cmocka_unit_test(a_failure_leaves_the_old_file),
	};
	int failed;

	tmpdir_enter();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	tmpdir_leave();
	return failed;
}
