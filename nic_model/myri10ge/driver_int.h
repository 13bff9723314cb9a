/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The driver's private data.  Private to driver*.c. */
#ifndef NICPATH_NIC_MODEL_MYRI10GE_DRIVER_INT_H
#define NICPATH_NIC_MODEL_MYRI10GE_DRIVER_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/netdev.h"
#include "models/pkt.h"
#include "nic_model/lro.h"
#include "nic_model/myri10ge/mcp.h"

struct nic;
struct stage_dma;

#define MY_SEND_DESCS	  12u /* MXGEFW_MAX_SEND_DESC */
#define MY_SEND_DESCS_TSO 64u
#define MY_INFO_BYTES	  32u /* struct myri10ge_tx_buffer_state, rx_buffer_state */
#define MY_PAGE		  4096u

struct my_params {
	uint32_t mtu;
	uint64_t coal_ps;
	uint32_t napi_weight, fill_thresh;
	uint64_t tx_boundary;
	uint32_t small_bytes;
	uint32_t lro_descs, lro_max_pkts;
	bool lro, tso, sg, rx_csum, flow_control;
	uint32_t cpu;
};

struct my_tx_info {
	struct pkt *pkt; /* on the first request of a packet */
	uint32_t pieces;
	bool last;
};

struct my_tx {
	uint32_t mask, req, done, pkt_start, pkt_done;
	struct my_tx_info *info;
	uint64_t info_addr;
	uint64_t line_req, line_done; /* two cache lines, as in the driver */
	uint8_t (*list)[MX_REQ_BYTES];
	uint64_t list_addr;
	uint64_t stop_queue, wake_queue, linearized;
	uint64_t used; /* requests of packets that are not sent yet, a level */
};

struct my_rx {
	uint32_t sram; /* of the card's ring */
	uint32_t mask, cnt, fill_cnt, bytes;
	uint64_t page, page_offset; /* being cut up; page 0: none */
	uint64_t *addr;		    /* by slot */
	uint64_t info_addr, shadow_addr, line;
	uint8_t (*shadow)[MX_RX_BYTES];
};

struct my {
	struct my_params p;
	struct nic *nic;
	struct net *net;
	struct netdev *dev;
	struct stage_dma *dma;
	struct napi napi;
	struct my_tx tx;
	struct my_rx small, big;
	struct lro_mgr lro;
	/* completions and interrupt data in coherent memory */
	uint64_t done_addr, stats_addr, cmd_addr;
	uint8_t *done_bytes, *stats;
	uint32_t done_slots, done_cnt;
	uint32_t big_bytes;
	uint64_t ss; /* simulated address of the slice state */
	uint32_t send_off, claim_off;
};

/* driver_tx.c */
enum netdev_tx my_xmit(struct netdev *d, struct netdev_txq *q, struct pkt *p);
void my_tx_done(struct my *mgp, uint32_t count);

/* driver_rx.c */
int my_clean_rx_done(struct my *mgp, int budget);
void my_alloc_rx_pages(struct my *mgp, struct my_rx *rx);

#endif
