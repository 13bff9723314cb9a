/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The dma_space of a host made of stages: ring memory has bytes, packet memory
 * has none; bus addresses are the simulated physical ones.  A driver core maps
 * what it puts into descriptors and unmaps it when the device is done; what is
 * mapped at the end is a leak.
 *
 * All calls are functional, free of cost: driver cores charge nommu_map_single
 * and touch descriptors through mem_read/mem_write themselves.
 */
#ifndef NICPATH_NIC_MODEL_STAGE_DMA_H
#define NICPATH_NIC_MODEL_STAGE_DMA_H

#include <stdint.h>

#include "nic_model/nic.h"

struct frame;
struct host;
struct pkt;
struct stage_dma;

/* h may be NULL (tests). */
struct stage_dma *stage_dma_new(struct host *h);
void stage_dma_free(struct stage_dma *d);
const struct dma_space *stage_dma_space(struct stage_dma *d);

/* Ring memory: address of `bytes` zeroed bytes; lives as long as d. */
uint64_t stage_dma_coherent(struct stage_dma *d, uint32_t bytes, uint32_t align);
/* Its bytes, for the driver's own reads and writes. Must lie in one allocation. */
void *stage_dma_bytes(struct stage_dma *d, uint64_t addr, uint32_t len);

/* Transmit: the packet is readable at its headers' address, `pieces` mappings. */
void stage_dma_map_pkt(struct stage_dma *d, struct pkt *p, uint32_t pieces);
void stage_dma_unmap_pkt(struct stage_dma *d, struct pkt *p, uint32_t pieces);
/* Where the packet's pieces lie: headers with linear data, then fragments. */
unsigned int stage_dma_segs(const struct pkt *p, struct dma_seg *seg, unsigned int room);

/* Receive: a buffer that the device may write. */
void stage_dma_map_buf(struct stage_dma *d, uint64_t addr, uint32_t len);
/* Takes it back with what has landed there: the caller's frame, or NULL. */
struct frame *stage_dma_unmap_buf(struct stage_dma *d, uint64_t addr);

/* Mappings now, and accesses to memory that was not mapped. */
uint64_t stage_dma_mapped(const struct stage_dma *d);
uint64_t stage_dma_bad(const struct stage_dma *d);

#endif
