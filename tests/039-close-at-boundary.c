/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The last batch counts when the window is closed at its very end, whichever of
 * the two events runs first.
 */
#include "tests/tap.h"

#include "sim/stats.h"
#include "tests/child.h"

static uint64_t counter;

static void close_window(void *arg)
{
	(void)arg;
	counter += 100; /* at the boundary: within the window */
	stats_close();
}

static void run(void *arg)
{
	enum sim_prio prio = *(const enum sim_prio *)arg;
	struct stats_interval i;

	stats_counter("c", &counter, "events");
	stats_batches(4, SIM_S(8));
	stats_open();
	sim_call_at(SIM_S(8), prio, close_window, NULL);
	sim_run(SIM_S(10));
	i = stats_rate("c");
	printf("%u %.6f", i.batches, i.mean);
}

static void test(void **state)
{
	static enum sim_prio first = SIM_PRIO_HW, last = SIM_PRIO_MONITOR;
	static struct child c;

	(void)state;
	child_run(&c, run, &first);
	assert_string_equal(c.out, "4 12.500000");
	child_run(&c, run, &last);
	assert_string_equal(c.out, "4 12.500000");
}

int main(void)
{
	return RUN_ONE(test);
}
