/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: the interrupt line.  Calls: nothing.
 * Models: ehci_irq with nothing to do: its lock, one status register read.
 * Leaves out: USB traffic.
 * Source: Linux 2.6.26 drivers/usb/host/ehci-hcd.c, ehci_irq; the measured hosts of
 * scenarios/measured/qdisc-regression.csv had such a line.
 */
#include "nic_model/usb_shared.h"

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/host/lock.h"
#include "models/mem/layout.h"
#include "nic_model/nic.h"
#include "nic_model/pcie.h"
#include "sim/check.h"

struct usb_shared {
	struct spinlock lock;
	uint64_t addr; /* struct ehci_hcd */
	uint64_t read_ps;
};

static bool ehci_irq(void *arg)
{
	struct usb_shared *u = arg;
	KFN(ehci_hcd);

	spin_acquire(&u->lock);
	mem_read(u->addr, 16);
	cpu_stall(SIM_PS(u->read_ps), CAUSE_MMIO);
	spin_release(&u->lock);
	return false;
}

void usb_shared_add(struct nic *n, struct irq_line *line)
{
	struct usb_shared *u = xcalloc(1, sizeof(*u));

	u->addr = layout_static(host_layout(n->host), LAYOUT_STATIC, 128, 64);
	u->read_ps = pcie_params(n->pcie)->shared_read_ps;
	spin_init(&u->lock, "ehci->lock", u->addr + 64);
	irq_handler_add(line, "ehci_hcd", ehci_irq, u);
}
