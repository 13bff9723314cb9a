/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The driver's private data.  Private to driver*.c. */
#ifndef NICPATH_NIC_MODEL_FORCEDETH_DRIVER_INT_H
#define NICPATH_NIC_MODEL_FORCEDETH_DRIVER_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/lock.h"
#include "models/host/timer.h"
#include "models/netdev.h"
#include "models/pkt.h"

struct nic;
struct stage_dma;

enum nv_mode { NV_THROUGHPUT, NV_CPU };
enum nv_irq { NV_IRQ_INTX, NV_IRQ_MSI };

struct nv_params {
	uint32_t tx_ring, rx_ring;
	uint32_t mtu;
	int mode;		/* enum nv_mode */
	int irq;		/* enum nv_irq */
	uint32_t poll_interval; /* units of 1024/100 us; 0: the mode's */
	uint32_t max_interrupt_work, work_per_loop;
	bool napi, gro, tso, sg, rx_csum, pause;
	uint32_t cpu; /* interrupt affinity */
};

/* struct nv_skb_map: sk_buff, bus address, length. */
#define NV_CTX_BYTES 24
struct nv_ctx {
	struct pkt *pkt;
	uint64_t dma;
	uint32_t pieces; /* on the last one of a packet */
};

/* Hot lines of struct fe_priv, by what they hold. */
enum { NV_LINE_LOCK = 0, NV_LINE_IRQ = 64, NV_LINE_RX = 128, NV_LINE_TX = 192, NV_PRIV = 256 };

struct nv {
	struct nv_params p;
	struct nic *nic;
	struct net *net;
	struct netdev *dev;
	struct stage_dma *dma;
	struct spinlock lock;
	struct napi napi;
	struct ktimer nic_poll, oom_kick;
	uint64_t priv; /* simulated address of fe_priv */
	uint32_t irqmask, ctl_bits;
	uint32_t rx_buf_sz;
	bool tx_stop;
	/* rings: rx first, tx behind it, as one allocation */
	uint64_t ring_addr;
	uint32_t (*rx_desc)[4], (*tx_desc)[4];
	uint64_t rx_ctx_addr, tx_ctx_addr;
	struct nv_ctx *rx_ctx, *tx_ctx;
	uint32_t get_rx, put_rx, get_tx, put_tx; /* slots */
	uint64_t stops, wakes, too_many, oom;
	uint64_t tx_used; /* descriptors that hold a packet, a level */
};

static inline uint64_t nv_rx_desc_addr(const struct nv *np, uint32_t slot)
{
	return np->ring_addr + 16ull * slot;
}

static inline uint64_t nv_tx_desc_addr(const struct nv *np, uint32_t slot)
{
	return np->ring_addr + 16ull * (np->p.rx_ring + slot);
}

/* driver_tx.c */
enum netdev_tx nv_start_xmit(struct netdev *d, struct netdev_txq *q, struct pkt *p);
void nv_tx_done(struct nv *np, uint32_t limit);

/* driver_rx.c */
int nv_rx_process(struct nv *np, int limit);
/* Refills the ring; true: out of memory. */
bool nv_alloc_rx(struct nv *np);

/* driver_irq.c */
bool nv_nic_irq(void *arg);
int nv_napi_poll(struct napi *n, int budget);
void nv_do_nic_poll(void *arg);
void nv_do_rx_refill(void *arg);

#endif
