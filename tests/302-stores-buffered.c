/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stores that miss wait in the store buffer (4 entries here) and leave it in
 * order; only a full buffer stalls.  A locked operation waits until it is empty.
 */
#include "tests/host_fake.h"

static uint64_t four, five, atomic, line_move;

static uint64_t since(uint64_t t)
{
	return cpu_now().ps - t;
}

static void store(unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		mem_write(FAKE_DRAM + 64 * i, 8);
}

static void body(void *arg)
{
	uint64_t t = cpu_now().ps;

	(void)arg;
	store(4);
	four = since(t);
	user_run(1000); /* 500 ns: all are out */
	t = cpu_now().ps;
	store(5);
	five = since(t);
	user_run(1000);
	t = cpu_now().ps;
	store(2);
	user_run(20); /* 10 ns */
	mem_atomic(0x2000);
	atomic = since(t);
	t = cpu_now().ps;
	mem_atomic(FAKE_DRAM);
	line_move = since(t);
}

static void test(void **state)
{
	struct host *h = fake_host("a", 1, "store_buffer: 4, atomic: 20", "");

	(void)state;
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(5));
	assert_int_equal(four, 0);
	assert_int_equal(five, FAKE_DRAM_PS);
	assert_int_equal(atomic, FAKE_DRAM_PS + 20 * CYCLE);
	assert_int_equal(line_move, FAKE_DRAM_PS + 20 * CYCLE);
	fake_check_accounts(h);
}

int main(void)
{
	return RUN_ONE(test);
}
