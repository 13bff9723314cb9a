/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: dev_hard_start_xmit; the interrupt handler.
 * Calls: the device layer (stop, wake), packets, one doorbell a packet.
 * Models: nv_start_xmit_optimized, nv_tx_done_optimized: a packet that does not
 * fit is bounced and stops the queue; any reclaimed descriptor wakes it.
 * Leaves out: the limit of transmits in flight (only old chip revisions).
 * Source: Linux 2.6.26 drivers/net/forcedeth.c (version 0.61); read in
 * 2.6.24, whose transmit path is the same but for irqsave.
 */
#include "nic_model/forcedeth/driver_int.h"

#include "models/host/cpu.h"
#include "models/path.h"
#include "models/host/irq.h"
#include "nic_model/forcedeth/regs.h"
#include "nic_model/nic.h"
#include "nic_model/stage_dma.h"
#include "sim/check.h"

#define PIECE_MAX 16384u /* bytes of one descriptor */

static uint32_t descs_for(const struct pkt *p)
{
	uint32_t head = hdrs_len(&p->h) + p->data->linear, n, i;

	n = (head + PIECE_MAX - 1) / PIECE_MAX;
	for (i = 0; i < p->data->nr_frags; i++)
		n += (p->data->frag[i].len + PIECE_MAX - 1) / PIECE_MAX;
	return n;
}

static uint32_t empty_slots(const struct nv *np)
{
	return np->p.tx_ring - (np->p.tx_ring + np->put_tx - np->get_tx) % np->p.tx_ring;
}

/* No room: stop the queue and give the packet back. */
static enum netdev_tx bounce(struct nv *np, struct netdev_txq *q)
{
	bool flags = spin_acquire_irqsave(&np->lock);

	txq_stop(q);
	np->tx_stop = true;
	np->stops++;
	mem_write(np->priv + NV_LINE_TX, 4);
	spin_release_irqrestore(&np->lock, flags);
	return NETDEV_TX_BUSY;
}

static uint32_t next_tx(const struct nv *np, uint32_t slot)
{
	return slot + 1 == np->p.tx_ring ? 0 : slot + 1;
}

/* One descriptor and its context; returns the slot behind it. */
static uint32_t put_piece(struct nv *np, uint32_t slot, uint64_t addr, uint32_t len, uint32_t flags)
{
	uint32_t *d = np->tx_desc[slot];

	kfn_units(1);
	KFN_RUN(nommu_map_single);
	d[FE_D_HIGH] = (uint32_t)(addr >> 32);
	d[FE_D_LOW] = (uint32_t)addr;
	d[FE_D_VLAN] = 0;
	d[FE_D_FLAGS] = (len - 1) | flags;
	np->tx_ctx[slot].dma = addr;
	np->tx_ctx[slot].pkt = NULL;
	mem_write(np->tx_ctx_addr + (uint64_t)NV_CTX_BYTES * slot, NV_CTX_BYTES);
	mem_write(nv_tx_desc_addr(np, slot), 16);
	return next_tx(np, slot);
}

/* Fills descriptors for all pieces; *last is the final slot. */
static uint32_t put_packet(struct nv *np, const struct pkt *p, uint32_t *last)
{
	struct dma_seg seg[PKT_MAX_FRAGS + 1];
	unsigned int n = stage_dma_segs(p, seg, PKT_MAX_FRAGS + 1), i;
	uint32_t slot = np->put_tx, flags = 0, off, len;

	for (i = 0; i < n; i++) {
		for (off = 0; off < seg[i].len; off += len) {
			len = seg[i].len - off < PIECE_MAX ? seg[i].len - off : PIECE_MAX;
			*last = slot;
			slot = put_piece(np, slot, seg[i].addr + off, len, flags);
			flags = FE_TX_VALID; /* the first one gets it at the end */
		}
	}
	return slot;
}

static uint32_t first_flags(const struct pkt *p)
{
	if (p->gso_size)
		return FE_TX_VALID | FE_TX_TSO | (uint32_t)p->gso_size << FE_TX_MSS_SHIFT;
	return FE_TX_VALID | (p->csum_partial ? FE_TX_CSUM_L3 | FE_TX_CSUM_L4 : 0);
}

enum netdev_tx nv_start_xmit(struct netdev *d, struct netdev_txq *q, struct pkt *p)
{
	struct nv *np = d->priv;
	uint32_t need, first = np->put_tx, last = first, end;
	bool flags;
	KFN(nv_start_xmit_optimized);

	mem_read(np->priv + NV_LINE_TX, 48);
	mem_read(pkt_shinfo_addr(p), 24);
	need = descs_for(p);
	if (empty_slots(np) <= need)
		return bounce(np, q);
	end = put_packet(np, p, &last);
	np->tx_desc[last][FE_D_FLAGS] |= FE_TX_LAST;
	np->tx_ctx[last].pkt = p;
	np->tx_ctx[last].pieces = need;
	stage_dma_map_pkt(np->dma, p, need);
	txq_sent(q, pkt_len(p));

	flags = spin_acquire_irqsave(&np->lock);
	np->tx_desc[first][FE_D_FLAGS] |= first_flags(p);
	mem_write(nv_tx_desc_addr(np, first) + 12, 4);
	np->put_tx = end;
	np->tx_used = np->p.tx_ring - empty_slots(np);
	mem_write(np->priv + NV_LINE_TX, 16);
	spin_release_irqrestore(&np->lock, flags);

	mem_write(d->addr + 128, 8); /* trans_start */
	path_at(STAGE_driver_xmit, p);
	nic_mmio_write(np->nic, FE_AT_TXRX_CTL, FE_CTL_KICK | np->ctl_bits);
	return NETDEV_TX_OK;
}

/* dev_kfree_skb_any() */
static void free_any(struct pkt *p)
{
	if (in_hardirq() || !irqs_are_on())
		pkt_free_irq(p, PKT_END_SENT);
	else
		pkt_free(p, PKT_END_SENT);
}

struct done {
	uint32_t pkts, bytes;
};

static void packet_done(struct nv *np, struct nv_ctx *c, struct done *done)
{
	struct pkt *p = c->pkt;

	sim_assert(p);
	c->pkt = NULL;
	np->dev->tx_packets++;
	np->dev->tx_bytes += pkt_len(p);
	stage_dma_unmap_pkt(np->dma, p, c->pieces);
	mem_write(np->dev->addr + 192, 16);
	done->pkts++;
	done->bytes += pkt_len(p);
	free_any(p);
}

void nv_tx_done(struct nv *np, uint32_t limit)
{
	uint32_t from = np->get_tx;
	struct done done = {0};
	KFN(nv_tx_done_optimized);

	mem_read(np->priv + NV_LINE_TX, 48);
	while (np->get_tx != np->put_tx && limit--) {
		uint32_t slot = np->get_tx;
		uint32_t flags;

		mem_read(nv_tx_desc_addr(np, slot) + 12, 4);
		flags = np->tx_desc[slot][FE_D_FLAGS];
		if (flags & FE_TX_VALID)
			break;
		kfn_units(1);
		mem_rw(np->tx_ctx_addr + (uint64_t)NV_CTX_BYTES * slot, NV_CTX_BYTES);
		if (flags & FE_TX_LAST)
			packet_done(np, &np->tx_ctx[slot], &done);
		np->get_tx = next_tx(np, slot);
	}
	np->tx_used = np->p.tx_ring - empty_slots(np);
	mem_write(np->priv + NV_LINE_TX, 16);
	txq_completed(&np->dev->txq[0], done.pkts, done.bytes);
	if (np->tx_stop && np->get_tx != from) {
		np->tx_stop = false;
		np->wakes++;
		txq_wake(&np->dev->txq[0]);
	}
}
