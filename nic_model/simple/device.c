/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: nic.c, the wire.  Calls: ring, tx_engine, fifo, moderation.
 * Models: what the PCIe study of Neugebauer et al. (SIGCOMM 2018, section 3) calls a
 * simple NIC: a descriptor fetch, a data DMA and an interrupt for every packet.
 * Leaves out: every offload.
 * Source: the study's section 3; register layout is our own.
 */
#include "nic_model/simple/simple.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "nic_model/fifo.h"
#include "nic_model/moderation.h"
#include "nic_model/ring.h"
#include "nic_model/tx_engine.h"
#include "nic_model/wire.h"
#include "sim/check.h"

struct simple_params {
	uint64_t tx_fifo, rx_fifo;
	uint32_t batch; /* descriptors of one fetch */
};

#define P(name_, field, type_, def_, min_, max_, help_)                                            \
	{                                                                                          \
		.name = (name_), .type = (type_), .offset = offsetof(struct simple_params, field), \
		.def = (def_), .min = (min_), .max = (max_), .help = (help_), .source = "assumed"  \
	}

static const struct param params[] = {
	P("tx_fifo", tx_fifo, PARAM_SIZE, "64KiB", "10KiB", "1MiB", "on-chip transmit memory"),
	P("rx_fifo", rx_fifo, PARAM_SIZE, "64KiB", "10KiB", "1MiB", "on-chip receive memory"),
	P("batch", batch, PARAM_U32, "1", "1", "64", "descriptors of one fetch"),
	{.name = NULL},
};

static const struct param_table simple_param_table = {
	.name = "nic.simple",
	.help = "The simplest NIC.",
	.params = params,
	.struct_size = sizeof(struct simple_params),
};

enum simple_reg { SIMPLE_REGS(REG_INDEX) REG_COUNT };

#define RX_SLOTS 64u /* frames on their way to memory */

struct simple {
	struct nic *nic;
	const struct simple_params *p;
	struct regs regs;
	struct ring tx_ring, rx_ring;
	struct tx_engine tx;
	struct fifo rx_fifo;
	struct frame *landing[RX_SLOTS]; /* by receive counter modulo */
	struct moderation moderation;
	struct sim_event irq_due;
};

static uint32_t word(const uint8_t *raw, unsigned int i)
{
	uint32_t v;

	memcpy(&v, raw + (size_t)4 * i, 4);
	return v;
}

static uint64_t desc_addr(const uint8_t *raw)
{
	return (uint64_t)word(raw, 1) << 32 | word(raw, 0);
}

/* --- interrupt: one message, at most every THROTTLE ns --- */

static void irq_due(void *arg)
{
	struct simple *s = arg;

	moderation_fired(&s->moderation, sim_now().ps);
	nic_irq(s->nic, 0);
}

static void cause(struct simple *s, uint32_t bit)
{
	s->regs.value[REG_IRQ_CAUSE] |= bit;
	if (!(s->regs.value[REG_IRQ_MASK] & bit))
		return;
	moderation_cause(&s->moderation, sim_now().ps);
	if (!sim_pending(&s->irq_due))
		sim_at(&s->irq_due, SIM_PS(moderation_due(&s->moderation)));
}

/* --- transmit --- */

static bool always(struct ring *r, uint32_t slot, const uint8_t *raw)
{
	(void)r;
	(void)slot;
	(void)raw;
	return true;
}

/* Gives packets to the engine while there are descriptors and it takes them. */
static void tx_more(void *owner)
{
	struct simple *s = owner;

	while (ring_ready(&s->tx_ring) && tx_engine_ready(&s->tx)) {
		const uint8_t *raw = ring_peek(&s->tx_ring, 0);
		struct tx_packet p = {.segs = 1, .descs = 1};

		p.seg[0] = (struct dma_seg){desc_addr(raw), word(raw, 2)};
		p.frame = s->nic->space->gather(s->nic->space->arg, p.seg, 1);
		if (!p.frame && !tx_engine_idle(&s->tx))
			return; /* once what is older has gone */
		ring_take(&s->tx_ring, 1);
		if (p.frame) {
			tx_engine_put(&s->tx, &p);
		} else {
			s->nic->stats.bad_dma++;
			ring_done(&s->tx_ring, 1);
		}
	}
}

static void tx_ready(struct ring *r)
{
	tx_more(r->owner);
}

static void tx_done(void *owner, uint32_t descs)
{
	struct simple *s = owner;

	ring_done(&s->tx_ring, descs);
	cause(s, SIMPLE_IRQ_TX);
}

static const struct ring_ops tx_ring_ops = {
	.name = "simple.tx", .prepare = always, .ready = tx_ready};
static const struct tx_engine_ops tx_ops = {.done = tx_done, .more = tx_more};

/* --- receive --- */

static void pump(struct simple *s)
{
	while (s->rx_fifo.frames && ring_ready(&s->rx_ring) &&
	       s->rx_ring.taken - s->rx_ring.written < RX_SLOTS) {
		struct frame *f = fifo_get(&s->rx_fifo);

		s->landing[s->rx_ring.taken % RX_SLOTS] = f;
		nic_dma_write(s->nic, desc_addr(ring_peek(&s->rx_ring, 0)), f->len, NULL, NULL);
		ring_take(&s->rx_ring, 1);
		ring_done(&s->rx_ring, 1);
	}
}

static void rx_ready(struct ring *r)
{
	pump(r->owner);
}

static void rx_write_back(struct ring *r, uint32_t slot, uint8_t *raw)
{
	struct simple *s = r->owner;
	struct frame *f = s->landing[r->writing % RX_SLOTS];
	uint32_t done[2] = {f->len, SIMPLE_DONE};

	(void)slot;
	memcpy(raw + 8, done, 8);
}

static void rx_written(struct ring *r, uint32_t slot, uint32_t n)
{
	struct simple *s = r->owner;
	struct frame *f = s->landing[(r->written - n) % RX_SLOTS];

	s->nic->space->scatter(s->nic->space->arg, f, 0,
			       desc_addr(r->raw + (size_t)slot * SIMPLE_DESC_BYTES), f->len);
	s->nic->stats.rx_frames++;
	s->nic->stats.rx_bytes += f->len;
	fifo_release(&s->rx_fifo, f->len);
	frame_free(f);
	cause(s, SIMPLE_IRQ_RX);
	pump(s);
}

static const struct ring_ops rx_ring_ops = {
	.name = "simple.rx",
	.prepare = always,
	.ready = rx_ready,
	.write_back = rx_write_back,
	.written = rx_written,
};

static void simple_eth_rx(struct nic *n, struct frame *f)
{
	struct simple *s = n->priv;
	bool off = !(s->regs.value[REG_CTRL] & SIMPLE_RX_ENABLE);

	if (off || f->bad)
		n->stats.rx_bad++;
	else if (!fifo_put(&s->rx_fifo, f))
		n->stats.rx_fifo_drop++;
	else
		f = NULL;
	frame_free(f);
	pump(s);
}

/* --- registers --- */

static struct ring *ring_of(struct simple *s, uint32_t index)
{
	return index < REG_RX_BASE ? &s->tx_ring : &s->rx_ring;
}

static void write_ctrl(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct simple *s = dev;

	(void)index;
	(void)old;
	ring_run(&s->tx_ring, value & SIMPLE_TX_ENABLE);
	ring_run(&s->rx_ring, value & SIMPLE_RX_ENABLE);
}

static void write_throttle(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct simple *s = dev;

	(void)index;
	(void)old;
	s->moderation.throttle_ps = value * 1000ull;
}

/* Base or size: the ring starts anew. */
static void write_ring(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct simple *s = dev;
	uint32_t base = index < REG_RX_BASE ? REG_TX_BASE : REG_RX_BASE;
	const uint32_t *v = s->regs.value + base;

	(void)old;
	(void)value;
	ring_reset(ring_of(s, index), (uint64_t)v[1] << 32 | v[0], v[2]);
}

static void write_tail(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	(void)old;
	ring_tail(ring_of(dev, index), value);
}

static uint32_t read_head(void *dev, uint32_t index, uint32_t value)
{
	struct ring *r = ring_of(dev, index);

	(void)value;
	return r->count ? ring_slot(r, r->written) : 0;
}

static uint32_t read_status(void *dev, uint32_t index, uint32_t value)
{
	struct simple *s = dev;

	(void)index;
	(void)value;
	return s->nic->port && wire_is_up(s->nic->port);
}

static const struct reg_def defs[] = {SIMPLE_REGS(REG_DEF)};

static uint32_t simple_reg_read(struct nic *n, uint32_t off, unsigned int bytes)
{
	struct simple *s = n->priv;

	return regs_read(&s->regs, off, bytes);
}

static void simple_reg_write(struct nic *n, uint32_t off, uint32_t value, unsigned int bytes)
{
	struct simple *s = n->priv;

	regs_write(&s->regs, off, value, bytes);
}

/* --- the device --- */

static void simple_wire_free(struct nic *n)
{
	struct simple *s = n->priv;

	tx_engine_wire_free(&s->tx);
}

static char *simple_create(struct nic *n)
{
	struct simple *s = xcalloc(1, sizeof(*s));
	const struct simple_params *p = n->params;
	struct ring_params rp = {.desc_bytes = SIMPLE_DESC_BYTES,
				 .fetch_batch = p->batch,
				 .depth = 64,
				 .wb_batch = 1};
	struct tx_engine_params ep = {
		.fifo_bytes = p->tx_fifo, .burst = 1, .reads = 8, .packets = 16};

	n->priv = s;
	s->nic = n;
	s->p = p;
	regs_init(&s->regs, n->name, s, defs, sizeof(defs) / sizeof(defs[0]), 0x100,
		  &n->stats.reg_unknown);
	ring_init(&s->tx_ring, n, s, &tx_ring_ops, &rp);
	ring_init(&s->rx_ring, n, s, &rx_ring_ops, &rp);
	tx_engine_init(&s->tx, n, s, &tx_ops, &ep);
	fifo_init(&s->rx_fifo, p->rx_fifo);
	sim_event_init(&s->irq_due, "simple.irq", SIM_PRIO_HW, irq_due, s);
	nic_level(n, "tx_fifo", &s->tx.fifo.used, "B", "transmit FIFO in use");
	nic_level(n, "rx_fifo", &s->rx_fifo.used, "B", "receive FIFO in use");
	return NULL;
}

static void simple_free(struct nic *n)
{
	struct simple *s = n->priv;
	uint64_t i;

	sim_cancel(&s->irq_due);
	tx_engine_reset(&s->tx);
	for (i = s->rx_ring.written; i < s->rx_ring.taken; i++)
		frame_free(s->landing[i % RX_SLOTS]);
	fifo_flush(&s->rx_fifo);
	ring_free(&s->tx_ring);
	ring_free(&s->rx_ring);
	regs_free(&s->regs);
	free(s);
}

const struct nic_ops simple_nic_ops = {
	.name = "simple",
	.params = &simple_param_table,
	.create = simple_create,
	.reg_read = simple_reg_read,
	.reg_write = simple_reg_write,
	.eth_rx = simple_eth_rx,
	.eth_tx_done = simple_wire_free,
	.free = simple_free,
};
