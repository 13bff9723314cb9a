/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_next() is the earliest pending time, seen from callbacks and threads; the
 * end of the run counts, so that no CPU runs ahead past it.
 */
#include "tests/tap.h"

#include "sim/sim.h"

static struct sim_event a, b;
static int seen;

static void look(void *arg)
{
	assert_int_equal(sim_next().ps, (uintptr_t)arg);
	seen++;
}

static void thread(void *arg)
{
	(void)arg;
	assert_int_equal(sim_next().ps, 10);
	sim_wait_until(SIM_PS(15));
	assert_int_equal(sim_next().ps, 20);
	sim_wait_until(SIM_PS(25));
	assert_int_equal(sim_next().ps, 1000); /* the end */
	seen++;
}

static void test(void **state)
{
	(void)state;
	assert_true(sim_next().ps == SIM_NEVER.ps);
	sim_event_init(&a, "a", SIM_PRIO_HW, look, (void *)15);
	sim_event_init(&b, "b", SIM_PRIO_HW, look, (void *)25);
	sim_at(&a, SIM_PS(10));
	sim_at(&b, SIM_PS(20));
	sim_thread_new("t", thread, NULL, 0);
	assert_int_equal(sim_next().ps, 0);
	sim_run(SIM_PS(1000));
	assert_int_equal(seen, 3);
	assert_true(sim_next().ps == SIM_NEVER.ps);
}

int main(void)
{
	return RUN_ONE(test);
}
