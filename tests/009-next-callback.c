/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_next_callback() does not see threads; all the same, callbacks and threads
 * of one priority run in the order in which they were scheduled.
 */
#include "tests/tap.h"

#include "sim/sim.h"

static char order[8];
static int n;

static void note(void *arg)
{
	order[n++] = *(const char *)arg;
}

static void body(void *arg)
{
	note(arg);
	sim_wait_until(SIM_PS(50));
	note(arg);
}

static void look(void *arg)
{
	(void)arg;
	assert_int_equal(sim_next().ps, 50);
	assert_int_equal(sim_next_callback().ps, 50);
	sim_call_at(SIM_PS(50), SIM_PRIO_CPU, note, "d"); /* behind both */
}

static void test(void **state)
{
	(void)state;
	sim_thread_new("a", body, "a", 0);
	sim_call_at(SIM_PS(0), SIM_PRIO_CPU, note, "b");
	sim_thread_new("c", body, "c", 0);
	assert_int_equal(sim_next_callback().ps, 0);
	sim_run(SIM_PS(0));
	assert_string_equal(order, "abc");
	assert_int_equal(sim_next().ps, 50);
	assert_true(sim_next_callback().ps == SIM_NEVER.ps);
	sim_call_at(SIM_PS(20), SIM_PRIO_CPU, look, NULL);
	assert_int_equal(sim_next_callback().ps, 20);
	n = 0;
	assert_int_equal(sim_run(SIM_PS(50)), SIM_END_IDLE);
	assert_string_equal(order, "acd");
}

int main(void)
{
	return RUN_ONE(test);
}
