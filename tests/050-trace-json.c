/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The timeline is JSON; processes and threads are named once; begins, ends,
 * instants and levels carry their times to the picosecond, only while open.
 */
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "sim/trace.h"

static char file[256];

static const char *text_of(json_t *event, const char *key)
{
	return json_string_value(json_object_get(event, key));
}

static int id_of(json_t *event, const char *key)
{
	return (int)json_integer_value(json_object_get(event, key));
}

static void expect(json_t *event, const char *phase, int track, const char *name)
{
	assert_non_null(event);
	assert_string_equal(text_of(event, "ph"), phase);
	assert_int_equal(id_of(event, "tid"), track);
	if (name)
		assert_string_equal(text_of(event, "name"), name);
}

static void expect_meta(json_t *event, int pid, int track, const char *what, const char *value)
{
	expect(event, "M", track, what);
	assert_int_equal(id_of(event, "pid"), pid);
	assert_string_equal(text_of(json_object_get(event, "args"), "name"), value);
}

static int value_of(json_t *event)
{
	return id_of(json_object_get(event, "args"), "value");
}

static void write_trace(void)
{
	int cpu0 = trace_track("host tx", "cpu0"), cpu1 = trace_track("host tx", "cpu1"), nic;

	trace_begin(TRACE_TASK, cpu0, SIM_PS(1), "lost: not open");
	assert_null(trace_open(file, TRACE_TASK | TRACE_DROP));
	nic = trace_track("host \"rx\"\\\n", "nic");
	trace_begin(TRACE_TASK, cpu0, SIM_PS(1000001), "netperf");
	trace_begin(TRACE_IRQ, cpu0, SIM_PS(1500000), "lost: not asked for");
	trace_instant(TRACE_DROP, nic, SIM_S(10000000), "ring full", 17);
	trace_end(TRACE_TASK, cpu0, SIM_PS(2000000));
	trace_level(TRACE_TASK, cpu1, SIM_PS(3), "runnable", 2);
	assert_null(trace_close());
	trace_instant(TRACE_DROP, nic, SIM_S(3), "lost: closed", 1);
	assert_null(trace_close());
}

static void expect_times(void)
{
	char text[4096];
	FILE *f = fopen(file, "r");

	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	assert_non_null(strstr(text, "\"ts\":1.000001,"));
	assert_non_null(strstr(text, "\"ts\":10000000000000.000000,"));
	assert_non_null(strstr(text, "\"ts\":2.000000}"));
	assert_non_null(strstr(text, "\"ts\":0.000003,"));
}

static void test(void **state)
{
	json_error_t error;
	json_t *all;

	(void)state;
	tmp_path(file, sizeof(file), "trace.json");
	write_trace();
	all = json_load_file(file, 0, &error);
	assert_non_null(all);
	assert_int_equal(json_array_size(all), 1 + 3 + 2 + 4);
	expect_meta(json_array_get(all, 1), 0, 0, "process_name", "host tx");
	expect_meta(json_array_get(all, 2), 0, 0, "thread_name", "cpu0");
	expect_meta(json_array_get(all, 3), 0, 1, "thread_name", "cpu1");
	expect_meta(json_array_get(all, 4), 2, 2, "process_name", "host \"rx\"\\\n");
	expect(json_array_get(all, 6), "B", 0, "netperf");
	expect(json_array_get(all, 7), "i", 2, "ring full");
	assert_int_equal(value_of(json_array_get(all, 7)), 17);
	expect(json_array_get(all, 8), "E", 0, NULL);
	expect(json_array_get(all, 9), "C", 1, "runnable");
	assert_int_equal(value_of(json_array_get(all, 9)), 2);
	json_decref(all);
	expect_times();
	unlink(file);
}

int main(void)
{
	return RUN_ONE(test);
}
