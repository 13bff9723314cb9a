/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Large receive offload in software, as drivers of 2.6.24 to 2.6.36 used it
 * (inet_lro): a few descriptors that each gather the segments of one TCP connection
 * as page fragments of one packet, flushed at the end of a poll.
 */
#ifndef NICPATH_NIC_MODEL_LRO_H
#define NICPATH_NIC_MODEL_LRO_H

#include <stdbool.h>
#include <stdint.h>

#include "models/frame.h"
#include "models/pkt.h"

struct netdev;

#define LRO_DESCS_MAX 32

/* One received frame in a page. */
struct lro_frag {
	const struct frame *frame;
	uint64_t addr; /* of its first header byte */
	bool csum_ok;
};

struct lro_desc {
	struct pkt *parent; /* NULL: free */
	uint32_t next_seq, ack;
	uint32_t segs, mss;
};

struct lro_mgr {
	struct netdev *dev;
	uint64_t addr; /* of the descriptors, 64 bytes each */
	uint32_t descs, max_aggr;
	struct lro_desc desc[LRO_DESCS_MAX];
	/* Drivers' counters: packets merged, flushed, and passed on alone. */
	uint64_t aggregated, flushed, alone;
};

/* max_aggr is cut to the fragments that a packet can have. */
void lro_init(struct lro_mgr *m, struct netdev *dev, uint64_t addr, uint32_t descs,
	      uint32_t max_aggr);
/* lro_receive_frags(): the page reference is the packet's then. */
void lro_receive(struct lro_mgr *m, const struct lro_frag *f);
/* lro_flush_all() */
void lro_flush_all(struct lro_mgr *m);
/* A packet of its own around one frame (lro_gen_skb): headers copied, rest as fragment. */
struct pkt *lro_gen_pkt(struct netdev *dev, const struct lro_frag *f);

#endif
