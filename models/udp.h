/* SPDX-License-Identifier: GPL-2.0-or-later */
/* UDP sockets and the calls between their stages. */
#ifndef NICPATH_MODELS_UDP_H
#define NICPATH_MODELS_UDP_H

#include <stdbool.h>
#include <stdint.h>

#include "models/sock.h"

#define UDP_HASH       128u
#define UDP_MAX_HEADER 128u

/* kernel.udp.* */
struct udp_behaviour {
	bool input_lock;	/* input and reader take the socket's lock */
	bool reader_fast_lock;	/* the reader holds the spin lock, not the ownership */
	bool check_before_lock; /* a full queue is seen before the lock */
	bool lockless_send;	/* sending takes no lock */
	uint64_t mem[3];	/* bytes */
};
extern const struct param_table udp_behaviour_table;

struct udp_sock {
	struct sock sk; /* first */
	struct udp_net *un;
	struct spinlock queue_lock; /* sk_receive_queue.lock */
	uint64_t out_pos;
	bool bound, connected;
};

struct udp_net {
	struct net *net;
	struct udp_behaviour b;
	struct slab_cache *sock_cache;
	uint64_t hash_addr;
	struct sock *hash[UDP_HASH];
	uint64_t live;
};

char *udp_net_new(struct net *n);
struct udp_sock *udp_sock_new(struct net *n);
static inline struct udp_sock *udp_sk(struct sock *sk)
{
	return (struct udp_sock *)sk;
}

/* Socket calls, without system call entry. */
int udp_bind(struct udp_sock *up, uint32_t ip, uint16_t port);
int udp_connect(struct udp_sock *up, uint32_t ip, uint16_t port);
int64_t udp_sendmsg(struct udp_sock *up, struct ubuf buf, uint32_t ip, uint16_t port,
		    uint32_t flags);
int64_t udp_recvmsg(struct udp_sock *up, struct ubuf buf, struct payload *got);
int udp_setopt(struct udp_sock *up, enum ksock_opt opt, uint64_t value);
void udp_close(struct udp_sock *up);

/* rx/udp_rcv.c */
void udp_backlog_rcv(struct sock *sk, struct pkt *p);

#endif
