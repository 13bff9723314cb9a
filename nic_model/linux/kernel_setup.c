// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The first process of a real kernel: addresses, links, routes and settings through the kernel's
 * own interfaces, then tasks.
 *
 * Called by: the image, in its init task. Calls: system calls (kimage_calls).
 * Models: an init that sets up what a distribution's scripts would.
 * Leaves out: a root file system, users, modules.
 * Source: rtnetlink(7), netdevice(7).
 */
#include <arpa/inet.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <net/route.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "nic_model/linux/kernel_int.h"
#include "sim/check.h"
#include "sim/yaml.h"

#define LINK_WAIT_NS 10000000ul /* between looks for carrier */
#define LINK_TRIES   500

static void wrong(struct linux_kernel *k, char *message)
{
	if (k->error)
		free(message);
	else
		k->error = message;
}

static void sysctls(struct linux_kernel *k)
{
	struct yaml_node *map = yaml_get(k->kernel_tree, "sysctl");
	size_t i;

	for (i = 0; map && i < yaml_count(map); i++) {
		const char *name;
		struct yaml_node *n = yaml_at(map, i, &name);
		const char *value = yaml_text(n);
		int err = value ? k->c->sysctl_write(name, value) : -22;

		if (err == -2)
			wrong(k, yaml_error(n, "this kernel has no sysctl \"%s\"", name));
		else if (err)
			wrong(k, yaml_error(n, "sysctl %s: the kernel refuses \"%s\": %s", name,
					    value ? value : "", strerror(-err)));
	}
}

static void set_in(struct sockaddr *sa, uint32_t ip)
{
	struct sockaddr_in *a = (struct sockaddr_in *)sa;

	a->sin_family = AF_INET;
	a->sin_addr.s_addr = htonl(ip);
}

static char *l3name(struct linux_kernel *k, char *ifname)
{
	for (unsigned int i = 0; i < k->devices; i++)
		if (!strcmp(k->device[i].ifname, ifname))
			return k->device[i].l3name;
	return ifname;
}

/* A host route through the device and a permanent neighbour, so that nothing depends on ARP. */
static void routes(struct linux_kernel *k, int fd)
{
	unsigned int i;

	for (i = 0; i < k->routes; i++) {
		char *dev = l3name(k, k->route[i].ifname);
		struct rtentry rt = {.rt_flags = RTF_UP | RTF_HOST, .rt_dev = dev};
		struct arpreq arp = {.arp_flags = ATF_PERM | ATF_COM};
		int err;

		set_in(&rt.rt_dst, k->route[i].dst);
		set_in(&arp.arp_pa, k->route[i].dst);
		arp.arp_ha.sa_family = ARPHRD_ETHER;
		memcpy(arp.arp_ha.sa_data, k->route[i].mac, 6);
		snprintf(arp.arp_dev, sizeof(arp.arp_dev), "%s", dev);
		err = k->c->ioctl(fd, SIOCADDRT, &rt);
		if (!err || err == -17)
			err = k->c->ioctl(fd, SIOCSARP, &arp);
		if (err)
			wrong(k, err_fmt("route over %s: %s", dev, strerror(-err)));
	}
}

static bool running(struct linux_kernel *k, int fd, const char *ifname)
{
	struct ifreq ifr = {0};

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", ifname);
	return !k->c->ioctl(fd, SIOCGIFFLAGS, &ifr) && (ifr.ifr_flags & IFF_RUNNING);
}

static int up(struct linux_kernel *k, int fd, const char *ifname)
{
	struct ifreq ifr = {.ifr_flags = IFF_UP};

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", ifname);
	return k->c->ioctl(fd, SIOCSIFFLAGS, &ifr);
}

static void one_device(struct linux_kernel *k, unsigned int i, int fd)
{
	const char *ifname = k->device[i].ifname;
	int err = 0;

	kernel_linux_vlan(k, i, fd);
	if (strcmp(ifname, k->device[i].l3name))
		err = up(k, fd, ifname);
	if (!err)
		err = k->c->ifconfig(k->device[i].l3name, htonl(k->device[i].ip), 32);
	if (err)
		wrong(k, err_fmt("%s: %s", k->device[i].l3name, strerror(-err)));
	kernel_linux_ethtool(k, i, fd);
	kernel_linux_queues(k, i, fd);
}

static void devices(struct linux_kernel *k, int fd)
{
	unsigned int i, tries = 0;

	for (i = 0; i < k->devices; i++)
		one_device(k, i, fd);
	for (i = 0; i < k->devices && !k->error; i++) {
		while (!running(k, fd, k->device[i].ifname) && tries++ < LINK_TRIES)
			k->c->sleep(LINK_WAIT_NS);
		if (tries >= LINK_TRIES)
			wrong(k, err_fmt("%s: no carrier", k->device[i].ifname));
	}
}

static void run_task(void *arg)
{
	struct kernel_task *t = arg;

	t->fn(t->arg);
	kernel_linux_task_ends(t->k);
	free(t->name);
	free(t);
}

void kernel_linux_start_task(struct linux_kernel *k, struct kernel_task *t)
{
	bool one = t->affinity && !(t->affinity & (t->affinity - 1));
	int pid = k->c->thread(t->name, run_task, t, one ? __builtin_ctzll(t->affinity) : -1);

	if (pid < 0)
		wrong(k, err_fmt("cannot create task %s: %s", t->name, strerror(-pid)));
}

static void set_up(struct linux_kernel *k)
{
	int fd;

	kernel_linux_levels(k, false);
	fd = k->c->socket(AF_INET, SOCK_DGRAM, 0);
	if (fd < 0)
		wrong(k, err_fmt("no sockets: %s", strerror(-fd)));
	k->c->ifconfig("lo", htonl(INADDR_LOOPBACK), 8);
	kernel_linux_loopback(k, fd);
	sysctls(k);
	devices(k, fd);
	kernel_linux_levels(k, true);
	routes(k, fd);
	k->c->close(fd);
	k->up = true;
}

void kernel_linux_init(void *arg, const struct kimage_calls *c)
{
	struct linux_kernel *k = arg;

	if (!k->c) {
		k->c = c;
		set_up(k);
	}
	if (k->draining && !k->drained)
		kernel_linux_drain(k);
	while (k->tasks && kernel_linux_started) {
		struct kernel_task *t = k->tasks;

		k->tasks = t->next;
		if (!k->tasks)
			k->tasks_end = &k->tasks;
		kernel_linux_start_task(k, t);
	}
}
