/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: the devices' transmit rings.  Calls: DMA, TSO, FIFO, the wire.
 * Models: bursts bounded by FIFO room and reads in flight; store-and-forward or
 * cut-through (never with checksum or TSO, which need the whole frame).
 * Leaves out: underruns (fifo_start_ps excludes them).
 * Source: each device says which of its manual's units this stands for.
 */
#include "nic_model/tx_engine.h"

#include <stddef.h>

#include "nic_model/wire.h"
#include "sim/check.h"

static void read_on(struct tx_engine *e);
static void burst_done(void *arg);

void tx_engine_init(struct tx_engine *e, struct nic *n, void *owner,
		    const struct tx_engine_ops *ops, const struct tx_engine_params *p)
{
	*e = (struct tx_engine){.nic = n, .owner = owner, .ops = ops, .p = *p};
	sim_assert(p->reads && p->reads <= TX_BURSTS);
	sim_assert(p->packets && p->packets <= TX_PACKETS);
	fifo_init(&e->fifo, p->fifo_bytes);
	for (unsigned int i = 0; i < TX_BURSTS; i++) {
		e->burst[i].engine = e;
		sim_event_init(&e->burst[i].arrival, "tx.read", SIM_PRIO_HW, burst_done,
			       &e->burst[i]);
	}
}

bool tx_engine_ready(const struct tx_engine *e)
{
	return !e->reading && e->flight_tail - e->flight_head < e->p.packets;
}

bool tx_engine_idle(const struct tx_engine *e)
{
	return e->flight_head == e->flight_tail && !e->wire_bytes;
}

/* Packets at the head whose frames have all gone. */
static void finish(struct tx_engine *e)
{
	while (e->flight_head != e->flight_tail) {
		struct tx_flight *f = &e->flight[e->flight_head % TX_PACKETS];

		if (!f->cut || f->frames)
			return;
		e->flight_head++;
		e->ops->done(e->owner, f->descs);
		if (tx_engine_ready(e))
			e->ops->more(e->owner);
	}
}

/* Hands the next frame to the wire if it takes one. */
static void send(struct tx_engine *e)
{
	struct frame *f = e->fifo.head;
	uint32_t len;

	if (!f || e->wire_bytes)
		return;
	len = f->len;
	if (!e->nic->port || wire_busy(e->nic->port))
		return;
	fifo_get(&e->fifo);
	if (e->ops->sent)
		e->ops->sent(e->owner, f);
	nic_eth_tx(e->nic, f);
	e->wire_bytes = len;
}

/* n frames, in order, are through the stage that counts. */
static void frames_gone(struct tx_engine *e, uint32_t n)
{
	uint32_t i, k;

	for (i = e->flight_head; n && i != e->flight_tail; i++) {
		struct tx_flight *f = &e->flight[i % TX_PACKETS];

		k = f->frames < n ? f->frames : n;
		f->frames -= k;
		n -= k;
	}
}

void tx_engine_wire_free(struct tx_engine *e)
{
	if (e->wire_bytes && !wire_sending(e->nic->port)) {
		fifo_release(&e->fifo, e->wire_bytes);
		e->wire_bytes = 0;
		if (!e->p.done_when_read)
			frames_gone(e, 1);
		send(e);
		finish(e);
		read_on(e);
		return;
	}
	send(e);
}

/* Bursts at the head whose data are here go into the FIFO, in order. */
static void land(struct tx_engine *e)
{
	while (e->burst_head != e->burst_tail) {
		struct tx_burst *b = &e->burst[e->burst_head % TX_BURSTS];
		struct frame *f, *next;

		if (!b->here)
			break;
		for (f = b->first; f; f = next) {
			next = f->next;
			fifo_put_reserved(&e->fifo, f);
		}
		b->first = NULL;
		e->burst_head++;
		if (e->p.done_when_read)
			frames_gone(e, b->frames);
	}
	send(e);
}

static void burst_done(void *arg)
{
	struct tx_burst *b = arg;
	struct tx_engine *e = b->engine;

	b->here = true;
	land(e);
	if (e->p.done_when_read)
		finish(e);
	read_on(e);
}

/* Pieces of the current packet for the next `bytes` bytes of it. */
static unsigned int pieces(struct tx_engine *e, uint32_t bytes, struct dma_seg *out)
{
	unsigned int n = 0;

	while (bytes && e->seg < e->cur.segs) {
		const struct dma_seg *s = &e->cur.seg[e->seg];
		uint32_t len = s->len - e->seg_off;

		if (len > bytes)
			len = bytes;
		out[n].addr = s->addr + e->seg_off;
		out[n++].len = len;
		bytes -= len;
		e->seg_off += len;
		if (e->seg_off == s->len) {
			e->seg++;
			e->seg_off = 0;
		}
	}
	return n;
}

/* Next frame of the packet in hand, checksummed and tagged. */
static struct frame *cut(struct tx_engine *e)
{
	struct frame *f = e->held ? e->held : tso_next(&e->tso);

	if (!f || f == e->held)
		return f;
	/* Segments come with theirs; a packet that needed no cutting does not. */
	if (e->cur.csum && !e->tso.segment)
		offload_tx_csum(f);
	if (e->cur.vlan)
		offload_vlan_insert(f, e->cur.vlan);
	if (f->len > e->fifo.room)
		sim_panic(__FILE__, __LINE__, "%s: frame of %u bytes, transmit FIFO of %llu",
			  e->nic->name, f->len, (unsigned long long)e->fifo.room);
	return f;
}

/* Collects frames for one burst; returns payload and header bytes to read. */
static uint32_t collect(struct tx_engine *e, struct tx_burst *b)
{
	/* A segment costs its payload; the headers are read once. */
	uint32_t bytes = e->cur.mss && !e->seg && !e->seg_off ? e->tso.headers : 0;
	uint32_t frames = 0;
	struct frame *f;

	b->first = b->last = NULL;
	while ((f = cut(e))) {
		uint32_t takes = e->cur.mss ? f->pl.len : f->len;

		e->held = f;
		if ((frames && bytes + takes > e->p.burst) || !fifo_reserve(&e->fifo, f->len))
			break;
		e->held = NULL;
		f->next = NULL;
		if (b->last)
			b->last->next = f;
		else
			b->first = f;
		b->last = f;
		frames++;
		bytes += takes;
	}
	b->frames = frames;
	e->flight[(e->flight_tail - 1) % TX_PACKETS].frames += frames;
	return bytes;
}

static sim_time burst_time(struct tx_engine *e, const struct tx_burst *b, uint32_t bytes)
{
	struct dma_seg seg[TX_SEGS];
	unsigned int n = pieces(e, bytes, seg);
	sim_time first, last;

	if (!n)
		return sim_now(); /* padding only */
	last = nic_dma_read_at(e->nic, seg, n, sim_now(), &first);
	if (!e->p.cut_through || e->cur.csum || e->cur.mss || !e->nic->port)
		return last;
	return SIM_PS(fifo_start_ps(first.ps, last.ps, b->first->len, e->p.cut_through,
				    wire_bytes_ps(e->nic->port, b->first->len)));
}

/* Starts a read if there is something to read, room, and a free slot. */
static bool read_burst(struct tx_engine *e)
{
	struct tx_burst *b = &e->burst[e->burst_tail % TX_BURSTS];
	uint32_t bytes;

	if (!e->reading || e->burst_tail - e->burst_head >= e->p.reads)
		return false;
	bytes = collect(e, b);
	if (!b->first)
		return false;
	b->here = false;
	b->closes = !e->held && !e->tso.big;
	e->burst_tail++;
	sim_at(&b->arrival, burst_time(e, b, bytes));
	if (b->closes) {
		e->flight[(e->flight_tail - 1) % TX_PACKETS].cut = true;
		e->reading = false;
	}
	return true;
}

static void read_on(struct tx_engine *e)
{
	while (read_burst(e))
		;
	if (tx_engine_ready(e))
		e->ops->more(e->owner);
}

void tx_engine_put(struct tx_engine *e, const struct tx_packet *p)
{
	sim_assert(tx_engine_ready(e) && p->segs <= TX_SEGS);
	e->cur.segs = p->segs;
	for (unsigned int i = 0; i < p->segs; i++)
		e->cur.seg[i] = p->seg[i];
	e->cur.mss = p->mss;
	e->cur.csum = p->csum;
	e->cur.vlan = p->vlan;
	e->seg = e->seg_off = 0;
	tso_start(&e->tso, p->frame, p->mss);
	e->flight[e->flight_tail++ % TX_PACKETS] = (struct tx_flight){.descs = p->descs};
	e->reading = true;
	while (read_burst(e))
		;
}

static void give_up(struct tx_engine *e, struct tx_burst *b)
{
	struct frame *f, *next;

	sim_cancel(&b->arrival);
	for (f = b->first; f; f = next) {
		next = f->next;
		frame_free(f);
		e->dropped++;
	}
}

void tx_engine_reset(struct tx_engine *e)
{
	frame_free(e->held);
	e->held = NULL;
	tso_drop(&e->tso);
	while (e->burst_head != e->burst_tail)
		give_up(e, &e->burst[e->burst_head++ % TX_BURSTS]);
	e->dropped += e->fifo.frames;
	fifo_flush(&e->fifo);
	e->fifo.used = e->wire_bytes;
	e->flight_head = e->flight_tail;
	e->reading = false;
}
