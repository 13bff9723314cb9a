/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * No wake-up is lost: one that comes before sim_block() is kept (one, however
 * many came), one that comes after resumes the thread at the waker's time.
 */
#include "tests/tap.h"

#include "sim/sim.h"

static struct sim_thread *sleeper;
static uint64_t woke[4];
static int n;

static void body(void *arg)
{
	(void)arg;
	for (int i = 0; i < 4; i++) {
		sim_block();
		woke[n++] = sim_now().ps;
	}
}

static void wake(void *arg)
{
	(void)arg;
	sim_wake(sleeper);
}

static void test(void **state)
{
	(void)state;
	sleeper = sim_thread_new("sleeper", body, NULL, 0);
	sim_wake(sleeper); /* before it has started: kept */
	sim_wake(sleeper); /* and again: still one */
	sim_call_at(SIM_PS(40), SIM_PRIO_HW, wake, NULL);
	sim_call_at(SIM_PS(70), SIM_PRIO_HW, wake, NULL);
	sim_call_at(SIM_PS(70), SIM_PRIO_TIMER, wake, NULL); /* not yet resumed: the same */
	assert_int_equal(sim_run(SIM_NEVER), SIM_END_IDLE);
	assert_int_equal(n, 3);
	assert_int_equal(woke[0], 0);
	assert_int_equal(woke[1], 40);
	assert_int_equal(woke[2], 70);

	sim_wake(sleeper); /* from outside, between two runs */
	assert_int_equal(sim_run(SIM_NEVER), SIM_END_IDLE);
	assert_int_equal(n, 4);
	assert_int_equal(woke[3], 70);
}

int main(void)
{
	return RUN_ONE(test);
}
