// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Nothing leaked: at the end of a point programs close their sockets, interfaces go down, and the
 * kernel must hold what it held before they came up.
 *
 * Called by: kernel.c (end of a point), kernel_setup.c (in the init task). Calls: levels.c,
 * kernel_sock.c.
 * Models: nothing; counts before and after.
 * Leaves out: hosts whose tasks do not come back from user code within DRAIN
 * Source: see levels.c.
 */
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "nic_model/linux/kernel_int.h"
#include "nic_model/linux/levels.h"
#include "sim/check.h"

#define DRAIN	  SIM_S(10)
#define STEP_NS	  1000000ul
#define STEPS	  5000u
#define SETTLE_NS 200000000ul /* resets, RCU, work items */

void kernel_linux_levels(struct linux_kernel *k, bool up)
{
	struct kimage_levels now;

	if (!k->p.leak_check)
		return;
	k->c->levels(&now);
	if (!up)
		k->before = now;
	/* Rings are allocated by the driver when it is told their sizes, and stay. */
	k->before.dma_coherent = now.dma_coherent;
}

static void down(struct linux_kernel *k, int fd, const char *ifname)
{
	struct kernel_qdisc none = {.name = "noqueue"};
	struct ifreq ifr = {0};

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", ifname);
	k->c->ioctl(fd, SIOCSIFFLAGS, &ifr);
	kernel_linux_set_qdisc(k, ifname, fd, &none);
}

void kernel_linux_drain(struct linux_kernel *k)
{
	int fd;

	kernel_linux_stop_sockets(k);
	for (unsigned int i = 0; k->socks && i < STEPS; i++)
		k->c->sleep(STEP_NS);
	k->c->sleep(SETTLE_NS);
	fd = k->c->socket(AF_INET, SOCK_DGRAM, 0);
	for (unsigned int i = 0; i < k->devices; i++) {
		down(k, fd, k->device[i].l3name);
		down(k, fd, k->device[i].ifname);
	}
	down(k, fd, "lo");
	k->c->close(fd);
	k->c->sleep(SETTLE_NS);
	k->c->levels(&k->after);
	k->leak = k->socks
			  ? xstrdup("leaks cannot be looked for: a task does not close its sockets")
			  : levels_compare(&k->before, &k->after, host_cpus(k->k.host));
	k->drained = true;
	sim_stop();
}

static char *leaks(struct linux_kernel *k, sim_time until)
{
	char *err = NULL;

	while (!k->drained && sim_now().ps < until.ps && !machine_fault(k->m))
		sim_run(until);
	if (machine_fault(k->m))
		err = xstrdup(machine_fault(k->m));
	else if (!k->drained)
		err = xstrdup("leaks cannot be looked for: it does not come to rest");
	else if (k->leak)
		err = xstrdup(k->leak);
	return err_in(err, "host %s", host_name(k->k.host));
}

/* All hosts at once, since each one's connections end at another. */
char *kernel_linux_leaks(struct linux_kernel *first)
{
	sim_time until = sim_add(sim_now(), DRAIN);
	struct linux_kernel *k;
	char *err = NULL;

	for (k = first; k; k = k->next) {
		if (!k->p.leak_check)
			continue;
		k->draining = true;
		machine_wake_init(k->m);
	}
	for (k = first; k && !err; k = k->next)
		err = k->draining ? leaks(k, until) : NULL;
	return err;
}
