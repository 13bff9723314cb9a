/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A thread may use all of the stack that it asked for, and an event callback
 * finds 12 KiB more below that.
 */
#include "tests/tap.h"

#include "sim/sim.h"

#define CALLBACK_BYTES (12 * 1024)

static int callbacks;

static void __attribute__((noinline)) use(size_t bytes)
{
	volatile char space[bytes];

	for (size_t i = 0; i < bytes; i += 512)
		space[i] = (char)i;
	assert_int_equal(space[0], 0);
}

static void callback(void *arg)
{
	(void)arg;
	use(CALLBACK_BYTES);
	callbacks++;
}

static void __attribute__((noinline)) wait_deep(size_t bytes)
{
	volatile char space[bytes];

	space[0] = 1;
	sim_wait(SIM_NS(10));
	space[bytes - 1] = space[0];
}

static void body(void *arg)
{
	wait_deep((size_t)arg - 512);
}

static void test(void **state)
{
	static const size_t sizes[] = {16 * 1024, 20000, 256 * 1024, 4096 * 1024};

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		sim_thread_new("deep", body, (void *)sizes[i], sizes[i]);
		sim_call_at(sim_add(sim_now(), SIM_NS(5)), SIM_PRIO_HW, callback, NULL);
		assert_int_equal(sim_run(SIM_NEVER), SIM_END_IDLE);
		assert_int_equal(callbacks, i + 1);
	}
}

int main(void)
{
	return RUN_ONE(test);
}
