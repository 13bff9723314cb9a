/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Queue discipline machinery: run, schedule, requeue, NET_TX softirq.
 *
 * Called by: dev_xmit (after enqueue), txq_wake (drivers), the NET_TX softirq
 * Calls: the discipline's operations, dev_hard_xmit
 * Models: qdisc_run, __qdisc_run, qdisc_restart, dev_requeue_skb,
 *	__netif_schedule, net_tx_action with their state bits and locks; what
 *	changed between versions is kernel.qdisc.* (struct qdisc_behaviour)
 * Leaves out: NETDEV_TX_LOCKED collisions of LLTX drivers, qdisc replacement
 *	while running, lockless qdiscs (4.16 and later)
 * Source: Linux net/sched/sch_generic.c and net/core/dev.c, v2.6.26, and
 *	commits 37437bb2e1ae, 83f36f3f35f4 (2.6.27), ebf059821ed, f4ab5432019
 */
#include "models/tx/qdisc.h"

#include <string.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/host/sched.h"
#include "models/mem/layout.h"
#include "models/net_core.h"
#include "models/path.h"
#include "sim/check.h"

#define QDISC_BYTES 256 /* struct Qdisc with pfifo_fast's private part */
#define STATE_LINE  0
#define QUEUE_LINE  64

const struct qdisc_ops *const qdisc_list[] = {
	&pfifo_fast_ops, &fq_ops, &tbf_ops, &noqueue_ops, NULL,
};

const struct qdisc_ops noqueue_ops = {
	.name = "noqueue",
	.help = "no queue: packets go to the driver at once (virtual devices)",
};

static const struct qdisc_behaviour *behaviour(const struct qdisc *q)
{
	return &q->txq->dev->net->core->qb;
}

void qdisc_in(struct qdisc *q, struct pkt *p)
{
	p->enqueued = cpu_now();
	qdisc_len(q, 1);
	if (q->qlen > q->max_qlen)
		q->max_qlen = q->qlen;
}

void qdisc_out(struct qdisc *q, struct pkt *p)
{
	qdisc_len(q, -1);
	q->packets += p->gso_segs ? p->gso_segs : 1;
	q->bytes += pkt_len(p);
}

void qdisc_drop(struct qdisc *q, struct pkt *p)
{
	q->drops++;
	pkt_free(p, PKT_END_QDISC_DROP);
}

void qdisc_schedule(struct qdisc *q)
{
	struct net *n = q->txq->dev->net;
	KFN(__netif_schedule);

	mem_atomic(q->addr + STATE_LINE);
	if (q->scheduled)
		return;
	q->scheduled = true;
	q->schedules++;

	bool flags = irqs_off();
	struct softnet *sd = this_softnet(n);

	mem_rw(sd->addr, 16);
	q->next_sched = sd->output_queue;
	sd->output_queue = q;
	softirq_raise_irqoff(SOFTIRQ_NET_TX);
	irqs_restore(flags);
}

/* netif_schedule_queue() of the versions whose helper looks at the queue. */
static void schedule_again(struct qdisc *q)
{
	if (behaviour(q)->schedule_stopped_test) {
		mem_read(q->txq->addr, 8);
		if (txq_stopped(q->txq))
			return;
	}
	qdisc_schedule(q);
}

static struct pkt *dequeue(struct qdisc *q)
{
	struct pkt *p = q->requeued;

	mem_read(q->addr + QUEUE_LINE, 16);
	if (!p)
		return q->ops->dequeue(q);
	if (behaviour(q)->requeued_test) {
		mem_read(q->txq->addr, 8);
		if (txq_stopped(q->txq) || q->txq->frozen)
			return NULL;
	}
	q->requeued = NULL;
	qdisc_out(q, p);
	return p;
}

static void requeue(struct qdisc *q, struct pkt *p)
{
	q->requeues++;
	/* Its bytes were counted on the way out; they will be again. */
	q->packets -= p->gso_segs ? p->gso_segs : 1;
	q->bytes -= pkt_len(p);
	if (behaviour(q)->requeue_to_head && q->ops->requeue) {
		q->ops->requeue(q, p);
	} else {
		mem_write(q->addr + QUEUE_LINE, 8);
		q->requeued = p;
		qdisc_len(q, 1);
	}
	schedule_again(q);
}

/* The driver's turn: qdisc lock dropped, transmit lock taken. */
static enum netdev_tx transmit(struct qdisc *q, struct pkt *p)
{
	struct netdev_txq *txq = q->txq;
	enum netdev_tx ret = NETDEV_TX_BUSY;
	bool lltx = txq->dev->features & NETDEV_LLTX;

	spin_release(&q->lock);
	if (!lltx)
		spin_acquire(&txq->xmit_lock);
	mem_read(txq->addr, 8);
	if (!txq_stopped(txq) && !txq->frozen)
		ret = dev_hard_xmit(p, txq);
	if (!lltx)
		spin_release(&txq->xmit_lock);
	spin_acquire(&q->lock);
	return ret;
}

/* qdisc_restart(): one packet. False: the run is over. */
static bool restart(struct qdisc *q)
{
	struct pkt *p = dequeue(q);

	if (!p)
		return false;
	if (transmit(q, p) == NETDEV_TX_BUSY) {
		requeue(q, p);
		return false;
	}
	return q->qlen > 0;
}

static void run_loop(struct qdisc *q)
{
	const struct qdisc_behaviour *b = behaviour(q);
	struct host *h = q->txq->dev->net->host;
	uint64_t start = host_jiffies(h);
	uint32_t quota = b->quota;
	KFN(__qdisc_run);

	q->runs++;
	do {
		kfn_units(1);
		if (!restart(q))
			break;
		if (need_resched_now() || host_jiffies(h) != start || (b->quota && --quota == 0)) {
			qdisc_schedule(q);
			break;
		}
	} while (!b->run_until_stopped || !txq_stopped(q->txq));
	mem_atomic(q->addr + STATE_LINE);
	q->running = false;
}

void qdisc_run(struct qdisc *q)
{
	if (behaviour(q)->stopped_test) {
		mem_read(q->txq->addr, 8);
		if (txq_stopped(q->txq))
			return;
	}
	mem_atomic(q->addr + STATE_LINE);
	if (q->running)
		return;
	q->running = true;
	run_loop(q);
}

static void free_completed(struct softnet *sd)
{
	bool flags = irqs_off();
	struct pkt *p = sd->completion_queue;

	mem_rw(sd->addr + 8, 8);
	sd->completion_queue = NULL;
	irqs_restore(flags);
	while (p) {
		struct pkt *next = p->next;

		p->next = NULL;
		kfn_units(1);
		pkt_free(p, p->end);
		p = next;
	}
}

static void run_scheduled(struct softnet *sd)
{
	bool flags = irqs_off();
	struct qdisc *q = sd->output_queue;

	mem_rw(sd->addr, 8);
	sd->output_queue = NULL;
	irqs_restore(flags);
	while (q) {
		struct qdisc *next = q->next_sched;

		kfn_units(1);
		mem_atomic(q->addr + STATE_LINE);
		q->scheduled = false;
		if (spin_try(&q->lock)) {
			qdisc_run(q);
			spin_release(&q->lock);
		} else {
			qdisc_schedule(q);
		}
		q = next;
	}
}

/* The NET_TX softirq. */
static void net_tx_action(void *arg)
{
	struct softnet *sd = this_softnet(arg);
	KFN(net_tx_action);

	mem_read(sd->addr, 16);
	if (sd->completion_queue)
		free_completed(sd);
	if (sd->output_queue)
		run_scheduled(sd);
}

void net_tx_init(struct net *n)
{
	softirq_open(n->host, SOFTIRQ_NET_TX, net_tx_action, n);
}

static const struct qdisc_ops *find(const char *name)
{
	for (unsigned int i = 0; qdisc_list[i]; i++)
		if (!strcmp(qdisc_list[i]->name, name))
			return qdisc_list[i];
	return NULL;
}

char *qdisc_attach(struct netdev_txq *txq, const char *name, struct yaml_node *options)
{
	const struct qdisc_ops *ops = find(name);
	char *err;

	if (!ops)
		return err_fmt("no queue discipline \"%s\" (pfifo_fast, fq, tbf, noqueue)", name);
	struct qdisc *q = xcalloc(1, sizeof(*q));

	q->ops = ops;
	q->txq = txq;
	q->addr = layout_static(host_layout(txq->dev->net->host), LAYOUT_STATIC, QDISC_BYTES, 64);
	q->limit = txq->dev->tx_queue_len;
	spin_init(&q->lock, "qdisc", q->addr + 128);
	if (ops->params) {
		q->params = xcalloc(1, ops->params->struct_size);
		param_defaults(ops->params, q->params);
		err = param_load(ops->params, options, q->params);
		if (err)
			return err;
	}
	err = ops->init ? ops->init(q) : NULL;
	if (!err)
		txq->qdisc = q;
	return err;
}
