// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Device interrupts: kernel/irq's descriptors over the vectors of the simulated CPUs.
 *
 * Called by: pci.c (allocation), cpu.c (a vector came), kernel/irq
 * Models: MSI and MSI-X as edge interrupts, acknowledged by the CPU; affinity by rewriting the
 * message Leaves out: vector exhaustion, IRTE remapping, shared level-triggered lines of several
 * devices
 */
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/kernel_stat.h>

#include "glue.h"

#define NIC_NR_IRQS (KIMAGE_NR_VECTORS - KIMAGE_VEC_DEVICE)

static struct nic_irq {
	unsigned int irq, fn, index, cpu;
} nic_irqs[NIC_NR_IRQS];
static unsigned int nic_nr_irqs;

static void nic_irq_mask(struct irq_data *d)
{
	struct nic_irq *n = irq_data_get_irq_chip_data(d);

	SIM(mask_irq, n->fn, n->index, 1);
}

static void nic_irq_unmask(struct irq_data *d)
{
	struct nic_irq *n = irq_data_get_irq_chip_data(d);

	SIM(mask_irq, n->fn, n->index, 0);
}

static void nic_irq_ack(struct irq_data *d)
{
}

static int nic_irq_affinity(struct irq_data *d, const struct cpumask *mask, bool force)
{
	struct nic_irq *n = irq_data_get_irq_chip_data(d);
	unsigned int cpu = cpumask_any_and(mask, cpu_online_mask);

	if (cpu >= nr_cpu_ids)
		return -EINVAL;
	n->cpu = cpu;
	SIM(route_irq, n->fn, n->index, cpu, KIMAGE_VEC_DEVICE + (n - nic_irqs));
	irq_data_update_effective_affinity(d, cpumask_of(cpu));
	return IRQ_SET_MASK_OK;
}

static struct irq_chip nic_chip = {
	.name = "PCI-MSI",
	.irq_ack = nic_irq_ack,
	.irq_mask = nic_irq_mask,
	.irq_unmask = nic_irq_unmask,
	.irq_set_affinity = nic_irq_affinity,
	.flags = IRQCHIP_SKIP_SET_WAKE,
};

/* Interrupt `index` of PCI function `fn`; returns its irq number or a negative error. */
int nic_irq_alloc(unsigned int fn, unsigned int index, bool edge)
{
	struct nic_irq *n;
	int irq;

	if (nic_nr_irqs == NIC_NR_IRQS)
		return -ENOSPC;
	n = &nic_irqs[nic_nr_irqs];
	irq = irq_alloc_desc(NUMA_NO_NODE);
	if (irq < 0)
		return irq;
	n->irq = irq;
	n->fn = fn;
	n->index = index;
	nic_nr_irqs++;
	irq_set_chip_data(irq, n);
	irq_set_chip_and_handler_name(irq, &nic_chip, edge ? handle_edge_irq : handle_level_irq,
				      edge ? "edge" : "level");
	SIM(route_irq, fn, index, 0, KIMAGE_VEC_DEVICE + (n - nic_irqs));
	return irq;
}

/* A message instead of the function's line, or back. */
void nic_irq_set_edge(unsigned int irq, bool edge)
{
	irq_set_chip_and_handler_name(irq, &nic_chip, edge ? handle_edge_irq : handle_level_irq,
				      edge ? "edge" : "level");
}

void nic_device_interrupt(unsigned int n)
{
	if (n < nic_nr_irqs)
		generic_handle_irq(nic_irqs[n].irq);
}

int __init arch_early_irq_init(void)
{
	return 0;
}

int __init arch_probe_nr_irqs(void)
{
	nr_irqs = 1 + NIC_NR_IRQS;
	return 1;
}

void ack_bad_irq(unsigned int irq)
{
	pr_err("unexpected interrupt %u\n", irq);
}

/* No hierarchical domains: descriptors are made by nic_irq_alloc(). */
int irq_domain_activate_irq(struct irq_data *d, bool early)
{
	irqd_set_activated(d);
	return 0;
}

void irq_domain_deactivate_irq(struct irq_data *d)
{
	irqd_clr_activated(d);
}
