/* SPDX-License-Identifier: GPL-2.0-or-later */
/* log2(...) and range(...) give exactly the values that they say. */
#include "tests/tap.h"

#include <string.h>

#include "scenarios/sweep_range.h"

static const struct {
	const char *text, *values; /* or a message */
} table[] = {
	{"log2(512KiB..8MiB)", "512KiB 1MiB 2MiB 4MiB 8MiB"},
	{"log2(512..4KiB)", "512B 1KiB 2KiB 4KiB"},
	{"log2(1..10)", "1 2 4 8"},
	{"log2( 3us .. 24us )", "3us 6us 12us 24us"},
	{"log2(5..5)", "5"},
	{"log2(9223372036854775808B..18446744073709551615B)", "8388608TiB"},
	{"range(1..10 step 2)", "1 3 5 7 9"},
	{"range(1..4)", "1 2 3 4"},
	{"range(0..1 step 0.25)", "0 0.25 0.5 0.75 1"},
	{"range(0.1..0.5 step 0.1)", "0.1 0.2 0.3 0.4 0.5"},
	{"range(0us..100us step 25us)", "0ps 25us 50us 75us 100us"},
	{"range(1ms..2ms step 500us)", "1ms 1500us 2ms"},
	{"range(1Gbps..10Gbps step 4.5Gbps)", "1Gbps 5500Mbps 10Gbps"},
	{"range(1.8GHz..2.2GHz step 200MHz)", "1800MHz 2GHz 2200MHz"},
	{"range(10kB..30kB step 10kB)", "10kB 20kB 30kB"},
	{"range(1..10 step)", "'range(1..10 step)': the numbers need units of one kind (KiB, us, "
			      "Gbps, GHz ...)"},
	{"range(1-10)", "'range(1-10)' is not a range: log2(512KiB..8MiB) and range(1..10 step 2) "
			"are"},
	{"log2(1..8 step 2)", "'log2(1..8 step 2)' is not a range: log2(512KiB..8MiB) and "
			      "range(1..10 step 2) are"},
	{"range(..)", "'range(..)' is not a range: log2(512KiB..8MiB) and range(1..10 step 2) "
		      "are"},
	{"range(", "'range(' is not a range: log2(512KiB..8MiB) and range(1..10 step 2) are"},
	{"range(5..1)", "'range(5..1)': 5 is above 1"},
	{"range(1us..5us)", "'range(1us..5us)' needs a step"},
	{"range(1us..5ms step 1)", "'range(1us..5ms step 1)': the numbers need units of one kind "
				   "(KiB, us, Gbps, GHz ...)"},
	{"range(1us..5KiB step 1us)", "'range(1us..5KiB step 1us)': the numbers need units of one "
				      "kind (KiB, us, Gbps, GHz ...)"},
	{"range(1..5 step 0)", "'range(1..5 step 0)': the step is 0"},
	{"log2(0..8)", "'log2(0..8)': doubling does not leave 0"},
	{"range(1..10001)", "'range(1..10001)' has more than 10000 values"},
	{"range(1..2 step 0.0000000001)",
	 "'range(1..2 step 0.0000000001)': more than 9 digits behind the point"},
};

static char *join(char **values, size_t n)
{
	char *all = calloc(1, 4096);

	for (size_t i = 0; i < n; i++) {
		strcat(all, i ? " " : "");
		strcat(all, values[i]);
		free(values[i]);
	}
	free(values);
	return all;
}

static void test(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char **values, *got;
		size_t n;

		got = range_values(table[i].text, &values, &n);
		if (!got)
			got = join(values, n);
		assert_string_equal(got, table[i].values);
		free(got);
	}
}

static void ten_thousand_values_are_allowed(void **state)
{
	char **values;
	size_t n;

	(void)state;
	assert_null(range_values("range(1..10000)", &values, &n));
	assert_int_equal(n, 10000);
	assert_string_equal(values[9999], "10000");
	for (size_t i = 0; i < n; i++)
		free(values[i]);
	free(values);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test),
		cmocka_unit_test(ten_thousand_values_are_allowed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
