/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread resumes at exactly the time it waited for; one in the past costs nothing. */
#include "tests/tap.h"

#include "sim/sim.h"

static struct sim_thread *t;
static struct sim_event ev;
static int steps, callbacks;

static void callback(void *arg)
{
	(void)arg;
	assert_null(sim_self());
	assert_int_equal(sim_now().ps, 1500);
	callbacks++;
}

static void body(void *arg)
{
	assert_ptr_equal(arg, &steps);
	assert_ptr_equal(sim_self(), t);
	assert_int_equal(sim_now().ps, 0);
	sim_wait(SIM_NS(1));
	assert_int_equal(sim_now().ps, 1000);
	assert_int_equal(callbacks, 0);
	sim_wait_until(SIM_PS(2001));
	assert_int_equal(sim_now().ps, 2001);
	assert_int_equal(callbacks, 1);
	assert_ptr_equal(sim_self(), t);
	sim_wait_until(SIM_PS(5));
	sim_wait(SIM_PS(0));
	assert_int_equal(sim_now().ps, 2001);
	steps = 1;
}

static void test(void **state)
{
	(void)state;
	t = sim_thread_new("t", body, &steps, 0);
	assert_string_equal(sim_thread_name(t), "t");
	assert_null(sim_self());
	sim_event_init(&ev, "callback", SIM_PRIO_HW, callback, NULL);
	sim_at(&ev, SIM_PS(1500));
	assert_int_equal(steps, 0); /* not before sim_run() */
	assert_int_equal(sim_run(SIM_NEVER), SIM_END_IDLE);
	assert_int_equal(steps, 1);
	assert_null(sim_self());
	assert_int_equal(sim_switch_count(), 1);
}

int main(void)
{
	return RUN_ONE(test);
}
