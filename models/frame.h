/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What travels on a wire: the header fields of an Ethernet frame and which
 * bytes of which byte stream it carries.
 *
 * Payload has no content of its own: byte `pos` of stream `stream` is always
 * payload_byte(stream, pos), so an end-to-end check of (stream, pos) is a check
 * of the data, and bytes exist only where somebody wants them (pcap, hosts that
 * run real code).  Such a host keeps `bytes`, and then they are the truth.
 */
#ifndef NICPATH_MODELS_FRAME_H
#define NICPATH_MODELS_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/sim.h"

/* stream: unique id of a direction of a connection or of a UDP sender. */
struct payload {
	uint32_t stream;
	uint32_t len;
	uint64_t pos;
};

uint8_t payload_byte(uint32_t stream, uint64_t pos);

enum l4 { L4_NONE = 0, L4_TCP = 6, L4_UDP = 17 };

enum tcp_flag {
	TCPF_FIN = 1,
	TCPF_SYN = 2,
	TCPF_RST = 4,
	TCPF_PSH = 8,
	TCPF_ACK = 16,
	TCPF_ECE = 64,
	TCPF_CWR = 128
};

#define TCP_SACK_BLOCKS 4

/* Header fields in host byte order, values as on the wire. */
struct hdrs {
	uint8_t eth_dst[6], eth_src[6];
	uint16_t vlan;	       /* tag control information; 0: untagged */
	uint16_t ethertype;    /* 0x0800 */
	uint32_t saddr, daddr; /* IPv4 */
	uint16_t ip_id;
	uint8_t ttl, tos;
	uint8_t l4; /* enum l4 */
	uint16_t sport, dport;
	/* TCP */
	uint32_t seq, ack;
	uint8_t flags;
	uint16_t window; /* raw field, unscaled */
	uint16_t mss;	 /* option; 0: absent */
	int8_t wscale;	 /* option; -1: absent */
	bool sack_ok;	 /* option */
	bool ts;	 /* timestamps option present */
	uint32_t tsval, tsecr;
	uint8_t sacks; /* blocks in use */
	struct {
		uint32_t start, end;
	} sack[TCP_SACK_BLOCKS];
};

/* Bytes of Ethernet (with a VLAN tag), IP, L4 header with options (padded). */
uint32_t hdrs_l2_len(const struct hdrs *h);
uint32_t hdrs_l3_len(const struct hdrs *h);
uint32_t hdrs_l4_len(const struct hdrs *h);
static inline uint32_t hdrs_len(const struct hdrs *h)
{
	return hdrs_l2_len(h) + hdrs_l3_len(h) + hdrs_l4_len(h);
}

struct frame {
	struct frame *next; /* for whoever holds it */
	struct hdrs h;
	struct payload pl;
	uint32_t len;	   /* headers and payload, padded to 60; no FCS */
	bool bad;	   /* corrupted on the wire: FCS or checksum fails */
	bool csum_ok;	   /* receiving NIC verified the L4 checksum */
	uint32_t rss_hash; /* set by the receiving NIC */
	sim_time born;	   /* when its first byte left the sender's socket */
	uint8_t *bytes;	   /* len bytes, owned; NULL: not materialised */
};

/* Pooled; never NULL. */
struct frame *frame_new(void);
struct frame *frame_copy(const struct frame *f);
void frame_free(struct frame *f);
uint64_t frames_live(void);
const uint64_t *frames_live_counter(void); /* the same, for watching */

/* Serialises (checksums correct unless f->bad) into buf of f->len bytes. */
void frame_write(const struct frame *f, uint8_t *buf);
/*
 * Takes raw bytes: copies them and parses the headers; the payload's stream and
 * pos stay 0.  False when the headers are not Ethernet/IPv4 with TCP or UDP
 * (the frame is still good to carry).
 */
bool frame_read(struct frame *f, const uint8_t *buf, uint32_t len);

#endif
