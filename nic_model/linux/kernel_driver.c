// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Settings of a NIC's mapping for the real driver: what modprobe and ethtool would set, through the
 * kernel's own handlers.
 *
 * Called by: kernel.c (before the boot), kernel_setup.c. Calls: ioctl(SIOCETHTOOL).
 * Leaves out: what the driver of 6.1 does not have any more (napi: off).
 */
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "nic_model/linux/kernel_int.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/yaml.h"

struct settings {
	uint32_t tx_ring, rx_ring;
	int irq, mode;
	bool napi, tso;
};

enum { IRQ_INTX, IRQ_MSI, IRQ_MSIX };
static const char *const irqs[] = {"intx", "msi", "msix", NULL};
static const char *const modes[] = {"throughput", "cpu", "dynamic", NULL};

#define OFF(m) offsetof(struct settings, m)
static const struct param params[] = {
	{.name = "tx_ring",
	 .type = PARAM_U32,
	 .offset = OFF(tx_ring),
	 .def = "0",
	 .min = "0",
	 .max = "16384",
	 .help = "transmit descriptors (ethtool -G); 0: the driver's",
	 .source = "ethtool"},
	{.name = "rx_ring",
	 .type = PARAM_U32,
	 .offset = OFF(rx_ring),
	 .def = "0",
	 .min = "0",
	 .max = "16384",
	 .help = "receive descriptors; 0: the driver's",
	 .source = "ethtool"},
	{.name = "irq",
	 .type = PARAM_ENUM,
	 .offset = OFF(irq),
	 .def = "msi",
	 .choices = irqs,
	 .help = "kind of interrupt",
	 .source = "module parameters msi, msix"},
	{.name = "optimization_mode",
	 .type = PARAM_ENUM,
	 .offset = OFF(mode),
	 .def = "throughput",
	 .choices = modes,
	 .help = "interrupt for each event, timer, or by load",
	 .source = "module parameter"},
	{.name = "napi",
	 .type = PARAM_BOOL,
	 .offset = OFF(napi),
	 .def = "on",
	 .help = "always on in 6.1",
	 .source = "forcedeth"},
	{.name = "tso",
	 .type = PARAM_BOOL,
	 .offset = OFF(tso),
	 .def = "on",
	 .help = "segmentation offload (ethtool -K)",
	 .source = "ethtool"},
	{.name = NULL},
};
#undef OFF

static const struct param_table table = {"driver.forcedeth-6.1",
					 "Settings of the stock forcedeth driver.", params,
					 sizeof(struct settings)};

char *kernel_linux_settings(struct linux_kernel *k, unsigned int device, struct yaml_node *nic)
{
	struct settings s;
	char *err = NULL;

	param_defaults(&table, &s);
	if (nic)
		err = param_load(&table, nic, &s);
	if (err)
		return err;
	k->setting[device].rx_ring = s.rx_ring;
	k->setting[device].tx_ring = s.tx_ring;
	k->setting[device].tso = s.tso;
	/* Module parameters hold for all devices of a driver: the last one wins, as on a command
	 * line. */
	snprintf(k->cmdline, sizeof(k->cmdline),
		 "forcedeth.msi=%d forcedeth.msix=%d forcedeth.optimization_mode=%d",
		 s.irq == IRQ_MSI, s.irq == IRQ_MSIX, s.mode);
	return NULL;
}

static int call(struct linux_kernel *k, int fd, const char *ifname, void *cmd)
{
	struct ifreq ifr = {0};

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", ifname);
	ifr.ifr_data = cmd;
	return k->c->ioctl(fd, SIOCETHTOOL, &ifr);
}

void kernel_linux_ethtool(struct linux_kernel *k, unsigned int device, int fd)
{
	const char *ifname = k->device[device].ifname;
	struct ethtool_value tso = {.cmd = ETHTOOL_STSO, .data = (uint32_t)k->setting[device].tso};
	struct ethtool_ringparam ring = {.cmd = ETHTOOL_GRINGPARAM};
	int err = call(k, fd, ifname, &tso);

	if (!err && (k->setting[device].rx_ring || k->setting[device].tx_ring)) {
		err = call(k, fd, ifname, &ring);
		ring.cmd = ETHTOOL_SRINGPARAM;
		ring.rx_pending =
			k->setting[device].rx_ring ? k->setting[device].rx_ring : ring.rx_pending;
		ring.tx_pending =
			k->setting[device].tx_ring ? k->setting[device].tx_ring : ring.tx_pending;
		if (!err)
			err = call(k, fd, ifname, &ring);
	}
	if (err && !k->error)
		k->error = err_fmt("%s: the driver refuses a setting (tso, tx_ring, rx_ring): %s",
				   ifname, strerror(-err));
}
