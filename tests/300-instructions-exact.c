/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Instructions take their cycles to the picosecond, in whatever portions they
 * are charged, at a CPI that is no whole number of ps, and without drift.
 */
#include "tests/host_fake.h"

#define N 1000000u

static uint64_t whole, portions, function, units;

static void body(void *arg)
{
	uint64_t t = cpu_now().ps;

	(void)arg;
	user_run(N);
	whole = cpu_now().ps - t;
	t = cpu_now().ps;
	for (unsigned int i = 0; i < N; i++)
		user_run(1);
	portions = cpu_now().ps - t;
	t = cpu_now().ps;
	for (int i = 0; i < 1000; i++)
		KFN_RUN(tcp_ack);
	function = cpu_now().ps - t;
	t = cpu_now().ps;
	{
		KFN(__qdisc_run);
		kfn_units(3);
		kfn_units(1);
	}
	units = cpu_now().ps - t;
}

static void test(void **state)
{
	struct host *h = fake_host("a", 1, "cpi: 0.7777",
				   "costs: {tcp_ack: {instructions: 100, bytes: 0, source: x},"
				   " __qdisc_run: {instructions: 10, per_unit: 2.25, bytes: 0, "
				   "source: x}}");

	(void)state;
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(5));
	/* 1e6 x 0.7777 x 500 ps */
	assert_int_equal(whole, 388850000);
	assert_in_range(portions, 388850000 - 1, 388850000 + 1);
	assert_in_range(function, 38885000 - 1, 38885000 + 1);
	/* 10 + 4 x 2.25 = 19 instructions */
	assert_in_range(units, 7388, 7389);
	assert_int_equal(host_instructions(h, FN_tcp_ack), 100000);
	assert_int_equal(host_calls(h, FN_tcp_ack), 1000);
	fake_check_accounts(h);
}

int main(void)
{
	return RUN_ONE(test);
}
