/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Receive of the Myri-10G firmware.  The driver writes addresses of buffers into two
 * rings in SRAM, small and big; we put a frame into the next small one if it fits,
 * else into the next big one, and then a completion (checksum, length) into the
 * queue in the host's memory.
 *
 * Called by: the wire, device.c.  Calls: DMA, irq.c, the wire (pause).
 * Models: buffers by size, FIFO, completions in order.
 * Leaves out: frames over several big buffers (the driver gives buffers for an MTU).
 * The checksum word is all ones if IP and TCP or UDP checksums are right, else
 * zero: bytes to sum exist only in some hosts.
 * Source: see mcp.h.
 */
#include "nic_model/myri10ge/mx_int.h"

#include <stdlib.h>
#include <string.h>

#include "nic_model/offload.h"
#include "nic_model/wire.h"
#include "sim/check.h"

void mx_rx_given(struct mx *mx, struct mx_rx_ring *r, uint32_t slot)
{
	r->given[slot & (mx->rx_slots - 1)] =
		mx_get32(mx->sram + r->sram + (size_t)slot * MX_RX_BYTES + 4) != 0xffffffff;
}

static void pump(struct mx *mx);

/* Data and completion are visible. */
static void landed(void *arg)
{
	struct mx *mx = arg;
	struct mx_arrival *a = &mx->arrival[mx->arrive_head++ % MX_IN_FLIGHT];
	const struct dma_space *space = mx->nic->space;
	uint8_t slot[MX_SLOT_BYTES];

	space->scatter(space->arg, a->frame, 0, a->addr + MX_RX_PAD, a->frame->len);
	mx_put16(slot, a->csum_ok ? 0xffff : 0);
	mx_put16(slot + 2, a->frame->len);
	space->write(space->arg, mx->intrq + (uint64_t)a->slot * MX_SLOT_BYTES, slot,
		     MX_SLOT_BYTES);
	mx->nic->stats.rx_frames++;
	mx->nic->stats.rx_bytes += a->frame->len;
	fifo_release(&mx->rx_fifo, a->frame->len);
	frame_free(a->frame);
	a->frame = NULL;
	mx_cause(mx, MX_CAUSE_RX);
	pump(mx);
}

static void to_memory(struct mx *mx, struct mx_rx_ring *r, struct frame *f)
{
	struct mx_arrival *a = &mx->arrival[mx->arrive_tail++ % MX_IN_FLIGHT];
	const uint8_t *buffer = mx->sram + r->sram + (size_t)r->next * MX_RX_BYTES;

	a->frame = f;
	a->addr = (uint64_t)mx_get32(buffer) << 32 | mx_get32(buffer + 4);
	a->csum_ok = offload_rx_csum_ok(f);
	f->csum_ok = a->csum_ok;
	a->slot = mx->intrq_next;
	mx->intrq_next = mx->intrq_next + 1 == mx->intrq_slots ? 0 : mx->intrq_next + 1;
	r->given[r->next] = false;
	r->next = (r->next + 1) & (mx->rx_slots - 1);
	nic_dma_write(mx->nic, a->addr + MX_RX_PAD, f->len, NULL, NULL);
	nic_dma_write(mx->nic, mx->intrq + (uint64_t)a->slot * MX_SLOT_BYTES, MX_SLOT_BYTES, landed,
		      mx);
}

static void pump(struct mx *mx)
{
	while (mx->rx_fifo.frames && mx->arrive_tail - mx->arrive_head < mx->p->rx_writes) {
		struct frame *f = fifo_get(&mx->rx_fifo);
		struct mx_rx_ring *r = f->len <= mx->small_bytes ? &mx->small : &mx->big;

		if (r->given[r->next] && mx->intrq_slots) {
			to_memory(mx, r, f);
			continue;
		}
		r->starved++;
		mx->nic->stats.rx_no_buffer++;
		mx->stats_changed = true;
		fifo_release(&mx->rx_fifo, f->len);
		frame_free(f);
	}
}

static bool accepts(const struct mx *mx, const struct frame *f)
{
	const uint8_t *dst = f->bytes ? f->bytes : f->h.eth_dst;

	return mx->up && !f->bad && f->len <= mx->mtu + 18 &&
	       (mx->promisc || (dst[0] & 1) || !memcmp(dst, mx->mac, 6));
}

void mx_eth_rx(struct nic *n, struct frame *f)
{
	struct mx *mx = n->priv;

	if (!accepts(mx, f)) {
		n->stats.rx_bad++;
		frame_free(f);
		return;
	}
	if (!fifo_put(&mx->rx_fifo, f)) {
		n->stats.rx_fifo_drop++;
		mx->overflow++;
		mx->stats_changed = true;
		frame_free(f);
		return;
	}
	/* A quarter is left for what is on its way. */
	if (mx->flow_control && mx->rx_fifo.used > mx->rx_fifo.room / 4 * 3)
		wire_send_pause(n->port, 64);
	pump(mx);
}

uint64_t mx_rx_held(const struct nic *n)
{
	const struct mx *mx = n->priv;

	return (uint64_t)mx->rx_fifo.frames + (mx->arrive_tail - mx->arrive_head);
}

void mx_rx_init(struct mx *mx)
{
	mx->rx_slots = (uint32_t)mx->p->rx_ring / MX_RX_BYTES;
	mx->small = (struct mx_rx_ring){.sram = MX_RX_SMALL};
	mx->big = (struct mx_rx_ring){.sram = MX_RX_BIG};
	mx->small.given = xcalloc(mx->rx_slots, sizeof(bool));
	mx->big.given = xcalloc(mx->rx_slots, sizeof(bool));
	fifo_init(&mx->rx_fifo, mx->p->rx_fifo);
}

void mx_rx_reset(struct mx *mx)
{
	mx->nic->stats.rx_bad += mx->rx_fifo.frames;
	fifo_flush(&mx->rx_fifo);
	memset(mx->small.given, 0, mx->rx_slots * sizeof(bool));
	memset(mx->big.given, 0, mx->rx_slots * sizeof(bool));
	mx->small.next = mx->big.next = 0;
	mx->intrq_next = 0;
}

void mx_rx_free(struct mx *mx)
{
	fifo_flush(&mx->rx_fifo);
	for (; mx->arrive_head != mx->arrive_tail; mx->arrive_head++)
		frame_free(mx->arrival[mx->arrive_head % MX_IN_FLIGHT].frame);
	free(mx->small.given);
	free(mx->big.given);
}
