/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fq: a queue per socket, deficit round robin over new then old flows.
 *
 * Called by: qdisc.c through qdisc_ops
 * Calls: nothing
 * Models: flow classification by socket, initial quantum and quantum, new and
 *	old flow lists, flow limit, total limit
 * Leaves out: pacing rates (flows without one are never throttled), garbage
 *	collection of idle flows (they are kept), horizon, priorities
 * Source: Linux net/sched/sch_fq.c, v6.1
 */
#include "models/tx/qdisc.h"

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/mem/layout.h"
#include "models/path.h"
#include "sim/check.h"

#define FLOW_BYTES 128
#define BUCKETS	   1024

struct fq_params {
	uint32_t limit, flow_limit, quantum, initial_quantum;
};

static const struct param params[] = {
	{"limit", PARAM_U32, offsetof(struct fq_params, limit), "10000", "1", "10000000", NULL,
	 "packets in all flows", "net/sched/sch_fq.c fq_init()"},
	{"flow_limit", PARAM_U32, offsetof(struct fq_params, flow_limit), "100", "1", "1000000",
	 NULL, "packets a flow", "net/sched/sch_fq.c fq_init()"},
	{"quantum", PARAM_U32, offsetof(struct fq_params, quantum), "3028", "1", "1048576", NULL,
	 "bytes of credit a round", "two MTU with Ethernet headers, fq_init()"},
	{"initial_quantum", PARAM_U32, offsetof(struct fq_params, initial_quantum), "15140", "1",
	 "1048576", NULL, "bytes of credit of a new flow", "ten MTU, fq_init()"},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};

static const struct param_table table = {"tc.fq", "Fair queue discipline.", params,
					 sizeof(struct fq_params)};

struct flow {
	struct flow *hash_next, *next;
	const struct sock *sk;
	struct pkt_queue q;
	int32_t credit;
	bool listed;
};

struct flow_list {
	struct flow *head, *tail;
};

struct fq {
	struct flow *bucket[BUCKETS];
	struct flow_list fresh, old;
	uint32_t serial; /* of flows, for classification without addresses */
};

static void append(struct flow_list *l, struct flow *f)
{
	f->next = NULL;
	if (l->tail)
		l->tail->next = f;
	else
		l->head = f;
	l->tail = f;
}

static void pop(struct flow_list *l)
{
	l->head = l->head->next;
	if (!l->head)
		l->tail = NULL;
}

/* By ports rather than by the socket's host address: results must repeat. */
static struct flow *classify(struct qdisc *q, const struct pkt *p)
{
	struct fq *fq = q->priv;
	uint32_t h = (p->h.sport * 31u + p->h.dport + p->h.daddr) % BUCKETS;
	struct flow *f = fq->bucket[h];

	while (f && f->sk != p->sk)
		f = f->hash_next;
	if (f)
		return f;
	f = xcalloc(1, sizeof(*f));
	f->sk = p->sk;
	f->hash_next = fq->bucket[h];
	fq->bucket[h] = f;
	pkt_queue_init(&f->q, layout_static(host_layout(q->txq->dev->net->host), LAYOUT_STATIC,
					    FLOW_BYTES, 64));
	return f;
}

static enum xmit_result fq_enqueue(struct qdisc *q, struct pkt *p)
{
	const struct fq_params *prm = q->params;
	struct fq *fq = q->priv;
	struct flow *f;
	KFN(fq_enqueue);

	mem_rw(q->addr + 64, 24);
	if (q->qlen >= prm->limit) {
		qdisc_drop(q, p);
		return XMIT_DROP;
	}
	f = classify(q, p);
	mem_rw(f->q.addr, FLOW_BYTES);
	if (f->q.len >= prm->flow_limit) {
		qdisc_drop(q, p);
		return XMIT_DROP;
	}
	if (!f->listed) {
		f->listed = true;
		f->credit = (int32_t)prm->initial_quantum;
		append(&fq->fresh, f);
	}
	mem_write(pkt_line(p, 0), 16);
	pkt_queue_tail(&f->q, p);
	qdisc_in(q, p);
	return XMIT_SUCCESS;
}

/* The flow whose turn it is, with credit and a packet; NULL: all are empty. */
static struct flow *next_flow(struct qdisc *q)
{
	const struct fq_params *prm = q->params;
	struct fq *fq = q->priv;

	for (;;) {
		bool fresh = fq->fresh.head;
		struct flow_list *l = fresh ? &fq->fresh : &fq->old;
		struct flow *f = l->head;

		if (!f)
			return NULL;
		mem_rw(f->q.addr, 64);
		if (f->credit <= 0) {
			f->credit += (int32_t)prm->quantum;
			pop(l);
			append(&fq->old, f);
		} else if (!f->q.len) {
			pop(l);
			/* An emptied new flow must not jump the old ones again. */
			if (fresh && fq->old.head)
				append(&fq->old, f);
			else
				f->listed = false;
		} else {
			return f;
		}
	}
}

static struct pkt *fq_dequeue(struct qdisc *q)
{
	struct flow *f;
	struct pkt *p;
	KFN(fq_dequeue);

	mem_rw(q->addr + 64, 24);
	f = next_flow(q);
	if (!f)
		return NULL;
	p = pkt_dequeue(&f->q);
	mem_rw(pkt_line(p, 0), 16);
	f->credit -= (int32_t)pkt_len(p);
	qdisc_out(q, p);
	return p;
}

static char *fq_init(struct qdisc *q)
{
	q->priv = xcalloc(1, sizeof(struct fq));
	return NULL;
}

const struct qdisc_ops fq_ops = {
	.name = "fq",
	.help = "a queue per socket, deficit round robin",
	.params = &table,
	.init = fq_init,
	.enqueue = fq_enqueue,
	.dequeue = fq_dequeue,
};
