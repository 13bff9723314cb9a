/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Wheel timers run in the softirq of the first tick at or after their jiffy, at
 * any distance, whether the CPU is busy, ticks while idle or has stopped its
 * tick; one that is moved or cancelled does not run; high-resolution timers run
 * at their very time.
 */
#include "tests/host_fake.h"

#define TIMERS 8
static const uint64_t at_jiffies[TIMERS] = {1, 2, 2, 7, 255, 256, 300, 1000};
static struct ktimer timer[TIMERS], moved, cancelled;
static uint64_t fired[TIMERS], moved_at, hr_at, until_ps;
static bool was_soft = true, busy, timed_out;
static struct waitq q;

static void fire(void *arg)
{
	was_soft &= in_softirq() && !in_hardirq();
	*(uint64_t *)arg = cpu_now().ps;
}

static void fire_hr(void *arg)
{
	(void)arg;
	assert_true(in_hardirq());
	hr_at = cpu_now().ps;
}

static void body(void *arg)
{
	struct hrtimer *hr = hrtimer_new("hr", fire_hr, NULL);

	(void)arg;
	syscall_enter();
	for (int i = 0; i < TIMERS; i++) {
		ktimer_init(&timer[i], "t", fire, &fired[i]);
		ktimer_arm(&timer[i], at_jiffies[i]);
	}
	ktimer_init(&moved, "moved", fire, &moved_at);
	ktimer_arm(&moved, 3);
	ktimer_arm(&moved, 400);
	ktimer_init(&cancelled, "cancelled", fire, NULL); /* would crash */
	ktimer_arm(&cancelled, 5);
	assert_true(ktimer_cancel(&cancelled));
	assert_false(ktimer_cancel(&cancelled));
	hrtimer_arm(hr, SIM_PS(1234567));
	waitq_prepare(&q);
	timed_out = !task_sleep(SIM_US(15001)); /* jiffy 2 at 100 Hz */
	waitq_finish(&q);
	until_ps = cpu_now().ps;
	syscall_exit();
	while (busy)
		user_run(1000);
}

static void run(const char *kernel, bool hog)
{
	struct host *h = fake_host("a", 1, "", kernel);

	busy = hog;
	waitq_init(&q, h);
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_S(11));
	for (int i = 0; i < TIMERS; i++) {
		assert_int_equal(fired[i], at_jiffies[i] * SIM_MS(10).ps);
		assert_false(ktimer_armed(&timer[i]));
	}
	assert_int_equal(moved_at, SIM_S(4).ps);
	assert_true(was_soft);
	assert_int_equal(hr_at, 1234567);
	assert_true(timed_out);
	assert_int_equal(until_ps, SIM_MS(20).ps);
	fake_check_accounts(h);
}

static void test_busy(void **state)
{
	(void)state;
	run("nohz: on", true);
}

static void test_ticking(void **state)
{
	(void)state;
	run("nohz: off", false);
}

static void test_nohz(void **state)
{
	(void)state;
	run("nohz: on", false);
}

int main(void)
{
	return in_child(test_busy) | in_child(test_ticking) | RUN_ONE(test_nohz);
}
