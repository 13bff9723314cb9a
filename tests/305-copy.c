/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A copy within L1 runs at copy_bytes a cycle after its start-up, whatever the
 * alignment; from memory, it is limited by the line-fill buffers.
 */
#include "tests/host_fake.h"

static uint64_t in_l1, odd, accesses, far, sum;

static uint64_t timed(void (*fn)(void))
{
	uint64_t t = cpu_now().ps;

	fn();
	return cpu_now().ps - t;
}

static void copy_l1(void)
{
	mem_copy(0x20000, 0x10000, 4096);
}

static void copy_odd(void)
{
	mem_copy(0x20011, 0x10003, 100);
}

static void copy_far(void)
{
	mem_copy(0x20000, FAKE_DRAM, 64 * 64);
	mem_atomic(0x3000); /* all loads are in */
}

static void sum_l1(void)
{
	mem_sum(0x10000, 1600, 3);
}

static void body(void *arg)
{
	(void)arg;
	in_l1 = timed(copy_l1);
	fake_accesses = 0;
	odd = timed(copy_odd);
	accesses = fake_accesses;
	far = timed(copy_far);
	sum = timed(sum_l1);
}

static void test(void **state)
{
	struct host *h = fake_host("a", 1, "copy_start: 15, copy_bytes: 8", "");

	(void)state;
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(5));
	assert_int_equal(in_l1, (15 + 4096 / 8) * CYCLE);
	/* 61 + 39 bytes: 8 + 5 cycles; two lines read, three written at most. */
	assert_int_equal(odd, (15 + 8 + 5) * CYCLE);
	assert_in_range(accesses, 4, 5);
	/* 64 lines, 8 at a time, 60 ns each: the moves are hidden. */
	assert_in_range(far, 8 * FAKE_DRAM_PS, 8 * FAKE_DRAM_PS + (15 + 64) * CYCLE);
	assert_int_equal(sum, 1600 / 16 * 3 * CYCLE);
	fake_check_accounts(h);
}

int main(void)
{
	return RUN_ONE(test);
}
