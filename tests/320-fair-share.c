/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two tasks that only compute share a CPU by the weights of their nice levels. */
#include "tests/host_fake.h"

struct hog {
	int nice;
	uint64_t ran;
};

static struct hog equal[2], unequal[2] = {{0, 0}, {5, 0}};

static void body(void *arg)
{
	struct hog *g = arg;

	for (;;) {
		user_run(20000);
		g->ran += 10; /* us */
	}
}

static void run(struct hog *g, const char *sched)
{
	char *kernel = xasprintf("hz: 1000Hz\nsched: {%s}", sched);
	struct host *h = fake_host("a", 1, "", kernel);

	for (int i = 0; i < 2; i++)
		task_new(h, "hog", body, &g[i], TASK_ANY_CPU, g[i].nice);
	sim_run(SIM_S(4));
	fake_check_accounts(h);
	free(kernel);
}

/* One slice of the longer kind is the most by which they can differ. */
static void test_equal(void **state)
{
	(void)state;
	run(equal, "latency: 20ms, min_granularity: 4ms");
	assert_in_range(equal[0].ran, 2000000 - 20000, 2000000 + 20000);
	assert_in_range(equal[0].ran + equal[1].ran, 4000000 - 40, 4000000);
}

static void test_modern(void **state)
{
	(void)state;
	run(equal, "latency: 6ms, min_granularity: 750us, min_vruntime: current, "
		   "tick_fairness: on, next_buddy: off, sleeper_credit: half");
	assert_in_range(equal[0].ran, 2000000 - 7000, 2000000 + 7000);
}

static void test_unequal(void **state)
{
	uint64_t want = 4000000ull * 335 / (1024 + 335);

	(void)state;
	run(unequal, "latency: 20ms, min_granularity: 4ms");
	assert_in_range(unequal[1].ran, want - 20000, want + 20000);
}

int main(void)
{
	return in_child(test_equal) | in_child(test_modern) | RUN_ONE(test_unequal);
}
