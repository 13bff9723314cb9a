/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables: quotes, comments, short rows; mistakes with their line. */
#include "tests/analysis_fake.h"

#include "analysis/lib_csv.h"

static char *read_text(const char *text, struct csv *c)
{
	char *dir = fake_dir(), *path = fake_write(dir, "t.csv", text);
	char *err = csv_read(path, c);

	free(path);
	fake_remove(dir);
	return err;
}

static void cells(void **state)
{
	struct csv c;

	(void)state;
	assert_null(
		read_text("# From a\n#  thread.\na,\"b \"\"x\"\"\",c\n1,\"2,5\",3\r\n\n4\n", &c));
	assert_string_equal(c.origin, "From a thread.");
	assert_int_equal(c.cols, 3);
	assert_int_equal(c.rows, 2);
	assert_string_equal(c.head[1], "b \"x\"");
	assert_string_equal(csv_get(&c, 0, "b \"x\""), "2,5");
	assert_string_equal(csv_get(&c, 1, "c"), "");
	assert_int_equal(c.line[1], 6);
	assert_string_equal(csv_get(&c, 0, "d"), "");
	csv_free(&c);
}

static void mistakes(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{"a,b\n1,2,3\n", "t.csv:2: 3 fields, the header has 2"},
		{"a,b\n1,\"2\n", "t.csv:2: a quoted field does not end"},
		{"a,b\n1,\"2\"x\n", "t.csv:2: a quoted field does not end"},
		{"# nothing\n", "t.csv: empty"},
	};
	struct csv c;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		fake_says(read_text(cases[i].text, &c), cases[i].says);
	fake_says(csv_read("/nowhere/x.csv", &c), "/nowhere/x.csv: cannot be read: No such file");
	assert_null(read_text("throughput,x\n1,2\n", &c));
	fake_says(csv_need(&c, "througput"), "no column 'througput'; did you mean 'throughput'?");
	csv_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(cells), cmocka_unit_test(mistakes)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
