/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Transmit of the nForce MAC through registers and memory: bytes on the wire are
 * the bytes in memory, VALID clears when the frame has left, each packet raises
 * TX_OK, the ring wraps many times, and every time is what the bus and the wire
 * add up to.
 */
#include "tests/minidrv_fe.h"

static void one_frame(void **state)
{
	static uint8_t want[2000];
	struct frame *f = fake_frame_len(1514, 77);
	uint64_t start, here;

	(void)state;
	fe_up(FE_YAML, NIC_MSI, FE_IRQ_TX_OK, 1000000000, 0);
	run_us(10);
	frame_write(f, want);
	fe_tx_frame(f);
	start = sim_now().ps;
	fe_kick();
	run_us(1);
	assert_int_equal(peer_frames, 0);
	run_us(30);
	assert_int_equal(peer_frames, 1);
	assert_int_equal(peer_frame[0]->len, 1514);
	assert_memory_equal(peer_frame[0]->bytes, want, 1514);
	/*
	 * 0.25 ns a byte.  Descriptors: 8 x 16 = 128 bytes: request 2 x 8 up, 60; answer
	 * 128 + 2 x 4 down, 60 -> 158 ns.  Data: 24 lines asked, 24 x 8 up; 1514 + 24 x 4.
	 */
	here = start + 4000 + 60000 + 34000 + 60000 + 48000 + 60000 + 402500 + 60000;
	assert_int_equal(peer_time[0].ps, here + (8 + 1514 + 4) * 8000);
	assert_false(fe_tx_flags(0) & FE_TX_VALID);
	assert_int_equal(rd(fe_nic, FE_AT_IRQ_STATUS), FE_IRQ_TX_OK);
	assert_int_equal(fe_nic->irq[0]->raised, 1);
	/* Left the wire with its gap, descriptor (24 bytes up, 60), message (12 up, 60). */
	assert_int_equal(fe_nic->irq[0]->last.ps,
			 here + (8 + 1514 + 4 + 12) * 8000 + 6000 + 60000 + 3000 + 60000);
	assert_int_equal(rd(fe_nic, FE_AT_TX_STATUS), 0);
	frame_free(peer_frame[0]);
	fe_down();
}

/* 1000 frames through 64 descriptors. */
static void wraps(void **state)
{
	uint32_t sent = 0, done = 0, i;

	(void)state;
	peer_frames = 0;
	fe_rings(0);
	fe_wire = fake_wire(1000000000, 0);
	wire_attach(fe_wire, 0, fe_nic);
	while (done < 1000) {
		while (sent < 1000 && sent - done < FE_TX - 1) {
			fe_tx_frame(fake_frame_len(200 + sent % 300, sent));
			sent++;
			fe_kick();
		}
		run_us(5);
		while (done < sent && !(fe_tx_flags(fe_get) & FE_TX_VALID)) {
			fe_get = (fe_get + 1) % FE_TX;
			done++;
		}
	}
	assert_int_equal(peer_frames, 1000);
	for (i = 0; i < 1000; i++) {
		assert_int_equal(peer_frame[i]->h.seq, i);
		assert_true(peer_frame[i]->len == 200 + i % 300);
		frame_free(peer_frame[i]);
	}
	assert_int_equal(fe_nic->stats.tx_frames, 1001);
	assert_int_equal(frames_live(), 0);
	fe_down();
}

static void bad_address(void **state)
{
	(void)state;
	peer_frames = 0;
	fe_rings(0);
	fe_wire = fake_wire(1000000000, 0);
	wire_attach(fe_wire, 0, fe_nic);
	fe_tx_piece(0xdead0000, 100, FE_TX_VALID | FE_TX_LAST);
	fe_tx_frame(fake_frame_len(100, 5));
	fe_kick();
	run_us(20);
	assert_int_equal(fe_nic->stats.bad_dma, 1);
	assert_int_equal(peer_frames, 1);
	assert_int_equal(peer_frame[0]->h.seq, 5);
	assert_true(rd(fe_nic, FE_AT_IRQ_STATUS) & FE_IRQ_TX_ERROR);
	frame_free(peer_frame[0]);
	fe_down();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_frame),
		cmocka_unit_test(wraps),
		cmocka_unit_test(bad_address),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
