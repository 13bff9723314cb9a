/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Creation of a NIC: parameters, bus, counters.  The boundary's functions are in
 * dma.c, mmio.c, msix.c and here (the wire).
 *
 * Called by: the composition; devices (nic_eth_tx).  Calls: the device model, pcie, the wire.
 * Models: a device of one function behind one bus link.
 * Leaves out: hot plug, several functions.
 * Source: none; composition.
 */
#include "nic_model/nic.h"

#include <stdlib.h>
#include <string.h>

#include "models/host/host.h"
#include "nic_model/mmio.h"
#include "nic_model/msix.h"
#include "nic_model/pcie.h"
#include "nic_model/wire.h"
#include "sim/check.h"
#include "sim/stats.h"
#include "sim/trace.h"
#include "sim/yaml.h"

static const struct nic_ops *const *models;

void nic_models_set(const struct nic_ops *const *table)
{
	models = table;
}

static const struct nic_ops *model_find(const char *name)
{
	const struct nic_ops *const *m;

	for (m = models; m && *m; m++)
		if (!strcmp((*m)->name, name))
			return *m;
	return NULL;
}

static char *model_unknown(struct yaml_node *at, const char *name)
{
	const char *names[32];
	const char *near;
	size_t n = 0;

	while (models && models[n] && n < 32) {
		names[n] = models[n]->name;
		n++;
	}
	near = nearest_name(name, names, n);
	if (near)
		return yaml_error(at, "no NIC model \"%s\"; did you mean \"%s\"?", name, near);
	return yaml_error(at, "no NIC model \"%s\"", name);
}

/* Host side from the machine, device side over it. */
static char *bus_new(struct nic *n, struct yaml_node *nic, struct yaml_node *machine)
{
	struct pcie_params p;
	struct yaml_node *of_machine = machine ? yaml_get(machine, "pcie") : NULL;
	struct yaml_node *of_nic = nic ? yaml_get(nic, "pcie") : NULL;
	char *err;

	param_defaults(&pcie_param_table, &p);
	err = of_machine ? param_load(&pcie_param_table, of_machine, &p) : NULL;
	if (!err && of_nic)
		err = param_load(&pcie_param_table, of_nic, &p);
	if (!err)
		err = pcie_new(n->host ? host_mem(n->host) : NULL, &p, &n->pcie);
	return err_in(err, "%s", n->name);
}

static char *load_params(struct nic *n, struct yaml_node *nic)
{
	const struct param_table *t = n->ops->params;
	char *err = NULL;

	n->params = xcalloc(1, t->struct_size);
	param_defaults(t, n->params);
	if (nic) {
		struct yaml_node *map = yaml_section(nic, "device");

		err = map ? param_load(t, map, n->params)
			  : yaml_error(nic, "\"device\" must be a mapping");
	}
	return err;
}

/* "tx.eth0": host and device. */
static const char *device_name(const struct nic *n, int *host_len)
{
	const char *dot = strchr(n->name, '.');

	*host_len = dot ? (int)(dot - n->name) : (int)strlen(n->name);
	return dot ? dot + 1 : "eth0";
}

static char *stats_path(const struct nic *n, const char *name)
{
	int len;
	const char *device = device_name(n, &len);

	return xasprintf("hosts.%.*s.nic.%s.%s", len, n->name, device, name);
}

static void counter(struct nic *n, const char *name, const uint64_t *value, const char *help)
{
	char *path = stats_path(n, name);

	stats_counter(path, value, help);
	free(path);
}

void nic_level(struct nic *n, const char *name, const uint64_t *level, const char *unit,
	       const char *help)
{
	char *path = stats_path(n, name);

	stats_level(path, level, unit, help);
	free(path);
}

static int timeline(const struct nic *n)
{
	int len;
	const char *device = device_name(n, &len);
	char *host = xasprintf("%.*s", len, n->name);
	int track = trace_track(host, device);

	free(host);
	return track;
}

static void register_counters(struct nic *n)
{
	struct nic_stats *s = &n->stats;

	counter(n, "tx_frames", &s->tx_frames, "frames handed to the wire");
	counter(n, "tx_bytes", &s->tx_bytes, "their bytes without FCS");
	counter(n, "rx_frames", &s->rx_frames, "frames delivered to host memory");
	counter(n, "rx_bytes", &s->rx_bytes, "their bytes without FCS");
	counter(n, "rx_no_buffer", &s->rx_no_buffer, "frames dropped: no receive descriptor");
	counter(n, "rx_fifo_drop", &s->rx_fifo_drop, "frames dropped: receive FIFO full");
	counter(n, "rx_bad", &s->rx_bad, "frames dropped: FCS error, filtered or receiver off");
	counter(n, "irqs", &s->irqs, "interrupts sent");
	counter(n, "dma_reads", &s->dma_reads, "DMA read operations");
	counter(n, "dma_writes", &s->dma_writes, "DMA write operations");
	counter(n, "dma_read_bytes", &s->dma_read_bytes, "payload bytes read by DMA");
	counter(n, "dma_write_bytes", &s->dma_write_bytes, "payload bytes written by DMA");
	counter(n, "reg_reads", &s->reg_reads, "register reads by CPUs");
	counter(n, "reg_writes", &s->reg_writes, "posted writes by CPUs");
	counter(n, "reg_unknown", &s->reg_unknown, "accesses to registers that are not there");
	counter(n, "bad_dma", &s->bad_dma, "descriptors that name memory where no packet is");
}

static void dump(void *arg)
{
	struct nic *n = arg;

	n->ops->dump(n);
}

/* A locally administered address made from the name: the same in every run. */
static void default_mac(struct nic *n)
{
	uint32_t h = 2166136261u;
	const char *c;

	for (c = n->name; *c; c++)
		h = (h ^ (uint8_t)*c) * 16777619u;
	n->mac[0] = 0x02;
	n->mac[1] = 0x00;
	memcpy(n->mac + 2, &h, 4);
}

char *nic_new_model(const struct nic_ops *ops, const char *name, struct host *h,
		    struct yaml_node *nic, struct yaml_node *machine, struct nic **out)
{
	struct nic *n = xcalloc(1, sizeof(*n));
	char *err;

	n->ops = ops;
	n->host = h;
	snprintf(n->name, sizeof(n->name), "%s", name);
	default_mac(n);
	n->track = timeline(n);
	n->mmio = mmio_new(n);
	n->msix = xcalloc(1, sizeof(*n->msix));
	msix_init(n->msix, n);
	err = load_params(n, nic);
	if (!err)
		err = bus_new(n, nic, machine);
	if (!err)
		err = ops->create(n);
	if (err) {
		nic_free(n);
		return err;
	}
	register_counters(n);
	if (ops->dump)
		check_on_panic(n->name, dump, n);
	*out = n;
	return NULL;
}

char *nic_new(const char *name, struct host *h, struct yaml_node *nic, struct yaml_node *machine,
	      struct nic **out)
{
	struct yaml_node *model = yaml_get(nic, "model");
	const struct nic_ops *ops;

	if (!model || !yaml_text(model))
		return yaml_error(nic, "a NIC needs \"model\"");
	ops = model_find(yaml_text(model));
	if (!ops)
		return model_unknown(model, yaml_text(model));
	return nic_new_model(ops, name, h, nic, machine, out);
}

void nic_free(struct nic *n)
{
	if (n->priv && n->ops->free)
		n->ops->free(n);
	if (n->pcie)
		pcie_free(n->pcie);
	if (n->params) {
		param_free(n->ops->params, n->params);
		free(n->params);
	}
	mmio_free(n->mmio);
	free(n->msix);
	free(n->irq);
	free(n);
}

bool nic_eth_tx(struct nic *n, struct frame *f)
{
	uint32_t len = f->len;

	if (!n->port || !wire_send(n->port, f))
		return false;
	n->stats.tx_frames++;
	n->stats.tx_bytes += len;
	trace_instant(TRACE_NIC, n->track, sim_now(), "send", len);
	return true;
}
