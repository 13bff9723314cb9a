/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fast strings: of a long copy or clearing, the lines that it covers are written whole, as
 * many at a time as there are line-fill buffers; its ends, short ones, and all of them where
 * the machine has no fast strings, wait in the store buffer.
 */
#include "tests/host_fake.h"

#define TO    FAKE_DRAM /* 64 B aligned; each store misses */
#define LINES 64u

static uint64_t whole[6], time[2];

static uint64_t counted(uint64_t dst, uint64_t src, uint32_t len)
{
	fake_whole_lines = 0;
	if (src)
		mem_copy(dst, src, len);
	else
		mem_clear(dst, len);
	return fake_whole_lines;
}

static uint64_t timed(uint64_t src)
{
	uint64_t t;

	mem_atomic(0x3000);
	t = cpu_now().ps;
	counted(TO, src, LINES * 64);
	mem_atomic(0x3000); /* all stores are out */
	return cpu_now().ps - t;
}

static void body(void *arg)
{
	(void)arg;
	whole[0] = counted(TO, 0x10000, LINES * 64);
	whole[1] = counted(TO + 8, 0x10000, LINES * 64);
	whole[2] = counted(TO, 0x10000, 511);
	whole[3] = counted(TO, 0x10000, 512);
	whole[4] = counted(TO, 0, LINES * 64);
	whole[5] = counted(TO + 63, 0, 513);
	time[0] = timed(0x10000);
	time[1] = timed(0);
}

static void run(const char *cpu)
{
	struct host *h = fake_host("a", 1, cpu, "");

	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(5));
	fake_check_accounts(h);
}

/* 64 lines that take 60 ns each, n at a time; what is executed meanwhile is at most that much. */
static void expect_time(uint64_t t, unsigned int n)
{
	uint64_t work = (15 + LINES * 8 + 40) * CYCLE;

	assert_in_range(t, LINES / n * FAKE_DRAM_PS, LINES / n * FAKE_DRAM_PS + work);
}

static void test_on(void **state)
{
	(void)state;
	run("copy_start: 15, copy_bytes: 8, misses: 16, store_buffer: 32, fast_strings: on");
	assert_int_equal(whole[0], 64);
	assert_int_equal(whole[1], 63);
	assert_int_equal(whole[2], 0);
	assert_int_equal(whole[3], 8);
	assert_int_equal(whole[4], 64);
	assert_int_equal(whole[5], 8);
	expect_time(time[0], 16);
	expect_time(time[1], 16);
}

/* A store buffer of 32 holds the 8-byte stores of four lines. */
static void test_off(void **state)
{
	(void)state;
	run("copy_start: 15, copy_bytes: 8, misses: 16, store_buffer: 32");
	for (unsigned int i = 0; i < 6; i++)
		assert_int_equal(whole[i], 0);
	expect_time(time[0], 4);
	expect_time(time[1], 4);
}

int main(void)
{
	return in_child(test_on) | in_child(test_off);
}
