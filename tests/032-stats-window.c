/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Readers see differences over the window: what was counted before stats_open()
 * or after stats_close() is not in it; distributions likewise.
 */
#include "tests/tap.h"

#include "sim/stats.h"

static uint64_t packets = 5, drops;
static struct stats_dist *delay;

static void bump(void *arg)
{
	(void)arg;
	packets += 10;
	drops++;
	stats_dist_add(delay, 7);
}

static void timer(void *arg)
{
	(void)arg;
	for (;;)
		sim_wait(SIM_US(1)); /* so that the run always has something to do */
}

static void test(void **state)
{
	bool found;

	(void)state;
	stats_counter("tx.packets", &packets, "packets sent");
	stats_counter("tx.drops", &drops, "packets lost");
	delay = stats_dist_new("tx.delay", "ps", "delay");
	sim_thread_new("timer", timer, NULL, 0);
	bump(NULL);
	assert_int_equal(stats_get("tx.packets", &found), 15); /* no window yet: since the start */
	assert_true(found);
	sim_call_at(SIM_US(1), SIM_PRIO_HW, bump, NULL);
	sim_run(SIM_US(2));

	stats_open();
	assert_int_equal(stats_get("tx.packets", NULL), 0);
	assert_int_equal(stats_dist_count(delay), 0);
	assert_int_equal(stats_dist_max(delay), 0);
	sim_call_at(SIM_US(3), SIM_PRIO_HW, bump, NULL);
	sim_call_at(SIM_US(5), SIM_PRIO_HW, bump, NULL);
	sim_run(SIM_US(4));
	assert_int_equal(stats_get("tx.packets", NULL), 10); /* may be read on the way */
	assert_int_equal(stats_window().ps, SIM_US(2).ps);
	sim_run(SIM_US(6));

	stats_close();
	bump(NULL);
	sim_run(SIM_US(9));
	assert_int_equal(stats_get("tx.packets", NULL), 20);
	assert_int_equal(stats_get("tx.drops", NULL), 2);
	assert_int_equal(stats_dist_count(delay), 2);
	assert_int_equal(stats_window().ps, SIM_US(4).ps);
	assert_int_equal(stats_get("tx.nothing", &found), 0);
	assert_false(found);
	stats_get("tx.delay", &found); /* not a counter */
	assert_false(found);
}

int main(void)
{
	return RUN_ONE(test);
}
