// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc/net/ethtool, which Linux does not have: `ethtool -S` of each device, readable while the
 * CPUs stand still.
 *
 * Called by: proc.c. Calls: the drivers' ethtool operations, as net/ethtool/ioctl.c does
 * Models: nothing
 * Leaves out: everything of ethtool but the statistics; a driver's own lock, which its statistics
 * timer holds for microseconds each ten seconds (forcedeth)
 */
#include <linux/ethtool.h>
#include <linux/netdevice.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <net/net_namespace.h>

#include "glue.h"

#define NIC_STATS 128

static void nic_ethtool_device(struct seq_file *m, struct net_device *dev)
{
	const struct ethtool_ops *ops = dev->ethtool_ops;
	int i, n = ops && ops->get_sset_count && ops->get_ethtool_stats
			   ? ops->get_sset_count(dev, ETH_SS_STATS)
			   : 0;
	struct ethtool_stats stats = {.n_stats = n};
	/* No allocation: its locks may be held. */
	static char names[NIC_STATS * ETH_GSTRING_LEN];
	static u64 values[NIC_STATS];

	if (n <= 0 || n > NIC_STATS)
		return;
	ops->get_strings(dev, ETH_SS_STATS, (u8 *)names);
	ops->get_ethtool_stats(dev, &stats, values);
	seq_printf(m, "NIC statistics of %s:\n", dev->name);
	for (i = 0; i < n; i++)
		seq_printf(m, "     %.*s: %llu\n", ETH_GSTRING_LEN, names + i * ETH_GSTRING_LEN,
			   values[i]);
}

static int nic_ethtool_show(struct seq_file *m, void *v)
{
	struct net_device *dev;

	rcu_read_lock();
	for_each_netdev_rcu(&init_net, dev) if (netif_running(dev)) nic_ethtool_device(m, dev);
	rcu_read_unlock();
	return 0;
}

void __init nic_ethtool_init(void)
{
	proc_create_net_single("ethtool", 0444, NULL, nic_ethtool_show, NULL);
}
