/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The Myri-10G card through its SRAM and memory: commands answer, send requests of a
 * chain make one packet, TSO chains with cuts make the right frames, receive buffers
 * are taken by size, interrupts wait for the coalescing delay and the tokens.
 */
#include "tests/nic_fake.h"

#include "nic_model/myri10ge/mcp.h"
#include "nic_model/myri10ge/myri10ge.h"

#define ANSWER	 RAM_BASE
#define STATS	 (RAM_BASE + 0x100)
#define QUEUE	 (RAM_BASE + 0x1000)
#define SLOTS	 256u
#define SMALL(i) (RAM_BASE + 0x10000 + 256ull * (i))
#define BIG(i)	 (RAM_BASE + 0x20000 + 2048ull * (i))
#define TX_BUF	 (RAM_BASE + 0x80000)

static struct nic *nic;
static struct wire *wire;
static uint32_t slot; /* of the send ring */
static uint8_t list[64][MX_REQ_BYTES];
static uint32_t requests;

static uint32_t command(enum mx_command cmd, uint32_t d0, uint32_t d1)
{
	uint8_t b[64] = {0};

	mx_put32(b, cmd);
	mx_put32(b + 4, d0);
	mx_put32(b + 8, d1);
	mx_put32(b + 16, (uint32_t)(ANSWER >> 32));
	mx_put32(b + 20, (uint32_t)ANSWER);
	mx_put32(ram_at(ANSWER + 4, 4), 0xffffffff);
	nic->ops->mem_write(nic, MX_COMMAND, b, 64);
	run_us(2);
	assert_int_equal(mx_get32(ram_at(ANSWER + 4, 4)), MX_OK);
	return mx_get32(ram_at(ANSWER, 4));
}

static void word(uint32_t off, uint32_t v)
{
	uint8_t b[4];

	mx_put32(b, v);
	nic->ops->mem_write(nic, off, b, 4);
}

static void give(uint32_t ring, uint32_t i, uint64_t addr)
{
	uint8_t b[8];

	mx_put32(b, (uint32_t)(addr >> 32));
	mx_put32(b + 4, (uint32_t)addr);
	nic->ops->mem_write(nic, ring + 8 * i, b, 8);
}

static void add(uint64_t addr, uint32_t len, uint32_t count, uint32_t flags, uint32_t mss)
{
	uint8_t *r = list[requests++];

	mx_put32(r + MX_R_HIGH, (uint32_t)(addr >> 32));
	mx_put32(r + MX_R_LOW, (uint32_t)addr);
	mx_put16(r + MX_R_PSEUDO, mss);
	mx_put16(r + MX_R_LENGTH, len);
	r[MX_R_COUNT] = (uint8_t)count;
	r[MX_R_FLAGS] = (uint8_t)flags;
}

/* As the driver does it: the first request's flags last. */
static void submit(void)
{
	uint8_t flags = list[0][MX_R_FLAGS];
	uint32_t i;

	list[0][MX_R_FLAGS] = 0;
	for (i = 0; i < requests; i++)
		nic->ops->mem_write(nic, MX_SEND + ((slot + i) % 1024) * MX_REQ_BYTES, list[i], 16);
	list[0][MX_R_FLAGS] = flags;
	nic->ops->mem_write(nic, MX_SEND + slot % 1024 * MX_REQ_BYTES + 12, list[0] + 12, 4);
	slot = (slot + requests) % 1024;
	requests = 0;
}

static void comes_up(void **state)
{
	uint32_t i;

	(void)state;
	nic = fake_nic(&myri10ge_nic_ops, "pcie: {gen: 1, lanes: 8, mps: 128B, mrrs: 4KiB}\n");
	wire = fake_wire(10000000000ull, 0);
	wire_attach(wire, 0, nic);
	nic_irq_setup(nic, NIC_MSI, 1, 0, NULL);
	command(MX_CMD_RESET, 0, 0);
	assert_int_equal(command(MX_CMD_GET_SEND_OFFSET, 0, 0), MX_SEND);
	assert_int_equal(command(MX_CMD_GET_SEND_RING_SIZE, 0, 0), 16384);
	assert_int_equal(command(MX_CMD_GET_RX_RING_SIZE, 0, 0), 8192);
	command(MX_CMD_SET_INTRQ_DMA, (uint32_t)QUEUE, 0);
	command(MX_CMD_SET_INTRQ_SIZE, SLOTS * MX_SLOT_BYTES, 0);
	command(MX_CMD_SET_STATS_DMA, (uint32_t)STATS, 0);
	command(MX_CMD_SET_MTU, 1518, 0);
	command(MX_CMD_SET_SMALL_SIZE, 128, 0);
	command(MX_CMD_SET_BIG_SIZE, 2048, 0);
	command(MX_CMD_PROMISC_ON, 0, 0);
	word(MX_COAL_DELAY, 75);
	for (i = 0; i < 32; i++) {
		give(MX_RX_SMALL, i, SMALL(i));
		give(MX_RX_BIG, i, BIG(i));
	}
	command(MX_CMD_UP, 0, 0);
	run_us(200);
}

static void done_and_claim(uint32_t want)
{
	assert_true(*ram_at(STATS + MX_I_VALID, 1));
	assert_int_equal(mx_get32(ram_at(STATS + MX_I_SEND_DONE, 4)), want);
	*ram_at(STATS + MX_I_VALID, 1) = 0;
	word(MX_IRQ_CLAIM + 4, 3);
}

/* One packet in three pieces; the interrupt comes 75 us after it counts as sent. */
static void chain(void **state)
{
	struct frame *f = fake_frame_len(1514, 9);
	static uint8_t want[2000];
	uint64_t start, irqs;

	(void)state;
	done_and_claim(0); /* the link came up */
	irqs = nic->irq[0]->raised;
	frame_write(f, ram_at(TX_BUF, 1514));
	memcpy(want, ram_at(TX_BUF, 1514), 1514);
	add(TX_BUF, 66, 3, MX_F_NO_TSO | MX_F_FIRST | MX_F_SMALL, 0);
	add(TX_BUF + 66, 1000, 1, MX_F_NO_TSO | MX_F_SMALL, 0);
	add(TX_BUF + 1066, 448, 1, MX_F_NO_TSO | MX_F_SMALL, 0);
	start = sim_now().ps;
	submit();
	run_us(70);
	assert_int_equal(peer_frames, 1);
	assert_int_equal(peer_frame[0]->len, 1514);
	assert_memory_equal(peer_frame[0]->bytes, want, 1514);
	assert_int_equal(nic->irq[0]->raised, irqs);
	run_us(30);
	assert_int_equal(nic->irq[0]->raised, irqs + 1);
	assert_in_range(nic->irq[0]->last.ps - start, 75000000, 79000000);
	done_and_claim(1);
	frame_free(peer_frame[0]);
	frame_free(f);
	peer_frames = 0;
}

/* Headers, 4000 bytes over two cuts, 2240 more: MSS 1448 makes 4 frames and a rest. */
static void segmentation(void **state)
{
	struct frame *big = fake_frame(6240, 100);
	uint32_t i;

	(void)state;
	frame_write(big, ram_at(TX_BUF, big->len));
	add(TX_BUF, 66, 1, MX_F_TSO_HDR | MX_F_FIRST, 1448);
	add(TX_BUF + 66, 4000, 1, MX_F_TSO_PLD | MX_F_FIRST | MX_F_TSO_CHOP, 1448);
	/* 4000 = 2 x 1448 + 1104: the next piece ends that segment and cuts on. */
	add(TX_BUF + 4066, 2240, 1, MX_F_TSO_PLD | MX_F_TSO_CHOP | MX_F_TSO_LAST, 1448);
	submit();
	run_us(20);
	assert_int_equal(peer_frames, 5);
	for (i = 0; i < 5; i++) {
		assert_int_equal(peer_frame[i]->h.seq, 100 + 1448 * i);
		assert_int_equal(peer_frame[i]->len, 66 + (i < 4 ? 1448 : 448));
		frame_free(peer_frame[i]);
	}
	run_us(80);
	done_and_claim(2);
	frame_free(big);
}

static void buffers_by_size(void **state)
{
	static uint8_t want[2000];
	struct frame *f = fake_frame_len(1514, 3);
	uint64_t irqs = nic->irq[0]->raised;

	(void)state;
	frame_write(f, want);
	assert_true(wire_send(peer.port, fake_frame_len(100, 1)));
	run_us(1);
	assert_true(wire_send(peer.port, f));
	run_us(10);
	assert_int_equal(mx_get16(ram_at(QUEUE + 2, 2)), 100);
	assert_int_equal(mx_get16(ram_at(QUEUE, 2)), 0xffff);
	assert_int_equal(mx_get16(ram_at(QUEUE + 4 + 2, 2)), 1514);
	assert_int_equal(ram_at(SMALL(0) + MX_RX_PAD + 41, 1)[0], 1);
	assert_memory_equal(ram_at(BIG(0) + MX_RX_PAD, 1514), want, 1514);
	run_us(80);
	assert_int_equal(nic->irq[0]->raised, irqs + 1);
	assert_true(*ram_at(STATS + MX_I_VALID, 1) & MX_VALID_RX);
	done_and_claim(2);
}

/* The receive token is out: frames wait without an interrupt until it is claimed. */
static void tokens(void **state)
{
	uint64_t irqs = nic->irq[0]->raised;

	(void)state;
	assert_true(wire_send(peer.port, fake_frame_len(100, 2)));
	run_us(300);
	assert_int_equal(nic->irq[0]->raised, irqs);
	word(MX_IRQ_CLAIM, 3);
	run_us(5); /* the delay is long over */
	assert_int_equal(nic->irq[0]->raised, irqs + 1);
	assert_true(*ram_at(STATS + MX_I_VALID, 1) & MX_VALID_RX);
	done_and_claim(2);
	word(MX_IRQ_CLAIM, 3);
}

static uint32_t to_send;

static void feed(struct nic *n)
{
	if (n == &peer && to_send && wire_send(n->port, fake_frame_len(1514, to_send)))
		to_send--;
}

/* 31 big buffers are left. */
static void runs_out(void **state)
{
	const struct nic_stats *s = &nic->stats;

	(void)state;
	peer_free_hook = feed;
	to_send = 50;
	feed(&peer);
	run_us(200);
	assert_int_equal(s->rx_no_buffer, 50 - 31);
	assert_int_equal(s->rx_frames, 3 + 31);
	assert_int_equal(mx_get32(ram_at(STATS + MX_I_NO_BIG, 4)), 50 - 31);
	assert_int_equal(s->rx_frames + s->rx_no_buffer + s->rx_bad + s->rx_fifo_drop,
			 wire_stats(wire, 1)->delivered);
	assert_int_equal(frames_live(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comes_up),	cmocka_unit_test(chain),
		cmocka_unit_test(segmentation), cmocka_unit_test(buffers_by_size),
		cmocka_unit_test(tokens),	cmocka_unit_test(runs_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
