/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The device boundary: what a NIC model is given and what it gives.
 *
 *	in:  reg_read, reg_write, dma_done (callbacks), eth_rx, timers
 *	out: nic_dma_*, nic_irq, nic_eth_tx
 *
 * Nothing else crosses.  Device code runs in event callbacks at sim_now(); it
 * never touches CPUs or kernel state.  Register access from CPU code goes
 * through nic_mmio_read/write (nic_model/pcie.c), which charge the CPU: writes
 * are posted (they arrive later, in order), reads stall until they return.
 *
 * Descriptors are real bytes in the host's DMA memory.  Packet memory is
 * reached by address through the host's dma_space: a host made of stages maps
 * addresses to packets, a host that runs real code has real bytes there.
 */
#ifndef NICPATH_NIC_MODEL_NIC_H
#define NICPATH_NIC_MODEL_NIC_H

#include <stdbool.h>
#include <stdint.h>

#include "models/frame.h"
#include "sim/param.h"
#include "sim/sim.h"

struct host;
struct irq_line;
struct msix;
struct nic;
struct pcie;
struct wire_port;
struct yaml_node;

/* One piece of packet memory, as a descriptor names it (bus address). */
struct dma_seg {
	uint64_t addr;
	uint32_t len;
};

/* Functional access to a host's memory; timing is nic_dma_*'s business. */
struct dma_space {
	/* Ring memory. */
	void (*read)(void *arg, uint64_t addr, void *buf, uint32_t len);
	void (*write)(void *arg, uint64_t addr, const void *buf, uint32_t len);
	/* The packet that lies in these pieces (headers first). Caller owns the
	 * frame; its length may exceed one MTU (TSO). NULL: no packet is mapped
	 * there (a driver fault, counted). */
	struct frame *(*gather)(void *arg, const struct dma_seg *seg, unsigned int n);
	/* Bytes off..off+len of the frame land at addr. */
	void (*scatter)(void *arg, const struct frame *f, uint32_t off, uint64_t addr,
			uint32_t len);
	void *arg;
};

struct nic_ops {
	const char *name; /* "forcedeth", as in `nic:` and `list nics` */
	const struct param_table *params;
	/* required */
	char *(*create)(struct nic *n); /* n->params filled; sets n->priv */
	uint32_t (*reg_read)(struct nic *n, uint32_t off, unsigned int bytes);
	void (*reg_write)(struct nic *n, uint32_t off, uint32_t value, unsigned int bytes);
	void (*eth_rx)(struct nic *n, struct frame *f); /* owns f */
	/* optional */
	/* Posted write longer than a register (write-combined PIO into SRAM);
	 * without it, reg_write() is called for each 4 bytes. */
	void (*mem_write)(struct nic *n, uint32_t off, const void *buf, uint32_t len);
	void (*eth_tx_done)(struct nic *n); /* the port can take a next frame */
	void (*link_change)(struct nic *n, bool up);
	/* Frames received that are neither in memory nor dropped yet. */
	uint64_t (*rx_held)(const struct nic *n);
	void (*dump)(struct nic *n);
	void (*free)(struct nic *n);
};

/* Counters that every NIC has; devices add their own through sim/stats.h. */
struct nic_stats {
	uint64_t tx_frames, tx_bytes, rx_frames, rx_bytes;
	uint64_t rx_no_buffer, rx_fifo_drop, rx_bad, irqs;
	uint64_t dma_reads, dma_writes, dma_read_bytes, dma_write_bytes;
	uint64_t reg_reads, reg_writes, reg_unknown, bad_dma;
};

struct nic {
	const struct nic_ops *ops;
	char name[32]; /* "tx.eth0" */
	struct host *host;
	void *params; /* ops->params' struct, owned */
	void *priv;   /* device state */
	struct pcie *pcie;
	struct wire_port *port;
	const struct dma_space *space; /* set by the host's kernel at attach */
	struct irq_line **irq;	       /* by vector */
	unsigned int irqs;
	struct msix *msix; /* nic_model/msix.h: mode, masks; always there */
	struct mmio *mmio; /* posted writes on their way, nic_model/mmio.c */
	uint8_t mac[6];
	int track; /* of the timeline */
	struct nic_stats stats;
};

/*
 * The models that `model:` in a scenario may name, NULL-terminated; set once by
 * the composition (scenarios/registry.c) before nic_new().
 */
void nic_models_set(const struct nic_ops *const *models);

/*
 * nic: resolved mapping ("model", "pcie", device parameters, driver settings).
 * machine: for its bus ("pcie"). name: "HOST.eth0".
 */
char *nic_new(const char *name, struct host *h, struct yaml_node *nic, struct yaml_node *machine,
	      struct nic **out);
/* The same for a given model; host may be NULL (tests: memory takes no time). */
char *nic_new_model(const struct nic_ops *ops, const char *name, struct host *h,
		    struct yaml_node *nic, struct yaml_node *machine, struct nic **out);
void nic_free(struct nic *n);

/*
 * What configuration space does: interrupt kind and lines.  Creates `vectors`
 * lines (INTx: one, level) on CPU `cpu`; a driver or the glue under a real one
 * adds its handlers to n->irq[].  `line` instead: an existing shared line (INTx).
 */
enum nic_irq_kind { NIC_INTX, NIC_MSI, NIC_MSIX };
void nic_irq_setup(struct nic *n, enum nic_irq_kind kind, unsigned int vectors, unsigned int cpu,
		   struct irq_line *line);
/*
 * The same for a host whose interrupts are not models/host's (real code): fn is
 * called in event context for each message, and for INTx with the level.
 */
void nic_irq_sink(struct nic *n, enum nic_irq_kind kind, unsigned int vectors,
		  void (*fn)(void *arg, unsigned int vector, bool up), void *arg);
enum nic_irq_kind nic_irq_kind(const struct nic *n);

/* --- out: for device code --- */

/*
 * Timed DMA through PCIe (TLPs, credits, outstanding reads) and the host's
 * memory system; done is called when the data is there (read) or globally
 * visible (write; posted, in order).  Functional contents: do the n->space
 * access in `done`, so that nobody sees bytes early.  done NULL: no event.
 */
void nic_dma_read(struct nic *n, uint64_t addr, uint32_t len, sim_fn *done, void *arg);
void nic_dma_write(struct nic *n, uint64_t addr, uint32_t len, sim_fn *done, void *arg);
/* Several pieces as one operation. */
void nic_dma_read_v(struct nic *n, const struct dma_seg *seg, unsigned int cnt, sim_fn *done,
		    void *arg);
/* The same by arithmetic alone, from time t: for devices that need no event. */
sim_time nic_dma_read_at(struct nic *n, const struct dma_seg *seg, unsigned int cnt, sim_time t,
			 sim_time *first);
sim_time nic_dma_write_at(struct nic *n, uint64_t addr, uint32_t len, sim_time t);
/* MSI/MSI-X write (ordered after earlier DMA writes) or INTx level. */
void nic_irq(struct nic *n, unsigned int vector);
void nic_irq_level(struct nic *n, bool up);

/* Hands a frame to the wire; false: busy (eth_tx_done will be called). */
bool nic_eth_tx(struct nic *n, struct frame *f);

/* A level of the device (FIFO fill) for time series and waves: hosts.H.nic.D.NAME. */
void nic_level(struct nic *n, const char *name, const uint64_t *level, const char *unit,
	       const char *help);

/* --- in: for drivers, CPU context --- */

uint32_t nic_mmio_read(struct nic *n, uint32_t off);
void nic_mmio_write(struct nic *n, uint32_t off, uint32_t value);
void nic_mmio_write64(struct nic *n, uint32_t off, uint64_t value);
/* Write-combined stores of up to 64 bytes and the fence that flushes them. */
void nic_mmio_write_wc(struct nic *n, uint32_t off, const void *buf, uint32_t len);

#endif
