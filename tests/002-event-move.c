/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An event that is scheduled again while pending moves, and is then the last of its time. */
#include "tests/tap.h"

#include "sim/sim.h"

static char order[8];
static int n;
static struct sim_event a, b, c, d;

static void note(void *arg)
{
	order[n++] = *(const char *)arg;
}

static void move(void *arg)
{
	note(arg);
	sim_at(&d, SIM_PS(30)); /* earlier */
	sim_at(&b, SIM_PS(50)); /* same time: behind c now */
	assert_true(sim_pending(&b));
	assert_false(sim_pending(&a));
}

static void test(void **state)
{
	(void)state;
	sim_event_init(&a, "a", SIM_PRIO_HW, move, "a");
	sim_event_init(&b, "b", SIM_PRIO_HW, note, "b");
	sim_event_init(&c, "c", SIM_PRIO_HW, note, "c");
	sim_event_init(&d, "d", SIM_PRIO_HW, note, "d");
	sim_at(&b, SIM_PS(50));
	sim_at(&c, SIM_PS(50));
	sim_at(&d, SIM_PS(99));
	sim_at(&a, SIM_PS(20));
	sim_run(SIM_NEVER);
	assert_string_equal(order, "adcb");
	assert_int_equal(sim_now().ps, 50);
}

int main(void)
{
	return RUN_ONE(test);
}
