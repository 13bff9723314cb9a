/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From interrupt to poll to protocol.
 *
 * Called by: drivers (napi_kick, napi_receive, netif_receive, netif_queue), the
 *	NET_RX softirq
 * Calls: the driver's poll, taps, GRO, steering, ip_rcv
 * Models: __napi_schedule, net_rx_action (budget, time limit, rotation of a
 *	context that used its weight), process_backlog, netif_rx,
 *	netif_receive_skb, __napi_complete
 * Leaves out: netpoll, bridge and VLAN hooks, threaded NAPI, busy poll, the end of
 *	process_backlog's turn at a new jiffy (to 2.6.34)
 * Source: Linux net/core/dev.c, v2.6.26
 */
#include "models/netdev.h"

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/net_core.h"
#include "models/path.h"
#include "sim/check.h"

#define NAPI_BYTES 64
#define POLL_LIST  16 /* offset of softnet_data.poll_list */

void napi_init(struct napi *n, struct netdev *dev, uint32_t weight,
	       int (*poll)(struct napi *n, int budget))
{
	*n = (struct napi){.dev = dev, .weight = weight, .poll = poll};
	n->addr = dev->addr + 512;
	if (dev->features & NETDEV_GRO)
		n->gro = gro_list_new(dev->net);
}

static void list_append(struct softnet *sd, struct napi *n)
{
	n->next = NULL;
	if (sd->poll_tail)
		sd->poll_tail->next = n;
	else
		sd->poll_head = n;
	sd->poll_tail = n;
}

static void list_remove(struct softnet *sd, struct napi *n)
{
	struct napi *prev = NULL;

	for (struct napi *i = sd->poll_head; i != n; i = i->next)
		prev = i;
	if (prev)
		prev->next = n->next;
	else
		sd->poll_head = n->next;
	if (sd->poll_tail == n)
		sd->poll_tail = prev;
	n->next = NULL;
}

static void kick_on(struct net *net, struct napi *n)
{
	struct softnet *sd = this_softnet(net);
	KFN(__napi_schedule);

	bool flags = irqs_off();

	mem_rw(n->addr, 16);
	mem_rw(sd->addr + POLL_LIST, 16);
	list_append(sd, n);
	softirq_raise_irqoff(SOFTIRQ_NET_RX);
	irqs_restore(flags);
}

bool napi_kick(struct napi *n)
{
	mem_atomic(n->addr);
	if (n->scheduled)
		return false;
	n->scheduled = true;
	kick_on(n->dev->net, n);
	return true;
}

static void complete(struct net *net, struct napi *n)
{
	struct softnet *sd = this_softnet(net);
	bool flags = irqs_off();

	mem_rw(sd->addr + POLL_LIST, 16);
	list_remove(sd, n);
	mem_atomic(n->addr);
	n->scheduled = false;
	irqs_restore(flags);
}

void napi_done(struct napi *n)
{
	KFN(napi_complete);

	if (n->gro)
		gro_flush(n);
	complete(n->dev->net, n);
}

/* One context's turn; returns what it used of the budget. */
static int poll_one(struct softnet *sd, struct napi *n)
{
	int work;

	kfn_units(1);
	mem_read(n->addr, 32);
	work = n->poll(n, (int)n->weight);
	n->polls++;
	n->packets += (uint64_t)work;
	sd->polls++;
	sd->polled += (uint64_t)work;
	if (work < (int)n->weight)
		return work;
	n->full_polls++;
	/* Used it all, so it is still listed: others first. */
	bool flags = irqs_off();

	if (n->scheduled) {
		list_remove(sd, n);
		list_append(sd, n);
	}
	irqs_restore(flags);
	return work;
}

static bool out_of_time(const struct net *n, sim_time began, uint64_t jiffy)
{
	uint64_t limit = n->core->nb.budget_time_ps;

	if (limit)
		return cpu_now().ps - began.ps >= limit;
	return host_jiffies(n->host) - jiffy >= n->core->nb.budget_jiffies;
}

/* The NET_RX softirq. */
static void net_rx_action(void *arg)
{
	struct net *n = arg;
	struct softnet *sd = this_softnet(n);
	int budget = (int)n->core->nb.budget;
	sim_time began = cpu_now();
	uint64_t jiffy = host_jiffies(n->host);
	KFN(net_rx_action);

	bool flags = irqs_off();

	while (sd->poll_head) {
		if (budget <= 0 || out_of_time(n, began, jiffy)) {
			sd->time_squeeze++;
			softirq_raise_irqoff(SOFTIRQ_NET_RX);
			break;
		}
		irqs_restore(flags);
		budget -= poll_one(sd, sd->poll_head);
		flags = irqs_off();
	}
	irqs_restore(flags);
}

void netif_receive(struct pkt *p)
{
	struct net *n = p->net;
	KFN(netif_receive_skb);

	this_softnet(n)->processed++;
	mem_read(pkt_line(p, 0), 64);
	mem_read(pkt_line(p, 2), 16);
	path_at(STAGE_napi, p);
	if (n->core->tap.on)
		tap_receive(n, p);
	ip_rcv(p);
}

void napi_receive(struct napi *n, struct pkt *p)
{
	if (n->gro) {
		gro_receive(n, p);
		return;
	}
	if (p->net->core->rps_mask && steer_rps(p))
		return;
	netif_receive(p);
}

static int process_backlog(struct napi *n, int budget)
{
	struct net *net = n->dev->net;
	struct softnet *sd = this_softnet(net);
	int work = 0;
	KFN(process_backlog);

	while (work < budget) {
		bool flags = irqs_off();

		mem_rw(sd->input.addr, 24);
		struct pkt *p = pkt_dequeue(&sd->input);

		sd->queued = sd->input.len;
		if (!p) {
			complete(net, n);
			irqs_restore(flags);
			break;
		}
		irqs_restore(flags);
		kfn_units(1);
		work++;
		netif_receive(p);
	}
	return work;
}

bool softnet_enqueue(struct net *n, unsigned int cpu, struct pkt *p)
{
	struct softnet *sd = &n->core->softnet[cpu];

	mem_rw(sd->input.addr, 24);
	if (sd->input.len > n->core->nb.max_backlog) {
		sd->dropped++;
		pkt_free(p, PKT_END_NETIF_BACKLOG_DROP);
		return false;
	}
	mem_write(pkt_line(p, 0), 16);
	pkt_queue_tail(&sd->input, p);
	sd->queued = sd->input.len;
	return true;
}

static void kick_backlog(void *arg)
{
	struct net *n = arg;
	struct napi *b = &this_softnet(n)->backlog;

	if (b->scheduled)
		return;
	b->scheduled = true;
	kick_on(n, b);
}

bool netif_queue(struct pkt *p)
{
	struct net *n = p->net;
	bool flags, ok;
	KFN(netif_rx);

	if (n->core->rps_mask && steer_rps(p))
		return true;
	flags = irqs_off();
	ok = softnet_enqueue(n, cpu_id(this_cpu), p);
	if (ok)
		kick_backlog(n);
	irqs_restore(flags);
	return ok;
}

void softnet_kick(struct net *n, unsigned int cpu)
{
	if (cpu == cpu_id(this_cpu)) {
		kick_backlog(n);
		return;
	}
	if (!n->core->softnet[cpu].backlog.scheduled)
		ipi_call(n->host, cpu, kick_backlog, n);
}

void eth_type(struct pkt *p, struct netdev *dev)
{
	KFN(eth_type_trans);

	mem_read(pkt_hdr_addr(p), 14);
	mem_read(dev->addr + 128, 8);
	mem_rw(pkt_line(p, 1), 32);
	p->dev = dev;
	dev->rx_packets += p->gso_segs ? p->gso_segs : 1;
	dev->rx_bytes += pkt_len(p);
}

void net_rx_init(struct net *n)
{
	/* The input queues' context belongs to no device of the list. */
	static const struct netdev_ops none;
	struct netdev *owner = xcalloc(1, sizeof(*owner));

	owner->net = n;
	owner->ops = &none;
	for (unsigned int i = 0; i < host_cpus(n->host); i++) {
		struct softnet *sd = &n->core->softnet[i];

		owner->addr = sd->addr;
		napi_init(&sd->backlog, owner, n->core->nb.dev_weight, process_backlog);
		sd->backlog.addr = sd->addr + 64;
		pkt_queue_init(&sd->input, sd->addr + 128);
	}
	softirq_open(n->host, SOFTIRQ_NET_RX, net_rx_action, n);
}
