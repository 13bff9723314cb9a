/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines come out of L2 and L3 at the machine's rate, and no faster. */
#include "tests/mem_fake.h"

#define SLOW                                                                                       \
	"cpu: {count: 1, freq: 1GHz}\n"                                                            \
	"cache: {" FAKE_L1 "l2: {size: 32KiB, ways: 4, latency: 10, replacement: lru, fill: 8}, "  \
	"l3: {size: 256KiB, ways: 4, latency: 40, fill: 4, replacement: lru}, "                    \
	"prefetch: {kind: none}}\n" FAKE_DRAM
#define A 0x10000000ull

/* Last line's arrival when all of `lines` are asked for at once, in ns. */
static uint64_t burst(struct mem *m, unsigned int lines, uint64_t at_us)
{
	uint64_t last = 0;

	for (unsigned int i = 0; i < lines; i++) {
		uint64_t ps = mem_access(m, 0, A + i * 64ull, MEM_GETS, SIM_US(at_us)).ps;

		last = ps > last ? ps : last;
	}
	return last / 1000;
}

static void rates(void **state)
{
	struct mem *m = fake_mem(SLOW);

	(void)state;
	burst(m, 256, 0); /* 16 KiB: L2 */
	burst(m, 256, 100);
	assert_int_equal(burst(m, 256, 200), 10 + 255 * 8); /* 64 B at 8 B a ns */
	burst(m, 2048, 300);				    /* 128 KiB: L3 */
	assert_int_equal(burst(m, 2048, 400), 40 + 2047 * 16);
	mem_free(m);
}

static void one_at_a_time(void **state)
{
	struct mem *m = fake_mem(SLOW);

	(void)state;
	burst(m, 256, 0);
	expect_access(m, 0, A, MEM_GETS, 10, MEM_L2);
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rates),
		cmocka_unit_test(one_at_a_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
