/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The measured window: opened and closed at any instant, with CPUs busy, halted
 * and spinning, both ledgers of each CPU add up to it exactly; once closed it
 * stays as it is.
 */
#include "tests/host_fake.h"

static struct host *h;
static struct spinlock lock;
static uint64_t first_user;

static void holder(void *arg)
{
	(void)arg;
	syscall_enter();
	for (;;) {
		spin_acquire(&lock);
		cpu_instr(3000000);
		spin_release(&lock);
		task_delay(SIM_US(10));
	}
}

static void hog(void *arg)
{
	(void)arg;
	for (;;)
		user_run(12345);
}

static void check(uint64_t window)
{
	for (unsigned int i = 0; i < 4; i++) {
		uint64_t kinds = 0, cells = host_halted(h, i);

		for (int k = 0; k < CPU_KINDS; k++)
			kinds += host_cpu_time(h, i, (enum cpu_kind)k);
		for (unsigned int f = 0; f < FN_COUNT; f++)
			for (unsigned int c = 0; c < CAUSE_COUNT; c++)
				cells += host_function_time(h, i, f, c);
		assert_int_equal(kinds, window);
		assert_int_equal(cells, window);
	}
}

static void test(void **state)
{
	(void)state;
	h = fake_host("a", 4, "", "hz: 1000Hz");
	spin_init(&lock, "test", 0x1000000);
	task_new(h, "holder", holder, NULL, 1, 0);
	task_new(h, "holder", holder, NULL, 2, 0);
	task_new(h, "hog", hog, NULL, 4, 0);
	sim_run(SIM_PS(3141592653));
	host_window_open(h);
	sim_run(SIM_PS(7000000001));
	host_window_close(h);
	check(7000000001 - 3141592653);
	first_user = host_cpu_time(h, 2, CPU_USER);
	assert_int_equal(first_user, 7000000001 - 3141592653);
	assert_int_equal(host_halted(h, 3), 7000000001 - 3141592653);
	assert_true(host_function_time(h, 0, FN__raw_spin_lock, CAUSE_SPIN) > 1000000000);
	sim_run(SIM_PS(9000000000)); /* closed: nothing changes */
	check(7000000001 - 3141592653);
	host_window_open(h);
	sim_run(SIM_PS(9000000007));
	check(7);
}

int main(void)
{
	return RUN_ONE(test);
}
