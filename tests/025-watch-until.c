/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events that only watch run at their times as somebody passes them, up to the
 * first event of another kind; the clock of the engine does not move.
 */
#include "tests/tap.h"

#include "sim/sim.h"

static uint64_t seen[8];
static unsigned int n;
static struct sim_event watcher;

static void watch(void *arg)
{
	(void)arg;
	seen[n++] = sim_now().ps;
	sim_after(&watcher, SIM_PS(10));
}

static void nothing(void *arg)
{
	(void)arg;
}

static void ahead(void *arg)
{
	(void)arg;
	sim_watch_until(SIM_PS(9));
	assert_int_equal(n, 0);
	sim_watch_until(SIM_PS(20));
	assert_int_equal(n, 2);
	assert_int_equal(seen[0], 10);
	assert_int_equal(seen[1], 20);
	assert_int_equal(sim_now().ps, 0);
	assert_int_equal(sim_next_callback().ps, 25);
	assert_int_equal(sim_callback_ps, 25);
	sim_watch_until(SIM_PS(100)); /* at 25 somebody else's turn comes first */
	assert_int_equal(n, 2);
	sim_wait_until(SIM_PS(45));
	assert_int_equal(n, 4); /* 30 and 40, by the engine itself */
	assert_int_equal(seen[3], 40);
}

static void test(void **state)
{
	(void)state;
	sim_event_init(&watcher, "watcher", SIM_PRIO_MONITOR, watch, NULL);
	sim_event_watches(&watcher);
	sim_at(&watcher, SIM_PS(10));
	sim_call_at(SIM_PS(25), SIM_PRIO_HW, nothing, NULL);
	sim_thread_new("ahead", ahead, NULL, 0);
	assert_int_equal(sim_run(SIM_NEVER), SIM_END_IDLE); /* watchers keep nothing going */
	assert_int_equal(n, 4);
}

int main(void)
{
	return RUN_ONE(test);
}
