/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * MII of the nForce MAC: an access is busy for its time, an empty address answers
 * with an error, reset clears itself, autonegotiation ends after its time, and link
 * changes interrupt.
 */
#include "tests/minidrv_fe.h"

#define MII_US 26

static uint32_t mii(uint32_t phy, uint32_t reg, uint32_t control, uint32_t data)
{
	wr(fe_nic, FE_AT_MII_STATUS, 7);
	wr(fe_nic, FE_AT_MII_DATA, data);
	wr(fe_nic, FE_AT_MII_CTL, control | phy << FE_MIICTL_PHY_SHIFT | reg);
	assert_true(rd(fe_nic, FE_AT_MII_CTL) & FE_MIICTL_BUSY);
	run_us(MII_US);
	assert_false(rd(fe_nic, FE_AT_MII_CTL) & FE_MIICTL_BUSY);
	return rd(fe_nic, FE_AT_MII_DATA);
}

static void finds_phy(void **state)
{
	(void)state;
	fe_up(FE_YAML, NIC_INTX, FE_IRQ_LINK, 1000000000, 0);
	wr(fe_nic, FE_AT_MII_MASK, FE_MII_LINK_CHANGE);
	assert_int_equal(mii(0, 2, 0, 0), 0xffff);
	assert_true(rd(fe_nic, FE_AT_MII_STATUS) & FE_MII_ERROR);
	assert_int_equal(mii(1, 2, 0, 0), 0x0141);
	assert_false(rd(fe_nic, FE_AT_MII_STATUS) & FE_MII_ERROR);
	assert_int_equal(mii(1, 1, 0, 0) & 0x0100, 0x0100); /* gigabit */
}

static void negotiates(void **state)
{
	(void)state;
	mii(1, 0, FE_MIICTL_WRITE, 0x9140);
	assert_true(mii(1, 0, 0, 0) & 0x8000);
	run_us(1000);
	assert_false(mii(1, 0, 0, 0) & 0x8000);
	assert_int_equal(mii(1, 1, 0, 0) & 0x24, 0); /* not done yet */
	run_us(3000);
	assert_int_equal(mii(1, 1, 0, 0) & 0x24, 0x24);
	assert_true(mii(1, 10, 0, 0) & 0x0800); /* partner has 1000 full */
	assert_true(fe_nic->irq[0]->up);
	assert_true(rd(fe_nic, FE_AT_IRQ_STATUS) & FE_IRQ_LINK);
}

static void acknowledge(void)
{
	wr(fe_nic, FE_AT_IRQ_STATUS, FE_IRQ_ALL);
	wr(fe_nic, FE_AT_MII_STATUS, FE_MII_LINK_CHANGE);
	run_us(1);
	assert_false(fe_nic->irq[0]->up);
}

static void cable(void **state)
{
	(void)state;
	acknowledge();
	wire_set_link(fe_wire, false);
	run_us(1);
	assert_true(fe_nic->irq[0]->up);
	assert_int_equal(mii(1, 1, 0, 0) & 0x24, 0);
	acknowledge();
	wire_set_link(fe_wire, true);
	run_us(1000);
	assert_false(fe_nic->irq[0]->up);
	run_us(1100); /* autonegotiation takes 2 ms */
	assert_true(fe_nic->irq[0]->up);
	assert_int_equal(mii(1, 1, 0, 0) & 0x24, 0x24);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_phy),
		cmocka_unit_test(negotiates),
		cmocka_unit_test(cable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
