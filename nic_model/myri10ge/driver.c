/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * myri10ge of Linux 2.6.26 as a behavioural driver: settings, probe, open, interrupt,
 * poll.
 *
 * Called by: the composition, the interrupt line, NET_RX.  Calls: netdev_add, the
 * card's commands, driver_tx.c, driver_rx.c.
 * Models: rings as the firmware reports them, MSI, coalescing, NAPI weight, LRO.
 * Leaves out: firmware loading, watchdog, DCA (2.6.27), several slices (2.6.27), INTx.
 * Source: Linux 2.6.26 drivers/net/myri10ge/myri10ge.c.
 */
#include "nic_model/myri10ge/driver.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/host/sched.h"
#include "models/mem/layout.h"
#include "models/path.h"
#include "nic_model/myri10ge/driver_int.h"
#include "nic_model/nic.h"
#include "nic_model/stage_dma.h"
#include "sim/check.h"
#include "sim/stats.h"
#include "sim/yaml.h"

#define SOURCE	    "Linux 2.6.26 drivers/net/myri10ge/myri10ge.c"
#define ETH_HEADERS 18u /* with a VLAN tag */

#define P(name_, field, type_, def_, min_, max_, help_, source_)                                   \
	{                                                                                          \
		.name = (name_), .type = (type_), .offset = offsetof(struct my_params, field),     \
		.def = (def_), .min = (min_), .max = (max_), .help = (help_), .source = (source_)  \
	}

static const struct param params[] = {
	P("mtu", mtu, PARAM_U32, "1500", "68", "3900", "largest IP packet (one buffer a frame)",
	  "assumed: the network's; 2.6.26 starts with 9000 (myri10ge_initial_mtu)"),
	P("intr_coal_delay", coal_ps, PARAM_TIME, "75us", "0us", "1ms",
	  "interrupt coalescing delay", SOURCE),
	P("napi_weight", napi_weight, PARAM_U32, "64", "1", "1024", "packets a poll", SOURCE),
	P("fill_thresh", fill_thresh, PARAM_U32, "256", "1", "65536",
	  "receive rings are refilled when fewer buffers are left", SOURCE),
	P("tx_boundary", tx_boundary, PARAM_SIZE, "4KiB", "2KiB", "4KiB",
	  "send requests do not cross it (2 KiB with unaligned completions)", SOURCE),
	P("small_bytes", small_bytes, PARAM_U32, "126", "64", "1500",
	  "frames up to this size use the small ring",
	  SOURCE " myri10ge_open(): 128 with the pad of 2, for an MTU up to 1500"),
	P("lro", lro, PARAM_BOOL, "on", NULL, NULL, "large receive offload", SOURCE),
	P("lro_descriptors", lro_descs, PARAM_U32, "8", "1", "32",
	  "connections that LRO merges at a time", SOURCE),
	P("lro_max_pkts", lro_max_pkts, PARAM_U32, "64", "1", "64",
	  "frames LRO merges at most (and no more than a packet has fragments)", SOURCE),
	P("tso", tso, PARAM_BOOL, "on", NULL, NULL, "TCP segmentation in the device", SOURCE),
	P("sg", sg, PARAM_BOOL, "on", NULL, NULL, "scatter-gather and transmit checksum", SOURCE),
	P("rx_csum", rx_csum, PARAM_BOOL, "on", NULL, NULL, "receive checksum", SOURCE),
	P("flow_control", flow_control, PARAM_BOOL, "on", NULL, NULL, "pause frames", SOURCE),
	P("irq_cpu", cpu, PARAM_U32, "0", "0", "1023", "CPU that takes the interrupt", "assumed"),
	{.name = NULL},
};

static const struct param_table my_param_table = {
	.name = "driver.myri10ge",
	.help = "myri10ge driver as of Linux 2.6.26 (settings stand in the NIC's mapping).",
	.params = params,
	.struct_size = sizeof(struct my_params),
};

/* --- interrupt and poll --- */

static void claim(struct my *mgp, unsigned int token)
{
	uint8_t three[4];
	uint32_t word;

	mx_put32(three, 3);
	memcpy(&word, three, 4);
	nic_mmio_write(mgp->nic, mgp->claim_off + 4 * token, word);
}

static bool my_intr(void *arg)
{
	struct my *mgp = arg;
	uint32_t done;
	uint8_t valid;
	KFN(myri10ge_intr);

	mem_read(mgp->stats_addr, MX_IRQ_BYTES);
	valid = mgp->stats[MX_I_VALID];
	if (!valid)
		return false;
	if (valid & MX_VALID_RX)
		napi_kick(&mgp->napi);
	mgp->stats[MX_I_VALID] = 0;
	mem_write(mgp->stats_addr + MX_I_VALID, 1);
	done = mx_get32(mgp->stats + MX_I_SEND_DONE);
	if (done != mgp->tx.pkt_done)
		my_tx_done(mgp, done);
	claim(mgp, 1);
	return true;
}

static int my_poll(struct napi *n, int budget)
{
	struct my *mgp = n->dev->priv;
	int work;
	KFN(myri10ge_poll);

	work = my_clean_rx_done(mgp, budget);
	if (work < budget) {
		napi_done(n);
		claim(mgp, 0);
	}
	return work;
}

/* --- open --- */

/* One command: 64 bytes of PIO; waits for the answer in memory. */
static uint32_t command(struct my *mgp, enum mx_command cmd, uint32_t data0, uint32_t data1)
{
	uint8_t block[64] = {0};
	uint8_t *answer = stage_dma_bytes(mgp->dma, mgp->cmd_addr, 8);
	unsigned int tries = 0;

	mx_put32(block, cmd);
	mx_put32(block + 4, data0);
	mx_put32(block + 8, data1);
	mx_put32(block + 16, (uint32_t)(mgp->cmd_addr >> 32));
	mx_put32(block + 20, (uint32_t)mgp->cmd_addr);
	mx_put32(answer + 4, 0xffffffff);
	nic_mmio_write_wc(mgp->nic, MX_COMMAND, block, sizeof(block));
	while (mx_get32(answer + 4) == 0xffffffff) {
		sim_assertf(tries++ < 100, "%s: command %d is not answered", mgp->nic->name, cmd);
		task_delay(SIM_MS(1));
		mem_read(mgp->cmd_addr, 8);
	}
	sim_assertf(mx_get32(answer + 4) == MX_OK, "%s: command %d failed", mgp->nic->name, cmd);
	return mx_get32(answer);
}

static void set_address(struct my *mgp, enum mx_command cmd, uint64_t addr)
{
	command(mgp, cmd, (uint32_t)addr, (uint32_t)(addr >> 32));
}

static uint64_t place(struct my *mgp, uint64_t bytes)
{
	return layout_static(host_layout(mgp->net->host), LAYOUT_STATIC, bytes, 64);
}

static void ring_alloc(struct my *mgp, struct my_rx *rx, uint32_t entries, uint32_t bytes)
{
	rx->mask = entries - 1;
	rx->bytes = bytes;
	rx->addr = xcalloc(entries, sizeof(rx->addr[0]));
	rx->shadow = xcalloc(entries, MX_RX_BYTES);
	rx->info_addr = place(mgp, (uint64_t)entries * MY_INFO_BYTES);
	rx->shadow_addr = place(mgp, (uint64_t)entries * MX_RX_BYTES);
	rx->line = place(mgp, 64);
	my_alloc_rx_pages(mgp, rx);
}

/* myri10ge_allocate_rings(): sizes come from the firmware. */
static void allocate_rings(struct my *mgp)
{
	uint32_t tx = command(mgp, MX_CMD_GET_SEND_RING_SIZE, 0, 0) / MX_REQ_BYTES;
	uint32_t rx = command(mgp, MX_CMD_GET_RX_RING_SIZE, 0, 0) / MX_RX_BYTES;

	mgp->tx.mask = tx - 1;
	mgp->tx.info = xcalloc(tx, sizeof(mgp->tx.info[0]));
	mgp->tx.list = xcalloc(MY_SEND_DESCS_TSO + 4, MX_REQ_BYTES);
	mgp->tx.info_addr = place(mgp, (uint64_t)tx * MY_INFO_BYTES);
	mgp->tx.list_addr = place(mgp, (MY_SEND_DESCS_TSO + 4) * MX_REQ_BYTES);
	mgp->small.sram = command(mgp, MX_CMD_GET_SMALL_OFFSET, 0, 0);
	mgp->big.sram = command(mgp, MX_CMD_GET_BIG_OFFSET, 0, 0);
	mgp->send_off = command(mgp, MX_CMD_GET_SEND_OFFSET, 0, 0);
	mgp->claim_off = command(mgp, MX_CMD_GET_CLAIM_OFFSET, 0, 0);
	ring_alloc(mgp, &mgp->small, rx, mgp->p.small_bytes + MX_RX_PAD);
	ring_alloc(mgp, &mgp->big, rx, mgp->big_bytes);
	mgp->done_slots = 2 * rx;
	mgp->done_addr = stage_dma_coherent(mgp->dma, mgp->done_slots * MX_SLOT_BYTES, 4096);
	mgp->done_bytes =
		stage_dma_bytes(mgp->dma, mgp->done_addr, mgp->done_slots * MX_SLOT_BYTES);
}

static void configure(struct my *mgp)
{
	const uint8_t *m = mgp->nic->mac;
	uint32_t coal_off = command(mgp, MX_CMD_GET_COAL_OFFSET, 0, 0);
	uint8_t us[4];
	uint32_t word;

	set_address(mgp, MX_CMD_SET_INTRQ_DMA, mgp->done_addr);
	command(mgp, MX_CMD_SET_INTRQ_SIZE, mgp->done_slots * MX_SLOT_BYTES, 0);
	set_address(mgp, MX_CMD_SET_STATS_DMA, mgp->stats_addr);
	command(mgp, MX_CMD_SET_MTU, mgp->p.mtu + ETH_HEADERS, 0);
	command(mgp, MX_CMD_SET_SMALL_SIZE, mgp->p.small_bytes, 0);
	command(mgp, MX_CMD_SET_BIG_SIZE, MY_PAGE, 0);
	command(mgp, MX_CMD_SET_MAC, (uint32_t)m[0] << 24 | m[1] << 16 | m[2] << 8 | m[3],
		m[4] << 8 | m[5]);
	command(mgp, mgp->p.flow_control ? MX_CMD_FLOW_ON : MX_CMD_FLOW_OFF, 0, 0);
	mx_put32(us, (uint32_t)(mgp->p.coal_ps / 1000000));
	memcpy(&word, us, 4);
	nic_mmio_write(mgp->nic, coal_off, word);
}

/* myri10ge_open(), in a task's context. */
static char *my_open(struct netdev *d)
{
	struct my *mgp = d->priv;

	command(mgp, MX_CMD_RESET, 0, 0);
	allocate_rings(mgp);
	configure(mgp);
	command(mgp, MX_CMD_UP, 0, 0);
	txq_wake(&d->txq[0]);
	return NULL;
}

static void open_task(void *arg)
{
	struct my *mgp = arg;
	char *err = my_open(mgp->dev);

	sim_assertf(!err, "%s", err);
}

/* --- probe --- */

static const struct netdev_ops my_netdev_ops = {.open = my_open, .start_xmit = my_xmit};

static uint32_t features(const struct my_params *p)
{
	uint32_t f = NETDEV_HIGHDMA | NETDEV_GRO;

	if (p->rx_csum)
		f |= NETDEV_RXCSUM;
	if (p->sg)
		f |= NETDEV_SG | NETDEV_CSUM;
	if (p->sg && p->tso)
		f |= NETDEV_TSO;
	if (p->lro)
		f |= NETDEV_LRO;
	return f;
}

static void add_netdev(struct my *mgp, const char *ifname)
{
	struct netdev tmpl = {
		.ops = &my_netdev_ops,
		.priv = mgp,
		.mtu = mgp->p.mtu,
		.features = features(&mgp->p),
	};

	snprintf(tmpl.name, sizeof(tmpl.name), "%s", ifname);
	memcpy(tmpl.mac, mgp->nic->mac, 6);
	mgp->dev = netdev_add(mgp->net, &tmpl, 1);
	mgp->dev->txq[0].stopped = true; /* until it is open */
	napi_init(&mgp->napi, mgp->dev, mgp->p.napi_weight, my_poll);
	lro_init(&mgp->lro, mgp->dev, place(mgp, 64ull * mgp->p.lro_descs), mgp->p.lro_descs,
		 mgp->p.lro_max_pkts);
}

static void allocate(struct my *mgp)
{
	mgp->dma = stage_dma_new(mgp->net->host);
	mgp->nic->space = stage_dma_space(mgp->dma);
	mgp->cmd_addr = stage_dma_coherent(mgp->dma, 64, 64);
	mgp->stats_addr = stage_dma_coherent(mgp->dma, 64, 64);
	mgp->stats = stage_dma_bytes(mgp->dma, mgp->stats_addr, 64);
	mgp->ss = place(mgp, 256);
	mgp->tx.line_req = place(mgp, 64);
	mgp->tx.line_done = place(mgp, 64);
}

static void counters(struct my *mgp)
{
	static const struct {
		const char *name, *help;
		size_t offset;
	} c[] = {
		{"stop_queue", "times the send ring was nearly full",
		 offsetof(struct my, tx.stop_queue)},
		{"wake_queue", "wake-ups with half the ring free",
		 offsetof(struct my, tx.wake_queue)},
		{"lro_aggregated", "frames merged by LRO", offsetof(struct my, lro.aggregated)},
		{"lro_flushed", "packets LRO passed on", offsetof(struct my, lro.flushed)},
		{"lro_no_desc", "frames LRO passed on alone", offsetof(struct my, lro.alone)},
	};
	size_t i;

	for (i = 0; i < sizeof(c) / sizeof(c[0]); i++) {
		char *path = xasprintf("hosts.%s.driver.%s.%s", host_name(mgp->net->host),
				       mgp->dev->name, c[i].name);

		stats_counter(path, (const uint64_t *)((const char *)mgp + c[i].offset), c[i].help);
		free(path);
	}
}

static void register_levels(const struct my *mgp)
{
	char *path =
		xasprintf("hosts.%s.driver.%s.tx_ring", host_name(mgp->net->host), mgp->dev->name);

	stats_level(path, &mgp->tx.used, "descriptors", "send requests in use");
	free(path);
}

static char *load(struct my *mgp, struct yaml_node *settings)
{
	uint32_t frame;
	char *err;

	param_defaults(&my_param_table, &mgp->p);
	err = settings ? param_load(&my_param_table, settings, &mgp->p) : NULL;
	if (err)
		return err;
	if (mgp->p.cpu >= host_cpus(mgp->net->host))
		return err_fmt("%s: irq_cpu %u: the host has %u CPUs", mgp->nic->name, mgp->p.cpu,
			       host_cpus(mgp->net->host));
	frame = mgp->p.mtu + ETH_HEADERS + MX_RX_PAD;
	mgp->big_bytes = frame < MY_PAGE / 2 ? frame : MY_PAGE;
	return NULL;
}

static char *my_probe(struct net *net, struct nic *n, const char *ifname,
		      struct yaml_node *settings, struct netdev **out)
{
	struct my *mgp = xcalloc(1, sizeof(*mgp));
	char *err, *name;

	mgp->net = net;
	mgp->nic = n;
	err = load(mgp, settings);
	if (err) {
		free(mgp);
		return err;
	}
	allocate(mgp);
	add_netdev(mgp, ifname);
	counters(mgp);
	register_levels(mgp);
	nic_irq_setup(n, NIC_MSI, 1, mgp->p.cpu, NULL);
	irq_handler_add(n->irq[0], ifname, my_intr, mgp);
	name = xasprintf("ifconfig-%s", ifname);
	task_new(net->host, name, open_task, mgp, 1ull << mgp->p.cpu, 0);
	free(name);
	*out = mgp->dev;
	return NULL;
}

const struct driver_core myri10ge_driver_core = {
	.name = "myri10ge",
	.params = &my_param_table,
	.probe = my_probe,
};
