/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The network stack of one host made of stages, and the list of its stages in
 * the order in which a packet travels.  Trace points, the latency breakdown,
 * the documentation's diagram and tests iterate this list; there is no second.
 */
#ifndef NICPATH_MODELS_PATH_H
#define NICPATH_MODELS_PATH_H

#include <stdint.h>

#include "models/host/host.h"
#include "sim/sim.h"

/* STAGE(name, source file, what it does) */
#define STAGES(S)                                                                   \
	S(app_send, "models/app", "application hands bytes to a system call")       \
	S(sock_send, "models/tx/sock_send.c", "socket call, copy or page reference") \
	S(tcp_output, "models/tx/tcp_output.c", "segmentation, window, clone, header") \
	S(udp_output, "models/tx/udp_output.c", "datagram out")                     \
	S(ip_output, "models/tx/ip_output.c", "route, IP header")                   \
	S(qdisc, "models/tx/qdisc.c", "queue discipline")                           \
	S(dev_xmit, "models/tx/dev_xmit.c", "taps, GSO, driver's transmit lock")    \
	S(driver_xmit, "nic_model", "descriptors, doorbell")                        \
	S(nic_tx, "nic_model", "DMA, segmentation, FIFO")                           \
	S(wire, "nic_model/wire.c", "serialisation, propagation")                   \
	S(nic_rx, "nic_model", "FIFO, DMA, interrupt moderation")                   \
	S(napi, "models/rx/napi.c", "interrupt to poll")                            \
	S(driver_rx, "nic_model", "descriptors to packets")                         \
	S(gro, "models/rx/gro.c", "merging")                                        \
	S(steer, "models/rx/steer.c", "RPS, per-CPU input queue")                   \
	S(ip_rcv, "models/rx/ip_rcv.c", "IP input")                                 \
	S(tcp_input, "models/rx/tcp_input.c", "TCP input")                          \
	S(udp_rcv, "models/rx/udp_rcv.c", "UDP input")                              \
	S(backlog, "models/rx/backlog.c", "socket backlog and its drain")           \
	S(sock_recv, "models/rx/sock_recv.c", "receive queue, copy to the reader")

enum stage {
#define STAGE_ENUM(name, file, help) STAGE_##name,
	STAGES(STAGE_ENUM)
#undef STAGE_ENUM
	STAGE_COUNT
};

extern const char *const stage_name[STAGE_COUNT];

struct netdev;
struct pkt;
struct sock_net;
struct softnet;
struct tcp_net;
struct udp_net;

#define NET_MAX_DEVS 8

/* One host's stack. Each subsystem keeps its own state behind its pointer. */
struct net {
	struct host *host;
	struct netdev *dev[NET_MAX_DEVS];
	unsigned int devs;
	struct pkt_ledger *ledger;	/* models/pkt.c */
	struct net_core *core;		/* models/netdev.c: softnet, behaviours */
	struct sock_net *sock;		/* models/sock.h: behaviours, memory */
	struct inet *inet;		/* models/inet.h: addresses, routes, MIBs */
	struct tcp_net *tcp;		/* models/tcp.h */
	struct udp_net *udp;
	int track[STAGE_COUNT];		/* sim/trace.h, plus 1; 0: no packet came yet */
};

/* Builds all subsystems' state on a host; behaviours from its profile. */
char *net_new(struct host *h, uint64_t seed, struct net **out);

static inline struct net *net_of(const struct host *h)
{
	return host_net(h);
}

/* A packet passes a stage: trace point and stall detector's progress. */
void path_at(enum stage s, const struct pkt *p);

#endif
