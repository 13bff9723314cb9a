/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An error that SystemC reports ends like a defect of ours, with message and dumps. */
#include "tests/tap.h"

#include "sim/sim.h"
#include "sim/trace.h"
#include "tests/child.h"

static char file[256];
static uint64_t level;

static void body(void *arg)
{
	(void)arg;
	sim_wait(SIM_NS(1));
	trace_vcd_level("late", &level, 1);
}

static void run(void *arg)
{
	(void)arg;
	if (trace_vcd_open(file))
		exit(1);
	trace_vcd_level("early", &level, 1);
	sim_thread_new("t", body, NULL, 0);
	sim_run(SIM_US(1));
}

static void test(void **state)
{
	static struct child c;

	(void)state;
	tmp_path(file, sizeof(file), "wave.vcd");
	child_run(&c, run, NULL);
	unlink(file);
	print_message("%s", c.out);
	assert_int_equal(c.status, 3);
	assert_non_null(strstr(c.out, "SystemC: "));
	assert_non_null(strstr(c.out, "in thread 't'"));
}

int main(void)
{
	return RUN_ONE(test);
}
