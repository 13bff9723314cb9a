/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: the poll.  Calls: LRO, the page allocator, write-combined PIO.
 * Models: myri10ge_clean_rx_done, myri10ge_rx_done, myri10ge_alloc_rx_pages: pages cut
 * into buffers of two sizes, restocked when fewer than fill_thresh are left, handed
 * to the card eight at a time.
 * Leaves out: frames over several buffers, allocation failures.
 * Source: Linux 2.6.26 drivers/net/myri10ge/myri10ge.c.
 */
#include "nic_model/myri10ge/driver_int.h"

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/mem/slab.h"
#include "models/path.h"
#include "nic_model/nic.h"
#include "nic_model/stage_dma.h"

#define ALIGN64(x) (((x) + 63u) & ~63u)

/* myri10ge_submit_8rx(): the first address is invalid until all eight are there. */
static void submit_8(struct my *mgp, struct my_rx *rx, uint32_t first)
{
	uint32_t off = rx->sram + first * MX_RX_BYTES;
	uint32_t low = mx_get32(rx->shadow[first] + 4);

	mx_put32(rx->shadow[first] + 4, 0xffffffff);
	nic_mmio_write_wc(mgp->nic, off, rx->shadow[first], 32);
	nic_mmio_write_wc(mgp->nic, off + 32, rx->shadow[first + 4], 32);
	mx_put32(rx->shadow[first] + 4, low);
	nic_mmio_write_wc(mgp->nic, off + 4, rx->shadow[first] + 4, 4);
}

/* Address of the next buffer, cut from the current page or a new one. */
static uint64_t next_buffer(struct my *mgp, struct my_rx *rx)
{
	struct slab_allocator *slab = host_slab(mgp->net->host);
	uint64_t addr;

	if (rx->page && rx->page_offset + rx->bytes <= MY_PAGE) {
		page_get(slab, rx->page);
	} else {
		rx->page = page_alloc(slab, 0);
		rx->page_offset = 0;
		KFN_RUN(nommu_map_single);
	}
	addr = rx->page + rx->page_offset;
	rx->page_offset += ALIGN64(rx->bytes);
	return addr;
}

void my_alloc_rx_pages(struct my *mgp, struct my_rx *rx)
{
	KFN(myri10ge_alloc_rx_pages);

	mem_rw(rx->line, 48);
	while (rx->fill_cnt != rx->cnt + rx->mask + 1) {
		uint32_t slot = rx->fill_cnt & rx->mask;
		uint64_t addr = next_buffer(mgp, rx);

		kfn_units(1);
		rx->addr[slot] = addr;
		stage_dma_map_buf(mgp->dma, addr, rx->bytes);
		mx_put32(rx->shadow[slot], (uint32_t)(addr >> 32));
		mx_put32(rx->shadow[slot] + 4, (uint32_t)addr);
		mem_write(rx->info_addr + (uint64_t)MY_INFO_BYTES * slot, MY_INFO_BYTES);
		mem_write(rx->shadow_addr + (uint64_t)MX_RX_BYTES * slot, MX_RX_BYTES);
		rx->fill_cnt++;
		if ((slot & 7) == 7)
			submit_8(mgp, rx, slot - 7);
	}
	mem_write(rx->line, 16);
}

static void rx_done(struct my *mgp, struct my_rx *rx, uint32_t csum)
{
	uint32_t slot = rx->cnt & rx->mask;
	struct lro_frag frag = {.addr = rx->addr[slot] + MX_RX_PAD};
	struct frame *f;
	KFN(myri10ge_rx_done);

	mem_rw(rx->info_addr + (uint64_t)MY_INFO_BYTES * slot, MY_INFO_BYTES);
	f = stage_dma_unmap_buf(mgp->dma, rx->addr[slot]);
	rx->cnt++;
	if (!f) {
		mgp->dev->rx_errors++;
		page_put(host_slab(mgp->net->host), rx->addr[slot] & ~(uint64_t)(MY_PAGE - 1));
		return;
	}
	frag.frame = f;
	frag.csum_ok = csum == 0xffff && mgp->p.rx_csum;
	if (mgp->p.lro)
		lro_receive(&mgp->lro, &frag);
	else
		napi_receive(&mgp->napi, lro_gen_pkt(mgp->dev, &frag));
	frame_free(f);
}

int my_clean_rx_done(struct my *mgp, int budget)
{
	int work = 0;

	mem_read(mgp->ss + 64, 32);
	while (work < budget) {
		uint32_t slot = mgp->done_cnt % mgp->done_slots;
		uint8_t *e = mgp->done_bytes + (uint64_t)MX_SLOT_BYTES * slot;
		uint32_t csum, length;

		mem_rw(mgp->done_addr + (uint64_t)MX_SLOT_BYTES * slot, MX_SLOT_BYTES);
		length = mx_get16(e + 2);
		if (!length)
			break;
		kfn_units(1);
		csum = mx_get16(e);
		mx_put16(e + 2, 0);
		mgp->done_cnt++;
		rx_done(mgp, length <= mgp->p.small_bytes ? &mgp->small : &mgp->big, csum);
		work++;
	}
	if (mgp->p.lro)
		lro_flush_all(&mgp->lro);
	if (mgp->small.fill_cnt - mgp->small.cnt < mgp->p.fill_thresh)
		my_alloc_rx_pages(mgp, &mgp->small);
	if (mgp->big.fill_cnt - mgp->big.cnt < mgp->p.fill_thresh)
		my_alloc_rx_pages(mgp, &mgp->big);
	return work;
}
