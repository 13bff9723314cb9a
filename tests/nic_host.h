/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A host made of stages with a real device model and its driver core; the other end
 * of the wire is the test.  Kernel functions cost nothing; everything else is real.
 */
#ifndef NICPATH_TESTS_NIC_HOST_H
#define NICPATH_TESTS_NIC_HOST_H

#include "tests/tcp_host.h"

#include "nic_model/driver.h"
#include "nic_model/nic.h"
#include "nic_model/stage_dma.h"
#include "nic_model/wire.h"

#define FAR_MAX 8192

static struct frame *far_frame[FAR_MAX];
static uint32_t far_frames;
static void (*far_free)(struct nic *n);

static inline void far_rx(struct nic *n, struct frame *f)
{
	(void)n;
	assert_true(far_frames < FAR_MAX);
	far_frame[far_frames++] = f;
}

static inline void far_tx_done(struct nic *n)
{
	if (far_free)
		far_free(n);
}

static const struct nic_ops far_ops = {.name = "far", .eth_rx = far_rx, .eth_tx_done = far_tx_done};
static struct nic far_nic = {.ops = &far_ops, .name = "far"};

struct nic_host {
	struct kernel *k;
	struct net *net;
	struct nic *nic;
	struct netdev *dev;
	struct wire *wire;
};

static inline void nic_host_up(struct nic_host *h, const struct nic_ops *ops,
			       const struct driver_core *core, const char *yaml, uint64_t rate_bps)
{
	struct wire_params p = {.rate_bps = rate_bps};
	struct yaml_node *y = fake_parse(yaml);
	char *err;

	h->k = fake_kernel("tx", "");
	h->net = net_of(h->k->host);
	err = wire_new("w", &p, 1, &h->wire);
	if (!err)
		err = nic_new_model(ops, "tx.eth0", h->k->host, y, NULL, &h->nic);
	if (!err) {
		wire_attach(h->wire, 0, h->nic);
		wire_attach(h->wire, 1, &far_nic);
		err = core->probe(h->net, h->nic, "eth0", y, &h->dev);
	}
	if (err)
		fail_msg("%s", err);
	assert_true(inet_addr_add(h->net, h->dev, 0x0a000001));
}

/* A TCP packet, all linear, ready for the driver; [task]. */
static inline struct pkt *nic_host_pkt(struct nic_host *h, uint32_t payload, uint32_t seq)
{
	struct pkt *p = pkt_alloc(h->net, 256 + payload, false);

	p->data->data_off = 128;
	p->data->linear = payload;
	p->h.ethertype = 0x0800;
	p->h.l4 = L4_TCP;
	p->h.flags = TCPF_ACK;
	p->h.seq = seq;
	p->h.ts = true;
	p->pl = (struct payload){7, payload, seq};
	p->csum_partial = true;
	p->dev = h->dev;
	return p;
}

/* As dev_hard_start_xmit() calls it. */
static inline enum netdev_tx nic_host_xmit(struct nic_host *h, struct pkt *p)
{
	struct netdev_txq *q = &h->dev->txq[0];
	enum netdev_tx r;

	spin_acquire_bh(&q->xmit_lock);
	r = h->dev->ops->start_xmit(h->dev, q, p);
	spin_release_bh(&q->xmit_lock);
	return r;
}

/* A frame for this host from the far end. */
static inline struct frame *nic_host_frame(struct nic_host *h, enum l4 l4, uint32_t payload,
					   uint32_t seq)
{
	struct frame *f = frame_new();

	memcpy(f->h.eth_dst, h->nic->mac, 6);
	f->h.ethertype = 0x0800;
	f->h.saddr = 0x0a000002;
	f->h.daddr = 0x0a000001;
	f->h.ttl = 64;
	f->h.l4 = (uint8_t)l4;
	f->h.sport = 1000;
	f->h.dport = 2000;
	f->h.seq = seq;
	f->h.flags = TCPF_ACK;
	f->h.window = 100;
	f->h.ts = l4 == L4_TCP;
	f->pl = (struct payload){9, payload, seq};
	f->len = hdrs_len(&f->h) + payload;
	if (f->len < 60)
		f->len = 60;
	return f;
}

#endif
