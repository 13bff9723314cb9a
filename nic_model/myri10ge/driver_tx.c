/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: dev_hard_start_xmit; the interrupt handler.
 * Calls: the device layer, packets, write-combined PIO.
 * Models: myri10ge_xmit: a packet cut into requests that do not cross tx_boundary,
 * TSO's cuts, stop ahead of a full ring and bounce; submit in pairs of 32 bytes with
 * the first request's flags last; myri10ge_tx_done: wake when half the ring is free.
 * Leaves out: linearising (TSO packets of the stack always fit), several slices.
 * Source: Linux 2.6.26 drivers/net/myri10ge/myri10ge.c; read in 2.6.31, whose single
 * slice does the same.
 */
#include "nic_model/myri10ge/driver_int.h"

#include <string.h>

#include "models/host/cpu.h"
#include "models/path.h"
#include "nic_model/nic.h"
#include "nic_model/stage_dma.h"
#include "sim/check.h"

/* A packet being cut up. */
struct cutter {
	struct my *mgp;
	uint32_t n;   /* requests so far */
	uint32_t run; /* request that counts the ones behind it */
	uint32_t mss;
	uint32_t header_left; /* TSO: header bytes to go */
	uint32_t cum;	      /* TSO: payload bytes since the last cut */
	uint8_t flags;	      /* of the next request */
	uint8_t csum_offset;
};

static uint32_t tso_flags(struct cutter *c, uint32_t len)
{
	uint32_t next = c->cum + len, flags = c->flags;

	if (next > c->mss) {
		flags |= MX_F_TSO_CHOP;
		c->run = c->n;
	}
	c->cum = next % c->mss;
	c->flags = MX_F_TSO_PLD;
	if (!c->cum) {
		c->flags |= MX_F_FIRST;
		c->run = c->n + 1;
	}
	return flags;
}

/* The headers end here: payload's first segment begins behind them. */
static uint32_t header_flags(struct cutter *c, uint32_t len)
{
	uint32_t flags = c->flags;

	c->header_left -= len;
	c->flags &= (uint8_t)~MX_F_FIRST;
	if (!c->header_left) {
		c->flags = MX_F_TSO_PLD | MX_F_FIRST;
		c->run = c->n + 1;
	}
	return flags;
}

static void request(struct cutter *c, uint64_t addr, uint32_t len)
{
	uint8_t *r = c->mgp->tx.list[c->n];
	uint32_t flags = c->flags;

	sim_assert(c->n < MY_SEND_DESCS_TSO);
	if (c->mss)
		flags = c->header_left ? header_flags(c, len) : tso_flags(c, len);
	else
		c->flags &= (uint8_t)~MX_F_FIRST;
	mx_put32(r + MX_R_HIGH, (uint32_t)(addr >> 32));
	mx_put32(r + MX_R_LOW, (uint32_t)addr);
	mx_put16(r + MX_R_PSEUDO, c->mss);
	mx_put16(r + MX_R_LENGTH, len);
	r[12] = 0;
	r[MX_R_COUNT] = 1;
	r[MX_R_CSUM] = c->csum_offset;
	r[MX_R_FLAGS] = (uint8_t)flags;
	c->n++;
	kfn_units(1);
	mem_write(c->mgp->tx.list_addr + (uint64_t)MX_REQ_BYTES * (c->n - 1), MX_REQ_BYTES);
}

static void piece(struct cutter *c, uint64_t addr, uint32_t left)
{
	uint32_t boundary = (uint32_t)c->mgp->p.tx_boundary;

	KFN_RUN(nommu_map_single);
	while (left) {
		uint32_t len = boundary - (uint32_t)(addr & (boundary - 1));

		if (len > left)
			len = left;
		if (c->mss && c->header_left && len > c->header_left)
			len = c->header_left;
		request(c, addr, len);
		addr += len;
		left -= len;
	}
}

/* Counts and last flags, known only now. */
static void finish(struct cutter *c)
{
	uint8_t(*list)[MX_REQ_BYTES] = c->mgp->tx.list;
	uint32_t i;

	if (!c->mss) {
		list[0][MX_R_COUNT] = (uint8_t)c->n;
		return;
	}
	if (c->run >= c->n) {
		/* The payload ended with a whole segment: its run is the one before. */
		for (c->run = c->n - 1; !(list[c->run][MX_R_FLAGS] & (MX_F_TSO_CHOP | MX_F_FIRST));)
			c->run--;
	}
	list[c->run][MX_R_COUNT] = (uint8_t)(c->n - c->run);
	for (i = c->run; i < c->n; i++)
		list[i][MX_R_FLAGS] |= MX_F_TSO_LAST;
}

static uint32_t cut(struct my *mgp, const struct pkt *p)
{
	struct dma_seg seg[PKT_MAX_FRAGS + 1];
	unsigned int n = stage_dma_segs(p, seg, PKT_MAX_FRAGS + 1), i;
	struct cutter c = {.mgp = mgp, .mss = p->gso_size};

	if (c.mss) {
		c.flags = MX_F_TSO_HDR | MX_F_FIRST;
		c.header_left = hdrs_len(&p->h);
	} else {
		c.flags = MX_F_NO_TSO | MX_F_FIRST;
		if (p->csum_partial) {
			c.flags |= MX_F_CSUM;
			c.csum_offset = (uint8_t)(hdrs_l2_len(&p->h) + hdrs_l3_len(&p->h));
		}
		if (pkt_len(p) <= 1520)
			c.flags |= MX_F_SMALL;
	}
	for (i = 0; i < n; i++)
		piece(&c, seg[i].addr, seg[i].len);
	finish(&c);
	return c.n;
}

static void pio(struct my *mgp, uint32_t slot, uint32_t first, uint32_t n)
{
	nic_mmio_write_wc(mgp->nic, mgp->send_off + (slot & mgp->tx.mask) * MX_REQ_BYTES,
			  mgp->tx.list[first], n * MX_REQ_BYTES);
}

/* myri10ge_submit_req(): pairs forwards, or one by one backwards where the ring wraps. */
static void submit(struct my *mgp, uint32_t n)
{
	struct my_tx *tx = &mgp->tx;
	uint32_t slot = tx->req & tx->mask, i;
	uint8_t flags = tx->list[0][MX_R_FLAGS];

	tx->list[0][MX_R_FLAGS] = 0;
	if (slot + n < tx->mask) {
		for (i = 0; i + 1 < n; i += 2)
			pio(mgp, slot + i, i, 2);
	} else {
		for (i = n - 1; i > 0; i--)
			pio(mgp, slot + i, i, 1);
	}
	if (i < n)
		pio(mgp, slot + i, i, 1);
	tx->list[0][MX_R_FLAGS] = flags;
	nic_mmio_write_wc(mgp->nic, mgp->send_off + slot * MX_REQ_BYTES + 12, tx->list[0] + 12, 4);
	tx->req += n;
}

static void stop(struct my *mgp, struct netdev_txq *q)
{
	mgp->tx.stop_queue++;
	txq_stop(q);
}

enum netdev_tx my_xmit(struct netdev *d, struct netdev_txq *q, struct pkt *p)
{
	struct my *mgp = d->priv;
	struct my_tx *tx = &mgp->tx;
	uint32_t avail, n, first = tx->req & tx->mask, last;
	KFN(myri10ge_xmit);

	mem_read(tx->line_req, 32);
	mem_read(tx->line_done, 8);
	mem_read(pkt_shinfo_addr(p), 24);
	avail = tx->mask - 1 - (tx->req - tx->done);
	if (avail < (p->gso_size ? MY_SEND_DESCS_TSO : MY_SEND_DESCS)) {
		stop(mgp, q);
		return NETDEV_TX_BUSY;
	}
	n = cut(mgp, p);
	last = (tx->req + n - 1) & tx->mask;
	tx->info[first].pkt = p;
	tx->info[first].pieces = 1u + p->data->nr_frags;
	tx->info[last].last = true;
	mem_write(tx->info_addr + (uint64_t)MY_INFO_BYTES * first, MY_INFO_BYTES);
	mem_write(tx->info_addr + (uint64_t)MY_INFO_BYTES * last, MY_INFO_BYTES);
	stage_dma_map_pkt(mgp->dma, p, tx->info[first].pieces);
	txq_sent(q, pkt_len(p));
	path_at(STAGE_driver_xmit, p);
	submit(mgp, n);
	tx->pkt_start++;
	tx->used = tx->req - tx->done;
	mem_write(tx->line_req, 32);
	if (avail - n < MY_SEND_DESCS)
		stop(mgp, q);
	return NETDEV_TX_OK;
}

struct done {
	uint32_t pkts, bytes;
};

static void packet_done(struct my *mgp, struct my_tx_info *info, struct done *done)
{
	struct pkt *p = info->pkt;

	info->pkt = NULL;
	mgp->dev->tx_packets++;
	mgp->dev->tx_bytes += pkt_len(p);
	stage_dma_unmap_pkt(mgp->dma, p, info->pieces);
	done->pkts++;
	done->bytes += pkt_len(p);
	pkt_free_irq(p, PKT_END_SENT);
}

void my_tx_done(struct my *mgp, uint32_t count)
{
	struct my_tx *tx = &mgp->tx;
	struct netdev_txq *q = &mgp->dev->txq[0];
	struct done done = {0};
	KFN(myri10ge_tx_done);

	mem_rw(tx->line_done, 16);
	while (tx->pkt_done != count) {
		uint32_t slot = tx->done & tx->mask;

		kfn_units(1);
		mem_rw(tx->info_addr + (uint64_t)MY_INFO_BYTES * slot, MY_INFO_BYTES);
		if (tx->info[slot].last)
			tx->pkt_done++;
		tx->info[slot].last = false;
		tx->done++;
		if (tx->info[slot].pkt)
			packet_done(mgp, &tx->info[slot], &done);
	}
	tx->used = tx->req - tx->done;
	txq_completed(q, done.pkts, done.bytes);
	mem_read(q->addr, 8);
	if (txq_stopped(q) && tx->req - tx->done < tx->mask >> 1) {
		tx->wake_queue++;
		txq_wake(q);
	}
}
