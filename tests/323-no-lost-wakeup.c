/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A thousand items are handed from one CPU to another through a wait queue, the
 * two sides at speeds that make them meet at every distance: none is lost, and
 * the consumer never sleeps while there is one.
 */
#include "tests/host_fake.h"

#define ITEMS 1000

static struct waitq q;
static unsigned int made, taken;

static void producer(void *arg)
{
	(void)arg;
	for (unsigned int i = 0; i < ITEMS; i++) {
		user_run(200 + i * 7 % 613);
		syscall_enter();
		made++;
		if (waitq_active(&q))
			waitq_wake(&q);
		syscall_exit();
	}
}

static void consumer(void *arg)
{
	(void)arg;
	while (taken < ITEMS) {
		syscall_enter();
		waitq_prepare(&q);
		while (made == taken) {
			task_sleep(SIM_NEVER);
			waitq_prepare(&q);
		}
		waitq_finish(&q);
		taken++;
		syscall_exit();
		user_run(100 + taken * 11 % 701);
	}
}

static void run(uint64_t affinity)
{
	struct host *h = fake_host("a", 2, "atomic: 20, ipi: 100ns",
				   "costs: {schedule: {instructions: 90, bytes: 0, source: x},"
				   "prepare_to_wait: {instructions: 31, bytes: 0, source: x},"
				   "__wake_up: {instructions: 17, bytes: 0, source: x}}");

	fake_coherent = true;
	waitq_init(&q, h);
	task_new(h, "consumer", consumer, NULL, affinity, 0);
	task_new(h, "producer", producer, NULL, 1, 0);
	sim_run(SIM_MS(200));
	assert_int_equal(made, ITEMS);
	assert_int_equal(taken, ITEMS);
	fake_check_accounts(h);
}

static void test_two(void **state)
{
	(void)state;
	run(2);
}

static void test_one(void **state)
{
	(void)state;
	run(1);
}

static void test_any(void **state)
{
	(void)state;
	run(TASK_ANY_CPU);
}

int main(void)
{
	return in_child(test_one) | in_child(test_any) | RUN_ONE(test_two);
}
