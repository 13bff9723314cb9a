/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where tasks go: one that is woken from an interrupt on another CPU is drawn
 * there if that one is no busier (2.6.26) unless affine wake-ups are off; without
 * them it is only where domains balance on wake-up (2.6.28 to 2.6.31); a CPU that runs out of work
 * takes a waiting task from one that has two, at once or, without newly-idle balancing, when its
 * tick balances.
 */
#include "tests/host_fake.h"

static struct waitq q;
static bool ready;
static unsigned int woke_on = 99;
static uint64_t done_at[3];

static void sleeper(void *arg)
{
	(void)arg;
	assert_int_equal(cpu_id(this_cpu), 1);
	syscall_enter();
	waitq_prepare(&q);
	while (!ready) {
		task_sleep(SIM_NEVER);
		waitq_prepare(&q);
	}
	waitq_finish(&q);
	woke_on = cpu_id(this_cpu);
	syscall_exit();
}

static void nothing(void *arg)
{
	(void)arg;
	user_run(10);
}

static bool irq(void *arg)
{
	(void)arg;
	ready = true;
	waitq_wake(&q);
	return true;
}

static void interrupt(void *line)
{
	irq_raise(line);
}

static void busy(void *arg)
{
	(void)arg;
	user_run(100000000);
}

/* With a hog, CPU 1 has something to do when the sleeper is woken on CPU 0. */
static void run_wake(const char *kernel, bool hog)
{
	struct host *h = fake_host("a", 2, "", kernel);
	struct irq_line *l = irq_line_new(h, "eth0", 0, true);

	irq_handler_add(l, "eth0", irq, NULL);
	waitq_init(&q, h);
	task_new(h, "nothing", nothing, NULL, TASK_ANY_CPU, 0); /* on CPU 0 */
	task_new(h, "sleeper", sleeper, NULL, TASK_ANY_CPU, 0);
	if (hog)
		task_new(h, "busy", busy, NULL, 2, 0);
	sim_call_at(SIM_MS(1), SIM_PRIO_HW, interrupt, l);
	sim_run(SIM_MS(2));
	fake_check_accounts(h);
}

static void test_drawn(void **state)
{
	(void)state;
	run_wake("sched: {select: passive}", false);
	assert_int_equal(woke_on, 0);
}

static void test_stays(void **state)
{
	(void)state;
	/* Nor is there a load that passive balancing could even out. */
	run_wake("sched: {select: idle_sibling, affine_wakeups: off}", false);
	assert_int_equal(woke_on, 1);
}

static void test_not_balanced(void **state)
{
	(void)state;
	run_wake("sched: {select: passive, affine_wakeups: off, wakeup_granularity: 0s}", true);
	assert_int_equal(woke_on, 1);
}

static void test_balanced(void **state)
{
	(void)state;
	run_wake("sched: {select: passive, affine_wakeups: off, wakeup_granularity: 0s, "
		 "wake_balance: on}",
		 true);
	assert_int_equal(woke_on, 0);
}

static void hog(void *arg)
{
	uint64_t *done = arg;

	user_run(done == &done_at[0] ? 24000000 : 40000000); /* 12 and 20 ms */
	*done = cpu_now().ps;
}

/*
 * The two take turns of 5 ms (slices of 4, to the next tick), the bound one
 * first; at 12 ms, when CPU 1 has nothing left, the other has waited for two.
 * Moved at t, both end at t / 2 + 20 ms.
 */
static void run_pull(const char *kernel)
{
	struct host *h = fake_host("a", 2, "", kernel);

	/* CPU 1 gets one (the short one), CPU 0 two. */
	task_new(h, "long", hog, &done_at[1], 1, 0);
	task_new(h, "short", hog, &done_at[0], 2, 0);
	task_new(h, "long", hog, &done_at[2], TASK_ANY_CPU, 0);
	sim_run(SIM_MS(100));
	assert_int_equal(done_at[0], SIM_MS(12).ps);
	fake_check_accounts(h);
}

static void test_newidle(void **state)
{
	(void)state;
	run_pull("hz: 1000Hz\nsched: {latency: 4ms, min_granularity: 1ms}");
	assert_int_equal(done_at[1] + done_at[2], SIM_MS(40 + 12).ps);
}

static void test_ticks(void **state)
{
	(void)state;
	run_pull("hz: 1000Hz\nnohz: on\nsched: {latency: 4ms, min_granularity: 1ms, "
		 "newidle_balance: off}");
	/* CPU 1's tick is a quarter later than CPU 0's. */
	assert_int_equal(done_at[1] + done_at[2], SIM_US(52250).ps);
}

static void test_kicked(void **state)
{
	(void)state;
	run_pull("hz: 1000Hz\nnohz: on\nsched: {latency: 4ms, min_granularity: 1ms, "
		 "newidle_balance: off, nohz_balancer: kicked}");
	/* CPU 0's tick, and the interrupt that it sends. */
	assert_int_equal(done_at[1] + done_at[2], SIM_US(53001).ps);
}

/* Nobody pulls: CPU 0 does it all. */
static void test_none(void **state)
{
	(void)state;
	run_pull("hz: 1000Hz\nsched: {latency: 4ms, min_granularity: 1ms, migration_cost: 1s}");
	assert_in_range(done_at[1] + done_at[2], SIM_MS(75).ps, SIM_MS(80).ps);
}

int main(void)
{
	return in_child(test_drawn) | in_child(test_stays) | in_child(test_not_balanced) |
	       in_child(test_balanced) | in_child(test_newidle) | in_child(test_ticks) |
	       in_child(test_kicked) | RUN_ONE(test_none);
}
