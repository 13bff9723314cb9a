/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that have ended cost nothing: no mapping, no heap; 200000 fit where 1000 did. */
#include "tests/tap.h"

#include <malloc.h>
#include <stdio.h>

#include "sim/sim.h"

static unsigned int ran;

static int mappings(void)
{
	FILE *f = fopen("/proc/self/maps", "r");
	int c, lines = 0;

	assert_non_null(f);
	while ((c = getc(f)) != EOF)
		lines += c == '\n';
	fclose(f);
	return lines;
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
	size_t heap;
	int maps;

	(void)state;
	sim_thread_new("spawner", spawner, (void *)1000, 0);
	sim_run(SIM_NEVER);
	maps = mappings();
	heap = mallinfo2().uordblks;
	sim_thread_new("spawner", spawner, (void *)200000, 0);
	sim_run(SIM_NEVER);
	assert_int_equal(ran, 201000);
	assert_in_range(mappings(), 0, maps + 8);
	assert_in_range(mallinfo2().uordblks, 0, heap + 4096);
}

int main(void)
{
	return RUN_ONE(test);
}
