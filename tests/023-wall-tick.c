/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The wall-clock tick comes between events and can stop a simulation without end. */
#include "tests/tap.h"

#include "sim/sim.h"

static struct sim_event ev;
static int ticks;

static void forever(void *arg)
{
	(void)arg;
	sim_after(&ev, SIM_PS(1));
}

static void alone(void *arg)
{
	(void)arg;
	for (;;)
		sim_wait(SIM_PS(1));
}

static void wall_tick(void *arg)
{
	assert_ptr_equal(arg, &ticks);
	if (++ticks % 3 == 0)
		sim_stop();
}

static void test(void **state)
{
	(void)state;
	sim_event_init(&ev, "forever", SIM_PRIO_HW, forever, NULL);
	sim_after(&ev, SIM_PS(1));
	sim_on_wall_tick(2, wall_tick, &ticks);
	assert_int_equal(sim_run(SIM_NEVER), SIM_END_STOPPED);
	assert_int_equal(ticks, 3);
	assert_true(sim_event_count() > 256);
	sim_cancel(&ev);
	sim_thread_new("alone", alone, NULL, 0); /* waits that need no switch count too */
	assert_int_equal(sim_run(SIM_NEVER), SIM_END_STOPPED);
	assert_int_equal(ticks, 6);
}

int main(void)
{
	return RUN_ONE(test);
}
