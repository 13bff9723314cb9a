/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Receive of the nForce MAC.  The driver sets AVAIL in descriptors with a buffer;
 * we fill the buffer, put length and checksum result there and clear AVAIL.
 *
 * Called by: the wire, ring.c.  Calls: DMA, irq.c, the wire (pause).
 * Models: address filter, length limit, FIFO with overflow, descriptors in order,
 * checksum verification, VLAN stripping, pause in both directions.
 * Leaves out: the multicast filter (all accepted), frames with errors in memory.
 * Source: see regs.h.
 */
#include "nic_model/forcedeth/fe_int.h"

#include <stdlib.h>
#include <string.h>

#include "nic_model/offload.h"
#include "nic_model/wire.h"
#include "sim/check.h"

#define HEADERS_MAX 18u

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

static bool rx_prepare(struct ring *r, uint32_t slot, const uint8_t *raw)
{
	(void)r;
	(void)slot;
	return word(raw, FE_D_FLAGS) & FE_RX_AVAIL;
}

/* Asks the peer to hold, or to go on, by the FIFO's level. */
static void pause(struct fe *fe)
{
	bool high = fe->rx_fifo.used >= fe->p->pause_high;

	if (!(fe_reg(fe, REG_MISC1) & FE_MISC_PAUSE_TX) || !fe->nic->port)
		return;
	if (fe->paused_peer ? fe->rx_fifo.used > fe->p->pause_low : !high)
		return;
	fe->paused_peer = !fe->paused_peer;
	wire_send_pause(fe->nic->port, fe->paused_peer ? 0xffff : 0);
	fe_count(fe, REG_S_TX_PAUSE, 1);
}

static uint32_t csum_bits(const struct fe_rx_slot *s)
{
	if (!s->csum_ok)
		return 0;
	return s->frame->h.l4 == L4_UDP ? FE_RX_CSUM_UDP : FE_RX_CSUM_TCP;
}

static void to_memory(struct fe *fe, struct frame *f)
{
	const uint8_t *raw = ring_peek(&fe->rx_ring, 0);
	struct fe_rx_slot *s = &fe->rx_slot[ring_slot(&fe->rx_ring, fe->rx_ring.taken)];
	uint64_t addr = (uint64_t)word(raw, FE_D_HIGH) << 32 | word(raw, FE_D_LOW);
	uint32_t ctl = fe_reg(fe, REG_TXRX_CTL), bytes = f->len;

	s->vlan = ctl & FE_CTL_VLAN_STRIP ? offload_vlan_strip(f) : 0;
	s->csum_ok = (ctl & FE_CTL_RX_CHECK) && offload_rx_csum_ok(f);
	f->csum_ok = s->csum_ok;
	s->frame = f;
	s->addr = addr;
	nic_dma_write(fe->nic, addr, f->len, NULL, NULL);
	ring_take(&fe->rx_ring, 1);
	fe->rx_inflight++;
	/* What was stripped leaves the FIFO with the frame. */
	if (bytes != f->len)
		fifo_release(&fe->rx_fifo, bytes - f->len);
	ring_done(&fe->rx_ring, 1);
}

static void no_buffer(struct fe *fe)
{
	if (!fe->rx_nobuf) {
		fe->rx_nobuf = true;
		fe_irq(fe, FE_IRQ_RX_NOBUF);
	}
	if (!sim_pending(&fe->rx_retry))
		sim_after(&fe->rx_retry, SIM_PS(fe->p->rx_retry_ps));
}

/* Frames wait and no descriptor is on chip: look once, then tell the host. */
static void want_descriptors(struct fe *fe)
{
	if (fe->rx_ring.fetched != fe->rx_ring.ready || sim_pending(&fe->rx_retry))
		return;
	if (fe->rx_looked) {
		fe->rx_looked = false;
		no_buffer(fe);
		return;
	}
	fe->rx_looked = true;
	ring_kick(&fe->rx_ring);
}

static void pump(struct fe *fe)
{
	if (!fe->rx_ring.running)
		return;
	while (fe->rx_fifo.frames && ring_ready(&fe->rx_ring) &&
	       fe->rx_inflight < fe->p->rx_writes) {
		fe->rx_nobuf = fe->rx_looked = false;
		to_memory(fe, fifo_get(&fe->rx_fifo));
	}
	if (fe->rx_fifo.frames && !ring_ready(&fe->rx_ring))
		want_descriptors(fe);
}

static void retry(void *arg)
{
	struct fe *fe = arg;

	if (!fe->rx_fifo.frames)
		return;
	fe->rx_looked = true;
	ring_kick(&fe->rx_ring);
}

static void rx_ready(struct ring *r)
{
	pump(r->owner);
}

static void rx_write_back(struct ring *r, uint32_t slot, uint8_t *raw)
{
	struct fe *fe = r->owner;
	const struct fe_rx_slot *s = &fe->rx_slot[slot];

	set_word(raw, FE_D_LOW, s->vlan ? FE_RX_VLAN | s->vlan : 0);
	set_word(raw, FE_D_FLAGS, s->frame->len | FE_RX_VALID | csum_bits(s));
}

static void rx_written(struct ring *r, uint32_t slot, uint32_t n)
{
	struct fe *fe = r->owner;
	const struct dma_space *space = fe->nic->space;

	while (n--) {
		struct fe_rx_slot *s = &fe->rx_slot[slot - n];

		space->scatter(space->arg, s->frame, 0, s->addr, s->frame->len);
		fe->nic->stats.rx_frames++;
		fe->nic->stats.rx_bytes += s->frame->len;
		fifo_release(&fe->rx_fifo, s->frame->len);
		frame_free(s->frame);
		s->frame = NULL;
		fe->rx_inflight--;
	}
	pause(fe);
	fe_irq(fe, FE_IRQ_RX);
	pump(fe);
}

static const struct ring_ops rx_ring_ops = {
	.name = "fe.rx",
	.prepare = rx_prepare,
	.ready = rx_ready,
	.write_back = rx_write_back,
	.written = rx_written,
};

/* Station address, broadcast, any multicast. */
static bool accepts(struct fe *fe, const uint8_t *dst)
{
	uint32_t a = dst[0] | dst[1] << 8 | dst[2] << 16 | (uint32_t)dst[3] << 24;
	uint32_t b = dst[4] | dst[5] << 8;
	uint32_t pff = fe_reg(fe, REG_PFF);

	if ((dst[0] & 1) || (pff & FE_PFF_PROMISCUOUS))
		return true;
	return (pff & FE_PFF_MY_ADDRESS) && a == fe_reg(fe, REG_MAC_A) &&
	       b == fe_reg(fe, REG_MAC_B);
}

enum fe_reg fe_cast(const struct frame *f, enum fe_reg uni, enum fe_reg multi, enum fe_reg broad)
{
	static const uint8_t all[6] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
	const uint8_t *dst = f->bytes ? f->bytes : f->h.eth_dst;

	if (!memcmp(dst, all, 6))
		return broad;
	return dst[0] & 1 ? multi : uni;
}

static void count(struct fe *fe, const struct frame *f)
{
	fe_count(fe, REG_S_RX_BYTES, f->len + FCS_BYTES);
	fe_count(fe, fe_cast(f, REG_S_RX_UNICAST, REG_S_RX_MULTICAST, REG_S_RX_BROADCAST), 1);
}

/* True if the MAC takes it; otherwise it is counted. */
static bool mac_takes(struct fe *fe, const struct frame *f)
{
	const uint8_t *dst = f->bytes ? f->bytes : f->h.eth_dst;

	if (!(fe_reg(fe, REG_RX_CTL) & FE_CTL_START))
		return false;
	if (f->bad) {
		fe_count(fe, REG_S_RX_FCS_ERROR, 1);
		return false;
	}
	if (f->len > fe_reg(fe, REG_RX_BUFFER_SIZE)) {
		fe_count(fe, REG_S_RX_TOO_LONG, 1);
		return false;
	}
	if (!accepts(fe, dst))
		return false;
	count(fe, f);
	return true;
}

void fe_eth_rx(struct nic *n, struct frame *f)
{
	struct fe *fe = n->priv;

	if (!mac_takes(fe, f)) {
		n->stats.rx_bad++;
		frame_free(f);
		return;
	}
	if (!fifo_put(&fe->rx_fifo, f)) {
		/* The reason is upstream: no descriptor, or the bus is too slow. */
		if (fe->rx_nobuf) {
			n->stats.rx_no_buffer++;
			fe_count(fe, REG_S_RX_DROP, 1);
		} else {
			n->stats.rx_fifo_drop++;
			fe_count(fe, REG_S_RX_OVERFLOW, 1);
		}
		frame_free(f);
		return;
	}
	pause(fe);
	fe_latch_rings(fe);
	pump(fe);
}

uint64_t fe_rx_held(const struct nic *n)
{
	const struct fe *fe = n->priv;

	return (uint64_t)fe->rx_fifo.frames + fe->rx_inflight;
}

void fe_rx_kick(struct fe *fe)
{
	ring_kick(&fe->rx_ring);
}

void fe_rx_init(struct fe *fe)
{
	struct ring_params rp = {
		.desc_bytes = FE_DESC_BYTES,
		.fetch_batch = fe->p->rx_prefetch,
		.depth = 2 * fe->p->rx_prefetch,
		.wb_batch = 1,
		.polled = true,
	};

	ring_init(&fe->rx_ring, fe->nic, fe, &rx_ring_ops, &rp);
	fifo_init(&fe->rx_fifo, fe->p->rx_fifo);
	sim_event_init(&fe->rx_retry, "fe.rx_retry", SIM_PRIO_HW, retry, fe);
}

/* Frames on their way to memory when the ring goes away. */
static void forget(struct fe *fe)
{
	uint32_t i;

	for (i = 0; i < fe->rx_ring.count && fe->rx_inflight; i++) {
		struct fe_rx_slot *s = &fe->rx_slot[i];

		if (!s->frame)
			continue;
		fifo_release(&fe->rx_fifo, s->frame->len);
		frame_free(s->frame);
		s->frame = NULL;
		fe->nic->stats.rx_bad++;
		fe->rx_inflight--;
	}
}

void fe_rx_latch(struct fe *fe)
{
	uint64_t base = (uint64_t)fe_reg(fe, REG_RX_RING_HIGH) << 32 | fe_reg(fe, REG_RX_RING);
	uint32_t count = (fe_reg(fe, REG_RING_SIZES) >> 16) + 1;

	forget(fe);
	ring_reset(&fe->rx_ring, base, count);
	free(fe->rx_slot);
	fe->rx_slot = xcalloc(count, sizeof(fe->rx_slot[0]));
	fe->rx_nobuf = false;
}

void fe_rx_reset(struct fe *fe)
{
	forget(fe);
	fe->nic->stats.rx_bad += fe->rx_fifo.frames;
	fifo_flush(&fe->rx_fifo);
	ring_reset(&fe->rx_ring, fe->rx_ring.base, fe->rx_ring.count);
	sim_cancel(&fe->rx_retry);
	fe->rx_nobuf = false;
	pause(fe);
}

void fe_rx_free(struct fe *fe)
{
	forget(fe);
	fifo_flush(&fe->rx_fifo);
	ring_free(&fe->rx_ring);
	free(fe->rx_slot);
}

void fe_rx_ctl_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct fe *fe = dev;
	bool on = value & FE_CTL_START;

	(void)index;
	(void)old;
	if (on)
		fe_latch_rings(fe);
	ring_run(&fe->rx_ring, on);
	pump(fe);
}

uint32_t fe_rx_status_read(void *dev, uint32_t index, uint32_t value)
{
	struct fe *fe = dev;

	(void)index;
	(void)value;
	return fe->rx_inflight ? FE_BUSY : 0;
}

void fe_pff_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct fe *fe = dev;

	(void)index;
	(void)old;
	if (fe->nic->port)
		wire_honour_pause(fe->nic->port, value & FE_PFF_PAUSE_RX);
}
