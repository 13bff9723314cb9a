/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interrupts and softirqs take precedence: an interrupt every 10 us with 9 us of
 * softirq leaves a task exactly a tenth of the CPU; the accounts say so.
 */
#include "tests/host_fake.h"

static struct irq_line *nic;
static struct sim_event ev;
static uint64_t begun, took;

static void net_rx(void *arg)
{
	(void)arg;
	cpu_instr(18000);
}

static bool irq(void *arg)
{
	(void)arg;
	softirq_raise(SOFTIRQ_NET_RX);
	return true;
}

static void interrupt(void *arg)
{
	(void)arg;
	irq_raise(nic);
	sim_after(&ev, SIM_US(10));
}

static void body(void *arg)
{
	(void)arg;
	begun = cpu_now().ps;
	user_run(2000000); /* 1 ms */
	took = cpu_now().ps - begun;
}

static void test(void **state)
{
	struct host *h = fake_host("a", 1, "", "hz: 24Hz");

	(void)state;
	nic = irq_line_new(h, "eth0", 0, true);
	irq_handler_add(nic, "eth0", irq, NULL);
	softirq_open(h, SOFTIRQ_NET_RX, net_rx, NULL);
	sim_event_init(&ev, "nic", SIM_PRIO_HW, interrupt, NULL);
	sim_at(&ev, SIM_PS(0));
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(20));
	assert_in_range(took, SIM_MS(10).ps - 10000000, SIM_MS(10).ps);
	assert_int_equal(host_cpu_time(h, 0, CPU_USER), SIM_MS(1).ps);
	assert_in_range(host_cpu_time(h, 0, CPU_SOFTIRQ), SIM_MS(18).ps, SIM_MS(18).ps + 9000000);
	fake_check_accounts(h);
}

int main(void)
{
	return RUN_ONE(test);
}
