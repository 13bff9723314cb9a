/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Endless softirq work, once in ksoftirqd, shares the CPU with a nice-0 task by
 * the weights of the nice levels: 15 to 1024 at nice 19, 3121 to 1024 at nice -5.
 */
#include "tests/host_fake.h"

static void net_tx(void *arg)
{
	(void)arg;
	cpu_instr(200);
	softirq_raise(SOFTIRQ_NET_TX);
}

static void body(void *arg)
{
	(void)arg;
	syscall_enter();
	softirq_raise(SOFTIRQ_NET_TX); /* outside an interrupt: wakes ksoftirqd */
	syscall_exit();
	for (;;)
		user_run(1000);
}

static double share_of_softirq(const char *nice)
{
	char *kernel = xasprintf("hz: 1000Hz\nsched: {ksoftirqd_nice: %s, latency: 6ms, "
				 "min_granularity: 750us, wakeup_granularity: 1ms, "
				 "sleeper_credit: none}",
				 nice);
	struct host *h = fake_host("a", 1, "", kernel);
	uint64_t user, soft;

	softirq_open(h, SOFTIRQ_NET_TX, net_tx, NULL);
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_S(4));
	user = host_cpu_time(h, 0, CPU_USER);
	soft = host_cpu_time(h, 0, CPU_SOFTIRQ);
	assert_int_equal(fake_check_accounts(h), SIM_S(4).ps);
	free(kernel);
	return (double)soft / (double)(user + soft);
}

static void assert_near(double x, double want, double by)
{
	if (x < want - by || x > want + by)
		fail_msg("%f is not within %f of %f", x, by, want);
}

static void test_nice19(void **state)
{
	(void)state;
	/* On top come the ten passes on the way out of each tick: 1000 x 1 us a second. */
	assert_near(share_of_softirq("19"), 15.0 / 1039 + 0.001, 0.002);
}

static void test_nice_5(void **state)
{
	(void)state;
	assert_near(share_of_softirq("-5"), 3121.0 / 4145, 0.01);
}

int main(void)
{
	return in_child(test_nice19) | RUN_ONE(test_nice_5);
}
