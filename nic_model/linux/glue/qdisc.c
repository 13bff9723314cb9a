// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/net/qdisc, which Linux does not have: what `tc -s qdisc show` asks for over netlink, a line
 * a device, readable while the CPUs stand still.
 *
 * Called by: proc.c
 * Models: the root discipline's own counters; of mq, the sum over its queues
 * Leaves out: classes and inner disciplines, statistics of a discipline's own
 * Source: tc_fill_qdisc() in net/sched/sch_api.c, mq_dump() in net/sched/sch_mq.c
 */
#include <linux/netdevice.h>
#include <linux/proc_fs.h>
#include <linux/rtnetlink.h>
#include <linux/seq_file.h>
#include <net/net_namespace.h>
#include <net/pkt_sched.h>
#include <net/sch_generic.h>

#include "glue.h"

struct nic_qdisc {
	struct gnet_stats_basic_sync basic;
	struct gnet_stats_queue queue;
	unsigned int qlen, backlog;
};

static void nic_qdisc_add(struct nic_qdisc *t, struct Qdisc *q)
{
	unsigned int qlen, backlog;

	gnet_stats_add_basic(&t->basic, q->cpu_bstats, &q->bstats, false);
	gnet_stats_add_queue(&t->queue, q->cpu_qstats, &q->qstats);
	qdisc_qstats_qlen_backlog(q, &qlen, &backlog);
	t->qlen += qlen;
	t->backlog += backlog;
}

static void nic_qdisc_line(struct seq_file *m, struct net_device *dev)
{
	struct Qdisc *root = rtnl_dereference(dev->qdisc);
	struct nic_qdisc t = {};
	unsigned int i;

	if (!strcmp(root->ops->id, "mq"))
		for (i = 0; i < dev->real_num_tx_queues; i++)
			nic_qdisc_add(&t, netdev_get_tx_queue(dev, i)->qdisc_sleeping);
	else
		nic_qdisc_add(&t, root);
	seq_printf(m,
		   "%s %s bytes %llu packets %llu drops %u overlimits %u requeues %u backlog %u "
		   "qlen %u\n",
		   dev->name, root->ops->id, u64_stats_read(&t.basic.bytes),
		   u64_stats_read(&t.basic.packets), t.queue.drops, t.queue.overlimits,
		   t.queue.requeues, t.backlog, t.qlen);
}

static int nic_qdisc_show(struct seq_file *m, void *v)
{
	struct net_device *dev;

	rcu_read_lock();
	for_each_netdev_rcu(&init_net, dev) if (rcu_access_pointer(dev->qdisc))
		nic_qdisc_line(m, dev);
	rcu_read_unlock();
	return 0;
}

void __init nic_qdisc_init(void)
{
	proc_create_net_single("qdisc", 0444, NULL, nic_qdisc_show, NULL);
}
