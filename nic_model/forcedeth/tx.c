/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Transmit of the nForce MAC.  The driver sets VALID in descriptors, the first of
 * a packet last, and kicks; we read on until one is not valid, clear VALID when
 * the packet has left.
 *
 * Called by: device.c (kick), ring.c, tx_engine.c.  Calls: the same, irq.c.
 * Models: fetch in batches, packets of several descriptors up to LAST, TSO,
 * checksum, VLAN insertion, completion after sending, TX_OK.
 * Leaves out: gear back-off, collisions.
 * Source: see regs.h.
 */
#include "nic_model/forcedeth/fe_int.h"

#include <string.h>

#include "nic_model/offload.h"

static uint32_t word(const uint8_t *raw, unsigned int i)
{
	uint32_t v;

	memcpy(&v, raw + (size_t)4 * i, 4);
	return v;
}

static void set_word(uint8_t *raw, unsigned int i, uint32_t v)
{
	memcpy(raw + (size_t)4 * i, &v, 4);
}

static bool tx_prepare(struct ring *r, uint32_t slot, const uint8_t *raw)
{
	(void)r;
	(void)slot;
	return word(raw, FE_D_FLAGS) & FE_TX_VALID;
}

/* Descriptors of the next packet, 0: its last one is not here yet. */
static uint32_t packet_descs(struct fe *fe)
{
	uint32_t ready = ring_ready(&fe->tx_ring);

	while (fe->scanned < ready) {
		const uint8_t *raw = ring_peek(&fe->tx_ring, fe->scanned++);

		if (word(raw, FE_D_FLAGS) & FE_TX_LAST)
			return fe->scanned;
	}
	return 0;
}

static void packet_from(struct fe *fe, uint32_t descs, struct tx_packet *p)
{
	const uint8_t *raw = ring_peek(&fe->tx_ring, 0);
	uint32_t flags = word(raw, FE_D_FLAGS), vlan = word(raw, FE_D_VLAN), i;

	*p = (struct tx_packet){.descs = descs, .segs = descs};
	if (flags & FE_TX_TSO)
		p->mss = flags >> FE_TX_MSS_SHIFT & FE_LEN_MASK;
	p->csum = p->mss || (flags & (FE_TX_CSUM_L3 | FE_TX_CSUM_L4));
	if ((vlan & FE_TX_VLAN) && (fe_reg(fe, REG_TXRX_CTL) & FE_CTL_VLAN_INSERT))
		p->vlan = (uint16_t)vlan;
	for (i = 0; i < descs; i++) {
		raw = ring_peek(&fe->tx_ring, i);
		p->seg[i].addr = (uint64_t)word(raw, FE_D_HIGH) << 32 | word(raw, FE_D_LOW);
		p->seg[i].len = (word(raw, FE_D_FLAGS) & FE_LEN_MASK) + 1;
	}
}

/* A packet that cannot be sent: given back at once, counted. */
static void reject(struct fe *fe, uint32_t descs)
{
	fe->nic->stats.bad_dma++;
	fe_count(fe, REG_S_TX_UNDERFLOW, 1);
	ring_take(&fe->tx_ring, descs);
	/* In order: the engine has nothing in hand that is older. */
	ring_done(&fe->tx_ring, descs);
	fe_irq(fe, FE_IRQ_TX_ERROR);
}

static void tx_more(void *owner)
{
	struct fe *fe = owner;
	struct tx_packet p;
	uint32_t descs;

	while (fe->tx.running && tx_engine_ready(&fe->tx) && (descs = packet_descs(fe))) {
		bool ok = descs <= TX_SEGS;

		if (ok) {
			packet_from(fe, descs, &p);
			p.frame = fe->nic->space->gather(fe->nic->space->arg, p.seg, p.segs);
			ok = p.frame;
		}
		if (!ok && !tx_engine_idle(&fe->tx)) {
			fe->scanned = 0;
			return; /* once what is older has gone */
		}
		fe->scanned = 0;
		if (!ok) {
			reject(fe, descs);
			continue;
		}
		ring_take(&fe->tx_ring, descs);
		tx_engine_put(&fe->tx, &p);
	}
}

static void tx_ready(struct ring *r)
{
	tx_more(r->owner);
}

static void tx_done(void *owner, uint32_t descs)
{
	struct fe *fe = owner;

	ring_done(&fe->tx_ring, descs);
}

static void tx_write_back(struct ring *r, uint32_t slot, uint8_t *raw)
{
	(void)r;
	(void)slot;
	/* ERROR's place is a request bit on the way in. */
	set_word(raw, FE_D_FLAGS, word(raw, FE_D_FLAGS) & ~(FE_TX_VALID | FE_TX_ERROR));
}

static void tx_written(struct ring *r, uint32_t slot, uint32_t n)
{
	(void)slot;
	(void)n;
	fe_irq(r->owner, FE_IRQ_TX_OK);
}

static const struct ring_ops tx_ring_ops = {
	.name = "fe.tx",
	.prepare = tx_prepare,
	.ready = tx_ready,
	.write_back = tx_write_back,
	.written = tx_written,
};

/* Full duplex: each frame goes at the first attempt. */
static void tx_sent(void *owner, const struct frame *f)
{
	struct fe *fe = owner;

	fe_count(fe, REG_S_TX_BYTES, f->len + FCS_BYTES);
	fe_count(fe, REG_S_TX_FRAMES, 1);
	fe_count(fe, REG_S_TX_ZERO_RETRY, 1);
	fe_count(fe, fe_cast(f, REG_S_TX_UNICAST, REG_S_TX_MULTICAST, REG_S_TX_BROADCAST), 1);
}

static const struct tx_engine_ops engine_ops = {.done = tx_done, .more = tx_more, .sent = tx_sent};

void fe_tx_init(struct fe *fe)
{
	struct ring_params rp = {
		.desc_bytes = FE_DESC_BYTES,
		.fetch_batch = fe->p->tx_prefetch,
		.depth = 4 * TX_PACKETS,
		.wb_batch = TX_SEGS,
		.polled = true,
	};
	struct tx_engine_params ep = {
		.fifo_bytes = fe->p->tx_fifo,
		.burst = (uint32_t)fe->p->tx_burst,
		.reads = fe->p->tx_reads,
		.packets = 8,
		.cut_through = (uint32_t)fe->p->cut_through,
	};

	ring_init(&fe->tx_ring, fe->nic, fe, &tx_ring_ops, &rp);
	tx_engine_init(&fe->tx, fe->nic, fe, &engine_ops, &ep);
}

void fe_tx_latch(struct fe *fe)
{
	uint64_t base = (uint64_t)fe_reg(fe, REG_TX_RING_HIGH) << 32 | fe_reg(fe, REG_TX_RING);

	ring_reset(&fe->tx_ring, base, (fe_reg(fe, REG_RING_SIZES) & 0xffff) + 1);
	fe->scanned = 0;
}

void fe_tx_reset(struct fe *fe)
{
	tx_engine_reset(&fe->tx);
	ring_reset(&fe->tx_ring, fe->tx_ring.base, fe->tx_ring.count);
	fe->scanned = 0;
}

void fe_tx_ctl_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct fe *fe = dev;

	(void)index;
	(void)old;
	fe->tx.running = value & FE_CTL_START;
	if (fe->tx.running)
		fe_latch_rings(fe);
	ring_run(&fe->tx_ring, fe->tx.running);
	tx_more(fe);
}

uint32_t fe_tx_status_read(void *dev, uint32_t index, uint32_t value)
{
	struct fe *fe = dev;

	(void)index;
	(void)value;
	return tx_engine_idle(&fe->tx) ? 0 : FE_BUSY;
}
