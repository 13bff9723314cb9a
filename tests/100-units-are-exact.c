/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A value with a unit is exactly what is written, or an error that says why. */
#include "tests/tap.h"

#include <inttypes.h>

#include "sim/param_value.h"

static const struct {
	enum param_type type;
	const char *text;
	uint64_t value;
} good[] = {
	{PARAM_U32, "0", 0},
	{PARAM_U32, "4294967295", 4294967295u},
	{PARAM_U64, "18446744073709551615", UINT64_MAX},
	{PARAM_U64, "12.0", 12},
	{PARAM_U64, "007", 7},
	{PARAM_SIZE, "64", 64},
	{PARAM_SIZE, "1448B", 1448},
	{PARAM_SIZE, "512KiB", 524288},
	{PARAM_SIZE, "512 KiB", 524288},
	{PARAM_SIZE, "1.5MiB", 1572864},
	{PARAM_SIZE, "0.5KiB", 512},
	{PARAM_SIZE, "10kB", 10000},
	{PARAM_SIZE, "3MB", 3000000},
	{PARAM_SIZE, "4GiB", 4294967296},
	{PARAM_SIZE, "16777215TiB", 16777215ull << 40},
	{PARAM_TIME, "1", 1},
	{PARAM_TIME, "1.5ns", 1500},
	{PARAM_TIME, "1.500ns", 1500},
	{PARAM_TIME, "0.001ns", 1},
	{PARAM_TIME, "75us", 75000000},
	{PARAM_TIME, "10s", 10000000000000},
	{PARAM_TIME, "18446744.073709551615s", UINT64_MAX},
	{PARAM_RATE, "941Mbps", 941000000},
	{PARAM_RATE, "10Gbps", 10000000000},
	{PARAM_RATE, "2.5Gbps", 2500000000},
	{PARAM_FREQ, "2.0GHz", 2000000000},
	{PARAM_FREQ, "1000Hz", 1000},
	{PARAM_FREQ, "333.25kHz", 333250},
};

static const struct {
	enum param_type type;
	const char *text, *message;
} bad[] = {
	{PARAM_U32, "4294967296", "'4294967296' is too large: it does not fit into 32 bits"},
	{PARAM_U32, "1.5", "'1.5' is not a whole number"},
	{PARAM_U32, "10KiB", "'10KiB' is not a count: no unit belongs here"},
	{PARAM_U64, "18446744073709551616",
	 "'18446744073709551616' is too large: it does not fit into 64 bits"},
	{PARAM_U64, "-3", "'-3' is negative"},
	{PARAM_U64, "", "'' is not a count (such as 0, 64, 1000)"},
	{PARAM_U64, "many", "'many' is not a count (such as 0, 64, 1000)"},
	{PARAM_U64, "0x10", "'0x10' is not a count: no unit belongs here"},
	{PARAM_U64, "1e3", "'1e3' is not a count: no unit belongs here"},
	{PARAM_SIZE, "1.5B", "'1.5B' is finer than 1 B"},
	{PARAM_SIZE, "0.3KiB", "'0.3KiB' is finer than 1 B"},
	{PARAM_SIZE, "512kib", "'512kib': unit 'kib' is written 'KiB'"},
	{PARAM_SIZE, "512K",
	 "'512K': 'K' is not a unit of size; units are B, KiB, MiB, GiB, TiB, "
	 "kB, MB, GB, TB"},
	{PARAM_SIZE, "5MiBs", "'5MiBs': 'MiBs' is not a unit of size; did you mean 'MiB'?"},
	{PARAM_SIZE, "16777216TiB", "'16777216TiB' is too large: it does not fit into 64 bits"},
	{PARAM_SIZE, ".", "'.' is not a size (such as 64, 512KiB, 10kB)"},
	{PARAM_SIZE, "1.2.3KiB", "'1.2.3KiB': '.3KiB' is not a unit of size; did you mean 'KiB'?"},
	{PARAM_TIME, "1.0001ns", "'1.0001ns' is finer than 1 ps"},
	{PARAM_TIME, "0.5", "'0.5' is finer than 1 ps"},
	{PARAM_TIME, "-1us", "'-1us' is negative"},
	{PARAM_TIME, "5 minutes",
	 "'5 minutes': 'minutes' is not a unit of time; units are ps, ns, "
	 "us, ms, s"},
	{PARAM_TIME, "18446744.073709551616s",
	 "'18446744.073709551616s' is too large: it does not fit into 64 bits"},
	{PARAM_TIME, "10Gbps",
	 "'10Gbps': 'Gbps' is not a unit of time; units are ps, ns, us, ms, "
	 "s"},
	{PARAM_RATE, "10gbps", "'10gbps': unit 'gbps' is written 'Gbps'"},
	{PARAM_RATE, "99999999999999999999999999999999999999999bps",
	 "'99999999999999999999999999999999999999999bps' is too large: it does not fit into 64 "
	 "bits"},
	{PARAM_FREQ, "2ghz", "'2ghz': unit 'ghz' is written 'GHz'"},
	{PARAM_FREQ, "+5Hz", "'+5Hz' is not a frequency (such as 2.0GHz, 1000Hz)"},
	{PARAM_FREQ, " 5Hz", "' 5Hz' is not a frequency (such as 2.0GHz, 1000Hz)"},
};

static void good_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		uint64_t v = 0;

		assert_null(param_value_number(good[i].type, good[i].text, &v));
		if (v != good[i].value)
			fail_msg("%s: %" PRIu64, good[i].text, v);
	}
}

static void bad_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		uint64_t v = 77;
		char *err = param_value_number(bad[i].type, bad[i].text, &v);

		assert_non_null(err);
		assert_string_equal(err, bad[i].message);
		assert_int_equal(v, 77);
		free(err);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_values),
		cmocka_unit_test(bad_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
