/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a protocol's packet to the driver's start_xmit.
 *
 * Called by: ip_output, forwarding; qdisc.c (dev_hard_xmit)
 * Calls: qdisc enqueue and run, packet taps, GSO, the driver
 * Models: dev_queue_xmit with its bottom-half section and root lock, the
 *	bypass of an empty qdisc, noqueue devices, dev_hard_start_xmit
 * Leaves out: linearising for devices without SG (stages make what the device
 *	can send), transmit queue selection by hash beyond XPS by CPU
 * Source: Linux net/core/dev.c, v2.6.26 and v2.6.37
 */
#include "models/netdev.h"

#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/net_core.h"
#include "models/path.h"
#include "models/tx/gso.h"
#include "models/tx/qdisc.h"
#include "sim/check.h"

static void release_dst(struct pkt *p)
{
	if (!p->dst_addr || !(p->dev->features & NETDEV_XMIT_DST_RELEASE))
		return;
	mem_atomic(p->dst_addr);
	p->dst_addr = 0;
}

enum netdev_tx dev_hard_xmit(struct pkt *p, struct netdev_txq *q)
{
	struct netdev *d = p->dev;
	struct net *n = d->net;
	KFN(dev_hard_start_xmit);

	mem_read(d->addr, 64);
	mem_read(pkt_line(p, 1), 16);
	if (n->core->tap.on)
		tap_transmit(n, p);
	if (p->gso_size && !(d->features & NETDEV_TSO))
		return gso_xmit(p, q);
	release_dst(p);
	path_at(STAGE_dev_xmit, p);
	return d->ops->start_xmit(d, q, p);
}

/* A device without a queue (loopback, VLAN): straight to its driver. */
static enum xmit_result xmit_noqueue(struct pkt *p, struct netdev_txq *q)
{
	bool lltx = p->dev->features & NETDEV_LLTX;
	enum netdev_tx ret;

	if (!lltx)
		spin_acquire(&q->xmit_lock);
	ret = dev_hard_xmit(p, q);
	if (!lltx)
		spin_release(&q->xmit_lock);
	if (ret == NETDEV_TX_OK)
		return XMIT_SUCCESS;
	p->dev->tx_dropped++;
	pkt_free(p, PKT_END_TX_DROP);
	return XMIT_DROP;
}

/* sch_direct_xmit() of an empty qdisc: no enqueue, same locks. */
static bool bypass(struct pkt *p, struct qdisc *q)
{
	struct netdev_txq *txq = q->txq;
	enum netdev_tx ret = NETDEV_TX_BUSY;

	if (q->qlen || q->running || q->requeued)
		return false;
	q->running = true;
	spin_release(&q->lock);
	spin_acquire(&txq->xmit_lock);
	mem_read(txq->addr, 8);
	if (!txq_stopped(txq))
		ret = dev_hard_xmit(p, txq);
	spin_release(&txq->xmit_lock);
	spin_acquire(&q->lock);
	q->running = false;
	if (ret == NETDEV_TX_OK) {
		q->packets++;
		if (q->qlen)
			qdisc_run(q);
		return true;
	}
	q->requeues++;
	q->requeued = p;
	qdisc_len(q, 1);
	qdisc_schedule(q);
	return true;
}

static enum xmit_result xmit_queued(struct pkt *p, struct qdisc *q)
{
	const struct qdisc_behaviour *b = &p->net->core->qb;
	enum xmit_result rc = XMIT_SUCCESS;

	spin_acquire(&q->lock);
	if (!b->bypass || !bypass(p, q)) {
		path_at(STAGE_qdisc, p);
		rc = q->ops->enqueue(q, p);
		qdisc_run(q);
	}
	spin_release(&q->lock);
	return rc;
}

enum xmit_result dev_xmit(struct pkt *p)
{
	struct netdev *d = p->dev;
	struct netdev_txq *txq;
	enum xmit_result rc;
	KFN(dev_queue_xmit);

	mem_read(pkt_line(p, 0), 64);
	mem_read(d->addr, 64);
	bh_off();
	txq = &d->txq[p->queue < d->txqs ? p->queue : 0];
	mem_read(txq->addr, 16);
	if (txq->qdisc->ops->enqueue)
		rc = xmit_queued(p, txq->qdisc);
	else
		rc = xmit_noqueue(p, txq);
	bh_on();
	return rc;
}
