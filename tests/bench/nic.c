/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What device models cost in CPU time: frames a second from descriptor to wire and
 * from wire to descriptor, without hosts (memory takes no time, drivers are a few
 * stores now and then).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "models/frame.h"
#include "nic_model/forcedeth/forcedeth.h"
#include "nic_model/forcedeth/regs.h"
#include "nic_model/nic.h"
#include "nic_model/pcie.h"
#include "nic_model/simple/simple.h"
#include "nic_model/wire.h"
#include "sim/sim.h"
#include "sim/yaml.h"

#define RING   1024u
#define MEMORY 0x100000ull
#define FRAMES 400000u
#define LEN    1514u

/* One host's memory: two rings of 16-byte descriptors. */
struct side {
	struct nic *nic;
	uint8_t ram[2 * RING * 16];
};

static struct side side[2];
static uint64_t bytes_read;

static void space_read(void *arg, uint64_t addr, void *buf, uint32_t len)
{
	struct side *s = arg;

	memcpy(buf, s->ram + (addr - MEMORY), len);
}

static void space_write(void *arg, uint64_t addr, const void *buf, uint32_t len)
{
	struct side *s = arg;

	memcpy(s->ram + (addr - MEMORY), buf, len);
}

static struct frame *space_gather(void *arg, const struct dma_seg *seg, unsigned int n)
{
	struct frame *f = frame_new();

	(void)arg;
	f->h.ethertype = 0x0800;
	f->h.l4 = L4_TCP;
	f->h.eth_dst[0] = 1; /* multicast: no filter */
	while (n--)
		f->len += seg[n].len;
	f->pl.len = f->len - 54;
	return f;
}

static void space_scatter(void *arg, const struct frame *f, uint32_t off, uint64_t addr,
			  uint32_t len)
{
	(void)arg;
	(void)f;
	(void)off;
	(void)addr;
	bytes_read += len;
}

static struct dma_space space[2] = {
	{space_read, space_write, space_gather, space_scatter, &side[0]},
	{space_read, space_write, space_gather, space_scatter, &side[1]},
};

/* CPU time: other work on the machine does not count. */
static double cpu_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static void set(struct side *s, unsigned int ring, uint32_t i, const uint32_t w[4])
{
	memcpy(s->ram + (size_t)16 * (ring * RING + i), w, 16);
}

static void wr(struct nic *n, uint32_t off, uint32_t v)
{
	n->ops->reg_write(n, off, v, 4);
}

static void make(const struct nic_ops *ops, const char *name, unsigned int i, const char *yaml)
{
	struct yaml_node *y = NULL;
	char *err = yaml_parse("bench", yaml, &y);

	if (!err)
		err = nic_new_model(ops, name, NULL, y, NULL, &side[i].nic);
	if (err) {
		fprintf(stderr, "%s\n", err);
		exit(2);
	}
	side[i].nic->space = &space[i];
}

static void connect(uint64_t rate_bps)
{
	struct wire_params p = {.rate_bps = rate_bps};
	struct wire *w;

	wire_new("bench", &p, 1, &w);
	wire_attach(w, 0, side[0].nic);
	wire_attach(w, 1, side[1].nic);
}

static void report(const char *what, uint64_t frames, uint64_t events, double seconds)
{
	printf("%-34s %7.0f kframes/s  %6.1f ns and %.1f events a frame, both ends\n", what,
	       (double)frames / seconds * 1e-3, seconds / (double)frames * 1e9,
	       (double)events / (double)frames);
}

/* --- nForce MAC: VALID and AVAIL everywhere again, every 5 ms --- */

static void fe_refill(void)
{
	const uint32_t tx[4] = {0, 0x4000, 0, (LEN - 1) | FE_TX_VALID | FE_TX_LAST};
	const uint32_t rx[4] = {0, 0x4000, 0, 1600 | FE_RX_AVAIL};
	uint32_t i;

	for (i = 0; i < RING; i++) {
		uint32_t flags;

		memcpy(&flags, side[0].ram + (size_t)16 * (RING + i) + 12, 4);
		if (!(flags & FE_TX_VALID))
			set(&side[0], 1, i, tx);
		memcpy(&flags, side[1].ram + (size_t)16 * i + 12, 4);
		if (!(flags & FE_RX_AVAIL))
			set(&side[1], 0, i, rx);
	}
	wr(side[0].nic, FE_AT_TXRX_CTL, FE_CTL_DESC3 | FE_CTL_KICK);
}

static void fe_up(struct nic *n)
{
	wr(n, FE_AT_RX_RING, (uint32_t)MEMORY);
	wr(n, FE_AT_TX_RING, (uint32_t)MEMORY + RING * 16);
	wr(n, FE_AT_RING_SIZES, (RING - 1) << 16 | (RING - 1));
	wr(n, FE_AT_RX_BUFFER_SIZE, 1600);
	wr(n, FE_AT_TXRX_CTL, FE_CTL_DESC3);
	wr(n, FE_AT_RX_CTL, FE_CTL_START);
	wr(n, FE_AT_TX_CTL, FE_CTL_START);
}

static void bench_forcedeth(void)
{
	uint64_t events;
	double t;

	make(&forcedeth_nic_ops, "fe0", 0, "pcie: {kind: onchip, mps: 64B}\n");
	make(&forcedeth_nic_ops, "fe1", 1, "pcie: {kind: onchip, mps: 64B}\n");
	connect(1000000000);
	fe_up(side[0].nic);
	fe_up(side[1].nic);
	fe_refill();
	events = sim_event_count();
	t = cpu_s();
	while (side[1].nic->stats.rx_frames < FRAMES) {
		sim_run(SIM_PS(sim_now().ps + 5000000000));
		fe_refill();
	}
	report("forcedeth, 1 Gb/s, 1514 bytes", side[1].nic->stats.rx_frames,
	       sim_event_count() - events, cpu_s() - t);
}

/* --- simple NIC: tails move on every 500 us --- */

static void simple_up(struct nic *n)
{
	wr(n, SIMPLE_RX_BASE, (uint32_t)MEMORY);
	wr(n, SIMPLE_RX_COUNT, RING);
	wr(n, SIMPLE_TX_BASE, (uint32_t)MEMORY + RING * 16);
	wr(n, SIMPLE_TX_COUNT, RING);
	wr(n, SIMPLE_CTRL, SIMPLE_TX_ENABLE | SIMPLE_RX_ENABLE);
}

static void bench_simple(void)
{
	const uint32_t desc[4] = {0x4000, 0, LEN, 0};
	uint32_t i, tx = 0, rx = 0;
	uint64_t events;
	double t;

	make(&simple_nic_ops, "s0", 0, "device: {batch: 16}\n");
	make(&simple_nic_ops, "s1", 1, "device: {batch: 16}\n");
	for (i = 0; i < RING; i++) {
		set(&side[0], 1, i, desc);
		set(&side[1], 0, i, desc);
	}
	connect(10000000000ull);
	simple_up(side[0].nic);
	simple_up(side[1].nic);
	events = sim_event_count();
	t = cpu_s();
	while (side[1].nic->stats.rx_frames < FRAMES) {
		/* One slot stays empty: full and empty must differ. */
		tx = (side[0].nic->ops->reg_read(side[0].nic, SIMPLE_TX_HEAD, 4) + RING - 1) % RING;
		rx = (side[1].nic->ops->reg_read(side[1].nic, SIMPLE_RX_HEAD, 4) + RING - 1) % RING;
		wr(side[1].nic, SIMPLE_RX_TAIL, rx);
		wr(side[0].nic, SIMPLE_TX_TAIL, tx);
		for (i = 0; i < RING; i++)
			set(&side[1], 0, i, desc);
		sim_run(SIM_PS(sim_now().ps + 500000000));
	}
	report("simple, 10 Gb/s, 1514 bytes", side[1].nic->stats.rx_frames,
	       sim_event_count() - events, cpu_s() - t);
}

int main(void)
{
	bench_forcedeth();
	bench_simple();
	return bytes_read == 0;
}
