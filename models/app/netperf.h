/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parameters and shared parts of the netperf tests. */
#ifndef NICPATH_MODELS_APP_NETPERF_H
#define NICPATH_MODELS_APP_NETPERF_H

#include "models/app/app.h"

enum netperf_test {
	NETPERF_TCP_STREAM,
	NETPERF_TCP_SENDFILE,
	NETPERF_TCP_MAERTS,
	NETPERF_TCP_RR,
	NETPERF_UDP_STREAM,
	NETPERF_UDP_RR
};

struct netperf_params {
	int test;			 /* enum netperf_test */
	uint64_t send_bytes, recv_bytes; /* a call; 0: as netperf chooses */
	uint64_t sndbuf, rcvbuf;	 /* SO_SNDBUF, SO_RCVBUF; 0: the system's */
	bool nodelay;
	bool zerocopy;	       /* TCP_STREAM: SO_ZEROCOPY, MSG_ZEROCOPY */
	bool reuseport;	       /* UDP_STREAM: all connections' receivers share a port */
	uint64_t busy_poll_ps; /* SO_BUSY_POLL; 0: not set */
	uint64_t request_bytes, response_bytes; /* RR tests */
	uint64_t start_ps;
	uint32_t connections;
};

struct netperf {
	struct app *app;
	struct stats_dist *latency;	 /* RR: round trip, ns */
	struct stats_dist *read_latency; /* one receiving call, ns */
	uint32_t send_bytes, recv_bytes;
};

/* Task bodies; arg is a struct netperf_conn. */
struct netperf_conn {
	struct netperf *np;
	uint16_t port;	      /* the server's */
	uint16_t client_port; /* UDP */
};

void netperf_stream_send(void *arg);
void netperf_stream_recv(void *arg);
void netperf_rr_client(void *arg);
void netperf_rr_server(void *arg);
void netperf_udp_send(void *arg);
void netperf_udp_recv(void *arg);
void netperf_udp_rr_client(void *arg);
void netperf_udp_rr_server(void *arg);

/* A datagram could not be sent; err: a positive errno. */
void netperf_send_failed(struct app *a, int err);
void netperf_setup(struct app *a, struct app_end *e, struct ksock *s);

/* Instructions of netperf's own loop around one call (user space). */
#define NETPERF_LOOP_INSTRUCTIONS 150u

#endif
