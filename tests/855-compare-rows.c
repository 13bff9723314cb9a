/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measured rows find their points; errors, tolerances and verdicts are exact. */
#include "tests/analysis_fake.h"

#include "analysis/lib_compare.h"

#define AXES                                                                                       \
	"[{\"key\": \"kernel\", \"values\": [{\"text\": \"old\"}, {\"text\": \"new\"}]},"          \
	"{\"key\": \"tso\", \"values\": [{\"text\": \"on\"}, {\"text\": \"off\"}]}]"
#define RESULT(mbps, cpu, drops)                                                                   \
	"{\"flows\": {\"f\": {\"mbps\": " #mbps "}}, \"hosts\": {\"h\": {\"cpu\": " #cpu "}}, "    \
	"\"drops\": {\"X\": " #drops "}}"

static const struct fake_point points[] = {
	{"a", "done", "{\"kernel\": \"old\", \"tso\": \"on\"}", RESULT(900, 10, 0)},
	{"b", "done", "{\"kernel\": \"new\", \"tso\": \"on\"}", RESULT(1100, 44.5, 90)},
	{"c", "failed", "{\"kernel\": \"old\", \"tso\": \"off\"}", NULL},
};

static const char table[] = "id,kernel,tso,mbps,cpu,drops\n"
			    "q1,before,1,1000,10,\n"
			    "q2,after,1,1000,43-45,1000\n"
			    "q3,before,0,1000,10,1\n"
			    "q4,before,2,1000,10,1\n";

static const char spec[] =
	"\"compare\": {\"file\": \"%s\", \"key\": {\"kernel\": \"kernel\", \"tso\": \"tso\"}, "
	"\"values\": {\"kernel\": {\"before\": \"old\", \"after\": \"new\"}}, "
	"\"figures\": {\"mbps\": {\"figure\": \"flows.f.mbps\", \"tolerance\": \"5\"}, "
	"\"cpu\": {\"figure\": \"hosts.h.cpu\", \"tolerance\": \"1\"}, "
	"\"drops\": {\"figure\": \"drops.X\", \"factor\": \"10\", \"absolute\": \"5\"}}, "
	"\"tolerances\": {\"q2\": {\"mbps\": \"10\"}}, \"notes\": {\"q2\": \"why\"}%s}";

static char *load(const char *more, struct results *r, struct compare *c)
{
	char *dir = fake_dir(), *csv = fake_write(dir, "m.csv", table);
	char *rest = xasprintf(spec, csv, more), *err;

	fake_run(dir, AXES, points, 3, rest);
	err = results_load(dir, r);
	assert_null(err);
	err = compare_load(r, c);
	free(rest);
	free(csv);
	fake_remove(dir);
	return err;
}

static void rows(void **state)
{
	struct results r;
	struct compare c;

	(void)state;
	assert_null(load("", &r, &c));
	assert_int_equal(c.rows, 4);
	assert_int_equal(c.row[0].cells, 2); /* drops are not measured */
	FAKE_CLOSE(c.row[0].cell[0].error_pct, -10, 1e-9);
	assert_true(c.row[0].cell[0].missed); /* 10 % off, 5 allowed */
	assert_false(c.row[0].cell[1].missed);
	assert_null(c.row[0].note);
	assert_string_equal(c.row[0].label, "kernel before, tso 1");
	results_free(&r);
	compare_free(&c);
}

static void tolerances(void **state)
{
	struct results r;
	struct compare c;
	char text[60];

	(void)state;
	assert_null(load("", &r, &c));
	assert_int_equal(c.row[1].cells, 3);
	FAKE_CLOSE(c.row[1].cell[0].error_pct, 10, 1e-9);
	assert_false(c.row[1].cell[0].missed); /* exactly this row's 10 % */
	FAKE_CLOSE(c.row[1].cell[1].measured, 44, 1e-9);
	assert_false(c.row[1].cell[1].missed); /* within the measured range */
	assert_true(c.row[1].cell[2].missed);  /* 90 of 1000: beyond a factor of 10 */
	assert_string_equal(c.row[1].note, "why");
	tolerance_print(&c.row[1].cell[2].tolerance, text, sizeof(text));
	assert_string_equal(text, "factor 10 or within 5");
	/* a failed point, and a point that was never asked for */
	assert_true(c.row[2].group && !c.row[2].group->done && !c.row[2].cells);
	assert_null(c.row[3].group);
	assert_int_equal(c.absent, 2);
	assert_int_equal(c.predicted, 5);
	assert_int_equal(c.missed, 2);
	results_free(&r);
	compare_free(&c);
}

static void fitted_rows_predict_nothing(void **state)
{
	struct results r;
	struct compare c;

	(void)state;
	assert_null(load(", \"fitted\": [\"q1\"]", &r, &c));
	assert_true(c.row[0].fitted);
	assert_false(c.row[0].cell[0].missed);
	FAKE_CLOSE(c.row[0].cell[0].error_pct, -10, 1e-9);
	assert_int_equal(c.predicted, 3);
	assert_int_equal(c.missed, 1);
	results_free(&r);
	compare_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows),
		cmocka_unit_test(tolerances),
		cmocka_unit_test(fitted_rows_predict_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
