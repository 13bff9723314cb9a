/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads at one time run in the order in which they began to wait, and after devices. */
#include "tests/tap.h"

#include "sim/sim.h"

static char order[64];
static int n;

static void body(void *arg)
{
	char id = *(const char *)arg;

	/* All wait for 100; C began first, then B, then A. */
	sim_wait(SIM_PS(id == 'A' ? 30 : id == 'B' ? 20 : 10));
	sim_wait_until(SIM_PS(100));
	order[n++] = id;
	sim_wait(SIM_PS(id == 'B' ? 1 : 2));
	order[n++] = (char)(id - 'A' + 'a');
}

static void device(void *arg)
{
	(void)arg;
	order[n++] = '.';
}

static void test(void **state)
{
	struct sim_event ev;

	(void)state;
	sim_thread_new("A", body, "A", 0);
	sim_thread_new("B", body, "B", 0);
	sim_thread_new("C", body, "C", 0);
	sim_event_init(&ev, "device", SIM_PRIO_HW, device, NULL);
	sim_at(&ev, SIM_PS(100));
	sim_run(SIM_NEVER);
	assert_string_equal(order, ".CBAbca");
}

int main(void)
{
	return RUN_ONE(test);
}
