/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: the interrupt line, NET_RX (with NAPI), kernel timers.
 * Calls: driver_tx.c, driver_rx.c, registers.
 * Models: nv_nic_irq_optimized: status by a register read a loop, acknowledge by a
 * write, at most max_interrupt_work loops, then the backup timer; CPU mode's timer
 * interrupts; the NAPI variant.
 * Leaves out: link changes (carrier), recoverable errors, MSI-X vectors.
 * Source: Linux 2.6.26 drivers/net/forcedeth.c.
 */
#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/path.h"
#include "nic_model/forcedeth/driver_int.h"
#include "nic_model/forcedeth/regs.h"
#include "nic_model/nic.h"

static uint64_t jiffies_in(const struct nv *np, uint64_t num, uint64_t den)
{
	uint64_t hz = 1000000000000ull / host_tick(np->net->host).ps;

	return host_jiffies(np->net->host) + 1 + num * hz / den;
}

static void refill_later(struct nv *np)
{
	np->oom++;
	ktimer_arm(&np->oom_kick, jiffies_in(np, 1, 20));
}

/* Interrupts stay off until the timer has looked again. */
static void too_many(struct nv *np)
{
	spin_acquire(&np->lock);
	np->too_many++;
	nic_mmio_write(np->nic, FE_AT_IRQ_MASK, 0);
	nic_mmio_read(np->nic, FE_AT_IRQ_MASK);
	ktimer_arm(&np->nic_poll, jiffies_in(np, 1, 100));
	spin_release(&np->lock);
}

static void receive(struct nv *np, uint32_t events)
{
	if (!np->p.napi) {
		if (nv_rx_process(np, (int)np->p.work_per_loop) && nv_alloc_rx(np))
			refill_later(np);
		return;
	}
	if (!(events & FE_IRQ_RX_ALL))
		return;
	napi_kick(&np->napi);
	spin_acquire(&np->lock);
	np->irqmask &= ~(uint32_t)FE_IRQ_RX_ALL;
	mem_write(np->priv + NV_LINE_IRQ, 4);
	nic_mmio_write(np->nic, FE_AT_IRQ_MASK, np->irqmask);
	spin_release(&np->lock);
}

bool nv_nic_irq(void *arg)
{
	struct nv *np = arg;
	uint32_t i, events;
	KFN(nv_nic_irq_optimized);

	mem_read(np->priv + NV_LINE_IRQ, 32);
	for (i = 0;; i++) {
		events = nic_mmio_read(np->nic, FE_AT_IRQ_STATUS) & FE_IRQ_ALL;
		nic_mmio_write(np->nic, FE_AT_IRQ_STATUS, FE_IRQ_ALL);
		if (!(events & np->irqmask))
			break;
		kfn_units(1);
		spin_acquire(&np->lock);
		nv_tx_done(np, np->p.work_per_loop);
		spin_release(&np->lock);
		receive(np, events);
		if (i > np->p.max_interrupt_work) {
			too_many(np);
			break;
		}
	}
	return i > 0;
}

int nv_napi_poll(struct napi *n, int budget)
{
	struct nv *np = n->dev->priv;
	int work;
	bool flags;
	KFN(nv_napi_poll);

	work = nv_rx_process(np, budget);
	if (nv_alloc_rx(np))
		refill_later(np);
	if (work >= budget)
		return work;
	flags = spin_acquire_irqsave(&np->lock);
	napi_done(n);
	np->irqmask |= FE_IRQ_RX_ALL;
	mem_write(np->priv + NV_LINE_IRQ, 4);
	nic_mmio_write(np->nic, FE_AT_IRQ_MASK, np->irqmask);
	spin_release_irqrestore(&np->lock, flags);
	return work;
}

void nv_do_nic_poll(void *arg)
{
	struct nv *np = arg;

	irq_mask(np->nic->irq[0]);
	nic_mmio_write(np->nic, FE_AT_IRQ_MASK, np->irqmask);
	nic_mmio_read(np->nic, FE_AT_IRQ_MASK);
	nv_nic_irq(np);
	irq_unmask(np->nic->irq[0]);
}

void nv_do_rx_refill(void *arg)
{
	struct nv *np = arg;

	if (np->p.napi) {
		napi_kick(&np->napi);
		return;
	}
	irq_mask(np->nic->irq[0]);
	if (nv_alloc_rx(np))
		refill_later(np);
	irq_unmask(np->nic->irq[0]);
}
