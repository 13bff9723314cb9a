/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Flow control of the nForce MAC: with TX pause on and no receive descriptors the far
 * end is stopped before the FIFO overflows, and goes on when there is room again;
 * with it off frames are lost.
 */
#include "tests/minidrv_fe.h"

#define YAML FE_YAML "device: {rx_fifo: 32KiB, pause_high: 24KiB, pause_low: 8KiB}\n"

static uint32_t to_send, sent;

static void feed(struct nic *n)
{
	while (n == &peer && to_send && !wire_busy(n->port)) {
		to_send--;
		assert_true(wire_send(n->port, fake_frame_len(1514, sent++)));
	}
}

static void stops(void **state)
{
	const struct nic_stats *s;
	uint32_t i;

	(void)state;
	fe_up(YAML, NIC_MSI, FE_IRQ_RX, 1000000000, 0);
	wire_honour_pause(peer.port, true);
	wr(fe_nic, FE_AT_MISC1, FE_MISC_PAUSE_TX);
	s = &fe_nic->stats;
	peer_free_hook = feed;
	to_send = 100;
	feed(&peer);
	run_us(2000);
	/* 24 KiB are 17 frames; one more is on the wire when the pause arrives. */
	assert_in_range(sent, 17, 19);
	assert_true(wire_busy(peer.port));
	assert_int_equal(wire_stats(fe_wire, 0)->pause, 1);
	for (i = 0; i < FE_RX; i++)
		fe_rx_give(i);
	run_us(400); /* looked for every 20 us; lifted below 8 KiB */
	assert_int_equal(wire_stats(fe_wire, 0)->pause, 2);
	assert_true(sent > 40);
	for (i = 0; i < 20; i++) {
		uint32_t k;

		for (k = 0; k < FE_RX; k++)
			if (!(fe_rx_flags(k) & FE_RX_AVAIL))
				fe_rx_give(k);
		run_us(200);
	}
	assert_int_equal(sent, 100);
	assert_int_equal(s->rx_frames, 100);
	assert_int_equal(s->rx_no_buffer + s->rx_fifo_drop + s->rx_bad, 0);
	assert_int_equal(rd(fe_nic, FE_AT_S_TX_PAUSE), wire_stats(fe_wire, 0)->pause);
}

static void off(void **state)
{
	const struct nic_stats *s = &fe_nic->stats;
	uint64_t before = s->rx_frames;

	(void)state;
	wr(fe_nic, FE_AT_MISC1, 0);
	fe_rings(0);
	fe_kick();
	run_us(5);
	to_send = 100;
	feed(&peer);
	run_us(2000);
	assert_int_equal(s->rx_frames, before);
	assert_int_equal(s->rx_no_buffer, 100 - 21); /* 32 KiB hold 21 frames */
	fe_down();
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(stops), cmocka_unit_test(off)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
