/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Of 1000 independent Poisson counters, about 95 % have an interval that
 * covers their true rate: 950 +- 4 standard deviations of 6.9.
 */
#include "tests/tap.h"

#include <math.h>
#include <stdlib.h>

#include "sim/check.h"
#include "sim/rng.h"
#include "sim/stats.h"

#define COUNTERS 1000
#define RATE	 40.0 /* per second; a batch has 40 on average, 10 batches */

struct source {
	struct sim_event ev;
	struct rng *rng;
	uint64_t n;
};

static struct source sources[COUNTERS];

static void arrive(void *arg)
{
	struct source *s = arg;

	s->n++;
	sim_after(&s->ev, SIM_PS(rng_exponential(s->rng, 1e12 / RATE)));
}

static void test(void **state)
{
	char *path[COUNTERS];
	int covered = 0;

	(void)state;
	for (int i = 0; i < COUNTERS; i++) {
		path[i] = xasprintf("s.%d", i);
		sources[i].rng = rng_new(11, path[i]);
		stats_counter(path[i], &sources[i].n, "arrivals");
		sim_event_init(&sources[i].ev, "arrival", SIM_PRIO_HW, arrive, &sources[i]);
		sim_after(&sources[i].ev, SIM_PS(rng_exponential(sources[i].rng, 1e12 / RATE)));
	}
	stats_batches(0, SIM_S(10));
	sim_run(SIM_S(1));
	stats_open();
	sim_run(SIM_S(11));
	stats_close();
	for (int i = 0; i < COUNTERS; i++) {
		struct stats_interval in = stats_rate(path[i]);

		assert_int_equal(in.batches, STATS_BATCHES);
		covered += fabs(in.mean - RATE) <= in.half;
		free(path[i]);
	}
	assert_in_range(covered, 950 - 28, 950 + 28);
}

int main(void)
{
	return RUN_ONE(test);
}
