/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * forcedeth of Linux 2.6.26 as a behavioural driver: settings, probe, open.
 *
 * Called by: the composition.  Calls: netdev_add, registers, the ring code.
 * Models: ring sizes, optimisation modes, interrupt kinds, features; the device is
 * brought up by a task at the start of the run.
 * Leaves out: PHY handling and link timer (the link is taken as negotiated),
 * close, ethtool, the MSI-X mode with three vectors, desc versions 1 and 2.
 * Source: Linux 2.6.26 drivers/net/forcedeth.c.
 */
#include "nic_model/forcedeth/driver.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/host/sched.h"
#include "models/mem/layout.h"
#include "models/path.h"
#include "nic_model/forcedeth/driver_int.h"
#include "nic_model/forcedeth/regs.h"
#include "nic_model/nic.h"
#include "nic_model/stage_dma.h"
#include "sim/check.h"
#include "sim/stats.h"
#include "sim/yaml.h"

#define SOURCE		"Linux 2.6.26 drivers/net/forcedeth.c"
#define RX_HEADERS	64u /* NV_RX_HEADERS */
#define MASK_THROUGHPUT 0xdfu
#define MASK_CPU	0x60u

static const char *const modes[] = {"throughput", "cpu", NULL};
static const char *const irqs[] = {"intx", "msi", NULL};

#define P(name_, field, type_, def_, min_, max_, help_, source_)                                   \
	{                                                                                          \
		.name = (name_), .type = (type_), .offset = offsetof(struct nv_params, field),     \
		.def = (def_), .min = (min_), .max = (max_), .help = (help_), .source = (source_)  \
	}

static const struct param params[] = {
	P("tx_ring", tx_ring, PARAM_U32, "256", "64", "16384", "transmit descriptors", SOURCE),
	P("rx_ring", rx_ring, PARAM_U32, "128", "128", "16384", "receive descriptors", SOURCE),
	P("mtu", mtu, PARAM_U32, "1500", "64", "9100", "largest IP packet", SOURCE),
	{.name = "optimization_mode",
	 .type = PARAM_ENUM,
	 .offset = offsetof(struct nv_params, mode),
	 .def = "throughput",
	 .choices = modes,
	 .source = SOURCE,
	 .help = "throughput: each packet interrupts; cpu: only the timer does"},
	{.name = "irq",
	 .type = PARAM_ENUM,
	 .offset = offsetof(struct nv_params, irq),
	 .def = "intx",
	 .choices = irqs,
	 .source = "measured host: a line shared with USB",
	 .help = "interrupt kind"},
	P("poll_interval", poll_interval, PARAM_U32, "0", "0", "65535",
	  "interval timer, units of 10.24 us; 0: 970 (throughput) or 13 (cpu)", SOURCE),
	P("max_interrupt_work", max_interrupt_work, PARAM_U32, "5", "1", "1000",
	  "loops of the interrupt handler before interrupts are switched off for 10 ms", SOURCE),
	P("work_per_loop", work_per_loop, PARAM_U32, "64", "1", "16384",
	  "packets sent and received a loop", SOURCE),
	P("napi", napi, PARAM_BOOL, "off", NULL, NULL, "CONFIG_FORCEDETH_NAPI: receive from a poll",
	  "Linux 2.6.26 Kconfig: experimental, off"),
	P("gro", gro, PARAM_BOOL, "off", NULL, NULL,
	  "with napi: packets go through GRO, if the kernel has it",
	  "drivers/net/ethernet/nvidia/forcedeth.c of 6.1"),
	P("tso", tso, PARAM_BOOL, "on", NULL, NULL, "TCP segmentation in the device", SOURCE),
	P("sg", sg, PARAM_BOOL, "on", NULL, NULL, "scatter-gather and transmit checksum", SOURCE),
	P("rx_csum", rx_csum, PARAM_BOOL, "on", NULL, NULL, "receive checksum", SOURCE),
	P("pause", pause, PARAM_BOOL, "on", NULL, NULL, "flow control, as negotiated", SOURCE),
	P("irq_cpu", cpu, PARAM_U32, "0", "0", "1023", "CPU that takes the interrupt", "assumed"),
	{.name = NULL},
};

static const struct param_table nv_param_table = {
	.name = "driver.forcedeth",
	.help = "forcedeth driver as of Linux 2.6.26 (settings stand in the NIC's mapping).",
	.params = params,
	.struct_size = sizeof(struct nv_params),
};

static void reg(struct nv *np, uint32_t off, uint32_t value)
{
	nic_mmio_write(np->nic, off, value);
}

static void program_rings(struct nv *np)
{
	uint64_t tx = nv_tx_desc_addr(np, 0);

	reg(np, FE_AT_RX_RING, (uint32_t)np->ring_addr);
	reg(np, FE_AT_RX_RING_HIGH, (uint32_t)(np->ring_addr >> 32));
	reg(np, FE_AT_TX_RING, (uint32_t)tx);
	reg(np, FE_AT_TX_RING_HIGH, (uint32_t)(tx >> 32));
	reg(np, FE_AT_RING_SIZES, (np->p.rx_ring - 1) << 16 | (np->p.tx_ring - 1));
}

static void program_mac(struct nv *np)
{
	const uint8_t *m = np->nic->mac;
	uint32_t poll = np->p.mode == NV_CPU ? 13 : 970;

	reg(np, FE_AT_MAC_A, m[0] | m[1] << 8 | m[2] << 16 | (uint32_t)m[3] << 24);
	reg(np, FE_AT_MAC_B, m[4] | m[5] << 8);
	reg(np, FE_AT_PFF, FE_PFF_MY_ADDRESS | (np->p.pause ? FE_PFF_PAUSE_RX : 0));
	reg(np, FE_AT_MISC1, np->p.pause ? FE_MISC_PAUSE_TX : 0);
	reg(np, FE_AT_RX_BUFFER_SIZE, np->rx_buf_sz);
	reg(np, FE_AT_POLL_INTERVAL, np->p.poll_interval ? np->p.poll_interval : poll);
	reg(np, FE_AT_SETUP6, 3);
}

/* nv_open(), in a task's context. */
static char *nv_open(struct netdev *d)
{
	struct nv *np = d->priv;

	if (nv_alloc_rx(np))
		ktimer_arm(&np->oom_kick, host_jiffies(np->net->host) + 1);
	program_rings(np);
	program_mac(np);
	reg(np, FE_AT_TXRX_CTL, np->ctl_bits);
	reg(np, FE_AT_RX_CTL, FE_CTL_START);
	reg(np, FE_AT_TX_CTL, FE_CTL_START);
	reg(np, FE_AT_IRQ_STATUS, FE_IRQ_ALL);
	reg(np, FE_AT_MSI_MASK, FE_MSI_VECTOR0);
	reg(np, FE_AT_IRQ_MASK, np->irqmask);
	nic_mmio_read(np->nic, FE_AT_IRQ_MASK);
	txq_wake(&d->txq[0]);
	return NULL;
}

static void open_task(void *arg)
{
	struct nv *np = arg;
	char *err = nv_open(np->dev);

	sim_assertf(!err, "%s", err);
}

static const struct netdev_ops nv_netdev_ops = {.open = nv_open, .start_xmit = nv_start_xmit};

static void allocate(struct nv *np)
{
	struct layout *l = host_layout(np->net->host);
	uint32_t descs = np->p.rx_ring + np->p.tx_ring;

	np->dma = stage_dma_new(np->net->host);
	np->nic->space = stage_dma_space(np->dma);
	np->ring_addr = stage_dma_coherent(np->dma, descs * FE_DESC_BYTES, 4096);
	np->rx_desc = stage_dma_bytes(np->dma, np->ring_addr, descs * FE_DESC_BYTES);
	np->tx_desc = np->rx_desc + np->p.rx_ring;
	np->rx_ctx = xcalloc(np->p.rx_ring, sizeof(np->rx_ctx[0]));
	np->tx_ctx = xcalloc(np->p.tx_ring, sizeof(np->tx_ctx[0]));
	np->rx_ctx_addr =
		layout_static(l, LAYOUT_STATIC, (uint64_t)NV_CTX_BYTES * np->p.rx_ring, 64);
	np->tx_ctx_addr =
		layout_static(l, LAYOUT_STATIC, (uint64_t)NV_CTX_BYTES * np->p.tx_ring, 64);
	np->priv = layout_static(l, LAYOUT_STATIC, NV_PRIV, 64);
}

static uint32_t features(const struct nv_params *p)
{
	uint32_t f = NETDEV_HIGHDMA;

	if (p->rx_csum)
		f |= NETDEV_RXCSUM;
	if (p->sg)
		f |= NETDEV_SG | NETDEV_CSUM;
	if (p->sg && p->tso)
		f |= NETDEV_TSO;
	return f;
}

static void add_netdev(struct nv *np, const char *ifname)
{
	struct netdev tmpl = {
		.ops = &nv_netdev_ops,
		.priv = np,
		.mtu = np->p.mtu,
		.features = features(&np->p),
	};

	snprintf(tmpl.name, sizeof(tmpl.name), "%s", ifname);
	memcpy(tmpl.mac, np->nic->mac, 6);
	np->dev = netdev_add(np->net, &tmpl, 1);
	np->dev->txq[0].stopped = true; /* until it is open */
	napi_init(&np->napi, np->dev, 64, nv_napi_poll);
}

static void counters(struct nv *np)
{
	static const struct {
		const char *name, *help;
		size_t offset;
	} c[] = {
		{"tx_stops", "packets that found the ring full", offsetof(struct nv, stops)},
		{"tx_wakes", "wake-ups after a reclaimed descriptor", offsetof(struct nv, wakes)},
		{"too_many_loops", "interrupts off: max_interrupt_work",
		 offsetof(struct nv, too_many)},
		{"rx_oom", "receive refills that ran out of memory", offsetof(struct nv, oom)},
	};
	size_t i;

	for (i = 0; i < sizeof(c) / sizeof(c[0]); i++) {
		char *path = xasprintf("hosts.%s.driver.%s.%s", host_name(np->net->host),
				       np->dev->name, c[i].name);

		stats_counter(path, (const uint64_t *)((const char *)np + c[i].offset), c[i].help);
		free(path);
	}
}

static void register_levels(const struct nv *np)
{
	char *path =
		xasprintf("hosts.%s.driver.%s.tx_ring", host_name(np->net->host), np->dev->name);

	stats_level(path, &np->tx_used, "descriptors", "transmit descriptors in use");
	free(path);
}

static char *load(struct nv *np, struct yaml_node *settings)
{
	char *err;

	param_defaults(&nv_param_table, &np->p);
	err = settings ? param_load(&nv_param_table, settings, &np->p) : NULL;
	if (err)
		return err;
	if (np->p.cpu >= host_cpus(np->net->host))
		return err_fmt("%s: irq_cpu %u: the host has %u CPUs", np->nic->name, np->p.cpu,
			       host_cpus(np->net->host));
	np->rx_buf_sz = (np->p.mtu < 1500 ? 1500 : np->p.mtu) + RX_HEADERS;
	np->irqmask = np->p.mode == NV_CPU ? MASK_CPU : MASK_THROUGHPUT;
	np->ctl_bits = 0xc00000u | FE_CTL_DESC3 | (np->p.rx_csum ? FE_CTL_RX_CHECK : 0);
	return NULL;
}

static char *nv_probe(struct net *net, struct nic *n, const char *ifname,
		      struct yaml_node *settings, struct netdev **out)
{
	struct nv *np = xcalloc(1, sizeof(*np));
	char *err, *name;

	np->net = net;
	np->nic = n;
	err = load(np, settings);
	if (err) {
		free(np);
		return err;
	}
	allocate(np);
	spin_init(&np->lock, "np->lock", np->priv + NV_LINE_LOCK);
	ktimer_init(&np->nic_poll, "nic_poll", nv_do_nic_poll, np);
	ktimer_init(&np->oom_kick, "oom_kick", nv_do_rx_refill, np);
	add_netdev(np, ifname);
	counters(np);
	register_levels(np);
	nic_irq_setup(n, np->p.irq == NV_IRQ_MSI ? NIC_MSI : NIC_INTX, 1, np->p.cpu, NULL);
	irq_handler_add(n->irq[0], ifname, nv_nic_irq, np);
	name = xasprintf("ifconfig-%s", ifname);
	task_new(net->host, name, open_task, np, 1ull << np->p.cpu, 0);
	free(name);
	*out = np->dev;
	return NULL;
}

const struct driver_core forcedeth_driver_core = {
	.name = "forcedeth",
	.params = &nv_param_table,
	.probe = nv_probe,
};
