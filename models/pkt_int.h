/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to models/pkt*.c. */
#ifndef NICPATH_MODELS_PKT_INT_H
#define NICPATH_MODELS_PKT_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/pkt.h"

struct slab_allocator;
struct slab_cache;

#define SKB_SLOT 256u /* cache-line aligned object in its slab cache */

/* kernel.skb.*: layout and accounting by version. */
struct skb_behaviour {
	uint64_t bytes;	 /* sizeof(struct sk_buff) */
	uint64_t shinfo; /* sizeof(struct skb_shared_info) */
	uint64_t rx_pad;
	bool full_truesize;
	uint32_t max_frags;
};

/* How the packets of one host ended, and where they come from. */
struct pkt_ledger {
	struct skb_behaviour b;
	struct slab_allocator *slab;
	struct slab_cache *head_cache, *fclone_cache;
	uint64_t ends[PKT_END_COUNT];
	uint64_t live, made, clones_sent;
	uint32_t moving; /* between being counted and having (or giving up) their memory */
};

#endif
