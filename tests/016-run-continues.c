/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_run() processes what is due up to and including its end, says why it
 * ended, and goes on from there when called again.
 */
#include "tests/tap.h"

#include "sim/sim.h"

static struct sim_event ev;
static int ticks, turns;

static void tick(void *arg)
{
	(void)arg;
	ticks++;
	sim_after(&ev, SIM_NS(10));
}

static void body(void *arg)
{
	(void)arg;
	for (;;) {
		sim_wait(SIM_NS(25));
		turns++;
	}
}

static void test(void **state)
{
	(void)state;
	sim_event_init(&ev, "tick", SIM_PRIO_MONITOR, tick, NULL);
	sim_after(&ev, SIM_NS(10));
	sim_thread_new("t", body, NULL, 0);
	assert_int_equal(sim_run(SIM_NS(50)), SIM_END_TIME);
	assert_int_equal(ticks, 5); /* that at 50 too */
	assert_int_equal(turns, 2);
	assert_int_equal(sim_now().ps, 50000);

	assert_int_equal(sim_run(SIM_NS(50)), SIM_END_TIME); /* nothing new */
	assert_int_equal(sim_run(SIM_NS(40)), SIM_END_TIME);
	assert_int_equal(ticks, 5);

	assert_int_equal(sim_run(SIM_PS(59999)), SIM_END_TIME);
	assert_int_equal(ticks, 5);
	assert_int_equal(sim_now().ps, 59999); /* time passes to the end all the same */
	assert_int_equal(sim_run(SIM_NS(100)), SIM_END_TIME);
	assert_int_equal(ticks, 10);
	assert_int_equal(turns, 4);
	for (int i = 11; i <= 100; i++)
		assert_int_equal(sim_run(SIM_NS(10 * i)), SIM_END_TIME);
	assert_int_equal(ticks, 100);
	assert_int_equal(turns, 40);
}

int main(void)
{
	return RUN_ONE(test);
}
