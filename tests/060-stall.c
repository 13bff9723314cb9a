/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Packets in flight without progress for the limit are a defect; progress, or
 * nothing in flight, is not, however long it takes.
 */
#include "tests/tap.h"

#include "sim/check.h"
#include "sim/stall.h"
#include "tests/child.h"

static uint64_t in_flight = 1, moved;

static void dump(void *arg)
{
	(void)arg;
	fprintf(stderr, "ring: 1 of 256\n");
}

static void move(void *arg)
{
	(void)arg;
	sim_progress();
}

static void move_own(void *arg)
{
	(void)arg;
	moved++;
}

static void tick_forever(void *arg)
{
	(void)arg;
	for (;;)
		sim_wait(SIM_MS(1)); /* a timer keeps the run going */
}

/* Progress every 9 ms until 90 ms; then silence. */
static void run(void *arg)
{
	const uint64_t *own = arg;

	check_on_panic("nic", dump, NULL);
	stall_watch("flow bulk", &in_flight, own, SIM_MS(10));
	for (int i = 1; i <= 10; i++)
		sim_call_at(SIM_MS(9 * i), SIM_PRIO_HW, own ? move_own : move, NULL);
	sim_thread_new("timer", tick_forever, NULL, 0);
	sim_run(SIM_S(1));
}

static void at_rest(void *arg)
{
	in_flight = 0;
	run(arg);
}

static void idle(void *arg)
{
	(void)arg;
	stall_watch("flow bulk", &in_flight, NULL, SIM_MS(10));
	sim_call_at(SIM_MS(1), SIM_PRIO_HW, move, NULL);
	if (sim_run(SIM_S(1)) != SIM_END_IDLE)
		exit(9);
	stall_check_idle();
}

static void test(void **state)
{
	static struct child c;

	(void)state;
	child_run(&c, run, NULL);
	assert_int_equal(c.status, 3);
	/* checks are every 2.5 ms: the last progress is seen at 90 ms itself */
	assert_non_null(strstr(c.out, "flow bulk: 1 in flight, no progress since 90.000 ms"));
	assert_non_null(strstr(c.out, "simulated time 100000.000000 us"));
	assert_non_null(strstr(c.out, "--- nic\nring: 1 of 256"));
	child_run(&c, run, &moved); /* a counter of its own */
	assert_int_equal(c.status, 3);
	assert_non_null(strstr(c.out, "no progress since 90.000 ms"));
	child_run(&c, at_rest, NULL);
	assert_int_equal(c.status, 0);
	child_run(&c, idle, NULL);
	assert_int_equal(c.status, 3);
	assert_non_null(strstr(c.out, "flow bulk: 1 in flight, and nothing left to do"));
}

int main(void)
{
	return RUN_ONE(test);
}
