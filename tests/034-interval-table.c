/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The 95 % interval of batch means equals t * s / sqrt(n), with t from the
 * printed table (two-sided 95 %): Law, Simulation Modeling and Analysis, table
 * T.1; the same values in any statistics text.
 */
#include "tests/tap.h"

#include <math.h>

#include "sim/stats.h"
#include "tests/child.h"

/* Batch i (from 0) of one second counts i + 1: s^2 = n (n + 1) / 12. */
static uint64_t counter;

static void bump(void *arg)
{
	counter += (uintptr_t)arg;
}

static void timer(void *arg)
{
	(void)arg;
	for (;;)
		sim_wait(SIM_MS(100)); /* so that the run always has something to do */
}

static void near(double a, double b, double tolerance)
{
	if (fabs(a - b) > tolerance * fabs(b)) {
		printf("%.9g instead of %.9g\n", a, b);
		exit(1);
	}
}

struct row {
	unsigned int n;
	double t;
};

static void run(void *arg)
{
	const struct row *row = arg;
	struct stats_interval i;
	double n = row->n;

	sim_thread_new("timer", timer, NULL, 0);
	stats_counter("c", &counter, "events");
	sim_run(SIM_MS(300)); /* warm-up */
	stats_batches(row->n, SIM_S(row->n));
	stats_open();
	for (unsigned int k = 0; k < row->n; k++)
		sim_call_at(sim_add(SIM_MS(500), SIM_S(k)), SIM_PRIO_HW, bump,
			    (void *)(uintptr_t)(k + 1));
	sim_run(sim_add(SIM_MS(300), SIM_S(row->n)));
	stats_close();
	i = stats_rate("c");
	near(i.batches, n, 0);
	near(i.mean, (n + 1) / 2, 1e-12);
	near(i.half, row->t * sqrt(n * (n + 1) / 12) / sqrt(n), 0.0003);
}

static void test(void **state)
{
	static const struct row rows[] = {
		{2, 12.706}, {3, 4.303}, {5, 2.776}, {10, 2.262}, {20, 2.093}, {31, 2.042},
	};
	static struct child c;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		child_run(&c, run, (void *)&rows[i]);
		assert_string_equal(c.out, "");
		assert_int_equal(c.status, 0);
	}
}

int main(void)
{
	return RUN_ONE(test);
}
