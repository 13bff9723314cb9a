/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A wait in a callback, a wake-up of a thread that has ended, a nested run: defects. */
#include "tests/tap.h"

#include "sim/sim.h"
#include "tests/child.h"

static struct sim_thread *gone;

static void waits(void *arg)
{
	(void)arg;
	sim_wait(SIM_NS(1));
}

static void blocks(void *arg)
{
	(void)arg;
	sim_block();
}

static void wakes(void *arg)
{
	(void)arg;
	sim_wake(gone);
}

static void nests(void *arg)
{
	(void)arg;
	sim_run(SIM_NEVER);
}

static void ends(void *arg)
{
	(void)arg;
}

static void run(void *arg)
{
	gone = sim_thread_new("gone", ends, NULL, 0);
	sim_call_at(SIM_NS(5), SIM_PRIO_HW, *(sim_fn **)arg, NULL);
	sim_run(SIM_NEVER);
}

static void test(void **state)
{
	static const struct {
		sim_fn *fn;
		const char *message;
	} row[] = {
		{waits, "sim_wait outside a thread (in event 'call')"},
		{blocks, "sim_block outside a thread (in event 'call')"},
		{wakes, "thread 'gone' is woken after its end"},
		{nests, "sim_run() from inside the simulation"},
	};
	static struct child c;

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		child_run(&c, run, (void *)&row[i].fn);
		assert_int_equal(c.status, 3);
		assert_non_null(strstr(c.out, row[i].message));
	}
}

int main(void)
{
	return RUN_ONE(test);
}
