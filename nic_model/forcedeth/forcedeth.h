/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * NVIDIA nForce Ethernet (MCP79 class): the device model, for behavioural and
 * unmodified drivers alike.  PCI 10de:0ab0, revision 0xb1, one memory window of
 * FE_PCI_WINDOW bytes, MSI, descriptors version 3.
 */
#ifndef NICPATH_NIC_MODEL_FORCEDETH_FORCEDETH_H
#define NICPATH_NIC_MODEL_FORCEDETH_FORCEDETH_H

#include "nic_model/nic.h"

#define FE_PCI_VENDOR	0x10de
#define FE_PCI_DEVICE	0x0ab0
#define FE_PCI_REVISION 0xb1 /* above 0xa2: no limit on transmits in flight */
#define FE_PCI_WINDOW	0x1000

extern const struct nic_ops forcedeth_nic_ops;

#endif
