/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A task that has said that it will wait (waitq_prepare()) and is preempted before it
 * sleeps goes on without being woken, as PREEMPT_ACTIVE has it: what it was about to
 * do (release a socket) others may be waiting for.  When it then sleeps, it sleeps.
 */
#include "tests/host_fake.h"

static struct waitq q;
static bool released, woken, other_done;
static uint64_t preempted;

static void waiter(void *arg)
{
	(void)arg;
	syscall_enter();
	waitq_prepare(&q);
	for (unsigned int i = 0; i < 100; i++) {
		uint64_t t = cpu_now().ps;

		cpu_instr(1000000); /* half a millisecond */
		cond_resched_point();
		preempted += cpu_now().ps - t > 600000000;
	}
	released = true;
	task_sleep(SIM_NEVER);
	woken = true;
	waitq_finish(&q);
	syscall_exit();
}

static void other(void *arg)
{
	(void)arg;
	user_run(200000000); /* 100 ms */
	assert_true(released && !woken);
	syscall_enter();
	waitq_wake(&q);
	syscall_exit();
	other_done = true;
}

static void test(void **state)
{
	struct host *h = fake_host("a", 1, "", "");

	(void)state;
	waitq_init(&q, h);
	task_new(h, "waiter", waiter, NULL, 1, 0);
	task_new(h, "other", other, NULL, 1, 0);
	sim_run(SIM_MS(400));
	assert_true(preempted > 1);
	assert_true(woken && other_done);
	fake_check_accounts(h);
}

int main(void)
{
	return RUN_ONE(test);
}
