/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Devices and their transmit queues; state of the device layer of a host.
 *
 * Called by: drivers (netdev_add, txq_*), net_new
 * Calls: qdisc_schedule
 * Models: netif_stop_queue, netif_wake_queue and their places in memory
 * Leaves out: device registration's cost, watchdog timer (a stalled queue is
 *	found by the stall detector instead)
 * Source: Linux include/linux/netdevice.h, net/core/dev.c, v2.6.26
 */
#include "models/netdev.h"

#include <stdio.h>
#include <string.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/kprofile.h"
#include "models/mem/layout.h"
#include "models/net_core.h"
#include "models/path.h"
#include "models/tx/qdisc.h"
#include "sim/check.h"
#include "sim/stats.h"

#define NET_DEVICE_BYTES 1024 /* struct net_device's touched part */
#define TXQ_BYTES	 256  /* struct netdev_queue, one lock line of its own */
#define SOFTNET_BYTES	 256  /* struct softnet_data */

#define OFF(m) offsetof(struct qdisc_behaviour, m)
static const struct param qdisc_params[] = {
	{"stopped_test", PARAM_BOOL, OFF(stopped_test), "on", NULL, NULL, NULL,
	 "qdisc_run() looks first whether the device queue is stopped",
	 "v2.6.26 qdisc_run(); gone in 37437bb2e1ae, back in 83f36f3f35f4"},
	{"run_until_stopped", PARAM_BOOL, OFF(run_until_stopped), "on", NULL, NULL, NULL,
	 "__qdisc_run() also ends when the device queue stops", "v2.6.26 __qdisc_run()"},
	{"schedule_stopped_test", PARAM_BOOL, OFF(schedule_stopped_test), "on", NULL, NULL, NULL,
	 "requeueing schedules the qdisc only if the device queue is not stopped",
	 "v2.6.26 netif_schedule(); gone in 37437bb2e1ae"},
	{"requeued_test", PARAM_BOOL, OFF(requeued_test), "off", NULL, NULL, NULL,
	 "a requeued packet is handed out only if its device queue runs",
	 "ebf059821ed, f4ab5432019 (2.6.28)"},
	{"bypass", PARAM_BOOL, OFF(bypass), "off", NULL, NULL, NULL,
	 "a packet that finds its qdisc empty goes to the driver without being queued",
	 "TCQ_F_CAN_BYPASS, 2.6.32"},
	{"quota", PARAM_U32, OFF(quota), "0", "0", "100000", NULL,
	 "packets a run of the qdisc may send; 0: until reschedule or a new jiffy",
	 "net/sched/sch_generic.c: weight_p quota since 3.0"},
	{"requeue_to_head", PARAM_BOOL, OFF(requeue_to_head), "on", NULL, NULL, NULL,
	 "a packet that the driver refused goes back through the discipline's requeue "
	 "operation, otherwise into the qdisc's own slot",
	 "v2.6.27 dev_requeue_skb(); the slot since 2.6.29"},
	{"discipline", PARAM_STRING, OFF(discipline), "pfifo_fast", NULL, NULL, NULL,
	 "default queue discipline of devices", "net.core.default_qdisc"},
	{"bql", PARAM_BOOL, OFF(bql), "off", NULL, NULL, NULL,
	 "byte queue limits hold back packets from the driver's ring",
	 "3.3, lib/dynamic_queue_limits.c"},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

const struct param_table qdisc_behaviour_table = {
	"qdisc",
	"Queue discipline layer of the kernel version.",
	qdisc_params,
	sizeof(struct qdisc_behaviour),
};

#define OFF(m) offsetof(struct net_behaviour, m)
static const struct param net_params[] = {
	{"max_backlog", PARAM_U32, OFF(max_backlog), "1000", "1", "1000000", NULL,
	 "net.core.netdev_max_backlog: packets a CPU's input queue holds",
	 "v2.6.26 net/core/dev.c"},
	{"budget", PARAM_U32, OFF(budget), "300", "1", "100000", NULL,
	 "net.core.netdev_budget: packets a NET_RX softirq run may take", "v2.6.26 net/core/dev.c"},
	{"dev_weight", PARAM_U32, OFF(dev_weight), "64", "1", "10000", NULL,
	 "net.core.dev_weight: packets a poll of the input queue may take",
	 "v2.6.26 net/core/dev.c"},
	{"budget_time", PARAM_TIME, OFF(budget_time_ps), "0", "0", "1s", NULL,
	 "net.core.netdev_budget_usecs; 0: budget_jiffies counts",
	 "jiffies to 4.11; 2000 us since 7acf8a1e8a28 (4.12), two jiffies' time in 6.1"},
	{"budget_jiffies", PARAM_U32, OFF(budget_jiffies), "3", "1", "100", NULL,
	 "a NET_RX softirq run ends once so many jiffies have begun",
	 "1 in 2.6.24 to 2.6.28; 3 since 24f8b2385e03 (2.6.29); 2 since d1f41b67ff77 (3.10)"},
	{"loopback_mtu", PARAM_SIZE, OFF(loopback_mtu), "16436B", "576B", "65536B", NULL,
	 "MTU of lo", "16384 and headers to 3.6; 65536 since 0cf833aefaa8 (3.7)"},
	{"gro", PARAM_BOOL, OFF(gro), "off", NULL, NULL, NULL,
	 "devices merge received TCP segments (GRO)", "2.6.29"},
	{"gso", PARAM_BOOL, OFF(gso), "off", NULL, NULL, NULL,
	 "devices with SG and checksum get software segmentation by default",
	 "e5a4a72d4f88 (2.6.27-rc2)"},
	{"dst_release", PARAM_BOOL, OFF(dst_release), "off", NULL, NULL, NULL,
	 "the route reference is dropped before the driver (IFF_XMIT_DST_RELEASE)",
	 "93f154b594fe (2.6.31)"},
	{"rps", PARAM_BOOL, OFF(rps), "off", NULL, NULL, NULL,
	 "the version has receive packet steering", "2.6.35"},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

const struct param_table net_behaviour_table = {
	"net",
	"Device layer's input side of the kernel version.",
	net_params,
	sizeof(struct net_behaviour),
};

static void register_softnet(struct net *n, unsigned int cpu)
{
	struct softnet *sd = &n->core->softnet[cpu];
	char path[96];

#define REG(member, help)                                                                          \
	snprintf(path, sizeof(path), "hosts.%s.softnet.%u." #member, host_name(n->host), cpu);     \
	stats_counter(path, &sd->member, help)
	REG(processed, "packets taken from input queues or polled");
	REG(dropped, "packets that found the CPU's input queue full");
	REG(time_squeeze, "NET_RX runs that ended with work left");
	REG(received_rps, "packets steered to this CPU");
	REG(polls, "calls of NAPI poll functions");
	REG(polled, "packets that they took");
#undef REG
	snprintf(path, sizeof(path), "hosts.%s.softnet.%u.queued", host_name(n->host), cpu);
	stats_level(path, &sd->queued, "packets", "length of the CPU's input queue");
}

char *net_core_new(struct net *n)
{
	struct net_core *c = xcalloc(1, sizeof(*c));
	unsigned int cpus = host_cpus(n->host);
	char *err;

	n->core = c;
	err = kprofile_behaviour(host_profile(n->host), &qdisc_behaviour_table, &c->qb);
	if (!err)
		err = kprofile_behaviour(host_profile(n->host), &net_behaviour_table, &c->nb);
	if (err)
		return err;
	c->softnet = xcalloc(cpus, sizeof(*c->softnet));
	for (unsigned int i = 0; i < cpus; i++) {
		c->softnet[i].addr =
			layout_static(host_layout(n->host), LAYOUT_STATIC, SOFTNET_BYTES, 64);
		register_softnet(n, i);
	}
	net_rx_init(n);
	net_tx_init(n);
	return NULL;
}

struct softnet *this_softnet(const struct net *n)
{
	return &n->core->softnet[cpu_id(this_cpu)];
}

static void register_dev(struct netdev *d)
{
	char path[96];

#define REG(member, help)                                                                          \
	snprintf(path, sizeof(path), "hosts.%s.dev.%s." #member, host_name(d->net->host),          \
		 d->name);                                                                         \
	stats_counter(path, &d->member, help)
	REG(tx_packets, "packets sent, as the driver counts them: one with TSO is one");
	REG(tx_bytes, "their bytes");
	REG(tx_dropped, "packets the driver threw away");
	REG(rx_packets, "frames received");
	REG(rx_bytes, "bytes received");
	REG(rx_dropped, "packets dropped by the driver");
	REG(rx_missed, "frames the device had no buffer for");
#undef REG
	for (unsigned int i = 0; i < d->txqs; i++) {
		snprintf(path, sizeof(path), "hosts.%s.dev.%s.txq.%u.stops",
			 host_name(d->net->host), d->name, i);
		stats_counter(path, &d->txq[i].stops, "times the driver stopped the queue");
		snprintf(path, sizeof(path), "hosts.%s.dev.%s.txq.%u.stopped",
			 host_name(d->net->host), d->name, i);
		stats_level(path, &d->txq[i].stopped, "1",
			    "1 while the driver, or byte queue limits, have it stopped");
		snprintf(path, sizeof(path), "hosts.%s.dev.%s.txq.%u.queued",
			 host_name(d->net->host), d->name, i);
		stats_level(path, &d->txq[i].queued, "packets", "length of its queue discipline");
	}
}

static void init_queues(struct netdev *d)
{
	d->txq = xcalloc(d->txqs, sizeof(*d->txq));
	for (unsigned int i = 0; i < d->txqs; i++) {
		struct netdev_txq *q = &d->txq[i];

		q->dev = d;
		q->index = i;
		q->addr = layout_static(host_layout(d->net->host), LAYOUT_STATIC, TXQ_BYTES, 64);
		spin_init(&q->xmit_lock, "_xmit_lock", q->addr + 64);
	}
}

struct netdev *netdev_add(struct net *n, const struct netdev *tmpl, unsigned int txqs)
{
	struct netdev *d = xmalloc(sizeof(*d));
	const struct net_core *c = n->core;

	sim_assertf(n->devs < NET_MAX_DEVS, "more than %d devices", NET_MAX_DEVS);
	*d = *tmpl;
	d->net = n;
	d->addr = layout_static(host_layout(n->host), LAYOUT_STATIC, NET_DEVICE_BYTES, 64);
	d->txqs = txqs;
	if (!d->gso_max_size)
		d->gso_max_size = 65536;
	if (!d->tx_queue_len)
		d->tx_queue_len = 1000;
	if (c->nb.gso && (d->features & NETDEV_SG) && (d->features & NETDEV_CSUM))
		d->features |= NETDEV_GSO;
	if (!c->nb.gro)
		d->features &= ~(uint32_t)NETDEV_GRO;
	if (c->nb.dst_release && !(d->features & NETDEV_LOOPBACK))
		d->features |= NETDEV_XMIT_DST_RELEASE;
	init_queues(d);
	n->dev[n->devs++] = d;
	register_dev(d);
	const char *name = d->features & NETDEV_NO_QUEUE ? "noqueue" : c->qb.discipline;

	for (unsigned int i = 0; i < txqs; i++) {
		char *err = qdisc_attach(&d->txq[i], name, NULL);

		sim_assertf(!err, "%s: %s", d->name, err);
	}
	return d;
}

static void set_stopped(struct netdev_txq *q)
{
	mem_atomic(q->addr);
	if (q->stopped)
		return;
	q->stopped = true;
	q->stops++;
	q->stopped_since = cpu_now();
}

/* True: it may send again. */
static bool clear_stopped(struct netdev_txq *q)
{
	mem_atomic(q->addr);
	if (!q->stopped || q->driver_off || q->stack_off)
		return false;
	q->stopped = false;
	q->wakes++;
	q->stopped_total = sim_add(q->stopped_total, sim_sub(cpu_now(), q->stopped_since));
	return true;
}

static void schedule_if(bool cleared, const struct netdev_txq *q)
{
	if (cleared && q->qdisc && q->qdisc->ops->enqueue)
		qdisc_schedule(q->qdisc);
}

void txq_stop(struct netdev_txq *q)
{
	q->driver_off = true;
	set_stopped(q);
}

void txq_stack_stop(struct netdev_txq *q)
{
	q->stack_off = true;
	set_stopped(q);
}

void txq_start(struct netdev_txq *q)
{
	q->driver_off = false;
	clear_stopped(q);
}

void txq_wake(struct netdev_txq *q)
{
	q->driver_off = false;
	schedule_if(clear_stopped(q), q);
}

void txq_stack_wake(struct netdev_txq *q)
{
	q->stack_off = false;
	schedule_if(clear_stopped(q), q);
}
