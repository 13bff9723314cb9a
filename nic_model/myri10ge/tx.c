/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Transmit of the Myri-10G firmware.  The driver writes a packet's send requests into
 * SRAM, the first one's flags last; we take the packet, clear the flags, read its
 * data, and count it as done.
 *
 * Called by: device.c (SRAM writes), tx_engine.c.  Calls: the same, irq.c.
 * Models: request chains, TSO with its cuts, checksum.
 * Leaves out: the difference between small and large packets' buffers.
 * Source: see mcp.h.
 */
#include "nic_model/myri10ge/mx_int.h"

#include <stddef.h>
#include <string.h>

static uint8_t *request(struct mx *mx, uint32_t slot)
{
	return mx->sram + MX_SEND + (size_t)(slot & (mx->send_slots - 1)) * MX_REQ_BYTES;
}

/*
 * Requests of the packet at send_next.  Without TSO the first one says how many; with
 * TSO the first that carries LAST says how many there are from it on.
 */
static uint32_t chain(struct mx *mx)
{
	uint32_t i;

	if (request(mx, mx->send_next)[MX_R_FLAGS] & MX_F_NO_TSO)
		return request(mx, mx->send_next)[MX_R_COUNT];
	for (i = 1; i < mx->send_slots; i++) {
		const uint8_t *r = request(mx, mx->send_next + i);

		if (r[MX_R_FLAGS] & MX_F_TSO_LAST)
			return i + r[MX_R_COUNT];
	}
	return 0;
}

/* Pieces that follow each other in memory are one. */
static void add_piece(struct tx_packet *p, uint64_t addr, uint32_t len)
{
	struct dma_seg *last = p->segs ? &p->seg[p->segs - 1] : NULL;

	if (last && last->addr + last->len == addr) {
		last->len += len;
		return;
	}
	p->seg[p->segs].addr = addr;
	p->seg[p->segs++].len = len;
}

static bool packet_from(struct mx *mx, uint32_t n, struct tx_packet *p)
{
	const uint8_t *r = request(mx, mx->send_next);
	uint32_t i;

	*p = (struct tx_packet){.descs = 1};
	if (!(r[MX_R_FLAGS] & MX_F_NO_TSO))
		p->mss = mx_get16(r + MX_R_PSEUDO);
	p->csum = p->mss || (r[MX_R_FLAGS] & MX_F_CSUM);
	for (i = 0; i < n; i++) {
		r = request(mx, mx->send_next + i);
		if (p->segs == TX_SEGS)
			return false;
		add_piece(p, (uint64_t)mx_get32(r + MX_R_HIGH) << 32 | mx_get32(r + MX_R_LOW),
			  mx_get16(r + MX_R_LENGTH));
	}
	p->frame = mx->nic->space->gather(mx->nic->space->arg, p->seg, p->segs);
	return p->frame;
}

static void consume(struct mx *mx, uint32_t n)
{
	while (n--)
		request(mx, mx->send_next++)[MX_R_FLAGS] = 0;
	mx->send_next &= mx->send_slots - 1;
}

static void tx_done(void *owner, uint32_t descs)
{
	struct mx *mx = owner;

	mx->send_done += descs;
	mx_cause(mx, MX_CAUSE_TX);
}

void mx_tx_look(struct mx *mx)
{
	struct tx_packet p;

	while (mx->up && tx_engine_ready(&mx->tx) &&
	       (request(mx, mx->send_next)[MX_R_FLAGS] & MX_F_FIRST)) {
		uint32_t n = chain(mx);
		bool ok = n && packet_from(mx, n, &p);

		consume(mx, n ? n : 1);
		if (ok) {
			tx_engine_put(&mx->tx, &p);
		} else {
			mx->nic->stats.bad_dma++;
			tx_done(mx, 1);
		}
	}
}

static void tx_more(void *owner)
{
	mx_tx_look(owner);
}

static const struct tx_engine_ops engine_ops = {.done = tx_done, .more = tx_more};

void mx_tx_init(struct mx *mx)
{
	struct tx_engine_params ep = {
		.fifo_bytes = mx->p->tx_fifo,
		.burst = (uint32_t)mx->p->tx_burst,
		.reads = mx->p->tx_reads,
		.packets = 32,
		.done_when_read = mx->p->done_when_read,
	};

	mx->send_slots = (uint32_t)mx->p->send_ring / MX_REQ_BYTES;
	tx_engine_init(&mx->tx, mx->nic, mx, &engine_ops, &ep);
	mx->tx.running = true;
}

void mx_tx_reset(struct mx *mx)
{
	tx_engine_reset(&mx->tx);
	memset(mx->sram + MX_SEND, 0, mx->p->send_ring);
	mx->send_next = 0;
	mx->send_done = 0;
}
