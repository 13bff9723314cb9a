/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interrupt modes of the nForce MAC: the interval timer of CPU mode counts in units of
 * 10.24 us and stays quiet unless it is unmasked; with MSI-X each cause goes to its
 * vector and writing the mask toggles it.
 */
#include "tests/minidrv_fe.h"

static void timer(void **state)
{
	uint32_t i;

	(void)state;
	fe_up(FE_YAML, NIC_INTX, 0, 1000000000, 0);
	wr(fe_nic, FE_AT_POLL_INTERVAL, 13); /* 133.12 us */
	wr(fe_nic, FE_AT_SETUP6, 3);
	run_us(1000);
	assert_int_equal(rd(fe_nic, FE_AT_IRQ_STATUS) & FE_IRQ_TIMER, 0);
	wr(fe_nic, FE_AT_IRQ_MASK, FE_IRQ_TIMER | FE_IRQ_LINK);
	for (i = 1; i <= 5; i++) {
		run_ps(133119000);
		assert_int_equal(fe_nic->irq[0]->raised, i - 1);
		run_ps(1000);
		assert_true(rd(fe_nic, FE_AT_IRQ_STATUS) & FE_IRQ_TIMER);
		wr(fe_nic, FE_AT_IRQ_STATUS, FE_IRQ_TIMER);
	}
	wr(fe_nic, FE_AT_IRQ_MASK, 0);
	run_us(1);
	fe_down();
}

static void vectors(void **state)
{
	(void)state;
	nic_irq_setup(fe_nic, NIC_MSIX, 3, 0, NULL);
	fe_rings(FE_RX);
	fe_wire = fake_wire(1000000000, 0);
	wire_attach(fe_wire, 0, fe_nic);
	/* Receive causes to 0, transmit to 1, the rest to 2. */
	wr(fe_nic, FE_AT_MSIX_MAP0, 0x02211000);
	wr(fe_nic, FE_AT_MSIX_MAP1, 0x00000001);
	wr(fe_nic, FE_AT_IRQ_MASK, FE_IRQ_RX_ALL);
	wr(fe_nic, FE_AT_IRQ_MASK, FE_IRQ_TX_ALL);
	fe_kick();
	run_us(2);
	assert_true(wire_send(peer.port, fake_frame_len(100, 0)));
	run_us(5);
	assert_int_equal(fe_nic->irq[0]->raised, 1);
	assert_int_equal(fe_nic->irq[1]->raised, 0);
	fe_tx_frame(fake_frame_len(100, 0));
	fe_kick();
	run_us(5);
	assert_int_equal(fe_nic->irq[1]->raised, 1);
	assert_int_equal(rd(fe_nic, FE_AT_MSIX_STATUS), FE_IRQ_RX | FE_IRQ_TX_OK);
	wr(fe_nic, FE_AT_MSIX_STATUS, FE_IRQ_RX);
	/* Toggled off: the next frame is silent; toggled on: it speaks. */
	wr(fe_nic, FE_AT_IRQ_MASK, FE_IRQ_RX_ALL);
	assert_true(wire_send(peer.port, fake_frame_len(100, 0)));
	run_us(5);
	assert_int_equal(fe_nic->irq[0]->raised, 1);
	wr(fe_nic, FE_AT_IRQ_MASK, FE_IRQ_RX_ALL);
	run_us(1);
	assert_int_equal(fe_nic->irq[0]->raised, 2);
	frame_free(peer_frame[0]);
	fe_down();
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(timer), cmocka_unit_test(vectors)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
