/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The bus between one device and its host's memory and CPUs.
 *
 * Everything is arithmetic: a call gets the time at which something leaves and
 * returns when it has arrived; both directions of the link are servers of their
 * own (busy.h).  Kind pcie: transaction layer packets with their headers,
 * limits MPS, MRRS, RCB, read tags, posted credits.  Kind onchip: the same
 * frame with the packet sizes of HyperTransport and a chipset's internal bus.
 *
 * Order: posted writes of a device become visible in order; a read is served
 * after the writes before it; interrupt messages are posted writes.
 */
#ifndef NICPATH_NIC_MODEL_PCIE_H
#define NICPATH_NIC_MODEL_PCIE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/param.h"
#include "sim/sim.h"

struct mem;
struct pcie;

enum bus_kind { BUS_PCIE, BUS_ONCHIP };

struct pcie_params {
	int kind;		 /* enum bus_kind */
	uint32_t gen, lanes;	 /* pcie */
	uint64_t rate_bps;	 /* onchip: each direction */
	uint64_t mps, mrrs, rcb; /* bytes */
	bool rcb_chunks;	 /* completions of RCB size, as older chipsets send them */
	bool addr64;		 /* 4DW headers */
	uint32_t tags;		 /* read requests in flight */
	uint32_t posted_credits; /* posted packets in flight */
	uint64_t up_ps, down_ps; /* one way, all of device, link, root complex */
	uint64_t device_ps;	 /* device's DMA engine, once a read */
	uint64_t device_bps;	 /* device's internal copy of read data; 0: none */
	uint64_t mmio_write_ps;	 /* CPU's wait for a posted write to leave it */
	uint64_t mmio_wc_ps;	 /* ... for a write-combined line with its fence */
	uint64_t mmio_extra_ps;	 /* a register read's time inside the device */
	uint64_t shared_read_ps; /* register read of the other device on a shared line */
};
extern const struct param_table pcie_param_table; /* "pcie" */

struct pcie_stats {
	uint64_t up_tlps, up_bytes;	/* device to host, all overhead included */
	uint64_t down_tlps, down_bytes; /* host to device */
	uint64_t tag_waits, credit_waits;
};

/* m may be NULL: memory takes no time (tests).  Copies *p. */
char *pcie_new(struct mem *m, const struct pcie_params *p, struct pcie **out);
void pcie_free(struct pcie *b);
const struct pcie_params *pcie_params(const struct pcie *b);
const struct pcie_stats *pcie_stats(const struct pcie *b);

/* Usable rate of a link for packets, bit/s: raw - ACK, FC update, SKIP. */
uint64_t pcie_rate_bps(const struct pcie_params *p);
/* Bytes on the link in each direction of one operation on an aligned range. */
struct pcie_cost {
	uint32_t up, down;
};
struct pcie_cost pcie_cost_dma_read(const struct pcie_params *p, uint32_t len);
struct pcie_cost pcie_cost_dma_write(const struct pcie_params *p, uint32_t len);
struct pcie_cost pcie_cost_mmio_read(const struct pcie_params *p, uint32_t len);
struct pcie_cost pcie_cost_mmio_write(const struct pcie_params *p, uint32_t len);

/*
 * Device reads memory: the request leaves at t >= sim_now(); returns when the
 * last byte is in the device.  *first (may be NULL): when the first request's
 * data is.
 */
sim_time pcie_read(struct pcie *b, uint64_t addr, uint32_t len, sim_time t, sim_time *first);
/* Posted write: returns when all of it is visible to the CPUs. */
sim_time pcie_write(struct pcie *b, uint64_t addr, uint32_t len, sim_time t);
/* Interrupt message: as a posted write of 4 bytes that takes no memory access. */
sim_time pcie_message(struct pcie *b, sim_time t);

/* CPU writes len bytes to the device: returns the arrival. */
sim_time pcie_mmio_write(struct pcie *b, uint32_t len, sim_time t);
/* CPU reads: arrival of the request; then, from the time of the answer, its return. */
sim_time pcie_mmio_request(struct pcie *b, sim_time t);
sim_time pcie_mmio_reply(struct pcie *b, uint32_t len, sim_time t);

#endif
