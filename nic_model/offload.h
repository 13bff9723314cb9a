/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stateless offloads: segmentation, checksums, receive hash, VLAN tags.  They
 * take frames with or without bytes; where there are bytes, those are the truth
 * and the header fields follow them.
 */
#ifndef NICPATH_NIC_MODEL_OFFLOAD_H
#define NICPATH_NIC_MODEL_OFFLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "models/frame.h"

/*
 * TCP segmentation: cuts one large frame into frames of at most mss payload
 * bytes.  Sequence numbers advance, the IP identification counts up, CWR stays
 * on the first, FIN and PSH on the last segment, checksums are right.
 */
struct tso {
	struct frame *big;     /* owned; NULL: finished */
	uint32_t mss, headers; /* bytes */
	uint32_t left, done;   /* payload bytes */
	uint16_t segment;
};

/* Takes `big`. A frame that is no TCP segment comes out as it is. */
void tso_start(struct tso *t, struct frame *big, uint32_t mss);
/* Next segment (the caller's); NULL when there is none left. */
struct frame *tso_next(struct tso *t);
void tso_drop(struct tso *t);
/* Frames and bytes that `payload` bytes will make. */
uint32_t tso_frames(uint32_t payload, uint32_t mss);

/* Transmit: fills in the IP and L4 checksums of frames with bytes. */
void offload_tx_csum(struct frame *f);
/* Receive: true if IP and L4 checksums are right. */
bool offload_rx_csum_ok(const struct frame *f);

/* Insert the tag / take it out (returns it; 0: there was none). */
void offload_vlan_insert(struct frame *f, uint16_t tci);
uint16_t offload_vlan_strip(struct frame *f);

/* Receive side scaling: Toeplitz hash, key of 40 bytes. */
#define RSS_KEY_BYTES 40
extern const uint8_t rss_default_key[RSS_KEY_BYTES]; /* Microsoft's example key */
uint32_t rss_toeplitz(const uint8_t *key, const uint8_t *input, uint32_t len);
/* Addresses, and ports if `ports` and the frame has them. */
uint32_t rss_hash(const uint8_t *key, const struct hdrs *h, bool ports);

#endif
