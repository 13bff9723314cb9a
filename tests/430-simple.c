/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The simple NIC through registers and memory: what it moves over the bus for each
 * packet is what the PCIe study says such a NIC moves, byte by byte; it sends at the
 * wire's rate, receives in order, keeps its distance between interrupts, and
 * accounts for every frame.
 */
#include "tests/nic_fake.h"

#include "nic_model/simple/simple.h"

#define RING	  16u
#define TX_RING	  RAM_BASE
#define RX_RING	  (RAM_BASE + 0x1000)
#define TX_BUF	  (RAM_BASE + 0x2000)
#define RX_BUF(i) (RAM_BASE + 0x10000 + 2048ull * (i))

static struct nic *nic;
static struct wire *wire;
static uint32_t put;

static void desc(uint64_t at, uint64_t addr, uint32_t len)
{
	ram32_set(at, (uint32_t)addr);
	ram32_set(at + 4, (uint32_t)(addr >> 32));
	ram32_set(at + 8, len);
	ram32_set(at + 12, 0);
}

static void up(const char *yaml)
{
	uint32_t i;

	nic = fake_nic(&simple_nic_ops, yaml);
	wire = fake_wire(10000000000ull, 0);
	wire_attach(wire, 0, nic);
	nic_irq_setup(nic, NIC_MSI, 1, 0, NULL);
	for (i = 0; i < RING; i++)
		desc(RX_RING + 16 * i, RX_BUF(i), 2048);
	wr(nic, SIMPLE_TX_BASE, (uint32_t)TX_RING);
	wr(nic, SIMPLE_TX_COUNT, RING);
	wr(nic, SIMPLE_RX_BASE, (uint32_t)RX_RING);
	wr(nic, SIMPLE_RX_COUNT, RING);
	wr(nic, SIMPLE_CTRL, SIMPLE_TX_ENABLE | SIMPLE_RX_ENABLE);
	wr(nic, SIMPLE_IRQ_MASK, SIMPLE_IRQ_TX | SIMPLE_IRQ_RX);
}

static void send(struct frame *f)
{
	frame_write(f, ram_at(TX_BUF, f->len));
	desc(TX_RING + 16 * put, TX_BUF, f->len);
	put = (put + 1) % RING;
	frame_free(f);
	wr(nic, SIMPLE_TX_TAIL, put);
}

/*
 * Gen3 x8, MPS 256, MRRS 512: per transmitted packet of 1514 bytes, device side only:
 * up: descriptor request 24, data requests 3 x 24, message 28;
 * down: descriptor 16 + 20, data 1514 + 6 x 20.
 */
static void transmit_bytes(void **state)
{
	struct pcie_stats before;
	uint32_t i;

	(void)state;
	up("{}\n");
	before = *pcie_stats(nic->pcie);
	for (i = 0; i < 100; i++) {
		send(fake_frame_len(1514, i));
		run_us(5);
		assert_int_equal(rd(nic, SIMPLE_TX_HEAD), put);
	}
	assert_int_equal(pcie_stats(nic->pcie)->up_bytes - before.up_bytes, 100 * (24 + 72 + 28));
	assert_int_equal(pcie_stats(nic->pcie)->down_bytes - before.down_bytes,
			 100 * (36 + 1514 + 120));
	assert_int_equal(nic->irq[0]->raised, 100);
	assert_int_equal(peer_frames, 100);
	for (i = 0; i < 100; i++) {
		assert_int_equal(peer_frame[i]->h.seq, i);
		frame_free(peer_frame[i]);
	}
}

/* Up: descriptor request 24, data 1514 + 6 x 24, write-back 16 + 24, message 28. */
static void receive_bytes(void **state)
{
	struct pcie_stats before = *pcie_stats(nic->pcie);
	uint64_t irqs = nic->irq[0]->raised;
	uint32_t i;

	(void)state;
	for (i = 0; i < 10; i++) {
		wr(nic, SIMPLE_RX_TAIL, i + 1);
		assert_true(wire_send(peer.port, fake_frame_len(1514, i)));
		run_us(5);
		assert_int_equal(ram32(RX_RING + 16 * i + 8), 1514);
		assert_int_equal(ram32(RX_RING + 16 * i + 12), SIMPLE_DONE);
		assert_int_equal(ram_at(RX_BUF(i) + 41, 1)[0], i);
	}
	assert_int_equal(pcie_stats(nic->pcie)->up_bytes - before.up_bytes,
			 10 * (24 + 1514 + 144 + 40 + 28));
	assert_int_equal(pcie_stats(nic->pcie)->down_bytes - before.down_bytes, 10 * 36);
	assert_int_equal(nic->irq[0]->raised - irqs, 10);
	assert_int_equal(rd(nic, SIMPLE_RX_HEAD), 10);
}

static uint32_t to_send;

static void feed(struct nic *n)
{
	if (n == &peer && to_send && wire_send(n->port, fake_frame_len(1000, to_send)))
		to_send--;
}

/* 84 frames of 1000 bytes at 10 Gb/s last 68 us: a throttle of 10 us allows 7 or so. */
static void throttle(void **state)
{
	uint64_t irqs = nic->irq[0]->raised;
	uint32_t given = 10;

	(void)state;
	wr(nic, SIMPLE_THROTTLE, 10000);
	peer_free_hook = feed;
	to_send = 84;
	feed(&peer);
	while (to_send) {
		wr(nic, SIMPLE_RX_TAIL, (given += 8) % RING);
		run_us(5);
	}
	wr(nic, SIMPLE_RX_TAIL, (given + 8) % RING);
	run_us(100);
	assert_in_range(nic->irq[0]->raised - irqs, 7, 9);
	peer_free_hook = NULL;
}

/* Without descriptors 64 KiB of FIFO fill up: 65 frames of 1000 bytes, then drops. */
static void overflow(void **state)
{
	const struct nic_stats *s = &nic->stats;
	uint64_t got = s->rx_frames;

	(void)state;
	wr(nic, SIMPLE_RX_COUNT, RING); /* starts anew, empty */
	peer_free_hook = feed;
	to_send = 100;
	feed(&peer);
	run_us(500);
	assert_int_equal(s->rx_frames, got);
	assert_int_equal(s->rx_fifo_drop, 100 - 65);
	wr(nic, SIMPLE_RX_TAIL, 15);
	run_us(100);
	assert_int_equal(s->rx_frames, got + 15);
	assert_int_equal(s->rx_frames + s->rx_fifo_drop + s->rx_bad + 65 - 15,
			 wire_stats(wire, 1)->delivered);
	nic_free(nic);
	wire_free(wire);
	assert_int_equal(frames_live(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(transmit_bytes),
		cmocka_unit_test(receive_bytes),
		cmocka_unit_test(throttle),
		cmocka_unit_test(overflow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
