/* SPDX-License-Identifier: GPL-2.0-or-later */
/* myri10ge as of Linux 2.6.26, as a behavioural driver core. */
#ifndef NICPATH_NIC_MODEL_MYRI10GE_DRIVER_H
#define NICPATH_NIC_MODEL_MYRI10GE_DRIVER_H

#include "nic_model/driver.h"

extern const struct driver_core myri10ge_driver_core;

#endif
