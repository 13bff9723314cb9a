/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The DMA engine of a device over its bus and the host's memory: the nic_dma_*
 * functions of nic.h.  Private to the device folder besides those.
 */
#ifndef NICPATH_NIC_MODEL_DMA_H
#define NICPATH_NIC_MODEL_DMA_H

#include "nic_model/nic.h"

uint32_t dma_bytes(const struct dma_seg *seg, unsigned int cnt);

#endif
