/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hosts made of stages with a fake device: what is sent goes to a function of
 * the test, frames can be injected at any time.  Kernel functions cost nothing
 * unless the test says so; memory is a Core 2's, so a packet takes about a
 * microsecond and times are exact to a few.
 */
#ifndef NICPATH_TESTS_TCP_HOST_H
#define NICPATH_TESTS_TCP_HOST_H

#include "tests/tap.h"

#include <string.h>
#include <sys/wait.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/host/sched.h"
#include "models/inet.h"
#include "models/kernel.h"
#include "models/mem/layout.h"
#include "models/mem/slab.h"
#include "models/netdev.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"
#include "sim/rng.h"
#include "sim/yaml.h"

struct fake_dev {
	struct netdev *dev;
	struct napi napi;
	struct irq_line *irq;
	struct frame *head, **tail;			 /* to be received */
	void (*tx)(struct fake_dev *d, struct frame *f); /* owns f; time: cpu_now() */
	struct fake_dev *peer;				 /* fake_link() */
	sim_time delay, busy;
	uint64_t bps;
	struct rng *rng;
	double loss, dup, reorder;
	uint64_t sent, lost;
	bool whole;    /* TSO packets are not cut */
	sim_time hold; /* until a sent packet completes; 0: at once */
	struct pkt_queue held;
	void *arg;
};

static inline struct yaml_node *fake_parse(const char *text)
{
	struct yaml_node *n;
	char *err = yaml_parse("test", text, &n);

	if (err)
		fail_msg("%s", err);
	return n;
}

static inline struct kernel *fake_kernel(const char *name, const char *overrides)
{
	struct yaml_node *m, *k = fake_parse("name: test\nhz: 1000Hz\ncosts_default: "
					     "{instructions: 0, bytes: 0, source: a test}\n");
	struct kernel *kernel = NULL;
	struct host *h = NULL;
	char *err = yaml_load("scenarios/machines/core2-laptop.yaml", &m);

	if (err)
		fail_msg("%s", err);
	if (*overrides)
		k = yaml_merge(k, fake_parse(overrides));
	err = host_new(name, yaml_get(m, "machine"), k, 1, &h);
	if (!err)
		err = kernel_stages_new(h, k, 1, &kernel);
	if (err)
		fail_msg("%s", err);
	return kernel;
}

/* Headers in the linear part, payload in one page fragment. */
static inline struct pkt *fake_rx_pkt(struct fake_dev *d, const struct frame *f)
{
	struct net *n = d->dev->net;
	struct pkt *p = pkt_alloc(n, 128, false);
	uint32_t left = f->pl.len;

	p->h = f->h;
	p->pl = f->pl;
	p->born = f->born;
	p->csum_ok = true;
	while (left) {
		uint32_t n_here = left < 4096 ? left : 4096;

		pkt_add_frag(p, page_alloc(host_slab(n->host), 0), n_here);
		left -= n_here;
	}
	p->dev = d->dev;
	eth_type(p, d->dev);
	return p;
}

static int fake_poll(struct napi *n, int budget)
{
	struct fake_dev *d = n->dev->priv;
	int done = 0;

	while (d->held.head && d->held.head->enqueued.ps <= cpu_now().ps)
		pkt_free(pkt_dequeue(&d->held), PKT_END_SENT);
	while (done < budget && d->head) {
		struct frame *f = d->head;

		d->head = f->next;
		if (!d->head)
			d->tail = &d->head;
		napi_receive(n, fake_rx_pkt(d, f));
		frame_free(f);
		done++;
	}
	if (done < budget)
		napi_done(n);
	return done;
}

static bool fake_irq(void *arg)
{
	struct fake_dev *d = arg;

	napi_kick(&d->napi);
	return true;
}

/* From event context: the frame has arrived. */
static inline void fake_rx(struct fake_dev *d, struct frame *f)
{
	f->next = NULL;
	*d->tail = f;
	d->tail = &f->next;
	irq_raise(d->irq);
}

/* One frame of what a TSO packet is cut into. */
static inline struct frame *fake_segment(const struct pkt *p, uint32_t off, uint32_t n)
{
	struct frame *f = frame_new();

	f->h = p->h;
	f->pl = (struct payload){p->pl.stream, n, p->pl.pos + off};
	f->h.seq += off;
	f->h.ip_id += p->gso_size ? (uint16_t)(off / p->gso_size) : 0;
	if (off + n < p->pl.len)
		f->h.flags &= (uint8_t) ~(TCPF_FIN | TCPF_PSH);
	f->len = hdrs_len(&f->h) + n;
	f->born = p->born;
	return f;
}

static void fake_completion(void *arg)
{
	irq_raise(((struct fake_dev *)arg)->irq);
}

static enum netdev_tx fake_xmit(struct netdev *dev, struct netdev_txq *q, struct pkt *p)
{
	struct fake_dev *d = dev->priv;
	uint32_t off = 0, step = p->gso_size && !d->whole ? p->gso_size : p->pl.len;

	(void)q;
	do {
		uint32_t n = p->pl.len - off < step ? p->pl.len - off : step;

		d->sent++;
		d->tx(d, fake_segment(p, off, n));
		off += n;
	} while (off < p->pl.len);
	if (!d->hold.ps) {
		pkt_free(p, PKT_END_SENT);
		return NETDEV_TX_OK;
	}
	p->enqueued = sim_add(cpu_now(), d->hold);
	pkt_queue_tail(&d->held, p);
	sim_call_at(p->enqueued, SIM_PRIO_HW, fake_completion, d);
	return NETDEV_TX_OK;
}

static inline struct fake_dev *fake_dev_new(struct kernel *k, uint32_t ip, uint32_t features,
					    uint32_t mtu)
{
	static const struct netdev_ops ops = {.start_xmit = fake_xmit};
	struct fake_dev *d = xcalloc(1, sizeof(*d));
	struct net *n = net_of(k->host);
	struct netdev t = {.name = "eth0",
			   .ops = &ops,
			   .priv = d,
			   .mtu = mtu,
			   .features = features,
			   .gso_max_size = 65536,
			   .tx_queue_len = 1000,
			   .mac = {2, 0, 0, 0, 0, (uint8_t)ip}};

	d->dev = netdev_add(n, &t, 1);
	d->tail = &d->head;
	napi_init(&d->napi, d->dev, 64, fake_poll);
	d->irq = irq_line_new(k->host, "eth0", 0, true);
	irq_handler_add(d->irq, "eth0", fake_irq, d);
	inet_addr_add(n, d->dev, ip);
	return d;
}

struct fake_flight {
	struct fake_dev *to;
	struct frame *f;
};

static void fake_arrive(void *arg)
{
	struct fake_flight *x = arg;

	fake_rx(x->to, x->f);
	free(x);
}

static inline void fake_fly(struct fake_dev *d, struct frame *f, sim_time at)
{
	struct fake_flight *x = xmalloc(sizeof(*x));

	*x = (struct fake_flight){d->peer, f};
	sim_call_at(at, SIM_PRIO_HW, fake_arrive, x);
}

static void fake_link_tx(struct fake_dev *d, struct frame *f)
{
	sim_time start = sim_max(cpu_now(), d->busy);

	d->busy = sim_add(start, SIM_PS((f->len + 24ull) * 8 * 1000000000000ull / d->bps));
	if (d->loss > 0 && rng_chance(d->rng, d->loss)) {
		d->lost++;
		frame_free(f);
		return;
	}
	if (d->dup > 0 && rng_chance(d->rng, d->dup))
		fake_fly(d, frame_copy(f), sim_add(d->busy, d->delay));
	if (d->reorder > 0 && rng_chance(d->rng, d->reorder))
		fake_fly(d, f, sim_add(sim_add(d->busy, d->delay), SIM_US(300)));
	else
		fake_fly(d, f, sim_add(d->busy, d->delay));
}

/* Full-duplex link without buffers' limits. */
static inline void fake_link(struct fake_dev *a, struct fake_dev *b, uint64_t bps, sim_time delay)
{
	struct fake_dev *d[2] = {a, b};

	for (int i = 0; i < 2; i++) {
		d[i]->peer = d[1 - i];
		d[i]->tx = fake_link_tx;
		d[i]->bps = bps;
		d[i]->delay = delay;
		d[i]->rng = rng_new(7, i ? "b" : "a");
	}
}

static inline uint64_t fake_user_buffer(struct kernel *k, uint64_t bytes)
{
	return layout_static(host_layout(k->host), LAYOUT_USER, bytes, 4096);
}

/* Another simulation: a process has one. Returns its exit status. */
static inline int in_child(void (*fn)(void **state))
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid)
		exit(RUN_ONE(fn));
	waitpid(pid, &status, 0);
	return status;
}

static inline uint64_t fake_counter(struct kernel *k, const char *name)
{
	uint64_t v = 0;

	if (!k->ops->counter(k, name, &v))
		fail_msg("no counter %s", name);
	return v;
}

#endif
