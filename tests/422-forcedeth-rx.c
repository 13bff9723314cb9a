/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Receive of the nForce MAC: bytes land in the buffers in order, the descriptor
 * tells length and checksum result, what fails the FCS or the filter is counted, a
 * ring without buffers keeps frames in the FIFO, and all frames are accounted for.
 */
#include "tests/minidrv_fe.h"

#define PAUSE_OFF FE_YAML "device: {rx_fifo: 32KiB, partner_pause: off}\n"

static uint32_t to_send, sent, send_len = 1514;

static void feed(struct nic *n)
{
	while (n == &peer && to_send && !wire_busy(n->port)) {
		to_send--;
		assert_true(wire_send(n->port, fake_frame_len(send_len, sent++)));
	}
}

static void burst(uint32_t n)
{
	to_send = n;
	peer_free_hook = feed;
	feed(&peer);
}

static void lands(void **state)
{
	static uint8_t want[2000];
	struct frame *f = fake_frame_len(900, 0);
	uint32_t i;

	(void)state;
	fe_up(PAUSE_OFF, NIC_MSI, FE_IRQ_RX, 1000000000, FE_RX);
	run_us(1);
	send_len = 900;
	burst(20);
	run_us(200);
	frame_write(f, want);
	for (i = 0; i < 20; i++) {
		assert_int_equal(fe_rx_flags(i) & (FE_RX_AVAIL | FE_RX_ERROR), 0);
		assert_int_equal(fe_rx_flags(i) & FE_LEN_MASK, 900);
		assert_int_equal(fe_rx_flags(i) & FE_RX_CSUM_UDP, FE_RX_CSUM_TCP & FE_RX_CSUM_UDP);
		assert_int_equal(ram_at(FE_RX_BUF(i) + 41, 1)[0], i); /* sequence number */
	}
	assert_memory_equal(ram_at(FE_RX_BUF(0), 900), want, 900);
	assert_true(fe_rx_flags(20) & FE_RX_AVAIL);
	assert_int_equal(fe_nic->irq[0]->raised, 1); /* nobody acknowledges */
	assert_int_equal(rd(fe_nic, FE_AT_S_RX_UNICAST), 20);
	assert_int_equal(rd(fe_nic, FE_AT_S_RX_BYTES), 0 + 20 * 904);
	assert_int_equal(rd(fe_nic, FE_AT_S_RX_BYTES), 0);
	frame_free(f);
}

/* MSI again after MSI_MASK was toggled with a cause pending: the driver's workaround. */
static void message_again(void **state)
{
	(void)state;
	wr(fe_nic, FE_AT_MSI_MASK, 0);
	wr(fe_nic, FE_AT_MSI_MASK, FE_MSI_VECTOR0);
	run_us(1);
	assert_int_equal(fe_nic->irq[0]->raised, 2);
	wr(fe_nic, FE_AT_IRQ_STATUS, FE_IRQ_ALL);
	wr(fe_nic, FE_AT_MSI_MASK, 0);
	wr(fe_nic, FE_AT_MSI_MASK, FE_MSI_VECTOR0);
	run_us(1);
	assert_int_equal(fe_nic->irq[0]->raised, 2);
}

static void refused(void **state)
{
	struct frame *f = fake_frame_len(100, 0);

	(void)state;
	f->bad = true;
	assert_true(wire_send(peer.port, f));
	run_us(5);
	assert_int_equal(rd(fe_nic, FE_AT_S_RX_FCS_ERROR), 1);
	wr(fe_nic, FE_AT_PFF, FE_PFF_MY_ADDRESS);
	assert_true(wire_send(peer.port, fake_frame_len(100, 0)));
	run_us(5);
	assert_int_equal(fe_nic->stats.rx_bad, 2);
	wr(fe_nic, FE_AT_PFF, FE_PFF_PROMISCUOUS);
	assert_true(wire_send(peer.port, fake_frame_len(1601, 0)));
	run_us(20);
	assert_int_equal(rd(fe_nic, FE_AT_S_RX_TOO_LONG), 1);
	assert_true(fe_rx_flags(20) & FE_RX_AVAIL);
}

/* 44 descriptors left, 32 KiB of FIFO hold 21 frames of 1514: the rest is dropped. */
static void overload(void **state)
{
	const struct nic_stats *s = &fe_nic->stats;
	uint64_t before = s->rx_frames, i;

	(void)state;
	send_len = 1514;
	burst(100);
	run_us(1500);
	assert_int_equal(s->rx_frames - before, FE_RX - 20);
	assert_int_equal(s->rx_no_buffer, 100 - (FE_RX - 20) - 21);
	assert_int_equal(s->rx_fifo_drop, 0);
	assert_true(rd(fe_nic, FE_AT_IRQ_STATUS) & FE_IRQ_RX_NOBUF);
	/* New buffers, no doorbell: the device finds them. */
	for (i = 0; i < FE_RX; i++)
		fe_rx_give((uint32_t)i);
	run_us(100);
	assert_int_equal(s->rx_frames - before, FE_RX - 20 + 21);
	assert_int_equal(s->rx_frames + s->rx_bad + s->rx_no_buffer + s->rx_fifo_drop,
			 wire_stats(fe_wire, 1)->delivered);
	assert_int_equal(frames_live(), 0);
	fe_down();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lands),
		cmocka_unit_test(message_again),
		cmocka_unit_test(refused),
		cmocka_unit_test(overload),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
