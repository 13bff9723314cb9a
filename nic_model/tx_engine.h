/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the transmit halves of our devices share: packets whose descriptors are
 * known are read by DMA in bursts into the transmit FIFO, cut by TSO, and handed
 * to the wire; a packet is done when its last frame has left.  All in order.
 */
#ifndef NICPATH_NIC_MODEL_TX_ENGINE_H
#define NICPATH_NIC_MODEL_TX_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "nic_model/fifo.h"
#include "nic_model/nic.h"
#include "nic_model/offload.h"

#define TX_SEGS	   64 /* pieces of one packet */
#define TX_PACKETS 64 /* accepted and not done, at most */
#define TX_BURSTS  32 /* reads in flight, at most */

struct tx_packet {
	struct frame *frame; /* the engine's from put() on */
	struct dma_seg seg[TX_SEGS];
	unsigned int segs;
	uint32_t mss;	/* 0: no segmentation */
	bool csum;	/* compute checksums: needs the whole frame on chip */
	uint16_t vlan;	/* tag to insert; 0: none */
	uint32_t descs; /* for done() */
};

struct tx_engine_params {
	uint64_t fifo_bytes;
	uint32_t burst;	      /* bytes of one DMA read, at least one frame */
	uint32_t reads;	      /* bursts in flight */
	uint32_t packets;     /* packets in hand */
	uint32_t cut_through; /* start sending after so many bytes; 0: store and forward */
	bool done_when_read;  /* done() once the data is on chip */
};

struct tx_engine_ops {
	/* The oldest packet is done; descs as given. */
	void (*done)(void *owner, uint32_t descs);
	/* The engine can take another packet. */
	void (*more)(void *owner);
	/* The wire takes a frame now (optional): for the device's statistics. */
	void (*sent)(void *owner, const struct frame *f);
};

/* One read: `frames` frames of the packet that was in hand come out of it. */
struct tx_burst {
	struct tx_engine *engine;
	struct sim_event arrival;
	bool here;		    /* data arrived */
	struct frame *first, *last; /* linked through next */
	uint32_t frames;
	bool closes; /* last burst of its packet */
};

/* A packet from acceptance to done. */
struct tx_flight {
	uint32_t descs;
	uint32_t frames; /* cut so far, not yet sent (or read) */
	bool cut;	 /* all of it */
};

struct tx_engine {
	struct nic *nic;
	void *owner;
	const struct tx_engine_ops *ops;
	struct tx_engine_params p;
	struct fifo fifo;
	bool running;
	/* the packet being read */
	bool reading;
	struct tx_packet cur;
	struct tso tso;
	uint32_t seg, seg_off; /* where its data continue */
	struct frame *held;    /* cut, waiting for room */
	/* rings, by counter modulo */
	struct tx_burst burst[TX_BURSTS];
	uint32_t burst_head, burst_tail;
	struct tx_flight flight[TX_PACKETS];
	uint32_t flight_head, flight_tail;
	uint32_t wire_bytes; /* of our frame on the wire; 0: none */
	uint64_t dropped;    /* frames given up by resets */
};

void tx_engine_init(struct tx_engine *e, struct nic *n, void *owner,
		    const struct tx_engine_ops *ops, const struct tx_engine_params *p);
/* Room for another packet? */
bool tx_engine_ready(const struct tx_engine *e);
void tx_engine_put(struct tx_engine *e, const struct tx_packet *p);
/* From nic_ops.eth_tx_done. */
void tx_engine_wire_free(struct tx_engine *e);
/* Nothing read, queued or on the wire. */
bool tx_engine_idle(const struct tx_engine *e);
/* Gives up everything but the frame on the wire. */
void tx_engine_reset(struct tx_engine *e);

#endif
