/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An access takes exactly the latency of the level that has the line. */
#include "tests/mem_fake.h"

#define A   0x10000000ull
#define WAY 0x1000ull /* lines so far apart share a set of L1 */

static void k8(void **state)
{
	struct mem *m = fake_mem(FAKE_K8);

	(void)state;
	expect_access(m, 0, A, MEM_GETS, 100, MEM_DRAM);
	expect_access(m, 0, A, MEM_GETS, 3, MEM_L1);
	expect_access(m, 0, A + 63, MEM_GETX, 3, MEM_L1); /* E: no message */
	expect_access(m, 0, A + 64, MEM_GETS, 100, MEM_DRAM);
	expect_access(m, 0, A + WAY, MEM_GETS, 100, MEM_DRAM);
	expect_access(m, 0, A + 2 * WAY, MEM_GETS, 100, MEM_DRAM); /* A goes to L2 */
	expect_access(m, 0, A, MEM_GETS, 12, MEM_L2);
	expect_access(m, 1, A, MEM_GETS, 70, MEM_PEER); /* dirty in CPU 0 */
	mem_free(m);
}

static void core2(void **state)
{
	struct mem *m = fake_mem(FAKE_CORE2);

	(void)state;
	expect_access(m, 0, A, MEM_GETX, 100, MEM_DRAM);
	expect_access(m, 1, A, MEM_GETS, 40, MEM_PEER); /* dirty in the other L1 */
	expect_access(m, 1, A, MEM_GETS, 3, MEM_L1);
	expect_access(m, 2, A, MEM_GETS, 90, MEM_REMOTE); /* other socket's L2 supplies */
	expect_access(m, 3, A, MEM_GETS, 14, MEM_L2);	  /* shared by now */
	mem_free(m);
}

static void nehalem(void **state)
{
	struct mem *m = fake_mem(FAKE_NEHALEM);

	(void)state;
	expect_access(m, 0, A, MEM_GETS, 100, MEM_DRAM);
	expect_access(m, 1, A, MEM_GETS, 65, MEM_PEER); /* CPU 0 might have written it */
	expect_access(m, 2, A, MEM_GETS, 90, MEM_REMOTE);
	expect_access(m, 0, A + 64, MEM_GETX, 100, MEM_DRAM);
	expect_access(m, 1, A + 64, MEM_GETS, 75, MEM_PEER); /* it has */
	expect_access(m, 0, A + WAY, MEM_GETS, 100, MEM_DRAM);
	expect_access(m, 0, A + 2 * WAY, MEM_GETS, 100, MEM_DRAM);
	expect_access(m, 0, A, MEM_GETS, 10, MEM_L2);
	mem_free(m);
}

static void skylake(void **state)
{
	struct mem *m = fake_mem(FAKE_SKX);

	(void)state;
	expect_access(m, 0, A, MEM_GETS, 100, MEM_DRAM);
	for (unsigned int i = 1; i <= 4; i++) /* L2 has 64 sets of 4 ways */
		expect_access(m, 0, A + i * WAY, MEM_GETS, 100, MEM_DRAM);
	expect_access(m, 0, A, MEM_GETS, 50, MEM_LLC); /* victim of L2 */
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(k8),
		cmocka_unit_test(core2),
		cmocka_unit_test(nehalem),
		cmocka_unit_test(skylake),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
