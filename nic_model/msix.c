/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: devices (nic_irq, nic_irq_level).  Calls: pcie, models/host/irq.
 * Models: messages ordered behind DMA writes, MSI-X masks, level lines.
 * Leaves out: message address and data (the line is the destination).
 * Source: PCI Local Bus Specification 3.0, section 6.8.
 */
#include "nic_model/msix.h"

#include <stdlib.h>

#include "models/host/irq.h"
#include "nic_model/pcie.h"
#include "sim/check.h"
#include "sim/trace.h"

void msix_init(struct msix *x, struct nic *n)
{
	unsigned int i;

	x->nic = n;
	for (i = 0; i < MSIX_VECTORS; i++) {
		x->ref[i].nic = n;
		x->ref[i].vector = i;
	}
}

void nic_irq_setup(struct nic *n, enum nic_irq_kind kind, unsigned int vectors, unsigned int cpu,
		   struct irq_line *line)
{
	unsigned int i;

	sim_assert(vectors >= 1 && vectors <= MSIX_VECTORS);
	sim_assert(kind == NIC_MSIX || vectors == 1);
	n->msix->kind = kind;
	n->msix->level = false;
	n->irqs = vectors;
	free(n->irq);
	n->irq = xcalloc(vectors, sizeof(n->irq[0]));
	for (i = 0; i < vectors; i++) {
		char *name = vectors > 1 ? xasprintf("%s-%u", n->name, i) : xstrdup(n->name);

		n->irq[i] = line ? line : irq_line_new(n->host, name, cpu, kind != NIC_INTX);
		free(name);
	}
}

void nic_irq_sink(struct nic *n, enum nic_irq_kind kind, unsigned int vectors,
		  void (*fn)(void *arg, unsigned int vector, bool up), void *arg)
{
	sim_assert(vectors >= 1 && vectors <= MSIX_VECTORS);
	n->msix->kind = kind;
	n->msix->level = false;
	n->irqs = vectors;
	n->msix->sink = fn;
	n->msix->sink_arg = arg;
}

enum nic_irq_kind nic_irq_kind(const struct nic *n)
{
	return n->msix->kind;
}

static void deliver(void *arg)
{
	struct msix_ref *ref = arg;
	struct msix *x = ref->nic->msix;

	if (x->sink)
		x->sink(x->sink_arg, ref->vector, true);
	else
		irq_raise(ref->nic->irq[ref->vector]);
}

void nic_irq(struct nic *n, unsigned int vector)
{
	struct msix *x = n->msix;

	sim_assert(vector < MSIX_VECTORS);
	if (vector >= n->irqs)
		return; /* no driver has asked for it */
	if (x->masked[vector]) {
		x->pending[vector] = true;
		return;
	}
	n->stats.irqs++;
	trace_instant(TRACE_NIC, n->track, sim_now(), "interrupt", vector);
	sim_call_at(pcie_message(n->pcie, sim_now()), SIM_PRIO_HW, deliver, &x->ref[vector]);
}

void msix_mask(struct msix *x, unsigned int vector, bool masked)
{
	x->masked[vector] = masked;
	if (masked || !x->pending[vector])
		return;
	x->pending[vector] = false;
	nic_irq(x->nic, vector);
}

static void assert_line(void *arg)
{
	struct nic *n = arg;

	if (n->msix->sink)
		n->msix->sink(n->msix->sink_arg, 0, true);
	else
		irq_raise(n->irq[0]);
}

static void deassert_line(void *arg)
{
	struct nic *n = arg;

	if (n->msix->sink)
		n->msix->sink(n->msix->sink_arg, 0, false);
	else
		irq_lower(n->irq[0]);
}

void nic_irq_level(struct nic *n, bool up)
{
	struct msix *x = n->msix;

	if (x->level == up)
		return;
	x->level = up;
	if (!n->irqs)
		return;
	if (up)
		n->stats.irqs++;
	trace_instant(TRACE_NIC, n->track, sim_now(), "line", up);
	sim_call_at(pcie_message(n->pcie, sim_now()), SIM_PRIO_HW, up ? assert_line : deassert_line,
		    n);
}
