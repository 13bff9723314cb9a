/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A host's kernel as workloads and the composition see it.  Two kinds stand
 * behind this: the stages of models/tx and models/rx, for any version that a
 * profile describes, and real code (nic_model/linux) for the packaged version.
 *
 * Calls marked [task] are made from a task's coroutine; they enter and leave
 * the system call by themselves, cost simulated time, may block, and return
 * what the system call returns: a count, or a negative errno.
 */
#ifndef NICPATH_MODELS_KERNEL_H
#define NICPATH_MODELS_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "models/frame.h"
#include "sim/sim.h"

struct host;
struct kernel;
struct ksock; /* a socket descriptor, kind-specific */
struct nic;
struct yaml_node;

/*
 * User memory: an address range that the application owns, or for sending
 * UBUF_UNTOUCHED: memory that it never wrote, so that each of its pages is the
 * kernel's one zero page (kernels made of stages only).
 */
#define UBUF_UNTOUCHED (1ull << 43)

struct ubuf {
	uint64_t addr;
	uint32_t len;
};

enum ksock_opt {
	KSOCK_SNDBUF, /* bytes, as setsockopt takes it */
	KSOCK_RCVBUF,
	KSOCK_NODELAY,
	KSOCK_RCVLOWAT,
	KSOCK_REUSEPORT,
	KSOCK_BUSY_POLL, /* us */
	KSOCK_ZEROCOPY,
};

struct kernel_ops {
	const char *kind; /* "stages", "linux-6.1" */

	/* Brings a device up: driver core `driver` on `nic`, IPv4 address. */
	char *(*attach)(struct kernel *k, struct nic *nic, const char *driver, const char *ifname,
			uint32_t ip, struct yaml_node *settings);
	/* Loopback is always there as "lo". Route to another host: */
	char *(*route)(struct kernel *k, uint32_t dst, const char *ifname, const uint8_t mac[6]);

	/* Memory of an application (page-aligned); lives as long as the host.
	 * 0: no more is there. */
	uint64_t (*user_memory)(struct kernel *k, uint64_t bytes);

	/* [task] */
	struct ksock *(*socket)(struct kernel *k, enum l4 proto);
	int (*setopt)(struct ksock *s, enum ksock_opt opt, uint64_t value);
	int (*bind)(struct ksock *s, uint32_t ip, uint16_t port);
	int (*listen)(struct ksock *s);
	struct ksock *(*accept)(struct ksock *s); /* blocks; NULL: error */
	int (*connect)(struct ksock *s, uint32_t ip, uint16_t port);
	/* Bytes are pos.. of the socket's outgoing stream; buf is where they lie. */
	int64_t (*send)(struct ksock *s, struct ubuf buf, uint32_t flags);
	/* Page-cache pages of a file, at file address buf; no copy. */
	int64_t (*sendfile)(struct ksock *s, struct ubuf buf);
	/* Returns bytes copied, 0 at end of stream. *got: which bytes they were
	 * (first contiguous range; integrity is checked by the caller). */
	int64_t (*recv)(struct ksock *s, struct ubuf buf, struct payload *got);
	/* UDP: one datagram each. */
	int64_t (*sendto)(struct ksock *s, struct ubuf buf, uint32_t ip, uint16_t port);
	int64_t (*recvfrom)(struct ksock *s, struct ubuf buf, struct payload *got);
	int (*shutdown)(struct ksock *s); /* no more to send */
	void (*close)(struct ksock *s);

	/* Any context, free of cost: a counter by its kernel name. */
	bool (*counter)(struct kernel *k, const char *name, uint64_t *value);
	/* Text outputs (softnet_stat, nstat, ethtool, qdisc), by name, into f. */
	bool (*print)(struct kernel *k, const char *what, void *file);
	/* End of a run: everything that must balance. Error or NULL. */
	char *(*check)(struct kernel *k);
	void (*free)(struct kernel *k);
};

#define KSEND_MORE     1u /* MSG_MORE */
#define KSEND_DONTWAIT 2u

struct kernel {
	const struct kernel_ops *ops;
	struct host *host;
	void *priv;
};

struct net;
struct netdev;

/*
 * Brings up a driver core by name; set once by the composition root, which
 * knows them all.  As ops->attach, without the address.
 */
typedef char *kernel_probe(struct net *net, struct nic *nic, const char *driver, const char *ifname,
			   struct yaml_node *settings, struct netdev **out);
extern kernel_probe *kernel_stages_probe;

/* Stages: models/kernel_stages.c. */
char *kernel_stages_new(struct host *h, struct yaml_node *kernel, uint64_t seed,
			struct kernel **out);

#endif
