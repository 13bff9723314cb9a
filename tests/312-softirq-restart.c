/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A softirq that raises itself is served ten times on the way out of the
 * interrupt, then left to ksoftirqd, which the task shares the CPU with.
 */
#include "tests/host_fake.h"

#include "sim/stats.h"

static unsigned int runs, in_interrupt_runs, stop_at = 25;
static bool task_ran_between;
static struct task *t;

static void net_tx(void *arg)
{
	(void)arg;
	runs++;
	cpu_instr(100);
	if (this_task() == t)
		in_interrupt_runs++; /* on top of the task */
	if (runs < stop_at)
		softirq_raise(SOFTIRQ_NET_TX);
}

static bool irq(void *arg)
{
	(void)arg;
	softirq_raise(SOFTIRQ_NET_TX);
	return true;
}

static void interrupt(void *line)
{
	irq_raise(line);
}

static void body(void *arg)
{
	(void)arg;
	user_run(4000);
	task_ran_between = runs >= 10 && runs < stop_at;
	task_delay(SIM_MS(1)); /* ksoftirqd's turn */
}

static void test(void **state)
{
	/* Nothing may preempt the task: what it sees is what the interrupt left. */
	struct host *h = fake_host("a", 1, "", "sched: {wakeup_preempt: off}");
	struct irq_line *l = irq_line_new(h, "eth0", 0, true);
	bool found;

	(void)state;
	irq_handler_add(l, "eth0", irq, NULL);
	softirq_open(h, SOFTIRQ_NET_TX, net_tx, NULL);
	t = task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_call_at(SIM_US(1), SIM_PRIO_HW, interrupt, l);
	stats_open();
	sim_run(SIM_MS(5));
	stats_close();
	assert_int_equal(runs, 25);
	assert_int_equal(in_interrupt_runs, 10);
	assert_true(task_ran_between);
	assert_int_equal(stats_get("hosts.a.cpu.0.ksoftirqd_wakeups", &found), 1);
	assert_true(found);
	assert_int_equal(stats_get("hosts.a.cpu.0.softirqs.NET_TX", NULL), 25);
	assert_int_equal(host_cpu_time(h, 0, CPU_SOFTIRQ), 25 * 100 * CYCLE);
	fake_check_accounts(h);
}

int main(void)
{
	return RUN_ONE(test);
}
