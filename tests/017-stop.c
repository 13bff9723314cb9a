/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_stop() from a callback ends the run before the next event; from a thread,
 * when that thread next waits.  What was pending is done in the next run.
 */
#include "tests/tap.h"

#include "sim/sim.h"

static int after_stop, turns;

static void stop(void *arg)
{
	(void)arg;
	sim_stop();
}

static void count(void *arg)
{
	(void)arg;
	after_stop++;
}

static void body(void *arg)
{
	(void)arg;
	for (;;) {
		sim_wait(SIM_PS(100));
		turns++;
		sim_stop();
	}
}

static void test(void **state)
{
	(void)state;
	sim_call_at(SIM_PS(10), SIM_PRIO_HW, stop, NULL);
	sim_call_at(SIM_PS(10), SIM_PRIO_HW, count, NULL);
	sim_thread_new("t", body, NULL, 0);
	assert_int_equal(sim_run(SIM_PS(1000)), SIM_END_STOPPED);
	assert_int_equal(after_stop, 0);
	assert_int_equal(sim_now().ps, 10);
	for (int i = 1; i <= 5; i++) {
		assert_int_equal(sim_run(SIM_PS(1000)), SIM_END_STOPPED);
		assert_int_equal(after_stop, 1);
		assert_int_equal(turns, i);
		assert_int_equal(sim_now().ps, 100 * i);
	}
}

int main(void)
{
	return RUN_ONE(test);
}
