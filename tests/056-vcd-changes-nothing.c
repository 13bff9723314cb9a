/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A simulation runs in the same order, to the same times, whether it is traced or not. */
#include "tests/tap.h"

#include "sim/rng.h"
#include "sim/sim.h"
#include "sim/trace.h"
#include "tests/child.h"

#define THREADS 6

static char file[256];
static struct sim_thread *threads[THREADS];
static struct rng *rng;
static uint64_t level;

static void kick(void *arg)
{
	(void)arg;
	level++;
	printf("kick %llu\n", (unsigned long long)sim_now().ps);
	sim_wake(threads[rng_below(rng, THREADS)]);
}

static void body(void *arg)
{
	for (int i = 0;; i++) {
		uint64_t wait_ps = rng_below(rng, 4), kick_ps = rng_below(rng, 3);

		printf("%u %llu\n", (unsigned int)(uintptr_t)arg, (unsigned long long)sim_now().ps);
		sim_call_at(sim_add(sim_now(), SIM_PS(kick_ps)), SIM_PRIO_CPU, kick, NULL);
		if (i % 3 == 2)
			sim_block();
		else
			sim_wait(SIM_PS(wait_ps));
	}
}

static void simulate(void *arg)
{
	if (arg && trace_vcd_open(file))
		exit(1);
	if (arg)
		trace_vcd_level("level", &level, 32);
	rng = rng_new(5, "vcd");
	for (uintptr_t i = 0; i < THREADS; i++)
		threads[i] = sim_thread_new("t", body, (void *)i, 0);
	for (uint64_t t = 100; t <= 600; t += 100)
		printf("%d\n", sim_run(SIM_PS(t)));
	trace_vcd_close();
	printf("%d\n", sim_run(SIM_PS(700))); /* on after the file is closed */
	printf("%llu\n", (unsigned long long)sim_event_count());
}

static void test(void **state)
{
	static struct child plain, traced;

	(void)state;
	tmp_path(file, sizeof(file), "wave.vcd");
	child_run(&plain, simulate, NULL);
	child_run(&traced, simulate, file);
	unlink(file);
	assert_int_equal(plain.status, 0);
	assert_true(plain.n > 5000);
	assert_string_equal(plain.out, traced.out);
}

int main(void)
{
	return RUN_ONE(test);
}
