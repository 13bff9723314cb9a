/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A page that no TLB knows: the walk comes before the line is asked for, the
 * window runs on meanwhile, and what cannot be hidden goes to `tlb`; a store
 * waits for its walk as a load does, a locked operation in full.
 */
#include "tests/host_fake.h"

#define RUN    (1000 * CYCLE)
#define WINDOW (72 * CYCLE)
#define WALK   50000u
#define FAR    FAKE_FAR

struct walk_case {
	const char *what;
	void (*access)(uint64_t addr, uint32_t len);
	uint64_t addr;
	uint64_t ps;	    /* with 1000 instructions after it */
	uint64_t tlb, dram; /* ps of these */
};

static void atomic(uint64_t addr, uint32_t len)
{
	(void)len;
	mem_atomic(addr);
}

static const struct walk_case cases[] = {
	{"a known page", mem_read, FAKE_DRAM, RUN + FAKE_DRAM_PS - WINDOW, 0,
	 FAKE_DRAM_PS - WINDOW},
	{"a load", mem_read, FAR, RUN + WALK + FAKE_DRAM_PS - WINDOW, WALK - WINDOW, FAKE_DRAM_PS},
	{"a store", mem_write, FAR, RUN + WALK - WINDOW, WALK - WINDOW, 0},
	{"a locked operation", atomic, FAR, RUN + WALK + FAKE_DRAM_PS, WALK, FAKE_DRAM_PS},
};
#define CASES (sizeof(cases) / sizeof(cases[0]))

static uint64_t took[CASES], tlb[CASES], dram[CASES];

static uint64_t cause_ps(const struct host *h, enum cpu_cause cause)
{
	uint64_t sum = 0;

	for (unsigned int f = 0; f < FN_COUNT; f++)
		sum += host_function_time(h, 0, f, cause);
	return sum;
}

static void body(void *arg)
{
	(void)arg;
	fake_walk_ps = WALK;
	for (unsigned int i = 0; i < CASES; i++) {
		uint64_t t = cpu_now().ps;

		tlb[i] = cause_ps(this_host(), CAUSE_TLB);
		dram[i] = cause_ps(this_host(), CAUSE_DRAM);
		cases[i].access(cases[i].addr + i * 64, 8);
		user_run(1000);
		took[i] = cpu_now().ps - t;
		tlb[i] = cause_ps(this_host(), CAUSE_TLB) - tlb[i];
		dram[i] = cause_ps(this_host(), CAUSE_DRAM) - dram[i];
		user_run(1000); /* stores are in */
	}
}

static void test(void **state)
{
	struct host *h = fake_host("a", 1, "", "");

	(void)state;
	task_new(h, "t", body, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_MS(5));
	for (unsigned int i = 0; i < CASES; i++) {
		if (took[i] != cases[i].ps || tlb[i] != cases[i].tlb || dram[i] != cases[i].dram)
			print_message("%s\n", cases[i].what);
		assert_int_equal(took[i], cases[i].ps);
		assert_int_equal(tlb[i], cases[i].tlb);
		assert_int_equal(dram[i], cases[i].dram);
	}
	fake_check_accounts(h);
}

int main(void)
{
	return RUN_ONE(test);
}
