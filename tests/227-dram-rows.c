/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Banks: a line of an open row is faster by tRCD, another row of the bank costs
 * tRP more and waits for tRC; writes wait for a gap or until their queue is full,
 * and then the bus turns around; the bus moves one line at a time.
 */
#include "tests/mem_fake.h"

#include "models/mem/dram.h"

#define NS 1000
/* Two banks; a row is 4 lines, so bank 0 has lines 0-3, 8-11 ... */
static const struct dram_timing timing = {
	.banks = 2,
	.row_lines = 4,
	.activate = 15 * NS,
	.precharge = 14 * NS,
	.row_cycle = 55 * NS,
	.write_recovery = 16 * NS,
	.to_read = 9 * NS,
	.to_write = 20 * NS,
	.write_queue = 2,
};

static struct dram d;
static struct dram_counts counts;

static void start(void)
{
	counts = (struct dram_counts){.row_hits = 0};
	dram_init(&d, 51200000000ull, &timing, &counts); /* 10 ns a line */
}

#define expect_read(line, ns, more) assert_int_equal(dram_read_bank(&d, line, (ns)*NS), (more)*NS)

static void rows(void **state)
{
	(void)state;
	start();
	expect_read(0, 1000, 0); /* no row open */
	expect_read(3, 1100, -15);
	expect_read(4, 1200, 0); /* the other bank */
	expect_read(8, 1300, 14);
	expect_read(0, 1400, 14);
	expect_read(5, 1500, -15); /* still open */
	assert_int_equal(counts.row_hits, 2);
	assert_int_equal(counts.row_conflicts, 2);
}

static void row_cycle(void **state)
{
	(void)state;
	start();
	expect_read(0, 1000, 0);
	/* Precharged at 1020, but not activated before 1055. */
	expect_read(8, 1020, 1055 - 1020);
}

static void bus(void **state)
{
	(void)state;
	start();
	expect_read(0, 1000, 0); /* data from 1015 */
	expect_read(1, 1000, 10);
	expect_read(4, 1000, 20);
	expect_read(2, 1100, -15);
	expect_read(3, 1100, -5);
}

static void writes(void **state)
{
	(void)state;
	start();
	expect_read(0, 1000, 0);
	dram_write_bank(&d, 1, 1100 * NS);
	dram_write_bank(&d, 2, 1100 * NS);
	expect_read(3, 1100, 1120 + 9 - 1100 - 15); /* full: written at 1100 to 1120 */
	assert_int_equal(d.writes, 0);
	assert_int_equal(counts.turnarounds, 2);
	/* Bus free from 1139. */
	dram_write_bank(&d, 0, 1130 * NS);
	expect_read(1, 1130, 1139 - 1130 - 15);
	assert_int_equal(d.writes, 1);
	dram_write_bank(&d, 0, 1140 * NS); /* full: 1169 to 1189 */
	/* Another row: closed when the data has been in for tWR. */
	expect_read(8, 1140, 1189 + 16 + 14 - 1140);
}

/* One that waits is written when nobody reads. */
static void gap(void **state)
{
	(void)state;
	start();
	expect_read(0, 1000, 0);
	dram_write_bank(&d, 1, 1010 * NS);
	expect_read(2, 1012, 10 - (1012 - 1000)); /* no gap yet; data from 1025 */
	assert_int_equal(d.writes, 1);
	expect_read(3, 1200, -15); /* written at 1055 to 1065 */
	assert_int_equal(d.writes, 0);
	assert_int_equal(counts.turnarounds, 2);
}

static void closes(void **state)
{
	struct dram_timing t = timing;

	(void)state;
	t.close_after = 80 * NS;
	dram_init(&d, 51200000000ull, &t, &counts);
	expect_read(0, 1000, 0);
	expect_read(1, 1095, -15); /* used at 1015 */
	expect_read(8, 1300, 0);
	expect_read(8, 1395, -15); /* used at 1315 */
	expect_read(8, 1476, 0);   /* used at 1395 */
}

/* Writes announced ahead of time are no matter to reads before them. */
static void announced(void **state)
{
	(void)state;
	start();
	for (unsigned int i = 0; i < 3; i++)
		dram_write_bank(&d, 8 + i, 2000 * NS);
	dram_write_bank(&d, 1, 1500 * NS);
	expect_read(0, 1000, 0);
	expect_read(2, 1400, -15);
	assert_int_equal(d.writes, 4);
	assert_int_equal(d.write[d.first_write].at, 1500 * NS);
	expect_read(2, 1700, -15); /* one is written */
	assert_int_equal(d.writes, 3);
	expect_read(0, 2500, 14);
	assert_int_equal(d.writes, 0);
	assert_int_equal(counts.late, 0);
}

/* A request from before the latest finds the rows as they are by now. */
static void late(void **state)
{
	(void)state;
	start();
	expect_read(0, 5000, 0);
	expect_read(1, 4000, -15);
	expect_read(8, 4000, 14);
	expect_read(4, 4000, 0);
}

/* In a memory system: random lines cost dram.latency, a walk forward finds rows open. */
static void in_memory(void **state)
{
	struct mem *m =
		fake_mem("cpu: {count: 1, freq: 1GHz}\n"
			 "cache: {" FAKE_L1 "prefetch: {kind: none}}\n"
			 "dram: {latency: 100ns, bandwidth: 51.2Gbps, size: 1GiB, banks: 8, "
			 "row: 8KiB, activate: 15ns, precharge: 14ns}\n");

	(void)state;
	expect_access(m, 0, 0x10000000, MEM_GETS, 100, MEM_DRAM);
	expect_access(m, 0, 0x10000040, MEM_GETS, 85, MEM_DRAM);
	expect_access(m, 0, 0x10002000, MEM_GETS, 100, MEM_DRAM);
	expect_access(m, 0, 0x10010000, MEM_GETS, 114, MEM_DRAM);
	mem_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows),	  cmocka_unit_test(row_cycle), cmocka_unit_test(bus),
		cmocka_unit_test(writes), cmocka_unit_test(gap),       cmocka_unit_test(closes),
		cmocka_unit_test(late),	  cmocka_unit_test(announced), cmocka_unit_test(in_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
