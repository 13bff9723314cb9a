/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A NIC model behind a PCI function of a machine: register accesses over its bus, interrupts, DMA
 * to real bytes.
 */
#ifndef NICPATH_NIC_MODEL_LINUX_DEVICE_H
#define NICPATH_NIC_MODEL_LINUX_DEVICE_H

#include "nic_model/linux/machine.h"
#include "nic_model/nic.h"

struct device;

/*
 * pci: what the driver matches and maps. Fills *out, to be given to machine_new() as its device
 * number `index`; then device_attach() must be called before the simulation runs. The nic is the
 * caller's.
 */
struct device *device_new(struct nic *n, const struct kimage_pci *pci, struct machine_device *out);
void device_attach(struct device *d, struct machine *m, unsigned int index);
void device_free(struct device *d);

/* PCI identity of the device models that have a driver in the image; NULL: none. */
const struct kimage_pci *device_pci(const char *model);

#endif
