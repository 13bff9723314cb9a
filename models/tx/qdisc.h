/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Queue disciplines: one struct qdisc a device queue, its operations, and the
 * run/schedule machinery that all disciplines share (models/tx/qdisc.c).
 */
#ifndef NICPATH_MODELS_TX_QDISC_H
#define NICPATH_MODELS_TX_QDISC_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/lock.h"
#include "models/netdev.h"
#include "sim/param.h"

struct yaml_node;

/*
 * A discipline is a set of operations, all called with the qdisc's lock held
 * and bottom halves off.  enqueue takes the packet or drops one (then it
 * returns XMIT_DROP or XMIT_CN and has freed it).  dequeue returns NULL when
 * nothing may go now.
 */
struct qdisc_ops {
	const char *name; /* as tc names it */
	const char *help;
	const struct param_table *params; /* optional: tc options */
	/* required, except by "noqueue" */
	enum xmit_result (*enqueue)(struct qdisc *q, struct pkt *p);
	struct pkt *(*dequeue)(struct qdisc *q);
	/* optional */
	char *(*init)(struct qdisc *q);
	/* Puts back at the head; without it a slot of the qdisc holds it. */
	void (*requeue)(struct qdisc *q, struct pkt *p);
};

struct qdisc {
	const struct qdisc_ops *ops;
	struct netdev_txq *txq;
	uint64_t addr;	      /* struct Qdisc */
	struct spinlock lock; /* root lock */
	bool running;	      /* __QDISC_STATE_RUNNING */
	bool scheduled;	      /* __QDISC_STATE_SCHED */
	struct qdisc *next_sched;
	struct pkt *requeued; /* gso_skb */
	uint32_t limit;	      /* packets */
	uint32_t qlen;
	void *params, *priv;
	/* as tc -s prints them */
	uint64_t packets, bytes, drops, requeues, overlimits, schedules, runs;
	uint64_t max_qlen;
};

extern const struct qdisc_ops pfifo_fast_ops, fq_ops, tbf_ops, noqueue_ops;

/* All disciplines, ends with NULL. */
extern const struct qdisc_ops *const qdisc_list[];

/* Attaches to a device queue; options: mapping or NULL. */
char *qdisc_attach(struct netdev_txq *txq, const char *name, struct yaml_node *options);

/* qdisc_run(); lock held, bottom halves off. */
void qdisc_run(struct qdisc *q);
/* __netif_schedule(): this CPU's NET_TX softirq will run it. */
void qdisc_schedule(struct qdisc *q);
void qdisc_drop(struct qdisc *q, struct pkt *p);
/* Counts and keeps qlen; for enqueue and dequeue of disciplines. */
static inline void qdisc_len(struct qdisc *q, int change)
{
	q->qlen += (uint32_t)change;
	q->txq->queued = q->qlen;
}
void qdisc_in(struct qdisc *q, struct pkt *p);
void qdisc_out(struct qdisc *q, struct pkt *p);

#endif
