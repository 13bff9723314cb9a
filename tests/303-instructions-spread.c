/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A function's instructions lie between its accesses, `spacing` before each new
 * line, and the rest before it returns; what it calls has its own.
 */
#include "tests/host_fake.h"

static uint64_t first, same_line, second, third, end;

static uint64_t begun;

static uint64_t since(void)
{
	return (cpu_now().ps - begun) / CYCLE;
}

static void function(void)
{
	KFN(tcp_ack);

	mem_read(0x10000, 8);
	first = since();
	mem_read(0x10020, 8);
	same_line = since();
	mem_write(0x10040, 8);
	second = since();
	KFN_RUN(ip_rcv);
	mem_read(0x10080, 8);
	third = since();
}

static void body(void *arg)
{
	(void)arg;
	begun = cpu_now().ps;
	function();
	end = since();
}

static void test(void **state)
{
	struct host *h = fake_host("a", 1, "spacing: 25",
				   "costs: {tcp_ack: {instructions: 60, bytes: 0, source: x}, "
				   "ip_rcv: {instructions: 7, bytes: 0, source: x}}");

	(void)state;
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(5));
	assert_int_equal(first, 25);
	assert_int_equal(same_line, 25);
	assert_int_equal(second, 50);
	assert_int_equal(third, 67); /* 10 are left, and 7 of ip_rcv */
	assert_int_equal(end, 67);
	assert_int_equal(host_cycles(h, -1, FN_tcp_ack, CAUSE_ISSUE), 60);
	assert_int_equal(host_cycles(h, -1, FN_ip_rcv, CAUSE_ISSUE), 7);
	fake_check_accounts(h);
}

int main(void)
{
	return RUN_ONE(test);
}
