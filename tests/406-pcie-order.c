/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Order on the bus: writes become visible in order, an interrupt message after the
 * writes before it, a read is served after them, and a register read's answer does
 * not pass them.
 */
#include "tests/nic_fake.h"

static struct pcie *bus(void)
{
	struct pcie_params p = {.kind = BUS_ONCHIP,
				.rate_bps = 8000000000ull,
				.mps = 64,
				.mrrs = 64,
				.rcb = 64,
				.tags = 16,
				.posted_credits = 16,
				.up_ps = 100000,
				.down_ps = 50000};
	struct pcie *b = NULL;

	assert_null(pcie_new(fake_mem, &p, &b));
	return b;
}

static void in_order(void **state)
{
	struct pcie *b = bus();
	sim_time slow, quick;

	(void)state;
	fake_mem_write_ps = 1000000;
	slow = pcie_write(b, 0x1000, 64, SIM_PS(0));
	assert_int_equal(slow.ps, 72000 + 100000 + 1000000);
	fake_mem_write_ps = 0;
	quick = pcie_write(b, 0x2000, 4, SIM_PS(0));
	assert_int_equal(quick.ps, slow.ps);
	/* The message (12 bytes) would be there at 184 + 100 ns. */
	assert_int_equal(pcie_message(b, SIM_PS(0)).ps, slow.ps);
	pcie_free(b);
}

static void read_after_write(void **state)
{
	struct pcie *b = bus();

	(void)state;
	fake_mem_write_ps = 1000000;
	fake_mem_read_ps = 0;
	pcie_write(b, 0x1000, 64, SIM_PS(0));
	assert_int_equal(pcie_read(b, 0x9000, 64, SIM_PS(0), NULL).ps, 1172000 + 68000 + 50000);
	pcie_free(b);
}

static void answer_pushes_writes(void **state)
{
	struct pcie *b = bus();

	(void)state;
	fake_mem_write_ps = 1000000;
	pcie_write(b, 0x1000, 64, SIM_PS(0));
	assert_int_equal(pcie_mmio_reply(b, 4, SIM_PS(0)).ps, 1172000);
	assert_int_equal(pcie_mmio_reply(b, 4, SIM_PS(2000000)).ps, 2000000 + 8000 + 100000);
	pcie_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_order),
		cmocka_unit_test(read_after_write),
		cmocka_unit_test(answer_pushes_writes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
