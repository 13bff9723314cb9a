/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CPU accesses to a device's registers: the nic_mmio_* functions of nic.h, and
 * the queue of posted writes that are on their way.
 */
#ifndef NICPATH_NIC_MODEL_MMIO_H
#define NICPATH_NIC_MODEL_MMIO_H

struct mmio;
struct nic;

struct mmio *mmio_new(struct nic *n);
void mmio_free(struct mmio *m);

#endif
