/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two processes, at different addresses, give the same bytes: threads, devices
 * and wake-ups at colliding times, driven by random streams.
 */
#include "tests/tap.h"

#include "sim/rng.h"
#include "sim/sim.h"
#include "tests/child.h"

#define THREADS 12
#define TURNS	150

static struct sim_thread *threads[THREADS];
static struct rng *rng;

static void kick(void *arg)
{
	(void)arg;
	sim_wake(threads[rng_below(rng, THREADS)]);
}

static void body(void *arg)
{
	unsigned int me = (unsigned int)(uintptr_t)arg;

	for (int i = 0; i < TURNS; i++) {
		uint64_t delay_ps = rng_below(rng, 5);
		enum sim_prio prio = (enum sim_prio)rng_below(rng, 4);

		printf("%llu %u\n", (unsigned long long)sim_now().ps, me);
		sim_call_at(sim_add(sim_now(), SIM_PS(delay_ps)), prio, kick, NULL);
		if (rng_chance(rng, 0.2))
			sim_block();
		else
			sim_wait(SIM_PS(rng_below(rng, 4)));
	}
	/* Others may still kick this one. */
	for (;;)
		sim_block();
}

static int simulate(void)
{
	rng = rng_new(7, "repeat");
	for (uintptr_t i = 0; i < THREADS; i++)
		threads[i] = sim_thread_new("t", body, (void *)i, 0);
	sim_run(SIM_NS(100));
	printf("%llu events %llu switches\n", (unsigned long long)sim_event_count(),
	       (unsigned long long)sim_switch_count());
	return 0;
}

/* A new program image, so that the addresses differ. */
static void again(void *arg)
{
	(void)arg;
	execl("/proc/self/exe", "repeat", "simulate", NULL);
}

static void test(void **state)
{
	static struct child a, b;

	(void)state;
	child_run(&a, again, NULL);
	child_run(&b, again, NULL);
	assert_int_equal(a.status, 0);
	assert_int_equal(b.status, 0);
	assert_true(a.n > 5000);
	assert_int_equal(a.n, b.n);
	assert_memory_equal(a.out, b.out, a.n);
}

int main(int argc, char **argv)
{
	(void)argv;
	return argc > 1 ? simulate() : RUN_ONE(test);
}
