/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mem_others(): would this access move the line away from another CPU? */
#include "tests/mem_fake.h"

#define A 0x10000000ull

static void expect(struct mem *m, unsigned int cpu, bool read, bool write)
{
	assert_int_equal(mem_others(m, cpu, A, false), read);
	assert_int_equal(mem_others(m, cpu, A, true), write);
}

static void run(const char *machine, unsigned int other)
{
	struct mem *m = fake_mem(machine);

	expect(m, 0, false, false); /* nobody has it */
	fake_access(m, other, A, MEM_GETS);
	expect(m, 0, true, true); /* alone, perhaps to be written */
	expect(m, other, false, false);
	fake_access(m, 0, A, MEM_GETS);
	expect(m, 0, false, true); /* both have a copy */
	expect(m, other, false, true);
	fake_access(m, other, A, MEM_GETX);
	expect(m, 0, true, true);
	expect(m, other, false, false);
	fake_access(m, 0, A, MEM_GETX);
	expect(m, 0, false, false);
	expect(m, other, true, true);
	mem_free(m);
}

static void all(void **state)
{
	(void)state;
	run(FAKE_K8, 1);
	run(FAKE_CORE2, 1);
	run(FAKE_CORE2, 2);
	run(FAKE_NEHALEM, 1);
	run(FAKE_NEHALEM, 3);
	run(FAKE_SKX, 1);
	run(FAKE_SKX, 2);
	run(FAKE_ZEN, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(all)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
