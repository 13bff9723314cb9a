/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Times relative to the best one of their machine; sizes match in any unit. */
#include "tests/analysis_fake.h"

#include "analysis/lib_compare.h"

#define AXES                                                                                       \
	"[{\"key\": \"machine\", \"values\": [{\"text\": \"core2\"}, {\"text\": \"xeon\"}]},"      \
	"{\"key\": \"limit\", \"values\": [{\"text\": \"1KiB\", \"number\": 1024, \"unit\": "      \
	"\"B\"}, {\"text\": \"1MiB\", \"number\": 1048576, \"unit\": \"B\"}]}]"
#define POINT(name, machine, limit, s)                                                             \
	{                                                                                          \
		name, "done", "{\"machine\": \"" machine "\", \"limit\": \"" limit "\"}",          \
			"{\"flows\": {\"t\": {\"s\": " #s "}}}"                                    \
	}

static const struct fake_point points[] = {
	POINT("a", "core2", "1KiB", 3.0),
	POINT("b", "core2", "1MiB", 1.5),
	POINT("c", "xeon", "1KiB", 40.0),
	POINT("d", "xeon", "1MiB", 10.0),
};

static void per_machine(void **state)
{
	static const double measured[] = {2, 1, 1, 3}, predicted[] = {2, 1, 4, 1};
	char *dir = fake_dir();
	char *csv = fake_write(dir, "m.csv",
			       "machine,limit_bytes,real_s\nlaptop,1024,20\n"
			       "laptop,1048576,10\nserver,1KiB,5\nserver,1048576,15\n");
	char *rest = xasprintf(
		"\"compare\": {\"file\": \"%s\", \"key\": {\"machine\": \"machine\", "
		"\"limit_bytes\": \"limit\"}, \"values\": {\"machine\": {\"laptop\": \"core2\", "
		"\"server\": \"xeon\"}}, \"figures\": {\"real_s\": {\"figure\": \"flows.t.s\", "
		"\"tolerance\": \"25\"}}, \"relative_to_best\": \"real_s\", \"relative_group\": "
		"\"machine\"}",
		csv);
	struct results r;
	struct compare c;

	(void)state;
	fake_run(dir, AXES, points, 4, rest);
	assert_null(results_load(dir, &r));
	assert_null(compare_load(&r, &c));
	assert_int_equal(c.rows, 4);
	for (size_t i = 0; i < 4; i++) {
		FAKE_CLOSE(c.row[i].cell[0].measured, measured[i], 1e-12);
		FAKE_CLOSE(c.row[i].cell[0].predicted.mean, predicted[i], 1e-12);
	}
	FAKE_CLOSE(c.row[2].cell[0].error_pct, 300, 1e-9);
	FAKE_CLOSE(c.row[3].cell[0].error_pct, -100 * 2.0 / 3, 1e-9);
	assert_int_equal(c.missed, 2);
	assert_true(c.row[0].cell[0].best == 1.5 && c.row[3].cell[0].best == 10);
	assert_string_equal(c.row[2].id, "row3");
	compare_free(&c);
	results_free(&r);
	free(rest);
	free(csv);
	fake_remove(dir);
}

int main(void)
{
	return RUN_ONE(per_machine);
}
