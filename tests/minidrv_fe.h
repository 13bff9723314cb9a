/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A driver for the nForce MAC in a page: registers and memory, nothing else.
 * Rings at the bottom of memory, buffers above.
 */
#ifndef NICPATH_TESTS_MINIDRV_FE_H
#define NICPATH_TESTS_MINIDRV_FE_H

#include "tests/nic_fake.h"

#include "nic_model/forcedeth/forcedeth.h"
#include "nic_model/forcedeth/regs.h"

#define FE_RX	     64u /* descriptors */
#define FE_TX	     64u
#define FE_RX_RING   RAM_BASE
#define FE_TX_RING   (RAM_BASE + 0x1000)
#define FE_RX_BUF(i) (RAM_BASE + 0x10000 + 2048ull * (i))
#define FE_TX_BUF(i) (RAM_BASE + 0x40000 + 2048ull * (i))

/* On chip, 32 Gb/s, 60 ns each way. */
#define FE_YAML                                                                                    \
	"pcie: {kind: onchip, mps: 64B, up_latency: 60ns, down_latency: 60ns, "                    \
	"device_latency: 0ns}\n"

static struct nic *fe_nic;
static struct wire *fe_wire;
static uint32_t fe_put, fe_get; /* transmit slots */

static inline uint64_t fe_desc(uint64_t ring, uint32_t i)
{
	return ring + 16ull * i;
}

static inline void fe_rx_give(uint32_t i)
{
	ram32_set(fe_desc(FE_RX_RING, i) + 0, (uint32_t)(FE_RX_BUF(i) >> 32));
	ram32_set(fe_desc(FE_RX_RING, i) + 4, (uint32_t)FE_RX_BUF(i));
	ram32_set(fe_desc(FE_RX_RING, i) + 12, 1600 | FE_RX_AVAIL);
}

static inline uint32_t fe_rx_flags(uint32_t i)
{
	return ram32(fe_desc(FE_RX_RING, i) + 12);
}

static inline uint32_t fe_tx_flags(uint32_t i)
{
	return ram32(fe_desc(FE_TX_RING, i) + 12);
}

static inline void fe_rings(uint32_t rx_given)
{
	uint32_t i;

	memset(ram, 0, 0x10000);
	for (i = 0; i < rx_given; i++)
		fe_rx_give(i);
	fe_put = fe_get = 0;
	wr(fe_nic, FE_AT_RX_RING, (uint32_t)FE_RX_RING);
	wr(fe_nic, FE_AT_TX_RING, (uint32_t)FE_TX_RING);
	wr(fe_nic, FE_AT_RING_SIZES, (FE_RX - 1) << 16 | (FE_TX - 1));
}

/* irq_mask: what shall interrupt. */
static inline void fe_up(const char *yaml, enum nic_irq_kind kind, uint32_t irq_mask,
			 uint64_t rate_bps, uint32_t rx_given)
{
	fe_nic = fake_nic(&forcedeth_nic_ops, yaml);
	fe_wire = fake_wire(rate_bps, 0);
	wire_attach(fe_wire, 0, fe_nic);
	nic_irq_setup(fe_nic, kind, kind == NIC_MSIX ? 3 : 1, 0, NULL);
	fe_rings(rx_given);
	wr(fe_nic, FE_AT_PFF, FE_PFF_PROMISCUOUS);
	wr(fe_nic, FE_AT_RX_BUFFER_SIZE, 1600);
	wr(fe_nic, FE_AT_MSI_MASK, FE_MSI_VECTOR0);
	wr(fe_nic, FE_AT_IRQ_MASK, irq_mask);
	wr(fe_nic, FE_AT_TXRX_CTL, FE_CTL_DESC3 | FE_CTL_RX_CHECK);
	wr(fe_nic, FE_AT_RX_CTL, FE_CTL_START);
	wr(fe_nic, FE_AT_TX_CTL, FE_CTL_START);
}

static inline void fe_down(void)
{
	wire_free(fe_wire);
	peer.port = NULL;
}

/* One descriptor; `first` words of flags come with the packet's first. */
static inline void fe_tx_piece(uint64_t addr, uint32_t len, uint32_t flags)
{
	ram32_set(fe_desc(FE_TX_RING, fe_put) + 0, (uint32_t)(addr >> 32));
	ram32_set(fe_desc(FE_TX_RING, fe_put) + 4, (uint32_t)addr);
	ram32_set(fe_desc(FE_TX_RING, fe_put) + 8, 0);
	ram32_set(fe_desc(FE_TX_RING, fe_put) + 12, (len - 1) | flags);
	fe_put = (fe_put + 1) % FE_TX;
}

static inline void fe_kick(void)
{
	wr(fe_nic, FE_AT_TXRX_CTL, FE_CTL_DESC3 | FE_CTL_RX_CHECK | FE_CTL_KICK);
}

/* Puts the frame's bytes into buffer `slot` and one descriptor for it. */
static inline void fe_tx_frame(struct frame *f)
{
	uint32_t slot = fe_put;

	frame_write(f, ram_at(FE_TX_BUF(slot), f->len));
	fe_tx_piece(FE_TX_BUF(slot), f->len, FE_TX_VALID | FE_TX_LAST);
	frame_free(f);
}

#endif
