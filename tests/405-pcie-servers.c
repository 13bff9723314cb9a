/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A direction of the link serves at its rate: a burst of writes, of reads, leaves
 * back to back; with one tag a read waits for the one before it; with few posted
 * credits a write waits for the host's memory.
 */
#include "tests/nic_fake.h"

/* 8 Gb/s, so that a byte takes 1 ns. */
static struct pcie_params simple(void)
{
	return (struct pcie_params){.kind = BUS_ONCHIP,
				    .rate_bps = 8000000000ull,
				    .mps = 64,
				    .mrrs = 64,
				    .rcb = 64,
				    .tags = 16,
				    .posted_credits = 16,
				    .up_ps = 100000,
				    .down_ps = 50000};
}

static struct pcie *bus(const struct pcie_params *p)
{
	struct pcie *b = NULL;

	fake_mem_read_ps = fake_mem_write_ps = 30000;
	assert_null(pcie_new(fake_mem, p, &b));
	return b;
}

/* 64 data + 8 request header = 72 ns each. */
static void writes_back_to_back(void **state)
{
	struct pcie_params p = simple();
	struct pcie *b = bus(&p);
	uint64_t i;

	(void)state;
	for (i = 0; i < 10; i++)
		assert_int_equal(pcie_write(b, 0x1000 + 64 * i, 64, SIM_PS(0)).ps,
				 72000 * (i + 1) + 100000 + 30000);
	assert_int_equal(pcie_stats(b)->up_bytes, 720);
	assert_int_equal(pcie_stats(b)->up_tlps, 10);
	pcie_free(b);
}

/* Request 8 ns up + 100, memory 30, completion 64 + 4 = 68 ns down + 50. */
static void reads_back_to_back(void **state)
{
	struct pcie_params p = simple();
	struct pcie *b = bus(&p);
	uint64_t i;

	(void)state;
	for (i = 0; i < 10; i++)
		assert_int_equal(pcie_read(b, 0x1000 + 64 * i, 64, SIM_PS(0), NULL).ps,
				 8000 + 100000 + 30000 + 68000 * (i + 1) + 50000);
	pcie_free(b);
}

static void one_tag(void **state)
{
	struct pcie_params p = simple();
	struct pcie *b;
	uint64_t i;

	(void)state;
	p.tags = 1;
	b = bus(&p);
	for (i = 0; i < 5; i++)
		assert_int_equal(pcie_read(b, 0x1000 + 64 * i, 64, SIM_PS(0), NULL).ps,
				 (8000 + 100000 + 30000 + 68000 + 50000) * (i + 1));
	assert_int_equal(pcie_stats(b)->tag_waits, 4);
	pcie_free(b);
}

/* A write of 4 lines has 4 packets: its request bytes are 4 x 8. */
static void two_credits(void **state)
{
	struct pcie_params p = simple();
	struct pcie *b;
	uint64_t cycle = 72000 + 100000 + 30000 + 50000, i;

	(void)state;
	p.posted_credits = 2;
	b = bus(&p);
	/* Two fly; the third leaves when the first's credit is back (and so on, in pairs). */
	assert_int_equal(pcie_write(b, 0x1000, 64, SIM_PS(0)).ps, 72000 + 130000);
	assert_int_equal(pcie_write(b, 0x1040, 64, SIM_PS(0)).ps, 144000 + 130000);
	for (i = 1; i < 4; i++) {
		assert_int_equal(pcie_write(b, 0x2000, 64, SIM_PS(0)).ps,
				 i * cycle + 72000 + 130000);
		assert_int_equal(pcie_write(b, 0x2040, 64, SIM_PS(0)).ps,
				 i * cycle + 144000 + 130000);
	}
	assert_true(pcie_stats(b)->credit_waits >= 3);
	pcie_free(b);
}

/* Both directions at once do not disturb each other. */
static void duplex(void **state)
{
	struct pcie_params p = simple();
	struct pcie *b = bus(&p);

	(void)state;
	assert_int_equal(pcie_read(b, 0x1000, 64, SIM_PS(0), NULL).ps, 256000);
	/* The register write slips in before the completion that is booked for later. */
	assert_int_equal(pcie_mmio_write(b, 4, SIM_PS(0)).ps, 12000 + 50000);
	/* This one meets the completion (138 to 206 ns) and goes after it. */
	assert_int_equal(pcie_mmio_write(b, 4, SIM_PS(150000)).ps, 206000 + 12000 + 50000);
	pcie_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writes_back_to_back),
		cmocka_unit_test(reads_back_to_back),
		cmocka_unit_test(one_tag),
		cmocka_unit_test(two_credits),
		cmocka_unit_test(duplex),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
