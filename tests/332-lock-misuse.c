/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Misuse of locks ends the run with a message: taking one's own lock, also from
 * an interrupt on top; letting go of another's; sleeping with a lock held, in an
 * interrupt or with bottom halves off.
 */
#include "tests/host_fake.h"

#include "tests/child.h"

static struct spinlock lock;

static void twice(void *arg)
{
	(void)arg;
	syscall_enter();
	spin_acquire(&lock);
	spin_acquire(&lock);
}

static bool irq(void *arg)
{
	(void)arg;
	spin_acquire(&lock);
	return true;
}

static void from_interrupt(void *arg)
{
	struct irq_line *l = irq_line_new(this_host(), "eth0", 0, true);

	(void)arg;
	irq_handler_add(l, "eth0", irq, NULL);
	syscall_enter();
	spin_acquire(&lock);
	irq_raise(l);
	cpu_instr(100);
}

static void not_held(void *arg)
{
	(void)arg;
	spin_release(&lock);
}

static void asleep(void *arg)
{
	(void)arg;
	syscall_enter();
	spin_acquire(&lock);
	task_delay(SIM_US(1));
}

static void bh(void *arg)
{
	(void)arg;
	syscall_enter();
	bh_off();
	task_delay(SIM_US(1));
}

static const struct misuse {
	void (*body)(void *arg);
	const char *message;
} cases[] = {
	{twice, "takes lock 'test', which it holds"},
	{from_interrupt, "takes lock 'test', which it holds"},
	{not_held, "lets go of lock 'test', held by nobody"},
	{asleep, "sleeps on CPU 0 with a spin lock held"},
	{bh, "sleeps on CPU 0 in an interrupt or with bottom halves off"},
};

static void run(void *arg)
{
	const struct misuse *m = arg;
	struct host *h = fake_host("a", 1, "", "");

	spin_init(&lock, "test", 0x100000);
	task_new(h, "t", m->body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(1));
}

static void test(void **state)
{
	static struct child c;

	(void)state;
	for (unsigned int i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		child_run(&c, run, (void *)(uintptr_t)&cases[i]);
		assert_int_equal(c.status, 3);
		assert_non_null(strstr(c.out, cases[i].message));
		assert_non_null(strstr(c.out, "a CPU 0 at"));
	}
}

int main(void)
{
	return RUN_ONE(test);
}
