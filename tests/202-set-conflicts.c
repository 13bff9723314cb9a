/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * As many lines of one set as there are ways stay; one more pushes one out.
 * Lines of other sets do not matter.  Two ways of 64 sets: 4 KiB apart collide.
 */
#include "tests/mem_fake.h"

#define A 0x10000000ull

static unsigned int hits(struct mem *m, unsigned int lines, uint64_t stride)
{
	unsigned int n = 0;

	for (unsigned int round = 0; round < 3; round++) {
		n = 0;
		for (unsigned int i = 0; i < lines; i++)
			n += fake_access(m, 0, A + i * stride, MEM_GETS).level == MEM_L1;
	}
	return n;
}

static void conflict(void **state)
{
	static const struct {
		unsigned int lines, stride, hits;
	} rows[] = {
		{2, 4096, 2},	/* both ways */
		{3, 4096, 0},	/* LRU and a cycle: none survives */
		{4, 2048, 4},	/* two sets, two ways each */
		{128, 64, 128}, /* the whole cache */
		{129, 64, 126}, /* three lines fight for one set */
		{2, 64 * 1024, 2}, {3, 64 * 1024, 0},
	};

	(void)state;
	for (unsigned int i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct mem *m = fake_mem(FAKE_K8);

		assert_int_equal(hits(m, rows[i].lines, rows[i].stride), rows[i].hits);
		mem_free(m);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(conflict)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
