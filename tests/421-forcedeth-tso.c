/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * TSO of the nForce MAC: a packet of headers and several 16 KiB pieces leaves as
 * frames of the MSS at wire speed, with right checksums; its bytes are read once.
 */
#include "tests/minidrv_fe.h"

#include "nic_model/offload.h"

#define MSS	1448u
#define PAYLOAD 40000u
#define FRAMES	28u /* 27 x 1448 + 904 */

static void large_send(void **state)
{
	struct frame *big = fake_frame(PAYLOAD, 1000);
	uint32_t headers = hdrs_len(&big->h), off, i;
	uint64_t at = RAM_BASE + 0x80000, before;

	(void)state;
	big->h.flags |= TCPF_PSH;
	fe_up(FE_YAML, NIC_INTX, FE_IRQ_TX_OK, 1000000000, 0);
	run_us(5);
	frame_write(big, ram_at(at, big->len));
	fe_tx_piece(at, headers, FE_TX_VALID | FE_TX_TSO | MSS << FE_TX_MSS_SHIFT);
	for (off = 0; off < PAYLOAD; off += 16384) {
		bool last = off + 16384 >= PAYLOAD;

		fe_tx_piece(at + headers + off, last ? PAYLOAD - off : 16384,
			    FE_TX_VALID | (last ? FE_TX_LAST : 0));
	}
	before = fe_nic->stats.dma_read_bytes;
	fe_kick();
	run_us(400);
	assert_int_equal(peer_frames, FRAMES);
	for (i = 0; i < FRAMES; i++) {
		struct frame *f = peer_frame[i];

		assert_int_equal(f->h.seq, 1000 + i * MSS);
		assert_int_equal(f->len, i + 1 < FRAMES ? 66 + MSS : 66 + PAYLOAD - 27 * MSS);
		assert_int_equal(f->h.flags & TCPF_PSH, i + 1 < FRAMES ? 0 : TCPF_PSH);
		assert_true(offload_rx_csum_ok(f));
		assert_memory_equal(f->bytes + 66, ram_at(at + headers + i * MSS, 904), 904);
		if (i && i + 1 < FRAMES)
			assert_int_equal(peer_time[i].ps - peer_time[i - 1].ps, 1538 * 8000);
		frame_free(f);
	}
	/* Data once; a kick looks at 8 descriptors of 16 bytes of each ring. */
	assert_int_equal(fe_nic->stats.dma_read_bytes - before, headers + PAYLOAD + 2 * 128);
	for (i = 0; i < fe_put; i++)
		assert_false(fe_tx_flags(i) & FE_TX_VALID);
	assert_true(fe_nic->irq[0]->up);
	wr(fe_nic, FE_AT_IRQ_STATUS, FE_IRQ_ALL);
	run_us(1);
	assert_false(fe_nic->irq[0]->up);
	frame_free(big);
	assert_int_equal(frames_live(), 0);
	fe_down();
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(large_send)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
