// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Queue disciplines, packet steering and VLANs of a real kernel's devices: what `tc qdisc replace`,
 * `ip link add type vlan` and writing to sysfs would do.
 *
 * Called by: the composition (before the boot), kernel_setup.c. Calls: rtnetlink, ioctl,
 * attributes.
 * Models: nothing; the kernel's own handlers do it.
 * Leaves out: classes, filters.
 * Source: tc(8), ip-link(8), Linux Documentation/networking/scaling.rst.
 */
#include <errno.h>
#include <linux/if_vlan.h>
#include <linux/netlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "nic_model/linux/kernel_int.h"
#include "sim/check.h"

static int device_of(struct linux_kernel *k, const char *ifname)
{
	for (unsigned int i = 0; i < k->devices; i++)
		if (!strcmp(k->device[i].ifname, ifname))
			return (int)i;
	return -1;
}

char *kernel_linux_qdisc(struct kernel *kern, const char *ifname, struct yaml_node *at,
			 const char *qdisc, struct yaml_node *options)
{
	struct linux_kernel *k = linux_of(kern);
	int i = device_of(k, ifname);

	return i < 0 ? NULL : kernel_qdisc_load(at, qdisc, options, &k->setting[i].qdisc);
}

void kernel_linux_rps(struct kernel *kern, const char *ifname, uint32_t cpus)
{
	struct linux_kernel *k = linux_of(kern);
	int i = device_of(k, ifname);

	if (i >= 0)
		k->setting[i].rps = cpus;
}

static int index_of(struct linux_kernel *k, int fd, const char *ifname)
{
	struct ifreq ifr = {0};

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", ifname);
	return k->c->ioctl(fd, SIOCGIFINDEX, &ifr) ? 0 : ifr.ifr_ifindex;
}

struct tc_message {
	struct nlmsghdr h;
	struct tcmsg tc;
	uint8_t attributes[512];
};

static void attribute(struct tc_message *m, unsigned short type, const void *data, size_t len)
{
	struct rtattr *a = (struct rtattr *)((char *)&m->h + NLMSG_ALIGN(m->h.nlmsg_len));

	a->rta_type = type;
	a->rta_len = (unsigned short)RTA_LENGTH(len);
	memcpy(RTA_DATA(a), data, len);
	m->h.nlmsg_len = NLMSG_ALIGN(m->h.nlmsg_len) + (uint32_t)RTA_SPACE(len);
}

/* RTM_NEWQDISC for the root; 0 or -errno from the kernel's answer. */
static int set_qdisc(struct linux_kernel *k, int ifindex, const struct kernel_qdisc *q)
{
	struct tc_message m = {
		.h = {.nlmsg_type = RTM_NEWQDISC,
		      .nlmsg_len = NLMSG_LENGTH(sizeof(m.tc)),
		      .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_REPLACE | NLM_F_ACK},
		.tc = {.tcm_family = AF_UNSPEC, .tcm_ifindex = ifindex, .tcm_parent = TC_H_ROOT},
	};
	const struct nlmsgerr *answer = NLMSG_DATA(&m.h);
	long n;

	attribute(&m, TCA_KIND, q->name, strlen(q->name) + 1);
	if (q->len)
		attribute(&m, TCA_OPTIONS, q->options, q->len);
	n = k->c->netlink(NETLINK_ROUTE, &m, m.h.nlmsg_len, sizeof(m));
	if (n < 0)
		return (int)n;
	return m.h.nlmsg_type == NLMSG_ERROR ? answer->error : 0;
}

int kernel_linux_set_qdisc(struct linux_kernel *k, const char *ifname, int fd,
			   const struct kernel_qdisc *q)
{
	return set_qdisc(k, index_of(k, fd, ifname), q);
}

static void refused(struct linux_kernel *k, const char *ifname, const char *what, const char *value,
		    int err)
{
	if (err && !k->error)
		k->error = err_fmt("%s: the kernel refuses %s %s: %s", ifname, what, value,
				   strerror(-err));
}

static void steer(struct linux_kernel *k, unsigned int device)
{
	const char *ifname = k->device[device].ifname;
	char text[24];

	if (k->setting[device].rps) {
		snprintf(text, sizeof(text), "%x", k->setting[device].rps);
		refused(k, ifname, "rps_cpus", text,
			k->c->queue_write(ifname, "rx-0", "rps_cpus", text));
	}
	if (k->setting[device].rps_flow_cnt) {
		snprintf(text, sizeof(text), "%u", k->setting[device].rps_flow_cnt);
		refused(k, ifname, "rps_flow_cnt", text,
			k->c->queue_write(ifname, "rx-0", "rps_flow_cnt", text));
	}
	if (k->setting[device].threaded)
		refused(k, ifname, "threaded", "1", k->c->dev_write(ifname, "threaded", "1"));
	if (k->setting[device].smp_affinity) {
		snprintf(text, sizeof(text), "%llx",
			 (unsigned long long)k->setting[device].smp_affinity);
		refused(k, ifname, "smp_affinity", text,
			k->c->irq_write(ifname, k->setting[device].smp_affinity));
	}
}

void kernel_linux_queues(struct linux_kernel *k, unsigned int device, int fd)
{
	const struct kernel_qdisc *q = &k->setting[device].qdisc;

	if (*q->name)
		refused(k, k->device[device].ifname, "qdisc", q->name,
			kernel_linux_set_qdisc(k, k->device[device].ifname, fd, q));
	steer(k, device);
}

/* eth0.100: addresses and routes are its. */
void kernel_linux_vlan(struct linux_kernel *k, unsigned int device, int fd)
{
	struct vlan_ioctl_args a = {.cmd = ADD_VLAN_CMD};
	uint16_t id = (uint16_t)k->setting[device].vlan;
	char ifname[10], name[16];

	memcpy(name, k->device[device].ifname, sizeof(name));
	if (id) {
		snprintf(ifname, sizeof(ifname), "%.9s", name);
		snprintf(a.device1, sizeof(a.device1), "%s", ifname);
		a.u.VID = id;
		snprintf(name, sizeof(name), "%s.%u", ifname, id);
		refused(k, ifname, "VLAN", name, k->c->ioctl(fd, SIOCSIFVLAN, &a));
	}
	memcpy(k->device[device].l3name, name, sizeof(name));
}
