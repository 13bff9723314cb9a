/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * State of the device layer of one host that its files share: behaviours of
 * the kernel version, the per-CPU queues (softnet_data), packet taps.
 */
#ifndef NICPATH_MODELS_NET_CORE_H
#define NICPATH_MODELS_NET_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "models/netdev.h"
#include "sim/param.h"

struct gro_list;
struct qdisc;

/* kernel.qdisc.*: what differs between versions of the qdisc layer. */
struct qdisc_behaviour {
	bool stopped_test;	    /* qdisc_run() returns at once on a stopped queue */
	bool run_until_stopped;	    /* __qdisc_run() also ends when the queue stops */
	bool schedule_stopped_test; /* requeue schedules only a running queue */
	bool requeued_test;	    /* a requeued packet stays until the queue runs */
	bool bypass;		    /* empty work-conserving qdisc: transmit directly */
	uint32_t quota;		    /* packets a run; 0: until reschedule or jiffy */
	bool requeue_to_head;	    /* through the discipline's requeue operation */
	char *discipline;	    /* default: pfifo_fast, fq, tbf, noqueue */
	bool bql;		    /* byte queue limits */
};
extern const struct param_table qdisc_behaviour_table;

/* kernel.net.*: input side. */
struct net_behaviour {
	uint32_t max_backlog;	 /* netdev_max_backlog */
	uint32_t budget;	 /* netdev_budget */
	uint32_t dev_weight;	 /* weight_p */
	uint64_t budget_time_ps; /* netdev_budget_usecs; 0: budget_jiffies */
	uint32_t budget_jiffies; /* ticks after which net_rx_action() ends */
	uint64_t loopback_mtu;
	bool gro;
	bool gso;	  /* GSO on by default for SG and checksum devices */
	bool dst_release; /* IFF_XMIT_DST_RELEASE */
	bool rps;
};
extern const struct param_table net_behaviour_table;

/* softnet_data of one CPU. */
struct softnet {
	uint64_t addr;
	struct qdisc *output_queue;   /* scheduled qdiscs, last first */
	struct pkt *completion_queue; /* freed in interrupts */
	struct napi *poll_head, *poll_tail;
	struct pkt_queue input; /* input_pkt_queue */
	struct napi backlog;	/* process_backlog's context */
	uint64_t processed, dropped, time_squeeze, received_rps;
	uint64_t polls, polled; /* calls of a poll function, packets that they took */
	uint64_t queued;	/* input.len, a level */
};

/* A packet socket that sees every frame (a DHCP client's raw socket). */
struct tap {
	bool on;
	uint32_t filter_len; /* instructions of its filter until it rejects */
	uint64_t addr;	     /* its sock */
	uint64_t seen;
};

struct net_core {
	struct qdisc_behaviour qb;
	struct net_behaviour nb;
	struct softnet *softnet; /* [cpus] */
	uint32_t rps_mask;	 /* CPUs that input is spread over */
	struct tap tap;
	uint64_t timestamps;
};

char *net_core_new(struct net *n);
struct softnet *this_softnet(const struct net *n);

/* models/tx/dev_xmit.c: the driver's entry, tap, GSO; xmit_lock held. */
enum netdev_tx dev_hard_xmit(struct pkt *p, struct netdev_txq *q);

/* models/tx/loopback.c: "lo"; MTU 16436 to 3.5, 65536 later. */
struct netdev *loopback_add(struct net *n, uint32_t mtu);

/* models/rx/tap.c */
void tap_transmit(struct net *n, struct pkt *p);
void tap_receive(struct net *n, struct pkt *p);

/* models/rx/napi.c */
void net_rx_init(struct net *n);
/* models/tx/qdisc.c */
void net_tx_init(struct net *n);

/* models/rx/gro.c */
struct gro_list *gro_list_new(struct net *n);
void gro_receive(struct napi *n, struct pkt *p);
void gro_flush(struct napi *n);

/* models/rx/steer.c: true: taken to another CPU's input queue. */
bool steer_rps(struct pkt *p);
/* Puts on a CPU's input queue; false: full (the packet is dropped). */
bool softnet_enqueue(struct net *n, unsigned int cpu, struct pkt *p);
/* Makes that CPU serve its input queue (by an interrupt if it is another). */
void softnet_kick(struct net *n, unsigned int cpu);

/* models/rx/ip_rcv.c: where packets go from here. */
void ip_rcv(struct pkt *p);

#endif
