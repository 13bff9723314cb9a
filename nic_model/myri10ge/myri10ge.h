/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Myricom Myri-10G (LANai Z8E with its Ethernet firmware): the device model. */
#ifndef NICPATH_NIC_MODEL_MYRI10GE_MYRI10GE_H
#define NICPATH_NIC_MODEL_MYRI10GE_MYRI10GE_H

#include "nic_model/nic.h"

extern const struct nic_ops myri10ge_nic_ops;

#endif
