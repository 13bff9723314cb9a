/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A kernel profile's mistakes are told with their place: unknown functions with
 * the nearest name, missing costs, bad behaviours; what is good comes back as
 * given, and scaled where it is used.
 */
#include "tests/host_fake.h"

#include "models/host/kprofile.h"

#define ALL "costs_default: {instructions: 7, bytes: 10, source: guessed}\n"

static const struct mistake {
	const char *text, *message;
} mistakes[] = {
	{"name: x\n" ALL "costs:\n  tcp_akc: {instructions: 1, bytes: 1, source: y}\n",
	 "test:4:3: no stage charges a function 'tcp_akc'; did you mean 'tcp_ack'?"},
	{"name: x\ncosts:\n  tcp_ack: {instructions: 1, bytes: 1, source: y}\n",
	 "kernel profile 'x' gives no cost for "},
	{"name: x\n" ALL "costs:\n  tcp_ack: {instructions: 1, bytes: 1}\n", "source"},
	{"name: x\n" ALL "costs:\n  tcp_ack: {instructions: -1, bytes: 1, source: y}\n",
	 "test:4:27"},
	{"name: x\nhz: 5\n" ALL, "test:2:5"},
	{ALL, "name"},
};

static void test_mistakes(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
		struct kprofile *p = NULL;
		char *err = kprofile_new(fake_yaml(mistakes[i].text), &p);

		assert_non_null(err);
		assert_null(p);
		if (!strstr(err, mistakes[i].message))
			fail_msg("'%s' does not tell '%s'", err, mistakes[i].message);
		free(err);
	}
}

static void test_behaviour(void **state)
{
	struct host *h = NULL;
	char *err = host_new("a", fake_yaml("cpu: {cpi: 1}"),
			     fake_yaml("name: x\nsched: {sleeper_credit: most}\n" ALL), 1, &h);

	(void)state;
	assert_non_null(err);
	assert_non_null(strstr(err, "host 'a'"));
	assert_non_null(strstr(err, "test:2:25"));
	free(err);
}

static void test_values(void **state)
{
	struct kprofile *p;
	const struct kcost *k;
	char *text = NULL;
	size_t n;
	FILE *f;

	(void)state;
	assert_null(kprofile_new(fake_yaml("name: x\ninstruction_scale: 1.5\n" ALL
					   "costs: {tcp_ack: {instructions: 80, per_unit: 2.5, "
					   "bytes: 300, source: 'measured: by hand'}}"),
				 &p));
	k = kprofile_cost(p, FN_tcp_ack);
	assert_int_equal(k->instructions, 80);
	assert_int_equal(k->per_unit_64, 160);
	assert_int_equal(k->text_bytes, 300);
	assert_string_equal(k->source, "measured: by hand");
	assert_int_equal(kprofile_cost(p, FN_ip_rcv)->instructions, 7);
	assert_string_equal(kprofile_name(p), "x");
	f = open_memstream(&text, &n);
	kprofile_print_costs(p, f);
	fclose(f);
	assert_non_null(strstr(text,
			       "tcp_ack                                    80      2.50    300"
			       "  measured: by hand\n"));
	kprofile_free(p);
	free(text);
}

static uint64_t took;

static void body(void *arg)
{
	uint64_t t = cpu_now().ps;

	(void)arg;
	for (int i = 0; i < 100; i++)
		KFN_RUN(tcp_ack);
	took = cpu_now().ps - t;
}

/* Scaled to fractions of an instruction that add up: 100 calls of 8.4. */
static void test_scale(void **state)
{
	struct host *h = fake_host("a", 1, "",
				   "instruction_scale: 1.2\n"
				   "costs: {tcp_ack: {instructions: 7, bytes: 0, source: x}}");

	(void)state;
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(1));
	assert_in_range(took, 839 * CYCLE, 841 * CYCLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mistakes),
		cmocka_unit_test(test_behaviour),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_scale),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
