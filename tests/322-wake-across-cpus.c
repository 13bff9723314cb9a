/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A task that is bound to an idle CPU runs one reschedule interrupt after it is
 * woken from another (1 us here, as the machine says); a polling CPU needs none.
 */
#include "tests/host_fake.h"

#include "sim/stats.h"

static struct waitq q;
static bool ready;
static uint64_t woken, ran, ipis;

static void sleeper(void *arg)
{
	(void)arg;
	syscall_enter();
	waitq_prepare(&q);
	while (!ready) {
		task_sleep(SIM_NEVER);
		waitq_prepare(&q);
	}
	waitq_finish(&q);
	ran = cpu_now().ps;
	assert_int_equal(cpu_id(this_cpu), 1);
	syscall_exit();
}

static void waker(void *arg)
{
	(void)arg;
	user_run(20000); /* 10 us: the other sleeps */
	syscall_enter();
	ready = true;
	woken = cpu_now().ps;
	waitq_wake(&q);
	syscall_exit();
}

static void run(const char *cpu)
{
	struct host *h = fake_host("a", 2, cpu, "");

	waitq_init(&q, h);
	task_new(h, "sleeper", sleeper, NULL, 2, 0);
	task_new(h, "waker", waker, NULL, 1, 0);
	stats_open();
	sim_run(SIM_MS(5));
	stats_close();
	ipis = stats_get("hosts.a.cpu.0.ipis_sent", NULL);
	fake_check_accounts(h);
}

static void test_halt(void **state)
{
	(void)state;
	run("ipi: 1us, halt_exit: 200ns");
	assert_int_equal(woken, SIM_US(10).ps);
	assert_int_equal(ran - woken, 1200000);
	assert_int_equal(ipis, 1);
	assert_int_equal(stats_get("hosts.a.irqs", NULL), 1);
}

static void test_mwait(void **state)
{
	(void)state;
	run("idle: mwait, mwait_exit: 300ns");
	assert_int_equal(ran - woken, 300000);
	assert_int_equal(ipis, 0);
}

static void test_poll(void **state)
{
	(void)state;
	run("idle: poll");
	assert_int_equal(ran - woken, 1);
	assert_int_equal(ipis, 0);
}

int main(void)
{
	return in_child(test_halt) | in_child(test_mwait) | RUN_ONE(test_poll);
}
