/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A link's insides.  Private to wire.c and wire_pcap.c. */
#ifndef NICPATH_NIC_MODEL_WIRE_INT_H
#define NICPATH_NIC_MODEL_WIRE_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "nic_model/wire.h"
#include "sim/rng.h"
#include "sim/sim.h"
#include "sim/trace.h"

enum wire_stream { WIRE_LOSS, WIRE_DUPLICATE, WIRE_REORDER, WIRE_CORRUPT, WIRE_STREAMS };

struct wire_slot {
	uint64_t ps; /* arrival */
	struct frame *frame;
};

/* A frame, or a pause frame, outside the line of arrivals. */
struct wire_late {
	struct wire_port *from;
	struct frame *frame;
};
struct wire_pause {
	struct wire_port *from;
	uint16_t quanta;
};

/* One end; what it sends belongs to it until the peer has it. */
struct wire_port {
	struct wire *wire;
	struct wire_port *peer;
	struct nic *nic;
	uint64_t free_at; /* end of the gap behind the last frame */
	uint64_t paused_until;
	bool honours_pause, pause_pending;
	uint16_t pause_quanta;
	struct wire_slot *q; /* frames on their way, ring in order of arrival */
	uint32_t head, count, room;
	struct sim_event free_event, arrival_event;
	struct rng *rng[WIRE_STREAMS];
	struct trace_pcap *pcap;
	struct wire_stats stats;
};

struct wire {
	char *name;
	struct wire_params p;
	uint64_t byte_ps_q; /* 1/65536 ps */
	bool up;
	struct wire_port port[2];
	struct sim_event flap_event;
};

void wire_pcap(struct trace_pcap *p, const struct frame *f);

#endif
