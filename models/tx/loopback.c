/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The loopback device: what is sent comes back through this CPU's input queue.
 *
 * Called by: dev_hard_xmit
 * Calls: netif_queue
 * Models: loopback_xmit: orphan, eth_type_trans, netif_rx; no queue, no lock
 * Leaves out: that 2.6.26's has no TSO (LOOPBACK_TSO is never defined)
 * Source: Linux drivers/net/loopback.c, v2.6.34
 */
#include "models/host/cpu.h"
#include "models/net_core.h"
#include "models/path.h"

static enum netdev_tx loopback_xmit(struct netdev *d, struct netdev_txq *q, struct pkt *p)
{
	KFN(loopback_xmit);

	(void)q;
	if (p->destructor) { /* skb_orphan(): its sender is no longer charged */
		p->destructor(p);
		p->destructor = NULL;
		p->sk = NULL;
	}
	if (p->dst_addr && d->features & NETDEV_XMIT_DST_RELEASE) {
		mem_atomic(p->dst_addr);
		p->dst_addr = 0;
	}
	d->tx_packets++;
	d->tx_bytes += pkt_len(p);
	p->csum_ok = true;
	eth_type(p, d);
	netif_queue(p);
	return NETDEV_TX_OK;
}

static const struct netdev_ops loopback_ops = {.start_xmit = loopback_xmit};

struct netdev *loopback_add(struct net *n, uint32_t mtu)
{
	struct netdev lo = {
		.name = "lo",
		.ops = &loopback_ops,
		.mtu = mtu,
		.features = NETDEV_SG | NETDEV_CSUM | NETDEV_TSO | NETDEV_RXCSUM | NETDEV_HIGHDMA |
			    NETDEV_LLTX | NETDEV_NO_QUEUE | NETDEV_LOOPBACK,
	};

	return netdev_add(n, &lo, 1);
}
