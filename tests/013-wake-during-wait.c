/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A wake-up does not shorten a timed wait; the next sim_block() takes it. */
#include "tests/tap.h"

#include "sim/sim.h"

static struct sim_thread *t;
static int done;

static void body(void *arg)
{
	(void)arg;
	sim_wait_until(SIM_PS(100));
	assert_int_equal(sim_now().ps, 100);
	sim_block();
	assert_int_equal(sim_now().ps, 100);
	sim_wake(t); /* oneself */
	sim_block();
	done = 1;
	sim_block(); /* for ever */
	done = 2;
}

static void wake(void *arg)
{
	(void)arg;
	sim_wake(t);
}

static void test(void **state)
{
	(void)state;
	t = sim_thread_new("t", body, NULL, 0);
	sim_call_at(SIM_PS(50), SIM_PRIO_HW, wake, NULL);
	assert_int_equal(sim_run(SIM_NEVER), SIM_END_IDLE);
	assert_int_equal(done, 1);
}

int main(void)
{
	return RUN_ONE(test);
}
