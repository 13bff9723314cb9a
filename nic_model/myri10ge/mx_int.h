/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The card's insides.  Private to the device files of this folder. */
#ifndef NICPATH_NIC_MODEL_MYRI10GE_MX_INT_H
#define NICPATH_NIC_MODEL_MYRI10GE_MX_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "nic_model/fifo.h"
#include "nic_model/moderation.h"
#include "nic_model/myri10ge/mcp.h"
#include "nic_model/myri10ge/myri10ge.h"
#include "nic_model/tx_engine.h"

struct mx_params {
	uint64_t send_ring, rx_ring; /* bytes */
	uint64_t tx_fifo, rx_fifo;
	uint64_t tx_burst;
	uint32_t tx_reads, rx_writes;
	bool done_when_read;
};

/* Receive buffers given by the host: which slots hold one, which is next. */
struct mx_rx_ring {
	uint32_t sram; /* offset */
	uint32_t next;
	bool *given;	  /* by slot */
	uint64_t starved; /* frames dropped for want of a buffer */
};

#define MX_IN_FLIGHT 64 /* frames on their way to memory, at most */

struct mx_arrival {
	struct frame *frame;
	uint64_t addr;
	uint32_t slot; /* of the completion queue */
	bool csum_ok;
};

struct mx {
	struct nic *nic;
	const struct mx_params *p;
	uint8_t *sram;
	uint8_t command[64];
	bool up, promisc, flow_control;
	uint8_t mac[6];
	uint32_t mtu, small_bytes, big_bytes;
	uint64_t intrq, stats; /* bus addresses */
	uint32_t intrq_slots, intrq_next;
	/* transmit */
	struct tx_engine tx;
	uint32_t send_slots, send_next;
	uint32_t send_done; /* packets */
	/* receive */
	struct fifo rx_fifo;
	struct mx_rx_ring small, big;
	uint32_t rx_slots;
	struct mx_arrival arrival[MX_IN_FLIGHT];
	uint32_t arrive_head, arrive_tail;
	uint32_t overflow;
	/* interrupts */
	struct moderation moderation;
	struct sim_event irq_due;
	bool rx_token, irq_token; /* ours to use */
	bool rx_pending, tx_pending, stats_changed;
};

/* tx.c */
void mx_tx_init(struct mx *mx);
void mx_tx_look(struct mx *mx);
void mx_tx_reset(struct mx *mx);

/* rx.c */
void mx_rx_init(struct mx *mx);
void mx_rx_given(struct mx *mx, struct mx_rx_ring *r, uint32_t slot);
void mx_rx_reset(struct mx *mx);
void mx_rx_free(struct mx *mx);
void mx_eth_rx(struct nic *n, struct frame *f);
uint64_t mx_rx_held(const struct nic *n);

/* irq.c */
void mx_irq_init(struct mx *mx);
void mx_irq_reset(struct mx *mx);
enum mx_cause { MX_CAUSE_RX, MX_CAUSE_TX, MX_CAUSE_LINK };
void mx_cause(struct mx *mx, enum mx_cause cause);
void mx_claim(struct mx *mx, unsigned int token);
void mx_deassert(struct mx *mx);
void mx_link_change(struct nic *n, bool up);

#endif
