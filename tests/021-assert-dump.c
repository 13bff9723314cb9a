/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A broken invariant prints the condition, the time and every block's dump in
 * the order of registration, even if one of the dumps breaks too; status 3.
 */
#include "tests/tap.h"

#include "sim/check.h"
#include "sim/sim.h"
#include "tests/child.h"

static void dump(void *arg)
{
	fprintf(stderr, "state of %s\n", (const char *)arg);
}

static void broken_dump(void *arg)
{
	(void)arg;
	sim_assertf(0, "second defect");
}

static void body(void *arg)
{
	int credits = 3;

	(void)arg;
	sim_wait(SIM_NS(42));
	sim_assert(credits == 4);
}

static void run(void *arg)
{
	(void)arg;
	sim_thread_new("t", body, NULL, 0);
	check_on_panic("one", dump, "one");
	check_on_panic("two", broken_dump, NULL);
	check_on_panic("three", dump, "three");
	printf("before\n");
	sim_run(SIM_NEVER);
}

static void test(void **state)
{
	static const char *const parts[] = {"before\n",
					    "internal error at tests/021-assert-dump.c:",
					    "broken: credits == 4",
					    "simulated time 0.042000 us (42000 ps), in thread 't'",
					    "--- one\nstate of one\n",
					    "--- two\n",
					    "second defect",
					    "--- three\nstate of three\n"};
	static struct child c;
	const char *at = c.out;

	(void)state;
	child_run(&c, run, NULL);
	assert_int_equal(c.status, 3);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		at = strstr(at, parts[i]);
		assert_non_null(at);
	}
}

int main(void)
{
	return RUN_ONE(test);
}
