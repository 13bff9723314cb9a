/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A function's code comes line by line, two lines at a time (ifetch_ahead 1);
 * while nothing is filled into the L1I, it is not fetched again.
 */
#include "tests/host_fake.h"

static uint64_t cold, fetches, again, warm;

static void body(void *arg)
{
	uint64_t t = cpu_now().ps;

	(void)arg;
	fake_ifetch_ps = 10000;
	KFN_RUN(tcp_ack);
	cold = cpu_now().ps - t;
	fetches = fake_ifetches;
	fake_ifetch_ps = 0;
	KFN_RUN(tcp_ack); /* its own fills came after its first fetch ended */
	again = fake_ifetches - fetches;
	t = cpu_now().ps;
	KFN_RUN(tcp_ack);
	warm = cpu_now().ps - t;
	mem_access(host_mem(this_host()), 0, 0x5000, MEM_IFETCH, cpu_now());
}

static void test(void **state)
{
	/* 320 bytes from a line's start: five lines. */
	struct host *h = fake_host("a", 1, "ifetch_ahead: 1",
				   "costs: {user: {instructions: 0, bytes: 0, source: x},"
				   "tcp_ack: {instructions: 100, bytes: 320, source: x}}");

	(void)state;
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(5));
	/* Lines 0 and 1 arrive at 10 ns, 2 and 3 at 20 ns, 4 at 30 ns. */
	assert_int_equal(cold, 30000 + 100 * CYCLE);
	assert_int_equal(fetches, 5);
	assert_int_equal(again, 0);
	assert_int_equal(warm, 100 * CYCLE);
	assert_int_equal(host_cycles(h, 0, FN_tcp_ack, CAUSE_IFETCH), 60);
	fake_check_accounts(h);
}

int main(void)
{
	return RUN_ONE(test);
}
