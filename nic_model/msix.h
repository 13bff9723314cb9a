/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a device's interrupts reach the host: one level line (INTx), one message
 * (MSI) or a table of messages with mask and pending bits (MSI-X).
 *
 * Messages are posted writes, so they come after the DMA writes before them.
 */
#ifndef NICPATH_NIC_MODEL_MSIX_H
#define NICPATH_NIC_MODEL_MSIX_H

#include <stdbool.h>

#include "nic_model/nic.h"

#define MSIX_VECTORS 64

struct msix_ref {
	struct nic *nic;
	unsigned int vector;
};

struct msix {
	struct nic *nic;
	enum nic_irq_kind kind;
	bool level; /* INTx: what the device asserts */
	bool masked[MSIX_VECTORS], pending[MSIX_VECTORS];
	struct msix_ref ref[MSIX_VECTORS];
	void (*sink)(void *arg, unsigned int vector, bool up); /* or NULL: irq lines */
	void *sink_arg;
};

void msix_init(struct msix *x, struct nic *n);
/* Masking keeps one message pending; unmasking sends it. */
void msix_mask(struct msix *x, unsigned int vector, bool masked);

#endif
