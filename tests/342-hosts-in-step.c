/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A CPU runs past one of another host by less than a message between them takes:
 * a doorbell that one rings 400 ns before it interrupts the other does so at its
 * very time, however busy both are.
 */
#include "tests/host_fake.h"

#define RINGS 200

static struct irq_line *line;
static uint64_t rung[RINGS], heard[RINGS];
static int n, m;

static void arrives(void *arg)
{
	(void)arg;
	irq_raise(line);
}

static void sender(void *arg)
{
	(void)arg;
	while (n < RINGS) {
		user_run(1000 + (uint64_t)n * 977 % 5000);
		cpu_visible();
		assert_int_equal(sim_now().ps, cpu_now().ps);
		rung[n++] = cpu_now().ps;
		sim_call_at(SIM_PS(cpu_now().ps + 400000), SIM_PRIO_HW, arrives, NULL);
	}
}

static bool irq(void *arg)
{
	(void)arg;
	heard[m++] = cpu_now().ps;
	return true;
}

static void hog(void *arg)
{
	(void)arg;
	for (;;) {
		user_run(7);
		mem_read(0x5000, 8);
	}
}

static void test(void **state)
{
	struct host *a = fake_host("a", 1, "sync_lookahead: 300ns", "");
	struct host *b = fake_host("b", 1, "sync_lookahead: 300ns", "");

	(void)state;
	line = irq_line_new(b, "eth0", 0, true);
	irq_handler_add(line, "eth0", irq, NULL);
	task_new(a, "sender", sender, NULL, TASK_ANY_CPU, 0);
	task_new(b, "hog", hog, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(3));
	assert_int_equal(m, RINGS);
	for (int i = 0; i < RINGS; i++)
		assert_in_range(heard[i], rung[i] + 400000, rung[i] + 400000 + 7 * CYCLE);
	fake_check_accounts(a);
	fake_check_accounts(b);
}

int main(void)
{
	return RUN_ONE(test);
}
