/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The timeline, the waves and the time series of a run are whole and say the
 * same as its result: begins have ends, levels keep to their ranges, increases
 * over the window add up to the counters.
 */
#include "tests/tap.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/files.h"
#include "tests/tmpdir.h"

#define TRACKS 256

static const char scenario[] = "machine: athlon64-x2-2000\n"
			       "kernel: linux-2.6.27-rc1\n"
			       "nic: forcedeth\n"
			       "hosts: {tx: {}, rx: {}}\n"
			       "links: [{ends: [tx, rx]}]\n"
			       "flows: {bulk: {from: tx, to: rx}}\n"
			       "warmup: 12ms\n"
			       "duration: 4ms\n"
			       "sample: 1ms\n"
			       "outputs: [trace, vcd, timeseries]\n";

static char program[4200];

static void run(void)
{
	char command[4400];

	tmpdir_file("s.yaml", scenario);
	snprintf(command, sizeof(command),
		 "'%s' run s.yaml -o r --no-report >log 2>&1 && mv r/point_* p", program);
	if (system(command))
		fail_msg("%s", file_read("log", NULL));
}

/* ---- trace.json ---- */

static int depth[TRACKS], events[TRACKS];
static double last[TRACKS];
static const char *thread[TRACKS];

static void trace_event(json_t *e)
{
	const char *ph = json_string_value(json_object_get(e, "ph"));
	const char *name = json_string_value(json_object_get(e, "name"));
	long tid = (long)json_integer_value(json_object_get(e, "tid"));
	double ts = json_number_value(json_object_get(e, "ts"));

	assert_non_null(ph);
	assert_in_range(tid, 0, TRACKS - 1);
	if (*ph == 'M') {
		if (!strcmp(name, "thread_name"))
			thread[tid] = json_string_value(
				json_object_get(json_object_get(e, "args"), "name"));
		return;
	}
	events[tid]++;
	assert_true(ts >= 0 && ts <= 17000);
	if (*ph != 'B' && *ph != 'E')
		return;
	assert_true(ts >= last[tid]);
	last[tid] = ts;
	depth[tid] += *ph == 'B' ? 1 : -1;
	assert_true(depth[tid] >= 0);
}

static int events_of(const char *name)
{
	int n = 0;

	for (int i = 0; i < TRACKS; i++)
		if (thread[i] && !strcmp(thread[i], name))
			n += events[i];
	return n;
}

static void timeline(void **state)
{
	json_error_t why;
	json_t *t, *e;
	size_t i;

	(void)state;
	run();
	t = json_load_file("p/trace.json", 0, &why);
	if (!t)
		fail_msg("trace.json:%d: %s", why.line, why.text);
	json_array_foreach(t, i, e)
		trace_event(e);
	assert_true(events_of("CPU 0") > 1000);
	assert_true(events_of("eth0") > 500);
	assert_true(events_of("qdisc") > 100);
	assert_true(events_of("tcp_input") > 100);
	json_decref(t);
}

/* ---- wave.vcd ---- */

struct level {
	char code[8], scope[400];
	uint64_t max;
	unsigned int changes;
};

static struct level level[200];
static size_t levels;

static void add_level(const char *scope, const char *line)
{
	struct level *l = &level[levels++];
	char name[64];

	assert_true(levels < sizeof(level) / sizeof(level[0]));
	assert_int_equal(sscanf(line, "$var wire %*d %7s %63s", l->code, name), 2);
	snprintf(l->scope, sizeof(l->scope), "%s.%s", scope, name);
}

static void change(const char *line)
{
	char bits[80], code[8];
	uint64_t v;

	assert_int_equal(sscanf(line, "b%79s %7s", bits, code), 2);
	v = strtoull(bits, NULL, 2);
	for (size_t i = 0; i < levels; i++)
		if (!strcmp(level[i].code, code)) {
			level[i].changes++;
			if (v > level[i].max)
				level[i].max = v;
			return;
		}
	fail_msg("a change of %s, which is no level", code);
}

static void read_waves(void)
{
	char *text = file_read("p/wave.vcd", NULL), scope[256] = "", name[64];
	uint64_t now = 0;

	assert_non_null(text);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		if (sscanf(line, " $scope module %63s", name) == 1) {
			strcat(scope, ".");
			strcat(scope, name);
		} else if (strstr(line, "$upscope") && strrchr(scope, '.')) {
			*strrchr(scope, '.') = '\0';
		} else if (*line == '#') {
			uint64_t t = strtoull(line + 1, NULL, 10);

			assert_true(t >= now);
			now = t;
		} else if (strstr(line, "$var")) {
			add_level(scope, strstr(line, "$var"));
		} else if (*line == 'b') {
			change(line);
		}
	}
	free(text);
}

/* At least `changes`, up to at least low and at most high. */
static void wave(const char *name, unsigned int changes, uint64_t low, uint64_t high)
{
	for (size_t i = 0; i < levels; i++)
		if (strstr(level[i].scope, name)) {
			if (level[i].changes < changes)
				fail_msg("%s changes %u times", name, level[i].changes);
			if (level[i].max < low || level[i].max > high)
				fail_msg("%s goes to %llu", name, (unsigned long long)level[i].max);
			return;
		}
	fail_msg("no wave %s", name);
}

static void waves(void **state)
{
	(void)state;
	read_waves();
	wave("hosts.tx.cpu.0.state", 1000, 4, 4);
	wave("hosts.rx.cpu.0.state", 1000, 4, 4);
	wave("hosts.tx.dev.eth0.txq.0.queued", 2, 1, 1001);
	wave("hosts.tx.dev.eth0.txq.0.stopped", 1, 1, 1);
	wave("hosts.tx.driver.eth0.tx_ring", 100, 10, 256);
	wave("hosts.rx.line.rx.eth0", 100, 1, 1);
	wave("hosts.rx.nic.eth0.rx_fifo", 100, 1514, 16384);
	wave("hosts.tx.tcp.cwnd", 10, 10, 1000);
}

/* ---- timeseries.csv ---- */

/* Sum of a column's rows after the warm-up. */
static double sum_after(char *text, const char *column, double after)
{
	double sum = 0;
	int at = -1, i;
	char *rest, *row = strtok_r(text, "\n", &rest), *cell, *more;

	for (i = 0, cell = strtok_r(row, ",", &more); cell; cell = strtok_r(NULL, ",", &more), i++)
		if (!strcmp(cell, column))
			at = i;
	if (at < 0)
		fail_msg("no column %s", column);
	while ((row = strtok_r(NULL, "\n", &rest))) {
		double t = strtod(row, NULL);

		for (i = 0, cell = strtok_r(row, ",", &more); i < at; i++)
			cell = strtok_r(NULL, ",", &more);
		if (t > after + 1e-9)
			sum += strtod(cell, NULL);
	}
	return sum;
}

static void adds_up(const char *column, const json_t *value)
{
	char *text = file_read("p/timeseries.csv", NULL);

	assert_non_null(text);
	assert_non_null(value);
	assert_true(json_integer_value(value) > 0);
	assert_int_equal((long)sum_after(text, column, 0.012), (long)json_integer_value(value));
	free(text);
}

static void series(void **state)
{
	json_t *r = json_load_file("p/result.json", 0, NULL), *rx;

	(void)state;
	assert_non_null(r);
	rx = json_object_get(json_object_get(r, "hosts"), "rx");
	adds_up("flows.bulk.rx_bytes",
		json_object_get(json_object_get(json_object_get(r, "flows"), "bulk"), "rx_bytes"));
	adds_up("hosts.rx.counters.IpInReceives",
		json_object_get(json_object_get(rx, "counters"), "IpInReceives"));
	json_decref(r);
}

int main(void)
{
	const char *b = getenv("B");
	char real[4096];
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(timeline),
		cmocka_unit_test(waves),
		cmocka_unit_test(series),
	};
	int failed;

	snprintf(program, sizeof(program), "%s/nicpath", b ? b : "build");
	if (!realpath(program, real))
		return 1;
	snprintf(program, sizeof(program), "%s", real);
	tmpdir_enter();
	unsetenv("NICPATH_DATA");
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	tmpdir_leave();
	return failed;
}
