/* SPDX-License-Identifier: GPL-2.0-or-later */
/* To schedule before now is a defect: message with the event's name, status 3. */
#include "tests/tap.h"

#include "sim/sim.h"
#include "tests/child.h"

static struct sim_event late;

static void schedule(void *arg)
{
	(void)arg;
	sim_at(&late, SIM_NS(4));
}

static void run(void *arg)
{
	struct sim_event ev;

	(void)arg;
	sim_event_init(&ev, "first", SIM_PRIO_HW, schedule, NULL);
	sim_event_init(&late, "too-late", SIM_PRIO_HW, schedule, NULL);
	sim_at(&ev, SIM_NS(5));
	sim_run(SIM_NEVER);
}

static void test(void **state)
{
	static struct child c;

	(void)state;
	child_run(&c, run, NULL);
	assert_int_equal(c.status, 3);
	assert_non_null(strstr(c.out, "'too-late' is scheduled at 4000 ps, before now"));
	assert_non_null(strstr(c.out, "(5000 ps), in event 'first'"));
}

int main(void)
{
	return RUN_ONE(test);
}
