/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pfifo_fast: three bands by priority, one packet limit, strict priority.
 *
 * Called by: qdisc.c, dev_xmit.c through qdisc_ops
 * Calls: nothing
 * Models: enqueue (drop at tx_queue_len packets over all bands), dequeue in
 *	band order, requeue at the band's head
 * Leaves out: the priority map; stages send everything in the first band
 * Source: Linux net/sched/sch_generic.c, v2.6.26
 */
#include "models/tx/qdisc.h"

#include "models/host/cpu.h"
#include "sim/check.h"

#define BANDS 3

struct pfifo_fast {
	struct pkt_queue band[BANDS];
};

static enum xmit_result pfifo_fast_enqueue(struct qdisc *q, struct pkt *p)
{
	struct pfifo_fast *pf = q->priv;
	struct pkt_queue *band = &pf->band[p->band < BANDS ? p->band : BANDS - 1];
	KFN(pfifo_fast_enqueue);

	mem_rw(q->addr + 64, 24);
	if (q->qlen >= q->limit) {
		qdisc_drop(q, p);
		return XMIT_DROP;
	}
	mem_rw(band->addr, 24);
	mem_write(pkt_line(p, 0), 16);
	pkt_queue_tail(band, p);
	qdisc_in(q, p);
	return XMIT_SUCCESS;
}

static struct pkt *pfifo_fast_dequeue(struct qdisc *q)
{
	struct pfifo_fast *pf = q->priv;
	KFN(pfifo_fast_dequeue);

	for (unsigned int i = 0; i < BANDS; i++) {
		mem_read(pf->band[i].addr, 24);
		struct pkt *p = pkt_dequeue(&pf->band[i]);

		if (!p)
			continue;
		mem_rw(pkt_line(p, 0), 16);
		mem_rw(q->addr + 64, 24);
		qdisc_out(q, p);
		return p;
	}
	return NULL;
}

static void pfifo_fast_requeue(struct qdisc *q, struct pkt *p)
{
	struct pfifo_fast *pf = q->priv;
	struct pkt_queue *band = &pf->band[p->band < BANDS ? p->band : BANDS - 1];
	KFN(pfifo_fast_requeue);

	mem_rw(band->addr, 24);
	mem_write(pkt_line(p, 0), 16);
	mem_rw(q->addr + 64, 24);
	pkt_queue_head(band, p);
	qdisc_len(q, 1);
}

static char *pfifo_fast_init(struct qdisc *q)
{
	struct pfifo_fast *pf = xcalloc(1, sizeof(*pf));

	for (unsigned int i = 0; i < BANDS; i++)
		pkt_queue_init(&pf->band[i], q->addr + 192 + 16 * i);
	q->priv = pf;
	return NULL;
}

const struct qdisc_ops pfifo_fast_ops = {
	.name = "pfifo_fast",
	.help = "three bands in strict priority, limit tx_queue_len packets",
	.init = pfifo_fast_init,
	.enqueue = pfifo_fast_enqueue,
	.dequeue = pfifo_fast_dequeue,
	.requeue = pfifo_fast_requeue,
};
