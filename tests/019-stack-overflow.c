/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A thread that overflows its stack ends the process with a message that names
 * it, also when a large frame steps over the lowest page, and with a neighbour
 * whose stack it would otherwise corrupt.
 */
#include "tests/tap.h"

#include "sim/sim.h"
#include "tests/child.h"

static int recurse(int depth, size_t frame)
{
	volatile char space[frame];

	space[0] = (char)depth;
	if (depth < 0)
		return 0;
	return recurse(depth + 1, frame) + space[0];
}

static void victim(void *arg)
{
	(void)arg;
	sim_wait(SIM_NS(10));
}

static void overflow(void *arg)
{
	sim_wait(SIM_NS(3));
	recurse(0, *(size_t *)arg);
}

static void run(void *arg)
{
	sim_thread_new("below", victim, NULL, 0);
	sim_thread_new("greedy", overflow, arg, 0);
	sim_thread_new("above", victim, NULL, 0);
	sim_run(SIM_NEVER);
}

static void test(void **state)
{
	static const size_t frames[] = {64, 3000, 20000, 60000};
	static struct child c;

	(void)state;
	for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
		child_run(&c, run, (void *)&frames[i]);
		assert_int_equal(c.status, 3);
		assert_non_null(strstr(c.out, "thread 'greedy' overflowed its stack (256 KiB)"));
		assert_non_null(strstr(c.out, "(3000 ps), in thread 'greedy'"));
		assert_non_null(strstr(c.out, "thread 'below': ready, wakes at 0.010000 us"));
	}
}

int main(void)
{
	return RUN_ONE(test);
}
