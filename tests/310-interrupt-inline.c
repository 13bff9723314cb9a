/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An interrupt runs on top of the task at its very time; a softirq that it
 * raises runs before the task goes on; another line's interrupt nests in a
 * handler if handlers enable interrupts, else it waits for the handler's end;
 * one that comes while interrupts are off waits until they are on.
 */
#include "tests/host_fake.h"

static struct irq_line *nic, *usb;
static char order[256];
static uint64_t at[16];
static int n;

static void note(const char *what)
{
	strcat(order, what);
	at[n++] = cpu_now().ps / 1000;
}

static bool nic_irq(void *arg)
{
	(void)arg;
	note("N");
	assert_true(in_hardirq() && !in_task());
	softirq_raise(SOFTIRQ_NET_RX);
	cpu_instr(4000); /* 2 us: the other one comes at 1 us */
	note("n");
	return true;
}

static bool usb_irq(void *arg)
{
	(void)arg;
	note("U");
	return true;
}

static void net_rx(void *arg)
{
	(void)arg;
	note("S");
	assert_true(in_softirq() && !in_hardirq() && irqs_are_on());
	cpu_instr(2000);
	note("s");
}

static void interrupt(void *line)
{
	irq_raise(line);
}

static void body(void *arg)
{
	bool on;

	(void)arg;
	user_run(40000); /* 20 us; the interrupt comes at 10 us */
	note("T");
	on = irqs_off();
	cpu_instr(20000); /* 10 us; the USB interrupt comes in the middle */
	note("t");
	irqs_restore(on);
	note("e");
}

static void run(const char *kernel)
{
	struct host *h = fake_host("a", 1, "", kernel);

	nic = irq_line_new(h, "eth0", 0, true);
	usb = irq_line_new(h, "ehci", 0, true);
	irq_handler_add(nic, "eth0", nic_irq, NULL);
	irq_handler_add(usb, "ehci", usb_irq, NULL);
	softirq_open(h, SOFTIRQ_NET_RX, net_rx, NULL);
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_call_at(SIM_US(10), SIM_PRIO_HW, interrupt, nic);
	sim_call_at(SIM_US(11), SIM_PRIO_HW, interrupt, usb);
	sim_call_at(SIM_US(30), SIM_PRIO_HW, interrupt, usb);
	sim_run(SIM_MS(9)); /* before the first tick */
	assert_int_equal(host_cpu_time(h, 0, CPU_IRQ), SIM_US(2).ps);
	assert_int_equal(host_cpu_time(h, 0, CPU_SOFTIRQ), SIM_US(1).ps);
	assert_int_equal(irq_count(usb), 2);
	fake_check_accounts(h);
}

static void expect(const char *want, const uint64_t *times)
{
	assert_string_equal(order, want);
	for (int i = 0; i < n; i++)
		assert_int_equal(at[i], times[i]);
}

static void test_nested(void **state)
{
	static const uint64_t times[] = {10000, 11000, 12000, 12000, 13000,
					 23000, 33000, 33000, 33000};

	(void)state;
	run("irq: {handlers_enable: on}");
	expect("NUnSsTtUe", times);
}

static void test_flat(void **state)
{
	/* The waiting one is taken as soon as the softirqs enable interrupts. */
	static const uint64_t times[] = {10000, 12000, 12000, 12000, 13000,
					 23000, 33000, 33000, 33000};

	(void)state;
	run("irq: {handlers_enable: off}");
	expect("NnUSsTtUe", times);
}

int main(void)
{
	return in_child(test_flat) | RUN_ONE(test_nested);
}
