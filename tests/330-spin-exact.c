/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A contended spin lock: the waiter goes on when the owner lets go, plus the time
 * that the line takes to move; the wait is accounted as spinning, and its CPU
 * takes interrupts meanwhile if they are enabled.
 */
#include "tests/host_fake.h"

static struct spinlock lock;
static uint64_t released, got, irq_at, asked;
static bool masked;

static void owner(void *arg)
{
	(void)arg;
	syscall_enter();
	spin_acquire(&lock);
	cpu_instr(20000); /* 10 us */
	released = cpu_now().ps;
	spin_release(&lock);
	syscall_exit();
}

static void waiter(void *arg)
{
	(void)arg;
	user_run(2000);
	syscall_enter();
	if (masked)
		irqs_off();
	asked = cpu_now().ps;
	spin_acquire(&lock);
	got = cpu_now().ps;
	spin_release(&lock);
	irqs_restore(true);
	syscall_exit();
}

static bool irq(void *arg)
{
	(void)arg;
	irq_at = cpu_now().ps;
	cpu_instr(200);
	return true;
}

static void interrupt(void *line)
{
	irq_raise(line);
}

static struct host *run(void)
{
	struct host *h = fake_host("a", 2, "", "");
	struct irq_line *l = irq_line_new(h, "eth0", 1, true);

	fake_coherent = true;
	irq_handler_add(l, "eth0", irq, NULL);
	spin_init(&lock, "test", 0x100000);
	task_new(h, "owner", owner, NULL, 1, 0);
	task_new(h, "waiter", waiter, NULL, 2, 0);
	sim_call_at(SIM_US(5), SIM_PRIO_HW, interrupt, l);
	sim_run(SIM_MS(5));
	assert_int_equal(lock.contended, 1);
	assert_int_equal(lock.acquired, 2);
	/* Taken from the waiter, whose locked operation had it; and back. */
	assert_int_equal(got, released + 2 * FAKE_PEER_PS);
	fake_check_accounts(h);
	return h;
}

static void test_masked(void **state)
{
	struct host *h;

	(void)state;
	masked = true;
	h = run();
	assert_true(irq_at >= got);
	/* Less what the locked operation took. */
	assert_int_equal(host_function_time(h, 1, FN__raw_spin_lock, CAUSE_SPIN),
			 got - asked - 2 * FAKE_PEER_PS);
}

static void test_open(void **state)
{
	struct host *h;

	(void)state;
	h = run();
	assert_int_equal(irq_at, SIM_US(5).ps);
	assert_int_equal(host_cpu_time(h, 1, CPU_IRQ), 200 * CYCLE);
}

int main(void)
{
	return in_child(test_masked) | RUN_ONE(test_open);
}
