/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Transitions of a line between two CPUs, MOESI (AMD 24593, 7.3) and MESI: state
 * of CPU 0 and CPU 1, what one of them does, and the states and the lines
 * written to DRAM after that.
 */
#include "tests/mem_fake.h"

#include <string.h>

#include "models/mem/mem_int.h"

#define A 0x10000000ull

struct row {
	const char *way;    /* how to get there: r0 w0 r1 w1 */
	const char *before; /* states of CPU 0 and 1 */
	const char *op;
	const char *after;
	unsigned int written; /* by this operation */
	bool shared;	      /* took it from the other */
};

static const struct row moesi[] = {
	{"", "II", "r0", "EI", 0, false},	  {"", "II", "w0", "MI", 0, false},
	{"r0", "EI", "w0", "MI", 0, false},	  {"r0", "EI", "r1", "SS", 0, false},
	{"r0", "EI", "w1", "IM", 0, true},	  {"w0", "MI", "r1", "OS", 0, false},
	{"w0", "MI", "w1", "IM", 0, true},	  {"w0 r1", "OS", "w0", "MI", 0, true},
	{"w0 r1", "OS", "w1", "IM", 0, true},	  {"w0 r1", "OS", "r0", "OS", 0, false},
	{"r0 r1", "SS", "w0", "MI", 0, true},	  {"r0 r1", "SS", "w1", "IM", 0, true},
	{"w0 r1 w1", "IM", "r0", "SO", 0, false},
};

static const struct row mesi[] = {
	{"", "II", "r0", "EI", 0, false},	  {"r0", "EI", "r1", "SS", 0, false},
	{"w0", "MI", "r1", "SS", 1, false}, /* implicit write-back */
	{"w0", "MI", "w1", "IM", 0, true},	  {"w0 r1", "SS", "w0", "MI", 0, true},
	{"w0 r1 w0", "MI", "r1", "SS", 1, false},
};

static struct mem_reply op(struct mem *m, const char *text, unsigned int stride)
{
	return fake_access(m, (unsigned int)(text[1] - '0') * stride, A,
			   text[0] == 'w' ? MEM_GETX : MEM_GETS);
}

static void expect_states(const struct mem *m, const char *states, unsigned int stride)
{
	for (unsigned int i = 0; i < 2; i++)
		assert_int_equal("ISEOM"[core_state(m, i * stride, A >> 6)], states[i]);
}

/* stride: CPUs 0 and stride are in different domains. */
static void run(const char *machine, const struct row *rows, unsigned int n, unsigned int stride)
{
	for (unsigned int i = 0; i < n; i++) {
		struct mem *m = fake_mem(machine);
		struct mem_reply r;
		uint64_t written;

		for (const char *w = rows[i].way; *w; w += w[2] ? 3 : 2)
			op(m, w, stride);
		expect_states(m, rows[i].before, stride);
		written = m->writebacks;
		r = op(m, rows[i].op, stride);
		expect_states(m, rows[i].after, stride);
		assert_int_equal(m->writebacks - written, rows[i].written);
		assert_int_equal(r.shared, rows[i].shared);
		mem_free(m);
	}
}

#define ROWS(t) t, sizeof(t) / sizeof((t)[0])

static void test_moesi(void **state)
{
	(void)state;
	run(FAKE_K8, ROWS(moesi), 1);
}

static void test_mesi(void **state)
{
	(void)state;
	run(FAKE_CORE2, ROWS(mesi), 2);
	run(FAKE_NEHALEM, ROWS(mesi), 2);
	run(FAKE_SKX, ROWS(mesi), 2);
}

/* Within a domain the shared cache takes the dirty line: nothing is written. */
static void test_within(void **state)
{
	static const struct row rows[] = {
		{"", "II", "r0", "EI", 0, false},
		{"w0", "MI", "r1", "SS", 0, false},
		{"w0 r1", "SS", "w1", "IM", 0, true},
		{"r0", "EI", "r1", "SS", 0, false},
	};

	(void)state;
	run(FAKE_CORE2, ROWS(rows), 1);
	run(FAKE_NEHALEM, ROWS(rows), 1);
	run(FAKE_SKX, ROWS(rows), 1);
}

static void test_zen_within(void **state)
{
	(void)state;
	run(FAKE_ZEN, ROWS(moesi), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moesi),
		cmocka_unit_test(test_mesi),
		cmocka_unit_test(test_within),
		cmocka_unit_test(test_zen_within),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
