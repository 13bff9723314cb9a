/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The nForce MAC's insides.  Private to the forcedeth folder. */
#ifndef NICPATH_NIC_MODEL_FORCEDETH_FE_INT_H
#define NICPATH_NIC_MODEL_FORCEDETH_FE_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "nic_model/fifo.h"
#include "nic_model/forcedeth/forcedeth.h"
#include "nic_model/forcedeth/regs.h"
#include "nic_model/nic.h"
#include "nic_model/reg.h"
#include "nic_model/ring.h"
#include "nic_model/tx_engine.h"

#define FCS_BYTES 4u

enum fe_reg { FE_REGS(REG_INDEX) REG_COUNT };

struct fe_params {
	uint64_t tx_fifo, rx_fifo;	   /* bytes */
	uint32_t tx_prefetch, rx_prefetch; /* descriptors of one fetch */
	uint64_t tx_burst;		   /* bytes of one data read */
	uint32_t tx_reads;		   /* data reads in flight */
	uint64_t cut_through;		   /* bytes; 0: store and forward */
	uint64_t rx_retry_ps;		   /* looks for a receive descriptor again */
	uint32_t rx_writes;		   /* frames on their way to memory */
	uint64_t pause_high, pause_low;	   /* receive FIFO levels, bytes */
	uint32_t phy_address;
	uint64_t autoneg_ps, mii_ps, phy_reset_ps;
	bool partner_pause;
	bool strict; /* unknown registers end the run */
};

struct fe_phy {
	uint16_t reg[32];
	bool link; /* what the cable says */
	uint64_t reset_until, ready_at, mii_busy_until;
	struct sim_event autoneg;
};

struct fe_rx_slot {
	struct frame *frame;
	uint64_t addr;
	uint16_t vlan;
	bool csum_ok;
};

struct fe {
	struct nic *nic;
	const struct fe_params *p;
	struct regs regs;
	/* transmit */
	struct ring tx_ring;
	struct tx_engine tx;
	uint32_t scanned;	 /* READY descriptors of the next packet looked at */
	bool tx_dirty, rx_dirty; /* ring registers written since the rings were set up */
	/* receive */
	struct ring rx_ring;
	struct fifo rx_fifo;
	struct fe_rx_slot *rx_slot; /* by ring slot */
	uint32_t rx_inflight;
	bool rx_looked; /* a fetch for the frame at the head has been tried */
	bool rx_nobuf;	/* told the host that descriptors are missing */
	bool paused_peer;
	struct sim_event rx_retry;
	/* interrupts */
	bool line;	    /* message already sent for this rise, or level up */
	bool vector_up[16]; /* MSI-X */
	struct sim_event timer;
	struct fe_phy phy;
};

static inline uint32_t fe_reg(const struct fe *fe, enum fe_reg r)
{
	return fe->regs.value[r];
}

/* device.c */
void fe_count(struct fe *fe, enum fe_reg stat, uint32_t n);
void fe_latch_rings(struct fe *fe);
reg_write_fn fe_txrx_write, fe_ring_write, fe_mac_reset_write;
reg_read_fn fe_txrx_read;

/* tx.c */
void fe_tx_init(struct fe *fe);
void fe_tx_latch(struct fe *fe);
void fe_tx_reset(struct fe *fe);
reg_write_fn fe_tx_ctl_write;
reg_read_fn fe_tx_status_read;

/* rx.c */
/* Which of three counters a frame belongs to, by its destination. */
enum fe_reg fe_cast(const struct frame *f, enum fe_reg uni, enum fe_reg multi, enum fe_reg broad);
void fe_rx_init(struct fe *fe);
void fe_rx_latch(struct fe *fe);
void fe_rx_reset(struct fe *fe);
void fe_rx_kick(struct fe *fe);
void fe_rx_free(struct fe *fe);
void fe_eth_rx(struct nic *n, struct frame *f);
uint64_t fe_rx_held(const struct nic *n);
reg_write_fn fe_rx_ctl_write, fe_pff_write;
reg_read_fn fe_rx_status_read;

/* irq.c */
void fe_irq_init(struct fe *fe);
void fe_irq(struct fe *fe, uint32_t bits);
reg_write_fn fe_irq_status_write, fe_irq_mask_write, fe_msi_mask_write, fe_timer_write;
reg_write_fn fe_msix_status_write;
reg_read_fn fe_msix_status_read;

/* phy.c */
void fe_phy_init(struct fe *fe);
void fe_link_change(struct nic *n, bool up);
reg_write_fn fe_mii_ctl_write, fe_mii_status_write;
reg_read_fn fe_mii_ctl_read;

#endif
