/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A ticket lock goes round in the order in which the CPUs came, however short
 * the owner's absence; an unfair one can be kept by who had it last.  Either
 * way one CPU holds it at a time.
 */
#include "tests/host_fake.h"

#define CPUS 4

static struct spinlock lock;
static unsigned int holders;
static char order[400];
static int n;
static unsigned int turns[CPUS];

static void body(void *arg)
{
	unsigned int id = (unsigned int)(uintptr_t)arg;

	user_run(100 + 10 * id);
	syscall_enter();
	for (;;) {
		spin_acquire(&lock);
		assert_int_equal(holders++, 0);
		cpu_instr(1000);
		holders--;
		turns[id]++;
		if (n < 399)
			order[n++] = (char)('0' + id);
		spin_release(&lock);
	}
}

static void run(const char *kernel)
{
	struct host *h = fake_host("a", CPUS, "", kernel);

	fake_coherent = true;
	spin_init(&lock, "test", 0x100000);
	for (uintptr_t i = 0; i < CPUS; i++)
		task_new(h, "t", body, (void *)i, 1ull << i, 0);
	sim_run(SIM_MS(1));
	fake_check_accounts(h);
}

static void test_ticket(void **state)
{
	(void)state;
	run("spinlocks: ticket");
	for (int i = 0; i < n; i++)
		assert_int_equal(order[i], '0' + i % CPUS);
	assert_true(n > 100);
}

static void test_unfair(void **state)
{
	unsigned int most = 0;

	(void)state;
	run("spinlocks: unfair");
	for (int i = 0; i < CPUS; i++)
		most = turns[i] > most ? turns[i] : most;
	/* The others' line takes 40 ns to come; the owner is back at once. */
	assert_true(most > 10 * (turns[0] + turns[1] + turns[2] + turns[3] - most));
}

int main(void)
{
	return in_child(test_ticket) | RUN_ONE(test_unfair);
}
