/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A window that its batches do not divide, and one that ends early: a steady
 * rate has that mean and no width; only complete batches count.
 */
#include "tests/tap.h"

#include <math.h>

#include "sim/stats.h"

static struct sim_event ev;
static uint64_t bytes;

static void tick(void *arg)
{
	(void)arg;
	bytes += 3;
	sim_after(&ev, SIM_PS(1));
}

static void test(void **state)
{
	struct stats_interval i;

	(void)state;
	stats_counter("bytes", &bytes, "bytes");
	stats_batches(7, SIM_PS(1000)); /* batches of 142 and 143 ps */
	sim_event_init(&ev, "tick", SIM_PRIO_HW, tick, NULL);
	sim_after(&ev, SIM_PS(1));
	sim_run(SIM_PS(17));
	stats_open();
	assert_true(isinf(stats_rate("bytes").half));
	assert_true(stats_rate("bytes").mean == 0);
	sim_run(SIM_PS(17 + 200));
	assert_int_equal(stats_rate("bytes").batches, 1);
	assert_true(isinf(stats_rate("bytes").half));

	sim_run(SIM_PS(17 + 600)); /* the fifth batch ends at 714 */
	stats_close();
	sim_run(SIM_PS(17 + 2000));
	i = stats_rate("bytes");
	assert_int_equal(i.batches, 4);
	assert_true(fabs(i.mean / 3e12 - 1) < 1e-12);
	assert_true(i.half < 1e-9 * i.mean);
}

int main(void)
{
	return RUN_ONE(test);
}
