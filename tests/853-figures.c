/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures by path, ratio, wildcard; counters that did not count; numbers for people. */
#include "tests/analysis_fake.h"

#include "analysis/lib_figure.h"

#define RESULT                                                                                     \
	"{\"flows\": {\"bulk\": {\"throughput_mbps\": 940.5, \"throughput_mbps_ci95\": "           \
	"{\"mean\": 940.5, \"half\": 1.5, \"batches\": 10}, \"a.b\": 3}},"                         \
	" \"hosts\": {\"tx\": {\"cpu\": {\"util_pct\": 15.0, \"per_cpu\": [{\"usr\": 1}, "         \
	"{\"usr\": 2}]}, \"counters\": {\"TcpRetransSegs\": 4}, \"caches\": [{\"name\": \"l2\", "  \
	"\"accesses\": 200, \"misses\": 50}], \"profile\": [{\"symbol\": \"tcp_ack\", \"pct\": "   \
	"2.5}]}, \"rx\": {\"cpu\": {\"util_pct\": 20.0}}}, \"drops\": {\"wire\": 7}}"

static double number(const json_t *r, const char *path)
{
	double v = NAN;

	return figure_number(r, path, &v) ? v : NAN;
}

static void paths(void **state)
{
	json_t *r = json_loads(RESULT, 0, NULL);

	(void)state;
	assert_true(number(r, "flows.bulk.throughput_mbps") == 940.5);
	assert_true(number(r, "flows.bulk.a.b") == 3);
	assert_true(number(r, "hosts.tx.caches.l2.misses") == 50);
	assert_true(number(r, "hosts.tx.profile.tcp_ack.pct") == 2.5);
	assert_true(number(r, "hosts.tx.cpu.per_cpu.1.usr") == 2);
	assert_true(number(r, "hosts.tx.caches.l2.misses / hosts.tx.caches.l2.accesses") == 0.25);
	assert_true(number(r, "hosts.tx.cpu.util_pct + hosts.rx.cpu.util_pct") == 35);
	assert_true(isnan(number(r, "hosts.tx.cpu.utl_pct")));
	assert_true(isnan(number(r, "hosts.tx.cpu.per_cpu.2.usr")));
	json_decref(r);
}

static void what_never_counted_is_zero(void **state)
{
	json_t *r = json_loads(RESULT, 0, NULL);

	(void)state;
	assert_true(number(r, "hosts.tx.counters.TcpRetransSegs") == 4);
	assert_true(number(r, "hosts.tx.counters.TcpExtTCPBacklogDrop") == 0);
	assert_true(number(r, "drops.QDISC_DROP") == 0);
	/* no such host, no such list */
	assert_true(isnan(number(r, "hosts.ty.counters.TcpRetransSegs")));
	assert_true(isnan(number(r, "hosts.rx.counters.TcpRetransSegs")));
	json_decref(r);
}

static void stars(void **state)
{
	char *dir = fake_dir();
	struct fake_point p = {"p", "done", "{}", RESULT};
	struct figure_list l = {0};
	struct results r;

	(void)state;
	fake_run(dir, "[]", &p, 1, "");
	assert_null(results_load(dir, &r));
	figure_expand(&r, "hosts.*.cpu.util_pct", &l);
	figure_expand(&r, "hosts.*.caches.*.misses", &l);
	figure_expand(&r, "flows.*.nothing", &l);
	assert_int_equal(l.n, 3);
	assert_string_equal(l.path[0], "hosts.tx.cpu.util_pct");
	assert_string_equal(l.path[1], "hosts.rx.cpu.util_pct");
	assert_string_equal(l.path[2], "hosts.tx.caches.l2.misses");
	figure_list_free(&l);
	results_free(&r);
	fake_remove(dir);
}

static void printed(void **state)
{
	static const struct {
		const char *unit;
		double v;
		const char *text;
	} cases[] = {
		{"ns", 12345, "12.3 us"},  {"ps", 999, "999 ps"},      {"ps", 2.5e12, "2.50 s"},
		{"ns", 999999, "1.00 ms"}, {"B", 65536, "64 KiB"},     {"B", 1536, "1.50 KiB"},
		{"", 348, "348"},	   {"", 1234567, "1.23 M"},    {"%", 19, "19.00"},
		{"Mb/s", 9466.27, "9466"}, {"us/KiB", 0.329, "0.329"}, {"", 0, "0"},
		{"%", NAN, "-"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[FIGURE_TEXT];

		figure_print(cases[i].unit, cases[i].v, text, sizeof(text));
		assert_string_equal(text, cases[i].text);
	}
}

/* No more digits of the interval than of the mean, and never less than it is. */
static void printed_with_interval(void **state)
{
	static const struct {
		const char *unit;
		double mean, half;
		const char *text;
	} cases[] = {
		{"%", 20.22, 0.00165, "20.22 \302\261 0.01"},
		{"%", 20.22, 0.031, "20.22 \302\261 0.04"},
		{"%", 20.22, 0, "20.22"},
		{"Mb/s", 9491.4, 2.2, "9491 \302\261 3"},
		{"Mb/s", 949.3, 0.3, "949.3 \302\261 0.3"},
		{"us/KiB", 0.329, 0.0001, "0.329 \302\261 0.001"},
		{"", 0, 0.5, "0 \302\261 1"},
		{"ns", 12345, 200, "12.3 us \302\261 200 ns"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct estimate e = {.mean = cases[i].mean, .half = cases[i].half};
		char text[2 * FIGURE_TEXT];

		figure_print_estimate(cases[i].unit, &e, text, sizeof(text));
		assert_string_equal(text, cases[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paths),
		cmocka_unit_test(what_never_counted_is_zero),
		cmocka_unit_test(stars),
		cmocka_unit_test(printed),
		cmocka_unit_test(printed_with_interval),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
