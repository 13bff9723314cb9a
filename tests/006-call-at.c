/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One-shot calls run once each, in order, also when they make new ones as they run. */
#include "tests/tap.h"

#include "sim/sim.h"

#define CHAIN 100000

static uint64_t runs, sum;

static void chain(void *arg)
{
	uint64_t left = (uint64_t)(uintptr_t)arg;

	runs++;
	assert_null(sim_self());
	if (left > 0)
		sim_call_at(sim_add(sim_now(), SIM_PS(3)), SIM_PRIO_HW, chain,
			    (void *)(uintptr_t)(left - 1));
}

static void in_order(void *arg)
{
	sum = sum * 10 + (uint64_t)(uintptr_t)arg;
}

static void test(void **state)
{
	(void)state;
	sim_call_at(SIM_PS(10), SIM_PRIO_HW, chain, (void *)CHAIN);
	sim_call_at(SIM_PS(5), SIM_PRIO_CPU, in_order, (void *)2);
	sim_call_at(SIM_PS(5), SIM_PRIO_CPU, in_order, (void *)3);
	sim_call_at(SIM_PS(5), SIM_PRIO_HW, in_order, (void *)1);
	assert_int_equal(sim_run(SIM_NEVER), SIM_END_IDLE);
	assert_int_equal(runs, CHAIN + 1);
	assert_int_equal(sum, 123);
	assert_int_equal(sim_now().ps, 10 + 3 * CHAIN);
}

int main(void)
{
	return RUN_ONE(test);
}
