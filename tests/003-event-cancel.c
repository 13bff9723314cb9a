/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A cancelled event does not run; cancelling one that is not pending does nothing. */
#include "tests/tap.h"

#include "sim/sim.h"

static struct sim_event a, b;
static int runs;

static void count(void *arg)
{
	(void)arg;
	runs++;
}

static void cancel(void *arg)
{
	sim_cancel(arg);
	sim_cancel(arg);
	sim_cancel(&a); /* itself, while it runs */
}

static void test(void **state)
{
	(void)state;
	sim_event_init(&a, "a", SIM_PRIO_HW, cancel, &b);
	sim_event_init(&b, "b", SIM_PRIO_HW, count, NULL);
	sim_cancel(&b);
	sim_at(&a, SIM_PS(7));
	sim_at(&b, SIM_PS(7));
	assert_int_equal(sim_run(SIM_NEVER), SIM_END_IDLE);
	assert_int_equal(runs, 0);
	assert_int_equal(sim_now().ps, 7);

	sim_after(&b, SIM_PS(3)); /* can be scheduled again */
	sim_run(SIM_NEVER);
	assert_int_equal(runs, 1);
	assert_int_equal(sim_now().ps, 10);
}

int main(void)
{
	return RUN_ONE(test);
}
