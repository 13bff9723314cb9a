/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread made while the simulation runs starts at that time, in sequence order. */
#include "tests/tap.h"

#include "sim/sim.h"

static char order[16];
static int n;

static void child(void *arg)
{
	assert_int_equal(sim_now().ps, 10);
	order[n++] = *(const char *)arg;
	sim_wait(SIM_PS(1));
	order[n++] = (char)(*(const char *)arg - 'a' + 'A');
}

static void parent(void *arg)
{
	(void)arg;
	sim_wait(SIM_PS(10));
	sim_thread_new("a", child, "a", 0);
	sim_thread_new("b", child, "b", 64 * 1024);
	order[n++] = 'p';
	sim_wait(SIM_PS(1));
	order[n++] = 'P';
}

static void from_callback(void *arg)
{
	sim_thread_new("c", child, arg, 0);
}

static void test(void **state)
{
	(void)state;
	sim_call_at(SIM_PS(10), SIM_PRIO_HW, from_callback, "c");
	sim_thread_new("parent", parent, NULL, 0);
	assert_int_equal(sim_run(SIM_NEVER), SIM_END_IDLE);
	/* parent waited for 10 from the start; c was made at 10; a and b by parent */
	assert_string_equal(order, "pcabPCAB");
}

int main(void)
{
	return RUN_ONE(test);
}
