/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Links: full-duplex Ethernet between two ports.  A frame occupies its
 * direction for preamble, frame, FCS and gap (8 + len + 4 + 12 bytes) and
 * arrives when its last bit has, after the propagation delay.  A link can lose,
 * duplicate, reorder and corrupt frames, each with a probability of its own
 * stream, obey pause frames, go down and up, and be captured to pcap.
 */
#ifndef NICPATH_NIC_MODEL_WIRE_H
#define NICPATH_NIC_MODEL_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "models/frame.h"
#include "sim/param.h"

struct nic;
struct wire;
struct wire_port;

struct wire_params {
	uint64_t rate_bps;
	uint64_t delay_ps;
	double loss, duplicate, reorder, corrupt; /* probabilities, 0..1 */
	uint64_t reorder_delay_ps;
	uint64_t flap_every_ps, flap_down_ps; /* 0: never */
};
extern const struct param_table wire_param_table; /* "link" */

struct wire_stats {		/* one direction */
	uint64_t frames, bytes; /* sent, without pause frames */
	uint64_t lost, duplicated, reordered, corrupted;
	uint64_t delivered, in_flight; /* frames + duplicated = lost + delivered + in_flight */
	uint64_t pause;		       /* pause frames sent */
};

char *wire_new(const char *name, const struct wire_params *p, uint64_t seed, struct wire **out);
/* end: 0 or 1. */
void wire_attach(struct wire *w, unsigned int end, struct nic *n);
const struct wire_stats *wire_stats(const struct wire *w, unsigned int from_end);
/* Captures what end `end` sends and receives. */
char *wire_capture(struct wire *w, unsigned int end, const char *file);
/* Ends it. Error (a full disk) or NULL, also when there is none. */
char *wire_capture_end(struct wire *w, unsigned int end);
uint64_t wire_rate_bps(const struct wire_port *p);

/* For nic.c: takes the frame if the port is idle. */
bool wire_send(struct wire_port *p, struct frame *f);
bool wire_busy(const struct wire_port *p);
/* A frame or its gap is on the wire (busy also means paused). */
bool wire_sending(const struct wire_port *p);
/* 802.3x: the peer asks this port to hold for that long. */
void wire_pause(struct wire_port *p, uint64_t quanta_ps);
/*
 * Sends a pause frame of so many quanta (512 bit times; 0: go on) after the
 * frame that is on the wire now.  The other port obeys if it honours pause.
 */
void wire_send_pause(struct wire_port *p, uint16_t quanta);
void wire_honour_pause(struct wire_port *p, bool on);
bool wire_is_up(const struct wire_port *p);
void wire_set_link(struct wire *w, bool up);
struct wire_port *wire_port(struct wire *w, unsigned int end);
/* The NIC at the other end; NULL: none. */
struct nic *wire_peer(const struct wire_port *p);
/* Picoseconds that `bytes` take on this link. */
uint64_t wire_bytes_ps(const struct wire_port *p, uint64_t bytes);
void wire_free(struct wire *w);

#endif
