/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A crash in a thread ends with the function's name, the time and all dumps, status 3. */
#include "tests/tap.h"

#include "sim/check.h"
#include "sim/sim.h"
#include "tests/child.h"

/* Not static: the name is found in the dynamic symbols. */
void crash_here(volatile int *p);

void __attribute__((noinline)) crash_here(volatile int *p)
{
	*p = 1;
}

static void body(void *arg)
{
	sim_wait(SIM_US(2));
	crash_here(arg);
}

static void dump(void *arg)
{
	fprintf(stderr, "ring is %s\n", (const char *)arg);
}

static void run(void *arg)
{
	check_on_panic("ring", dump, "half full");
	sim_thread_new("driver", body, arg, 0);
	sim_run(SIM_NEVER);
}

static void test(void **state)
{
	static struct child c;

	(void)state;
	child_run(&c, run, (void *)64);
	assert_int_equal(c.status, 3);
	assert_non_null(strstr(c.out, "Segmentation fault at address 0x40, in crash_here()"));
	assert_non_null(
		strstr(c.out, "simulated time 2.000000 us (2000000 ps), in thread 'driver'"));
	assert_non_null(strstr(c.out, "--- ring\nring is half full"));
}

int main(void)
{
	return RUN_ONE(test);
}
