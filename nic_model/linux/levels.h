/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a kernel holds more than it did: kimage_calls.levels() before and after a load. */
#ifndef NICPATH_NIC_MODEL_LINUX_LEVELS_H
#define NICPATH_NIC_MODEL_LINUX_LEVELS_H

#include "nic_model/linux/kimage.h"

/*
 * before: interfaces down, no sockets; after: the same again. NULL, or a message that names what is
 * still held. cpus: of the host; each may keep a few pages for RCU.
 */
char *levels_compare(const struct kimage_levels *before, const struct kimage_levels *after,
		     unsigned int cpus);

#endif
