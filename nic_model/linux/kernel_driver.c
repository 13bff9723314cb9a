// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Settings of a NIC's mapping for the real driver: what modprobe and ethtool would set, through the
 * kernel's own handlers.
 *
 * Called by: kernel.c (before the boot), kernel_setup.c. Calls: ioctl(SIOCETHTOOL).
 * Models: nothing; the driver is the packaged one.
 * Leaves out: what the driver of 6.1 does not have any more (napi: off).
 * Source: ethtool(8), modinfo forcedeth.
 */
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

#include "nic_model/linux/kernel_int.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/yaml.h"

#define DEFAULT_MTU 1500

struct settings {
	uint32_t tx_ring, rx_ring, mtu, vlan, rps_flow_cnt;
	uint64_t smp_affinity;
	int irq, mode;
	bool napi, tso, sg, gso, gro, rx_csum, threaded;
};

enum { IRQ_INTX, IRQ_MSI, IRQ_MSIX };
static const char *const irqs[] = {"intx", "msi", "msix", NULL};
static const char *const modes[] = {"throughput", "cpu", "dynamic", NULL};

#define P(name_, field, type_, def_, min_, max_, choices_, help_, source_)                         \
	{                                                                                          \
		.name = (name_), .type = (type_), .offset = offsetof(struct settings, field),      \
		.def = (def_), .min = (min_), .max = (max_), .choices = (choices_),                \
		.help = (help_), .source = (source_)                                               \
	}
#define SWITCH(name_, def_, help_, source_)                                                        \
	P(#name_, name_, PARAM_BOOL, def_, NULL, NULL, NULL, help_, source_)

static const struct param params[] = {
	P("tx_ring", tx_ring, PARAM_U32, "0", "0", "16384", NULL,
	  "transmit descriptors (ethtool -G), 64 at least; 0: the driver's", "ethtool"),
	P("rx_ring", rx_ring, PARAM_U32, "0", "0", "16384", NULL,
	  "receive descriptors, 128 at least; 0: the driver's", "ethtool"),
	P("mtu", mtu, PARAM_U32, "1500", "68", "9100", NULL, "largest IP packet (ip link set mtu)",
	  "IEEE 802.3"),
	P("irq", irq, PARAM_ENUM, "msi", NULL, NULL, irqs,
	  "kind of interrupt; msix: the driver of 6.1 has it switched off in its source",
	  "module parameters msi, msix"),
	P("smp_affinity", smp_affinity, PARAM_U64, "0", NULL, NULL, NULL,
	  "bit mask of CPUs that its interrupts may go to; 0: any", "/proc/irq/N/smp_affinity"),
	P("optimization_mode", mode, PARAM_ENUM, "throughput", NULL, NULL, modes,
	  "interrupt for each event, timer, or by load", "module parameter"),
	SWITCH(napi, "on", "always on in 6.1", "forcedeth"),
	SWITCH(threaded, "off", "NAPI polls in a task of its own", "/sys/class/net/IF/threaded"),
	SWITCH(tso, "on", "segmentation offload (ethtool -K)", "ethtool"),
	SWITCH(sg, "on", "scatter-gather and transmit checksum", "ethtool"),
	SWITCH(gso, "on", "segmentation above the driver", "ethtool"),
	SWITCH(gro, "on", "received segments are merged", "ethtool"),
	SWITCH(rx_csum, "on", "receive checksum", "ethtool"),
	P("rps_flow_cnt", rps_flow_cnt, PARAM_U32, "0", NULL, "1048576", NULL,
	  "flows of receive flow steering (with hosts.NAME.rps_cpus and "
	  "net.core.rps_sock_flow_entries); 0: off",
	  "/sys/class/net/IF/queues/rx-0/rps_flow_cnt"),
	P("vlan", vlan, PARAM_U32, "0", "0", "4094", NULL,
	  "addresses and routes are those of a VLAN on it; 0: of itself", "ip link add type vlan"),
	{.name = NULL},
};

const struct param_table kernel_linux_driver_table = {
	"driver.forcedeth.linux-6.1",
	"The stock forcedeth driver of real code (settings stand in the NIC's mapping).", params,
	sizeof(struct settings)};

/* nv_probe() of 6.1 has an #if 0 where it would allow MSI-X: "reported issues ... as in the case of
 * napi". */
static char *check_irq(const struct settings *s, struct yaml_node *nic, struct yaml_node *kernel)
{
	struct yaml_node *irq = yaml_find(nic, "irq");

	if (s->irq != IRQ_MSIX || yaml_find(kernel, "source"))
		return NULL;
	return yaml_error(irq ? irq : nic,
			  "forcedeth of 6.1 has its MSI-X switched off in the source (nv_probe()); "
			  "it takes msi or intx, or a driver of yours (kernel.source)");
}

static char *check_ring(uint32_t ring, uint32_t least, const char *key, struct yaml_node *nic)
{
	struct yaml_node *at = yaml_find(nic, key);

	return !ring || ring >= least
		       ? NULL
		       : yaml_error(at ? at : nic, "%s: the driver takes %u at least", key, least);
}

static char *load(struct yaml_node *nic, struct yaml_node *kernel, struct settings *s)
{
	char *err;

	param_defaults(&kernel_linux_driver_table, s);
	err = param_load(&kernel_linux_driver_table, nic, s);
	if (!err)
		err = check_irq(s, nic, kernel);
	if (!err)
		err = check_ring(s->tx_ring, 64, "tx_ring", nic); /* TX_RING_MIN */
	if (!err)
		err = check_ring(s->rx_ring, 128, "rx_ring", nic); /* RX_RING_MIN */
	return err;
}

char *kernel_linux_check_nic(struct yaml_node *nic, struct yaml_node *kernel)
{
	struct settings s;

	return load(nic, kernel, &s);
}

char *kernel_linux_settings(struct linux_kernel *k, unsigned int device, struct yaml_node *nic)
{
	struct settings s;
	char *err = load(nic, k->kernel_tree, &s);

	if (err)
		return err;
	k->setting[device].rx_ring = s.rx_ring;
	k->setting[device].tx_ring = s.tx_ring;
	k->setting[device].mtu = s.mtu;
	k->setting[device].vlan = s.vlan;
	k->setting[device].rps_flow_cnt = s.rps_flow_cnt;
	k->setting[device].smp_affinity = s.smp_affinity;
	k->setting[device].threaded = s.threaded;
	k->setting[device].off = (s.sg ? 0 : KERNEL_NO_SG) | (s.tso ? 0 : KERNEL_NO_TSO) |
				 (s.gso ? 0 : KERNEL_NO_GSO) | (s.gro ? 0 : KERNEL_NO_GRO) |
				 (s.rx_csum ? 0 : KERNEL_NO_RX_CSUM);
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

/* ethtool -K; scatter-gather goes with transmit checksums, which it needs. */
static int offloads(struct linux_kernel *k, int fd, const char *ifname, unsigned int off)
{
	static const struct {
		uint32_t cmd, bit;
	} flags[] = {{ETHTOOL_STXCSUM, KERNEL_NO_SG}, {ETHTOOL_SSG, KERNEL_NO_SG},
		     {ETHTOOL_STSO, KERNEL_NO_TSO},   {ETHTOOL_SGSO, KERNEL_NO_GSO},
		     {ETHTOOL_SGRO, KERNEL_NO_GRO},   {ETHTOOL_SRXCSUM, KERNEL_NO_RX_CSUM}};
	int err = 0;

	for (unsigned int i = 0; i < sizeof(flags) / sizeof(flags[0]) && !err; i++) {
		struct ethtool_value v = {.cmd = flags[i].cmd, .data = !(off & flags[i].bit)};

		/* TSO without scatter-gather is off anyway. */
		if (v.data && v.cmd == ETHTOOL_STSO && (off & KERNEL_NO_SG))
			continue;
		/* Only what is not so already is told: most of it is. */
		if (v.data && v.cmd != ETHTOOL_STSO)
			continue;
		err = call(k, fd, ifname, &v);
	}
	return err;
}

static int rings(struct linux_kernel *k, int fd, const char *ifname, uint32_t rx, uint32_t tx)
{
	struct ethtool_ringparam ring = {.cmd = ETHTOOL_GRINGPARAM};
	int err = call(k, fd, ifname, &ring);

	ring.cmd = ETHTOOL_SRINGPARAM;
	ring.rx_pending = rx ? rx : ring.rx_pending;
	ring.tx_pending = tx ? tx : ring.tx_pending;
	return err ? err : call(k, fd, ifname, &ring);
}

static int set_mtu(struct linux_kernel *k, int fd, const char *ifname, uint32_t mtu)
{
	struct ifreq ifr = {0};

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", ifname);
	ifr.ifr_mtu = (int)mtu;
	return k->c->ioctl(fd, SIOCSIFMTU, &ifr);
}

void kernel_linux_loopback(struct linux_kernel *k, int fd)
{
	int err =
		k->p.loopback_mtu == 65536 ? 0 : set_mtu(k, fd, "lo", (uint32_t)k->p.loopback_mtu);

	if (!err && !k->p.loopback_gso)
		err = offloads(k, fd, "lo", KERNEL_NO_TSO | KERNEL_NO_GSO);
	if (err && !k->error)
		k->error = err_fmt("%s: lo: %s", host_name(k->k.host), strerror(-err));
}

void kernel_linux_ethtool(struct linux_kernel *k, unsigned int device, int fd)
{
	const char *ifname = k->device[device].ifname, *what = "an offload";
	uint32_t rx = k->setting[device].rx_ring, tx = k->setting[device].tx_ring;
	int err = offloads(k, fd, ifname, k->setting[device].off);

	if (!err && (rx || tx)) {
		what = "tx_ring or rx_ring";
		err = rings(k, fd, ifname, rx, tx);
	}
	if (!err && k->setting[device].mtu != DEFAULT_MTU) {
		what = "mtu";
		err = set_mtu(k, fd, ifname, k->setting[device].mtu);
		if (!err && k->setting[device].vlan)
			err = set_mtu(k, fd, k->device[device].l3name, k->setting[device].mtu);
	}
	if (err && !k->error)
		k->error = err_fmt("%s: the driver refuses %s: %s", ifname, what, strerror(-err));
}
