/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine that cannot be is refused with a message that says what is wrong. */
#include "tests/mem_fake.h"

#include <string.h>

#define CPU "cpu: {count: 4, sockets: 2, freq: 1GHz}\n"
#define L2  "l2: {size: 32KiB, ways: 4, share: 1}, "

static const struct {
	const char *machine, *says;
} rows[] = {
	{"cache: {" FAKE_L1 "}\n" FAKE_DRAM, "cpu.count"},
	{CPU "cache: {l1i: {size: 8KiB, ways: 2, latency: 1}}\n" FAKE_DRAM, "l1d.size"},
	{CPU "cache: {" FAKE_L1 "l2: {size: 25KiB, ways: 4}}\n" FAKE_DRAM,
	 "cache.l2: size 25600 B cannot be built of 4 ways (multiples of 16 KiB"},
	{CPU "cache: {" FAKE_L1 "l2: {size: 8KiB, ways: 4}}\n" FAKE_DRAM, "cannot be built"},
	/* Smaller than a line, and at the place of the size. */
	{CPU "cache: {" FAKE_L1 "l2: {ways: 16, size: 3}}\n" FAKE_DRAM,
	 "bad.yaml:2:146: cache.l2: size 3 B cannot be built of 16 ways"},
	{CPU "cache: {" FAKE_L1 "l2: {ways: 1, size: 19}}\n" FAKE_DRAM, "cannot be built"},
	{CPU "cache: {" FAKE_L1 "l2: {ways: 16, size: 4GiB}}\n"
	     "coherence: {filter: {size: 1B}}\n" FAKE_DRAM,
	 "coherence.filter: size 1 B"},
	{"cpu: {count: 128, freq: 1GHz}\ncache: {" FAKE_L1 "l2: {size: 4GiB}}\n" FAKE_DRAM,
	 "524290 MiB; more than 8192 MiB are not simulated"},
	{CPU "cache: {l1d: {size: 0B, ways: 2, latency: 1}, l1i: {size: 8KiB, ways: 2, "
	     "latency: 1}}\n" FAKE_DRAM,
	 "cache.l1d cannot be absent"},
	{CPU "cache: {" FAKE_L1 "l2: {size: 32KiB, ways: 33}}\n" FAKE_DRAM, "33"},
	{CPU "cache: {" FAKE_L1 "l2: {size: 32KiB, ways: 4, share: 3}}\n" FAKE_DRAM,
	 "2 CPUs a socket cannot share caches by 3"},
	{CPU "cache: {" FAKE_L1 "l3: {size: 64KiB, ways: 4, share: 2}}\n" FAKE_DRAM,
	 "cache.l3 needs an L2"},
	{CPU "cache: {" FAKE_L1 L2
	     "l3: {size: 64KiB, ways: 4, share: 2, policy: victim}}\n" FAKE_DRAM,
	 "coherence.filter"},
	{CPU "cache: {" FAKE_L1 L2 "l3: {size: 64KiB, ways: 4, policy: odd}}\n" FAKE_DRAM, "odd"},
	{CPU "cache: {" FAKE_L1 "}\ndma: {policy: ddio}\n" FAKE_DRAM, "ddio needs an L3"},
	{CPU "cache: {" FAKE_L1 "}\ndma: {socket: 2}\n" FAKE_DRAM, "there are 2 sockets"},
	{CPU "cache: {" FAKE_L1 "}\ndram: {latency: 100ns, bandwidth: 1Gbps, nodes: 3}\n",
	 "dram.nodes must be 1 or cpu.sockets"},
	{CPU "cache: {" FAKE_L1 "}\ndram: {latency: 100ns, bandwidth: 1Gbps, banks: 6}\n",
	 "dram.banks and dram.row must be powers of two"},
	{CPU "cache: {" FAKE_L1 "}\ndram: {latency: 15ns, bandwidth: 1Gbps, banks: 8}\n",
	 "dram.activate is a part of dram.latency"},
	{CPU "cache: {" FAKE_L1 "}\ntlb: {data: {entries: 32, ways: 3, large: 8}}\n" FAKE_DRAM,
	 "tlb.data: 32 entries in 3 ways are not a power of two of sets"},
	{CPU "cache: {" FAKE_L1 "}\ntlb: {data: {entries: 32, large: 8}}\n" FAKE_DRAM,
	 "tlb.code has no entries for some size of pages"},
	{CPU "cache: {" FAKE_L1 "}\ntlb: {data: {entries: 8, large: 8}, "
	     "code: {entries: 8, large: 8}, walk_l1: off}\n" FAKE_DRAM,
	 "tlb.walk_l1 off needs an L2 of each CPU's own"},
	{CPU "cache: {" FAKE_L1
	     "}\ntlb: {second: {unified: on}, second_code: {entries: 8}}\n" FAKE_DRAM,
	 "tlb.second.unified says that there is none"},
	{CPU "cache: {" FAKE_L1 "}\ndram: {latency: 100, bandwidth: 1Gbps}\n", "latency"},
};

static void refused(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct yaml_node *n;
		struct mem *m = NULL;
		char *err;

		assert_null(yaml_parse("bad.yaml", rows[i].machine, &n));
		err = mem_new("h", n, &m);
		assert_non_null(err);
		if (!strstr(err, rows[i].says))
			print_error("row %u: %s\n", i, err);
		assert_non_null(strstr(err, rows[i].says));
		assert_non_null(strstr(err, "bad.yaml:"));
		assert_null(m);
		free(err);
		yaml_free(n);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(refused)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
