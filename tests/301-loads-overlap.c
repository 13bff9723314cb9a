/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loads that miss overlap with the window's instructions (72) and with each
 * other, as many as there are line-fill buffers (8); what cannot be hidden is
 * waited for, and goes to the level that the load came from.
 */
#include "tests/host_fake.h"

struct load_case {
	const char *what;
	uint64_t from;
	unsigned int loads;
	uint64_t ps; /* of the loads and 1000 instructions */
};

#define RUN (1000 * CYCLE)
/* The window is executed while the load is under way. */
#define STALL (FAKE_DRAM_PS - 72 * CYCLE)

static const struct load_case cases[] = {
	{"hits cost nothing beyond their instructions", 0x1000, 20, RUN},
	{"an L2 hit is shorter than the window", FAKE_L2, 1, RUN},
	{"eight L2 hits overlap", FAKE_L2, 8, RUN},
	{"one miss", FAKE_DRAM, 1, RUN + STALL},
	{"eight misses overlap", FAKE_DRAM, 8, RUN + STALL},
	{"the ninth waits for a buffer", FAKE_DRAM, 9, RUN + STALL + FAKE_DRAM_PS},
	{"so does the seventeenth", FAKE_DRAM, 17, RUN + STALL + 2 * FAKE_DRAM_PS},
};
#define CASES (sizeof(cases) / sizeof(cases[0]))

static uint64_t took[CASES];

static void body(void *arg)
{
	(void)arg;
	for (unsigned int i = 0; i < CASES; i++) {
		uint64_t t = cpu_now().ps;

		for (unsigned int n = 0; n < cases[i].loads; n++)
			mem_read(cases[i].from + 64 * n, 8);
		user_run(1000);
		took[i] = cpu_now().ps - t;
	}
}

static uint64_t cause_ps(const struct host *h, enum cpu_cause cause)
{
	uint64_t sum = 0;

	for (unsigned int f = 0; f < FN_COUNT; f++)
		sum += host_function_time(h, 0, f, cause);
	return sum;
}

static void test(void **state)
{
	struct host *h = fake_host("a", 1, "", "");

	(void)state;
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(5));
	for (unsigned int i = 0; i < CASES; i++) {
		if (took[i] != cases[i].ps)
			print_message("%s\n", cases[i].what);
		assert_int_equal(took[i], cases[i].ps);
	}
	assert_int_equal(cause_ps(h, CAUSE_DRAM), 4 * STALL + 3 * FAKE_DRAM_PS);
	assert_int_equal(cause_ps(h, CAUSE_L2), 0);
	assert_int_equal(cause_ps(h, CAUSE_ISSUE), CASES * RUN);
	fake_check_accounts(h);
}

int main(void)
{
	return RUN_ONE(test);
}
