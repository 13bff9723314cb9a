/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that have ended cost nothing: 200000 short ones fit where 1000 did. */
#include "tests/tap.h"

#include <stdio.h>
#include <unistd.h>

#include "sim/sim.h"

static unsigned int ran;

static long pages_resident(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	long size, resident = 0;

	assert_non_null(f);
	assert_int_equal(fscanf(f, "%ld %ld", &size, &resident), 2);
	fclose(f);
	return resident;
}

static void brief(void *arg)
{
	(void)arg;
	sim_wait(SIM_NS(5));
	ran++;
}

static void spawner(void *arg)
{
	for (uintptr_t i = 0; i < (uintptr_t)arg; i++) {
		sim_thread_new("brief", brief, NULL, 0);
		sim_wait(SIM_NS(1));
	}
}

static void test(void **state)
{
	long before;

	(void)state;
	sim_thread_new("spawner", spawner, (void *)1000, 0);
	sim_run(SIM_NEVER);
	before = pages_resident();
	sim_thread_new("spawner", spawner, (void *)200000, 0);
	sim_run(SIM_NEVER);
	assert_int_equal(ran, 201000);
	assert_in_range(pages_resident() - before + 64, 0, 64 + 256); /* 1 MiB */
}

int main(void)
{
	return RUN_ONE(test);
}
