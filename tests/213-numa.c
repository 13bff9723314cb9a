/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two memory nodes: the halves of the address range, near to one socket each,
 * with a bandwidth of their own.
 */
#include "tests/mem_fake.h"

#define TWO                                                                                        \
	"cpu: {count: 2, sockets: 2, freq: 1GHz}\n"                                                \
	"cache: {" FAKE_L1 "prefetch: {kind: none}}\n"                                             \
	"dram: {latency: 60ns, remote_latency: 105ns, bandwidth: 51.2Gbps, size: 2GiB, nodes: "    \
	"2}\n"
#define FAR  0x50000000ull
#define NEAR 0x10000000ull

static void latencies(void **state)
{
	struct mem *m = fake_mem(TWO);

	(void)state;
	assert_int_equal(mem_nodes(m), 2);
	assert_int_equal(mem_node(m, 0), 0);
	assert_int_equal(mem_node(m, 1), 1);
	expect_access(m, 0, NEAR, MEM_GETS, 60, MEM_DRAM);
	expect_access(m, 0, FAR, MEM_GETS, 105, MEM_REMOTE);
	expect_access(m, 1, NEAR + 64, MEM_GETS, 105, MEM_REMOTE);
	expect_access(m, 1, FAR + 64, MEM_GETS, 60, MEM_DRAM);
	mem_free(m);
}

static void bandwidths(void **state)
{
	struct mem *m = fake_mem(TWO);
	uint32_t last[2] = {0, 0};

	(void)state;
	for (unsigned int i = 0; i < 200; i++)
		last[i & 1] =
			mem_access(m, i & 1, (i & 1 ? FAR : NEAR) + i * 64, MEM_GETS, SIM_PS(0)).ps;
	assert_int_equal(last[0], 60000 + 99 * 10000);
	assert_int_equal(last[1], 60000 + 99 * 10000);
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(latencies),
		cmocka_unit_test(bandwidths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
