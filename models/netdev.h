/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The device layer between the protocols and the drivers: struct netdev with
 * its transmit queues, NAPI contexts, and the calls in both directions.  Driver
 * cores, behavioural or real, attach here.
 */
#ifndef NICPATH_MODELS_NETDEV_H
#define NICPATH_MODELS_NETDEV_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/lock.h"
#include "models/pkt.h"

struct net;
struct netdev;
struct qdisc;

enum netdev_feature {
	NETDEV_SG = 1 << 0,   /* scatter-gather */
	NETDEV_CSUM = 1 << 1, /* transmit checksum */
	NETDEV_TSO = 1 << 2,
	NETDEV_RXCSUM = 1 << 3,
	NETDEV_LRO = 1 << 4, /* merged by the driver */
	NETDEV_GRO = 1 << 5,
	NETDEV_GSO = 1 << 6,
	NETDEV_HIGHDMA = 1 << 7,
	NETDEV_LLTX = 1 << 8,	  /* driver locks by itself */
	NETDEV_NO_QUEUE = 1 << 9, /* loopback: no qdisc */
	NETDEV_VLAN_TX = 1 << 10,
	NETDEV_XMIT_DST_RELEASE = 1 << 11,
	NETDEV_LOOPBACK = 1 << 12,
};

enum netdev_tx { NETDEV_TX_OK = 0, NETDEV_TX_BUSY = 1 };

/*
 * One transmit queue.  The driver stops and wakes it, and so do byte queue limits, each with a
 * bit of its own; the qdisc layer obeys both.
 */
struct netdev_txq {
	struct netdev *dev;
	unsigned int index;
	uint64_t addr;	  /* struct netdev_queue: state word, lock */
	uint64_t stopped; /* by anybody: a level of 0 or 1 */
	bool driver_off;  /* __QUEUE_STATE_DRV_XOFF (__QUEUE_STATE_XOFF up to 3.2) */
	bool stack_off;	  /* __QUEUE_STATE_STACK_XOFF */
	uint64_t queued;  /* packets in its qdisc, a level */
	bool frozen;
	struct spinlock xmit_lock; /* _xmit_lock */
	struct qdisc *qdisc;
	uint64_t stops, wakes;
	sim_time stopped_since;
	sim_time stopped_total;
	/* byte queue limits (3.3 and later): models/tx/bql.c */
	struct bql *bql;
};

struct netdev_ops {
	char *(*open)(struct netdev *d);
	/* Called with the queue's xmit_lock (unless LLTX), softirqs off. BUSY: the
	 * packet stays the caller's. OK: it is the driver's. */
	enum netdev_tx (*start_xmit)(struct netdev *d, struct netdev_txq *q, struct pkt *p);
};

struct netdev {
	char name[16];
	struct net *net;
	const struct netdev_ops *ops;
	void *priv;    /* the driver's */
	uint64_t addr; /* struct net_device */
	uint8_t mac[6];
	uint32_t mtu;
	uint32_t features;     /* enum netdev_feature */
	uint32_t gso_max_size; /* 65536 */
	uint32_t tx_queue_len; /* 1000 */
	unsigned int txqs;
	struct netdev_txq *txq;
	struct netdev *peer_below; /* VLAN and such: the real device */
	/* as /proc/net/dev */
	uint64_t tx_packets, tx_bytes, tx_dropped, tx_errors;
	uint64_t rx_packets, rx_bytes, rx_dropped, rx_errors, rx_missed;
};

/* Fields name, ops, priv, mtu, features, mac must be set; copies *tmpl. */
struct netdev *netdev_add(struct net *n, const struct netdev *tmpl, unsigned int txqs);

/* --- transmit: protocol -> device --- */

enum xmit_result { XMIT_SUCCESS, XMIT_DROP, XMIT_CN };
/* dev_queue_xmit(): takes the packet. Any softirq-safe context. */
enum xmit_result dev_xmit(struct pkt *p);

/* Driver side. */
void txq_stop(struct netdev_txq *q);
void txq_start(struct netdev_txq *q); /* no schedule (netif_start_queue) */
void txq_wake(struct netdev_txq *q);  /* netif_wake_queue */
static inline bool txq_stopped(const struct netdev_txq *q)
{
	return q->stopped;
}
/*
 * BQL: bytes handed to the hardware, before it is told; and once a round of completions, its
 * packets and bytes, before the driver wakes the queue.  No-ops without BQL.
 */
void txq_sent(struct netdev_txq *q, uint32_t bytes);
void txq_completed(struct netdev_txq *q, uint32_t pkts, uint32_t bytes);
/* bql.c's stop and wake-up. */
void txq_stack_stop(struct netdev_txq *q);
void txq_stack_wake(struct netdev_txq *q);

/* --- receive: device -> protocol --- */

struct napi {
	struct netdev *dev;
	uint64_t addr;
	uint32_t weight; /* 64 */
	/* Processes up to budget packets; calls napi_done() when it got fewer. */
	int (*poll)(struct napi *n, int budget);
	bool scheduled;
	struct napi *next;
	struct gro_list *gro;
	uint64_t polls, packets, full_polls;
};

void napi_init(struct napi *n, struct netdev *dev, uint32_t weight,
	       int (*poll)(struct napi *n, int budget));
/* From the interrupt handler: true if it was not scheduled (then it is now). */
bool napi_kick(struct napi *n);
void napi_done(struct napi *n);

/* From poll: packet with headers parsed (eth_type_trans done by the driver). */
void netif_receive(struct pkt *p);		  /* netif_receive_skb */
void napi_receive(struct napi *n, struct pkt *p); /* napi_gro_receive */
/* From hardirq or loopback: through this CPU's input queue. */
bool netif_queue(struct pkt *p); /* netif_rx; false: dropped */

/* eth_type_trans(): charges it; touches the first line of the data. */
void eth_type(struct pkt *p, struct netdev *dev);

#endif
