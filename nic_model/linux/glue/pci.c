// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * PCI functions: matching drivers, BARs, MSI and MSI-X; register accesses.
 *
 * Called by: drivers; the simulation describes the functions in kimage_sim.pci
 * Models: memory BARs at fixed bus addresses, interrupts as vectors
 * Leaves out: bridges, configuration space (writes are accepted, reads give 0), power states, error
 * handling, I/O ports
 */
#include <linux/dma-mapping.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "glue.h"

/* Bus addresses: far above RAM, 16 MiB a function, 2 MiB a BAR. Registers are not mapped; accesses
 * are calls. */
#define MMIO_BASE      0x7f0000000000ull
#define MMIO_FN_SHIFT  24
#define MMIO_BAR_SHIFT 21

static struct pci_bus nic_bus;
static LIST_HEAD(nic_drivers);
static struct pci_dev *nic_devs[16];
static struct pci_ops nic_pci_ops;
struct bus_type pci_bus_type = {.name = "pci"};

static void mmio_where(const volatile void __iomem *addr, unsigned int *fn, unsigned int *bar,
		       unsigned long *off)
{
	unsigned long a = (unsigned long)addr - MMIO_BASE;

	*fn = a >> MMIO_FN_SHIFT;
	*bar = (a >> MMIO_BAR_SHIFT) & 7;
	*off = a & (BIT(MMIO_BAR_SHIFT) - 1);
}

u64 nic_mmio_read(const volatile void __iomem *addr, unsigned int size)
{
	unsigned int fn, bar;
	unsigned long off;
	u64 v;

	mmio_where(addr, &fn, &bar, &off);
	v = SIM(mmio_read, fn, bar, off, size);
	nic_poll();
	return v;
}

void nic_mmio_write(u64 value, volatile void __iomem *addr, unsigned int size)
{
	unsigned int fn, bar;
	unsigned long off;

	mmio_where(addr, &fn, &bar, &off);
	SIM(mmio_write, fn, bar, off, size, value);
	nic_poll();
}

void __iomem *ioremap(resource_size_t offset, unsigned long size)
{
	return (void __iomem *)offset;
}

void iounmap(volatile void __iomem *addr)
{
}
void __iomem *pci_iomap(struct pci_dev *dev, int bar, unsigned long max)
{
	return (void __iomem *)pci_resource_start(dev, bar);
}

void pci_iounmap(struct pci_dev *dev, void __iomem *p)
{
}

static struct pci_dev *nic_pci_new(unsigned int fn)
{
	const struct kimage_pci *p = &nic_sim->pci[fn];
	struct pci_dev *d = kzalloc(sizeof(*d), GFP_KERNEL);
	unsigned int i;

	device_initialize(&d->dev);
	dev_set_name(&d->dev, "0000:00:%02x.0", fn + 8);
	d->dev.bus = &pci_bus_type;
	d->dma_mask = DMA_BIT_MASK(32);
	d->dev.dma_mask = &d->dma_mask;
	d->dev.coherent_dma_mask = DMA_BIT_MASK(32);
	set_dev_node(&d->dev, 0);
	d->bus = &nic_bus;
	d->devfn = PCI_DEVFN(fn + 8, 0);
	d->vendor = p->vendor;
	d->device = p->device;
	d->subsystem_vendor = p->subvendor;
	d->subsystem_device = p->subdevice;
	d->revision = p->revision;
	d->class = p->class;
	for (i = 0; i < 6; i++) {
		if (!p->bar_bytes[i])
			continue;
		d->resource[i].start =
			MMIO_BASE + ((u64)fn << MMIO_FN_SHIFT) + ((u64)i << MMIO_BAR_SHIFT);
		d->resource[i].end = d->resource[i].start + p->bar_bytes[i] - 1;
		d->resource[i].flags = IORESOURCE_MEM;
	}
	return d;
}

static unsigned int nic_pci_fn(struct pci_dev *d)
{
	return PCI_SLOT(d->devfn) - 8;
}

static void nic_pci_try(struct pci_driver *drv, struct pci_dev *d)
{
	const struct pci_device_id *id;

	for (id = drv->id_table; id->vendor; id++) {
		if ((id->vendor != PCI_ANY_ID && id->vendor != d->vendor) ||
		    (id->device != PCI_ANY_ID && id->device != d->device))
			continue;
		d->driver = drv;
		d->dev.driver = &drv->driver;
		if (drv->probe(d, id) < 0)
			d->driver = NULL;
		return;
	}
}

int __pci_register_driver(struct pci_driver *drv, struct module *owner, const char *mod_name)
{
	drv->driver.name = drv->name;
	list_add_tail(&drv->node, &nic_drivers);
	return 0;
}

void pci_unregister_driver(struct pci_driver *drv)
{
	list_del(&drv->node);
}

/* After the initcalls, so that all drivers have registered. */
void __init nic_pci_scan(void)
{
	struct pci_driver *drv;
	unsigned int i;

	nic_bus.ops = &nic_pci_ops;
	for (i = 0; i < nic_sim->pci_functions && i < ARRAY_SIZE(nic_devs); i++) {
		nic_devs[i] = nic_pci_new(i);
		/* Legacy interrupt: allocated here, as firmware would. */
		nic_devs[i]->irq = nic_irq_alloc(i, 0, false);
		SIM(irq_kind, i, 0, 1);
		list_for_each_entry(drv, &nic_drivers, node) if (!nic_devs[i]->driver)
			nic_pci_try(drv, nic_devs[i]);
	}
}

int pci_enable_device(struct pci_dev *dev)
{
	return 0;
}
int pci_enable_device_mem(struct pci_dev *dev)
{
	return 0;
}
void pci_disable_device(struct pci_dev *dev)
{
}
void pci_set_master(struct pci_dev *dev)
{
}
void pci_clear_master(struct pci_dev *dev)
{
}
int pci_request_regions(struct pci_dev *dev, const char *name)
{
	return 0;
}
void pci_release_regions(struct pci_dev *dev)
{
}
int pci_set_power_state(struct pci_dev *dev, pci_power_t state)
{
	return 0;
}
int pci_wake_from_d3(struct pci_dev *dev, bool enable)
{
	return 0;
}
int pci_write_config_dword(const struct pci_dev *dev, int where, u32 val)
{
	return 0;
}

int pci_read_config_dword(const struct pci_dev *dev, int where, u32 *val)
{
	*val = 0;
	return 0;
}

int pci_enable_msi(struct pci_dev *dev)
{
	if (!nic_sim->pci[nic_pci_fn(dev)].msi)
		return -ENOSYS;
	dev->msi_enabled = 1;
	SIM(irq_kind, nic_pci_fn(dev), 1, 1);
	nic_irq_set_edge(dev->irq, true);
	return 0;
}

void pci_disable_msi(struct pci_dev *dev)
{
	dev->msi_enabled = 0;
	SIM(irq_kind, nic_pci_fn(dev), 0, 1);
	nic_irq_set_edge(dev->irq, false);
}

int pci_enable_msix_range(struct pci_dev *dev, struct msix_entry *entries, int min, int max)
{
	unsigned int fn = nic_pci_fn(dev);
	int i, irq;

	max = min_t(int, max, nic_sim->pci[fn].vectors);
	if (max < min || !max)
		return -ENOSPC;
	for (i = 0; i < max; i++) {
		irq = nic_irq_alloc(fn, entries[i].entry, true);
		if (irq < 0)
			return irq;
		entries[i].vector = irq;
	}
	dev->msix_enabled = 1;
	SIM(irq_kind, fn, 2, max);
	return max;
}

void pci_disable_msix(struct pci_dev *dev)
{
	dev->msix_enabled = 0;
	SIM(irq_kind, nic_pci_fn(dev), 0, 1);
}

int __pm_runtime_idle(struct device *dev, int rpmflags)
{
	return 0;
}
int __pm_runtime_resume(struct device *dev, int rpmflags)
{
	return 0;
}
