/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: the interrupt handler, or the poll with NAPI.
 * Calls: packets, eth_type, netif_queue (netif_rx) or netif_receive.
 * Models: nv_rx_process_optimized, nv_alloc_rx_optimized: one sk_buff a
 * descriptor, refilled after each batch.
 * Leaves out: length errors, VLAN groups.
 * Source: Linux 2.6.26 drivers/net/forcedeth.c.
 */
#include "nic_model/forcedeth/driver_int.h"

#include "models/host/cpu.h"
#include "models/path.h"
#include "nic_model/forcedeth/regs.h"
#include "nic_model/stage_dma.h"
#include "sim/check.h"

#define RX_ALLOC_PAD 64u /* NV_RX_ALLOC_PAD */

static uint32_t next_rx(const struct nv *np, uint32_t slot)
{
	return slot + 1 == np->p.rx_ring ? 0 : slot + 1;
}

/* What the device knows about the packet now, as the headers will show it. */
static void fill(struct pkt *p, const struct frame *f, struct netdev *dev, uint32_t flags)
{
	p->h = f->h;
	p->pl = f->pl;
	p->born = f->born;
	p->hash = f->rss_hash;
	p->data->linear = f->pl.len;
	p->dev = dev;
	p->csum_ok = (flags & FE_RX_CSUM_TCP) != 0;
}

static void deliver(struct nv *np, struct pkt *p)
{
	path_at(STAGE_driver_rx, p);
	eth_type(p, np->dev); /* counts it, too */
	mem_write(np->dev->addr + 208, 16);
	if (np->p.napi && np->p.gro)
		napi_receive(&np->napi, p);
	else if (np->p.napi)
		netif_receive(p);
	else
		netif_queue(p);
}

static void one(struct nv *np, uint32_t slot, uint32_t flags)
{
	struct nv_ctx *c = &np->rx_ctx[slot];
	struct frame *f = stage_dma_unmap_buf(np->dma, c->dma);
	struct pkt *p = c->pkt;

	sim_assert(p);
	c->pkt = NULL;
	if (!f || !(flags & FE_RX_VALID) || (flags & FE_RX_ERROR)) {
		np->dev->rx_errors++;
		pkt_free(p, PKT_END_IP_DROP);
	} else {
		fill(p, f, np->dev, flags);
		deliver(np, p);
	}
	frame_free(f);
}

int nv_rx_process(struct nv *np, int limit)
{
	int work = 0;
	KFN(nv_rx_process_optimized);

	mem_read(np->priv + NV_LINE_RX, 48);
	while (np->get_rx != np->put_rx && work < limit) {
		uint32_t slot = np->get_rx, flags;

		mem_read(nv_rx_desc_addr(np, slot), 16);
		flags = np->rx_desc[slot][FE_D_FLAGS];
		if (flags & FE_RX_AVAIL)
			break;
		kfn_units(1);
		mem_rw(np->rx_ctx_addr + (uint64_t)NV_CTX_BYTES * slot, NV_CTX_BYTES);
		one(np, slot, flags);
		np->get_rx = next_rx(np, slot);
		work++;
	}
	mem_write(np->priv + NV_LINE_RX, 8);
	return work;
}

bool nv_alloc_rx(struct nv *np)
{
	/* One slot stays empty, so that full and empty differ. */
	uint32_t stop = np->get_rx ? np->get_rx - 1 : np->p.rx_ring - 1;
	KFN(nv_alloc_rx_optimized);

	mem_read(np->priv + NV_LINE_RX, 48);
	while (np->put_rx != stop) {
		uint32_t slot = np->put_rx, *d = np->rx_desc[slot];
		struct pkt *p = pkt_alloc(np->net, np->rx_buf_sz + RX_ALLOC_PAD, false);
		uint64_t addr = pkt_hdr_addr(p);

		kfn_units(1);
		KFN_RUN(nommu_map_single);
		np->rx_ctx[slot] = (struct nv_ctx){.pkt = p, .dma = addr};
		stage_dma_map_buf(np->dma, addr, np->rx_buf_sz);
		mem_write(np->rx_ctx_addr + (uint64_t)NV_CTX_BYTES * slot, NV_CTX_BYTES);
		d[FE_D_HIGH] = (uint32_t)(addr >> 32);
		d[FE_D_LOW] = (uint32_t)addr;
		d[FE_D_FLAGS] = np->rx_buf_sz | FE_RX_AVAIL;
		mem_write(nv_rx_desc_addr(np, slot), 16);
		np->put_rx = next_rx(np, slot);
	}
	mem_write(np->priv + NV_LINE_RX, 8);
	return false;
}
