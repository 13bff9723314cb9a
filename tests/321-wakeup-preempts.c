/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A task that sleeps much runs as soon as it is woken by an interrupt, on return
 * to user mode, if it is further behind than the wake-up granularity; a longer
 * granularity makes it wait for the tick; kernel code goes on until it returns,
 * unless the kernel is preemptible.
 */
#include "tests/host_fake.h"

static uint64_t ran_at[8];
static int n;
static bool in_kernel;

static void sleeper(void *arg)
{
	(void)arg;
	for (;;) {
		syscall_enter();
		task_delay(SIM_MS(1));
		ran_at[n++ % 8] = cpu_now().ps;
		syscall_exit();
	}
}

static void hog(void *arg)
{
	(void)arg;
	for (;;) {
		if (in_kernel) {
			syscall_enter();
			cpu_instr(740000); /* 370 us */
			syscall_exit();
		} else {
			user_run(1000000);
		}
	}
}

static void run(const char *kernel)
{
	struct host *h = fake_host("a", 1, "", kernel);

	task_new(h, "hog", hog, NULL, TASK_ANY_CPU, 0);
	task_new(h, "sleeper", sleeper, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(400));
	fake_check_accounts(h);
}

/* The last eight wake-ups were each served within `ps`. */
static uint64_t worst_gap(void)
{
	uint64_t worst = 0;

	for (int i = n; i < n + 7; i++) {
		uint64_t gap = ran_at[(i + 1) % 8] - ran_at[i % 8];

		if (gap > worst)
			worst = gap;
	}
	return worst;
}

#define FAST "hz: 1000Hz\nsched: {latency: 20ms, min_granularity: 4ms, wakeup_granularity: 1ms}\n"

static void test_at_once(void **state)
{
	(void)state;
	run(FAST);
	assert_int_equal(worst_gap(), SIM_MS(1).ps);
}

static void test_off(void **state)
{
	(void)state;
	run("hz: 1000Hz\nsched: {latency: 20ms, min_granularity: 4ms, wakeup_preempt: off}");
	/* The other's slice, which is at least the shortest one. */
	assert_in_range(worst_gap(), SIM_MS(4).ps, SIM_MS(23).ps);
}

static void test_in_kernel(void **state)
{
	(void)state;
	in_kernel = true;
	run(FAST "preempt: voluntary");
	assert_in_range(worst_gap(), SIM_MS(1).ps + 1, SIM_MS(1).ps + 370000000);
}

static void test_preemptible(void **state)
{
	(void)state;
	in_kernel = true;
	run(FAST "preempt: full");
	assert_int_equal(worst_gap(), SIM_MS(1).ps);
}

int main(void)
{
	return in_child(test_at_once) | in_child(test_off) | in_child(test_in_kernel) |
	       RUN_ONE(test_preemptible);
}
