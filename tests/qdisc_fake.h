/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One host with a fake device whose queue the test stops and wakes; what the
 * device gets is noted in order.  Packets are bare UDP frames of a flow.
 */
#ifndef NICPATH_TESTS_QDISC_FAKE_H
#define NICPATH_TESTS_QDISC_FAKE_H

#include "tests/tcp_host.h"

#include "models/net_core.h"
#include "models/tx/qdisc.h"

#define QF_MAX 4096

struct qdisc_fake {
	struct kernel *k;
	struct fake_dev *d;
	struct qdisc *q;
	struct netdev_txq *txq;
	unsigned int sent;
	uint32_t flow[QF_MAX], pos[QF_MAX];
	sim_time at[QF_MAX];
};

static void qf_tx(struct fake_dev *d, struct frame *f)
{
	struct qdisc_fake *t = d->arg;

	assert_true(t->sent < QF_MAX);
	t->flow[t->sent] = (uint32_t)f->h.sport;
	t->pos[t->sent] = (uint32_t)f->pl.pos;
	t->at[t->sent++] = cpu_now();
	frame_free(f);
}

/* yaml: kernel settings; discipline with tc options. */
static inline void qf_new(struct qdisc_fake *t, const char *yaml, const char *discipline,
			  const char *options)
{
	char *err;

	t->k = fake_kernel("a", yaml);
	t->d = fake_dev_new(t->k, 0x0a000001u, NETDEV_SG | NETDEV_CSUM, 1500);
	t->d->tx = qf_tx;
	t->d->arg = t;
	t->txq = &t->d->dev->txq[0];
	err = qdisc_attach(t->txq, discipline, *options ? fake_parse(options) : NULL);
	if (err)
		fail_msg("%s", err);
	t->q = t->txq->qdisc;
}

/* A frame of `len` bytes without FCS; task context. */
static inline enum xmit_result qf_send(struct qdisc_fake *t, uint16_t flow, uint8_t band,
				       uint32_t pos, uint32_t len)
{
	struct pkt *p = pkt_alloc(net_of(t->k->host), 128, false);

	p->h = (struct hdrs){.ethertype = 0x0800,
			     .l4 = L4_UDP,
			     .ttl = 64,
			     .wscale = -1,
			     .sport = flow,
			     .dport = 9};
	p->pl = (struct payload){.stream = flow, .pos = pos, .len = len - hdrs_len(&p->h)};
	p->born = cpu_now();
	p->band = band;
	p->dev = t->d->dev;
	return dev_xmit(p);
}

#endif
