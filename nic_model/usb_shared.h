/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A USB 2.0 controller on the same interrupt line as a NIC: its handler is called
 * on each interrupt of the line, reads its status register and finds nothing.
 */
#ifndef NICPATH_NIC_MODEL_USB_SHARED_H
#define NICPATH_NIC_MODEL_USB_SHARED_H

struct irq_line;
struct nic;

/* Adds the handler; the register read takes the bus's `shared_read` time. */
void usb_shared_add(struct nic *n, struct irq_line *line);

#endif
