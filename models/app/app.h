/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Workloads: programs that run as tasks on the hosts and talk to their kernels
 * through models/kernel.h only, so the same program runs on stages and on real
 * code.
 */
#ifndef NICPATH_MODELS_APP_APP_H
#define NICPATH_MODELS_APP_APP_H

#include <stdbool.h>
#include <stdint.h>

#include "models/kernel.h"
#include "sim/param.h"
#include "sim/sim.h"

#define APP_PORTS 1024 /* a flow's, from a->port on */

struct app;
struct stats_dist;
struct yaml_node;

/* One end of a flow. */
struct app_end {
	struct kernel *kernel;
	uint32_t ip;
	uint64_t affinity; /* CPUs its task may use, bit each */
};

struct app_ops {
	const char *kind; /* as in the scenario: netperf, loopback_transfer */
	const char *help;
	const struct param_table *params;
	/* Looks at parameters together (optional). Error with its place. */
	char *(*check)(const void *params, struct yaml_node *flow);
	/* Creates sockets' tasks; a->params is filled. Error or NULL. */
	char *(*start)(struct app *a);
	/*
	 * Extra figures for the result (optional): calls emit(arg, key, value)
	 * for each, keys without the flow's prefix, units in the name.
	 */
	void (*figures)(const struct app *a, void (*emit)(void *arg, const char *key, double value),
			void *arg);
};

struct app {
	const struct app_ops *ops;
	char name[48]; /* of the flow ("bulk") */
	struct app_end from, to;
	void *params, *priv;
	uint64_t seed;
	uint16_t port; /* first of APP_PORTS that it may use */
	/* Counted by the program, registered as flows.NAME.*: */
	uint64_t tx_bytes, rx_bytes; /* handed to / got from system calls */
	uint64_t tx_calls, rx_calls;
	uint64_t transactions;
	uint64_t units_lost; /* datagrams that never came */
	bool finished;	     /* moved all it had to move */
	sim_time finished_at;
	sim_time started_at;
	char *failed; /* integrity or system-call error */
	/* Ports that accept connections, bit each: what a test program's control
	 * connection would tell the client. */
	uint64_t listening[APP_PORTS / 64];
};

/* All kinds, ends with NULL. */
extern const struct app_ops *const app_list[];

/*
 * Looks the kind up, allocates, loads its parameters from the flow's mapping,
 * registers counters.  The caller fills the ends and calls ops->start.
 */
char *app_new(const char *name, const char *kind, struct yaml_node *flow, struct app **out);
/* Only checks the parameters. */
char *app_params_check(const char *kind, struct yaml_node *flow);

/* Ends the flow with a message (first one wins) and stops the run. */
void app_fail(struct app *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The flow has done all its work; the run stops when all have. */
void app_finish(struct app *a);

/* The test's name in the result ("TCP_STREAM"). */
const char *app_test(const struct app *a);

extern const struct app_ops netperf_ops, loopback_transfer_ops, soaker_ops, udp_burst_ops;

/* --- shared by workloads: models/app/stream.c --- */

/*
 * Memory of the program, from its host's. When there is no more the flow fails
 * (and the address is one that it has already).
 */
uint64_t app_memory(struct app *a, const struct app_end *e, uint64_t bytes);

/* A ring of user buffers that calls use in turn, as netperf's. */
struct app_ring {
	struct ubuf *buf;
	unsigned int count, at;
};

void app_ring_init(struct app_ring *r, struct app *a, const struct app_end *e, uint32_t bytes,
		   unsigned int count);
struct ubuf app_ring_next(struct app_ring *r);

/*
 * Socket pair over a handshake, in tasks: listener side and active side.  Both
 * return NULL after app_fail().
 */
typedef void app_setup(struct app *a, struct app_end *e, struct ksock *s);
struct ksock *app_accept(struct app *a, struct app_end *e, uint16_t port, app_setup *setup);
struct ksock *app_connect(struct app *a, struct app_end *e, uint32_t ip, uint16_t port,
			  app_setup *setup);

/*
 * Follows a byte stream at its reader: every range must continue the last one.
 * Fails the flow otherwise.
 */
struct app_follow {
	bool begun;
	uint32_t stream;
	uint64_t pos;
};
bool app_follow(struct app *a, struct app_follow *f, const struct payload *got, int64_t n);

#endif
