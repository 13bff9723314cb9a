/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Background events run, but do not keep a run going that has nothing else to do. */
#include "tests/tap.h"

#include "sim/sim.h"

static struct sim_event sampler, work;
static int samples;

static void sample(void *arg)
{
	(void)arg;
	samples++;
	sim_after(&sampler, SIM_NS(10));
}

static void nothing(void *arg)
{
	(void)arg;
}

static void test(void **state)
{
	(void)state;
	sim_event_init(&sampler, "sampler", SIM_PRIO_MONITOR, sample, NULL);
	sim_event_background(&sampler);
	sim_event_init(&work, "work", SIM_PRIO_HW, nothing, NULL);
	sim_after(&sampler, SIM_NS(10));
	sim_at(&work, SIM_NS(45));
	assert_int_equal(sim_run(SIM_S(1)), SIM_END_IDLE);
	assert_int_equal(sim_now().ps, 45000);
	assert_int_equal(samples, 4);

	sim_at(&work, SIM_NS(60)); /* and it goes on from there */
	sim_cancel(&sampler);
	sim_after(&sampler, SIM_NS(5));
	assert_int_equal(sim_run(SIM_NS(55)), SIM_END_TIME);
	assert_int_equal(samples, 5);
}

int main(void)
{
	return RUN_ONE(test);
}
