// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Called by: machine.c (register accesses), NIC models (interrupts, DMA contents).
 * Models: posted writes that arrive in order after the bus latency; reads that wait for their
 * completion and push writes before them; DMA contents are the host's real bytes.
 * Leaves out: the
 * depth of the CPU's write buffer, IOMMU.
 * Source: PCI Express Base Specification (posted and non-posted requests).
 */
#include "nic_model/linux/device.h"

#include <stdlib.h>
#include <string.h>

#include "models/frame.h"
#include "models/host/foreign.h"
#include "nic_model/forcedeth/forcedeth.h"
#include "nic_model/linux/fault.h"
#include "nic_model/linux/payload.h"
#include "nic_model/pcie.h"
#include "nic_model/wire.h"
#include "sim/check.h"

struct device {
	struct nic *n;
	struct machine *m;
	unsigned int index;
	struct dma_space space;
};

static const struct {
	const char *model;
	struct kimage_pci pci;
} identities[] = {
	{"forcedeth",
	 {.vendor = FE_PCI_VENDOR,
	  .device = FE_PCI_DEVICE,
	  .revision = FE_PCI_REVISION,
	  .class = 0x020000,
	  .bar_bytes = {FE_PCI_WINDOW},
	  .vectors = 8,
	  .msi = 1,
	  .intx = 1}},
};

const struct kimage_pci *device_pci(const char *model)
{
	size_t i;

	for (i = 0; i < sizeof(identities) / sizeof(identities[0]); i++)
		if (!strcmp(identities[i].model, model))
			return &identities[i].pci;
	return NULL;
}

/* --- registers --- */

struct posted {
	struct nic *n;
	uint32_t off, value;
};

static void write_arrives(void *arg)
{
	struct posted *w = arg;

	w->n->stats.reg_writes++;
	w->n->ops->reg_write(w->n, w->off, w->value, 4);
	free(w);
}

static void dev_write(void *arg, unsigned int bar, uint64_t off, unsigned int bytes, uint64_t value)
{
	struct device *d = arg;
	struct posted *w;
	sim_time now = machine_now(d->m);

	(void)bar;
	(void)bytes;
	if (machine_outside(d->m)) {
		d->n->ops->reg_write(d->n, (uint32_t)off, (uint32_t)value, 4);
		return;
	}
	w = xmalloc(sizeof(*w));
	w->n = d->n;
	w->off = (uint32_t)off;
	w->value = (uint32_t)value;
	sim_call_at(pcie_mmio_write(d->n->pcie, 4, now), SIM_PRIO_HW, write_arrives, w);
	machine_wait_until(d->m, sim_add(now, SIM_PS(pcie_params(d->n->pcie)->mmio_write_ps)));
}

static uint64_t dev_read(void *arg, unsigned int bar, uint64_t off, unsigned int bytes)
{
	struct device *d = arg;
	uint32_t value;

	(void)bar;
	if (machine_outside(d->m))
		return d->n->ops->reg_read(d->n, (uint32_t)off, bytes);
	machine_wait_until(d->m, pcie_mmio_request(d->n->pcie, machine_now(d->m)));
	d->n->stats.reg_reads++;
	value = d->n->ops->reg_read(d->n, (uint32_t)off, bytes);
	machine_wait_until(d->m, pcie_mmio_reply(d->n->pcie, bytes, sim_now()));
	return value;
}

/* --- interrupts --- */

static void interrupt(void *arg, unsigned int vector, bool up)
{
	struct device *d = arg;

	if (d->m)
		machine_irq(d->m, d->index, vector, up);
}

static void irq_kind(void *arg, unsigned int kind, unsigned int vectors)
{
	static const enum nic_irq_kind kinds[] = {NIC_INTX, NIC_MSI, NIC_MSIX};
	struct device *d = arg;

	nic_irq_sink(d->n, kinds[kind], vectors, interrupt, d);
}

/* --- memory --- */

/*
 * The memory at a bus address, if it is there and the driver has mapped it for the device; else the
 * end of the point: on the real machine a bus error, an IOMMU's fault, or somebody else's memory.
 */
static void *reach(struct device *d, uint64_t addr, uint32_t len, const char *how)
{
	void *p = machine_ram(d->m, addr, len);
	bool mapped = p && machine_dma_mapped(d->m, addr, len);
	char *text;

	if (mapped)
		return p;
	text = xasprintf("%s %s %u bytes at bus address %#llx, %s", d->n->name, how, len,
			 (unsigned long long)addr,
			 p ? "which no driver has mapped" : "beyond memory");
	d->n->stats.bad_dma++;
	fault_outside(d->m, KIMAGE_FAULT_DMA, text);
	free(text);
	return NULL;
}

static void space_read(void *arg, uint64_t addr, void *buf, uint32_t len)
{
	struct device *d = arg;
	void *p = reach(d, addr, len, "reads");

	machine_dma(d->m, addr, len, false);
	if (p)
		memcpy(buf, p, len);
	else
		memset(buf, 0, len);
}

static void space_write(void *arg, uint64_t addr, const void *buf, uint32_t len)
{
	struct device *d = arg;
	void *p = reach(d, addr, len, "writes");

	machine_dma(d->m, addr, len, true);
	if (p)
		memcpy(p, buf, len);
}

/* Its wire ends at a host made of stages. */
static bool to_stages(const struct device *d)
{
	const struct nic *peer = d->n->port ? wire_peer(d->n->port) : NULL;

	void *arg;

	return peer && peer->host && !host_foreign(peer->host, &arg);
}

static struct frame *space_gather(void *arg, const struct dma_seg *seg, unsigned int n)
{
	struct device *d = arg;
	struct frame *f = frame_new();
	uint32_t len = 0;
	uint8_t *buf;
	unsigned int i;

	for (i = 0; i < n; i++)
		len += seg[i].len;
	buf = xmalloc(len ? len : 1);
	for (i = 0, len = 0; i < n; i++) {
		space_read(d, seg[i].addr, buf + len, seg[i].len);
		len += seg[i].len;
	}
	frame_read(f, buf, len);
	if (to_stages(d))
		payload_name(f);
	free(buf);
	return f;
}

static void space_scatter(void *arg, const struct frame *f, uint32_t off, uint64_t addr,
			  uint32_t len)
{
	struct device *d = arg;
	uint8_t *buf;

	if (f->bytes) {
		space_write(d, addr, f->bytes + off, len);
		return;
	}
	buf = xmalloc(f->len);
	frame_write(f, buf);
	space_write(d, addr, buf + off, len);
	free(buf);
}

struct device *device_new(struct nic *n, const struct kimage_pci *pci, struct machine_device *out)
{
	struct device *d = xcalloc(1, sizeof(*d));

	d->n = n;
	d->space = (struct dma_space){space_read, space_write, space_gather, space_scatter, d};
	n->space = &d->space;
	*out = (struct machine_device){
		.pci = *pci, .read = dev_read, .write = dev_write, .irq_kind = irq_kind, .arg = d};
	return d;
}

void device_attach(struct device *d, struct machine *m, unsigned int index)
{
	d->m = m;
	d->index = index;
}

void device_free(struct device *d)
{
	free(d);
}
