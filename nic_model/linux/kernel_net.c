// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Queue disciplines and packet steering of a real kernel's devices: what `tc qdisc replace` and
 * writing to sysfs would do.
 *
 * Called by: the composition (before the boot), kernel_setup.c. Calls: rtnetlink, queue attributes.
 * Leaves out: classes, filters, a qdisc's own options (its defaults hold).
 */
#include <errno.h>
#include <linux/netlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "nic_model/linux/kernel_int.h"
#include "sim/check.h"

void kernel_linux_qdisc(struct kernel *kern, const char *ifname, const char *qdisc)
{
	struct linux_kernel *k = linux_of(kern);

	for (unsigned int i = 0; i < k->devices; i++)
		if (!strcmp(k->device[i].ifname, ifname))
			snprintf(k->setting[i].qdisc, sizeof(k->setting[i].qdisc), "%s", qdisc);
}

void kernel_linux_rps(struct kernel *kern, const char *ifname, uint32_t cpus)
{
	struct linux_kernel *k = linux_of(kern);

	for (unsigned int i = 0; i < k->devices; i++)
		if (!strcmp(k->device[i].ifname, ifname))
			k->setting[i].rps = cpus;
}

static int index_of(struct linux_kernel *k, int fd, const char *ifname)
{
	struct ifreq ifr = {0};

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", ifname);
	return k->c->ioctl(fd, SIOCGIFINDEX, &ifr) ? 0 : ifr.ifr_ifindex;
}

/* RTM_NEWQDISC for the root; 0 or -errno from the kernel's answer. */
static int set_qdisc(struct linux_kernel *k, int ifindex, const char *kind)
{
	struct {
		struct nlmsghdr h;
		struct tcmsg tc;
		char attributes[64], room[256];
	} m = {
		.h = {.nlmsg_type = RTM_NEWQDISC,
		      .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_REPLACE | NLM_F_ACK},
		.tc = {.tcm_family = AF_UNSPEC, .tcm_ifindex = ifindex, .tcm_parent = TC_H_ROOT},
	};
	struct rtattr *a = (struct rtattr *)m.attributes;
	struct nlmsgerr *answer;
	long n;

	a->rta_type = TCA_KIND;
	a->rta_len = (unsigned short)RTA_LENGTH(strlen(kind) + 1);
	memcpy(RTA_DATA(a), kind, strlen(kind) + 1);
	m.h.nlmsg_len = NLMSG_LENGTH(sizeof(m.tc)) + RTA_ALIGN(a->rta_len);
	n = k->c->netlink(NETLINK_ROUTE, &m, m.h.nlmsg_len, sizeof(m));
	if (n < 0)
		return (int)n;
	answer = NLMSG_DATA(&m.h);
	return m.h.nlmsg_type == NLMSG_ERROR ? answer->error : 0;
}

void kernel_linux_queues(struct linux_kernel *k, unsigned int device, int fd)
{
	const char *ifname = k->device[device].ifname, *qdisc = k->setting[device].qdisc;
	char mask[16];
	int err;

	if (*qdisc) {
		err = set_qdisc(k, index_of(k, fd, ifname), qdisc);
		if (err && !k->error)
			k->error = err_fmt("%s: the kernel refuses qdisc \"%s\": %s", ifname, qdisc,
					   strerror(-err));
	}
	if (k->setting[device].rps) {
		snprintf(mask, sizeof(mask), "%x", k->setting[device].rps);
		err = k->c->queue_write(ifname, "rx-0", "rps_cpus", mask);
		if (err && !k->error)
			k->error = err_fmt("%s: the kernel refuses rps_cpus %s: %s", ifname, mask,
					   strerror(-err));
	}
}
