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
#include <linux/netdevice.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <asm/hardirq.h>

#include "glue.h"

#define NIC_NR_IRQS (KIMAGE_NR_VECTORS - KIMAGE_VEC_DEVICE)

static struct nic_irq {
	unsigned int irq, fn, index, cpu;
	bool edge;   /* allocated as a message */
	bool routed; /* requested by a driver */
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

/* Where fewest device interrupts go, as irq_matrix_alloc() takes the CPU with most vectors left. */
static unsigned int nic_best_cpu(const struct nic_irq *self, const struct cpumask *mask)
{
	unsigned int cpu, i, used, best = nr_cpu_ids, least = UINT_MAX;

	for_each_cpu_and(cpu, mask, cpu_online_mask)
	{
		for (i = used = 0; i < nic_nr_irqs; i++)
			used += &nic_irqs[i] != self && nic_irqs[i].routed &&
				nic_irqs[i].cpu == cpu;
		if (used < least) {
			least = used;
			best = cpu;
		}
	}
	return best;
}

static int nic_irq_affinity(struct irq_data *d, const struct cpumask *mask, bool force)
{
	struct nic_irq *n = irq_data_get_irq_chip_data(d);
	unsigned int cpu = nic_best_cpu(n, mask);

	if (cpu >= nr_cpu_ids)
		return -EINVAL;
	n->cpu = cpu;
	n->routed = true;
	SIM(route_irq, n->fn, n->index, cpu, KIMAGE_VEC_DEVICE + (n - nic_irqs));
	irq_data_update_effective_affinity(d, cpumask_of(cpu));
	return IRQ_SET_MASK_OK;
}

static void nic_irq_shutdown(struct irq_data *d)
{
	struct nic_irq *n = irq_data_get_irq_chip_data(d);

	n->routed = false;
	nic_irq_mask(d);
}

#define NIC_CHIP(what)                                                                             \
	{                                                                                          \
		.name = what, .irq_ack = nic_irq_ack, .irq_mask = nic_irq_mask,                    \
		.irq_unmask = nic_irq_unmask, .irq_shutdown = nic_irq_shutdown,                    \
		.irq_set_affinity = nic_irq_affinity, .flags = IRQCHIP_SKIP_SET_WAKE,              \
	}
static struct irq_chip nic_msi_chip = NIC_CHIP("PCI-MSI"), nic_line_chip = NIC_CHIP("IO-APIC");

void nic_irq_set_edge(unsigned int irq, bool edge)
{
	irq_set_chip_and_handler_name(irq, edge ? &nic_msi_chip : &nic_line_chip,
				      edge ? handle_edge_irq : handle_level_irq,
				      edge ? "edge" : "level");
}

/* Interrupt `index` of PCI function `fn`; returns its irq number or a negative error. */
int nic_irq_alloc(unsigned int fn, unsigned int index, bool edge)
{
	struct nic_irq *n;
	int irq;

	for (n = nic_irqs + 1; edge && n < nic_irqs + nic_nr_irqs; n++)
		if (n->edge && n->fn == fn && n->index == index)
			return n->irq; /* had before the interface went down */
	if (nic_nr_irqs == NIC_NR_IRQS)
		return -ENOSPC;
	n = &nic_irqs[nic_nr_irqs];
	irq = irq_alloc_desc(NUMA_NO_NODE);
	if (irq < 0)
		return irq;
	n->irq = irq;
	n->fn = fn;
	n->index = index;
	n->edge = edge;
	nic_nr_irqs++;
	irq_set_chip_data(irq, n);
	nic_irq_set_edge(irq, edge);
	/* A message's destination changes at any time. */
	irq_set_status_flags(irq, IRQ_MOVE_PCNTXT);
	SIM(route_irq, fn, index, 0, KIMAGE_VEC_DEVICE + (n - nic_irqs));
	return irq;
}

void nic_device_interrupt(unsigned int n)
{
	if (n < nic_nr_irqs)
		generic_handle_irq(nic_irqs[n].irq);
}

/* smp_affinity of every interrupt that a device has requested, by the name of its handler. */
int nic_irq_write(const char *ifname, unsigned long mask)
{
	struct cpumask cpus = {CPU_BITS_NONE};
	size_t len = strlen(ifname);
	int err = -ENODEV;
	unsigned int i;

	cpumask_bits(&cpus)[0] = mask;
	for (i = 0; i < nic_nr_irqs; i++) {
		struct irq_desc *desc = irq_to_desc(nic_irqs[i].irq);
		const char *name = desc && desc->action ? desc->action->name : "";

		if (strncmp(name, ifname, len) || (name[len] && name[len] != '-'))
			continue;
		err = irq_set_affinity(nic_irqs[i].irq, &cpus);
		if (err)
			break;
	}
	return err;
}

static void nic_show_local(struct seq_file *p, const char *name, size_t off, const char *what)
{
	int cpu;

	seq_printf(p, "%3s: ", name);
	for_each_online_cpu(cpu)
		seq_printf(p, "%10u ", *(unsigned int *)((char *)&per_cpu(irq_stat, cpu) + off));
	seq_printf(p, "  %s\n", what);
}

static void nic_show_irq(struct seq_file *p, const struct irq_desc *desc)
{
	const struct irqaction *action;
	int cpu;

	seq_printf(p, "%3u: ", desc->irq_data.irq);
	for_each_online_cpu(cpu) seq_printf(p, "%10u ", *per_cpu_ptr(desc->kstat_irqs, cpu));
	seq_printf(p, " %8s    -%-8s", desc->irq_data.chip->name, desc->name);
	for (action = desc->action; action; action = action->next)
		seq_printf(p, "%s%s", action == desc->action ? "  " : ", ", action->name);
	seq_putc(p, '\n');
}

/*
 * /proc/interrupts, in the form of show_interrupts() in kernel/irq/proc.c; but that takes the
 * descriptors' locks, which a CPU that stands still may hold.
 */
static int nic_interrupts_show(struct seq_file *p, void *v)
{
	unsigned int i, cpu;

	seq_printf(p, "%*s", 3 + 8, "");
	for_each_online_cpu(cpu) seq_printf(p, "CPU%-8d", cpu);
	seq_putc(p, '\n');
	for (i = 0; i < nic_nr_irqs; i++) {
		const struct irq_desc *desc = irq_to_desc(nic_irqs[i].irq);

		if (desc && desc->action)
			nic_show_irq(p, desc);
	}
	nic_show_local(p, "LOC", offsetof(irq_cpustat_t, apic_timer_irqs),
		       "Local timer interrupts");
	nic_show_local(p, "RES", offsetof(irq_cpustat_t, irq_resched_count),
		       "Rescheduling interrupts");
	nic_show_local(p, "CAL", offsetof(irq_cpustat_t, irq_call_count),
		       "Function call interrupts");
	return 0;
}

void __init nic_interrupts_init(void)
{
	proc_create_single_data("interrupts", 0, NULL, nic_interrupts_show, NULL);
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
