/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sockets as all protocols have them: lock with an owner, backlog, receive
 * queue, memory accounting, waiting and waking.
 *
 * The lock: a task owns the socket between sock_lock() and sock_release();
 * input in softirqs that finds an owner puts packets on the backlog, and
 * sock_release() drains it before the socket is free.
 */
#ifndef NICPATH_MODELS_SOCK_H
#define NICPATH_MODELS_SOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "models/frame.h"
#include "models/host/lock.h"
#include "models/host/sched.h"
#include "models/host/timer.h"
#include "models/kernel.h"
#include "models/pkt.h"
#include "sim/param.h"

struct net;
struct rtable;
struct sock;

/* When a backlog is full; see docs/tcp.md. */
enum backlog_rule {
	BACKLOG_NONE,	/* to 2.6.33 */
	BACKLOG_2_6_34, /* backlog's bytes against max(limit, 2 * rcvbuf) */
	BACKLOG_2_6_35, /* backlog + receive queue + packet against rcvbuf */
	BACKLOG_3_5,	/* backlog + receive queue against rcvbuf + sndbuf */
	BACKLOG_4_20,	/* the same + 64 KiB, neighbours coalesced */
	BACKLOG_6_X,	/* 2 * rcvbuf + sndbuf / 2 + 64 KiB, coalesced */
};

/* kernel.sock.* */
struct sock_behaviour {
	int backlog_limit;  /* enum backlog_rule */
	bool drain_bh_off;  /* softirqs off while a backlog drains (to 4.6) */
	bool mem_give_back; /* whole pages of sk_forward_alloc go back at once (6.0) */
	uint64_t rmem_default, wmem_default, rmem_max, wmem_max;
	uint32_t page_frag_order;      /* pages that sent bytes are copied into */
	uint64_t tcp_bytes, udp_bytes; /* sizes of tcp_sock, udp_sock */
};
extern const struct param_table sock_behaviour_table;

/* Lines of struct sock and what lies around it, in bytes from its address. */
enum sock_line {
	SOCK_LOOKUP = 0,       /* sock_common, addresses, ports, hash links */
	SOCK_LOCK = 64,	       /* sk_lock, owner, its wait queue; sk_backlog */
	SOCK_RX = 128,	       /* sk_receive_queue, sk_rmem_alloc, sk_rcvbuf */
	SOCK_TX = 192,	       /* sk_write_queue, sk_wmem_alloc, sk_wmem_queued, sk_sndbuf */
	SOCK_DST = 256,	       /* sk_dst_cache, capabilities, sk_forward_alloc, flags */
	SOCK_WAIT = 320,       /* sk_sleep, sk_err, callbacks, shutdown */
	SOCK_INET = 384,       /* inet_sock: tos, ttl, id, options */
	SOCK_ICSK = 448,       /* timers, rto, icsk_ack, retransmits */
	SOCK_CA = 576,	       /* congestion control: operations and private state */
	SOCK_TCP_RX = 704,     /* rcv_nxt, copied_seq, rcv_wup, ucopy, pred_flags */
	SOCK_TCP_TX = 768,     /* snd_una, snd_nxt, snd_wnd, mss_cache, packets_out */
	SOCK_TCP_WND = 832,    /* rcv_wnd, window clamp, write_seq, rcv_ssthresh */
	SOCK_TCP_CWND = 896,   /* cwnd, ssthresh, srtt, counts of lost and sacked */
	SOCK_TCP_OFO = 1024,   /* out_of_order_queue, SACK blocks, hints */
	SOCK_TCP_SPACE = 1152, /* rcv_rtt_est, rcvq_space */
	SOCK_SLEEP = 1216,     /* wait queue of struct socket, a line of its own */
	SOCK_SLEEP_UDP = 640,
	SOCK_REFCNT = 48, /* sk_refcnt, in SOCK_LOOKUP's line */
};

enum sock_userlock { SOCK_SNDBUF_LOCKED = 1, SOCK_RCVBUF_LOCKED = 2 };
enum sock_shutdown { RCV_SHUTDOWN = 1, SEND_SHUTDOWN = 2 };

struct sock_proto {
	const char *name;
	enum l4 l4;
	void (*backlog_rcv)(struct sock *sk, struct pkt *p); /* takes p */
	void (*release_cb)(struct sock *sk);		     /* may be NULL */
	void (*write_space)(struct sock *sk);
	void (*destroy)(struct sock *sk); /* frees the container */
};

struct sock_backlog {
	struct pkt *head, *tail; /* through next */
	uint64_t len;		 /* truesize, zeroed at the end of a drain */
	uint64_t limit;		 /* 2.6.34's field */
	uint32_t packets;
};

struct sock {
	struct net *net;
	const struct sock_proto *prot;
	uint64_t addr;
	uint32_t refs;
	bool dead; /* no user any more (SOCK_DEAD) */
	/* identity */
	uint32_t saddr, daddr;
	uint16_t sport, dport;
	struct sock *hash_next;
	bool hashed;
	/* lock */
	struct spinlock slock;
	struct task *owner; /* who owns it (kernel: only whether) */
	bool owned;
	struct waitq lock_wq;
	struct sock_backlog backlog;
	/* receive */
	struct pkt_queue receive_queue;
	uint32_t rmem_alloc;
	uint32_t rcvbuf, rcvlowat;
	/* send */
	struct pkt_queue write_queue;
	uint32_t wmem_alloc, wmem_queued, sndbuf;
	bool queue_shrunk; /* SOCK_QUEUE_SHRUNK */
	bool nospace;	   /* SOCK_NOSPACE: somebody waits for room */
	bool async_nospace;
	/* protocol memory */
	int64_t forward_alloc;
	/* waiting */
	struct waitq wq;
	/* rest */
	uint8_t userlocks, shutdown;
	int err; /* positive errno, taken by the next call */
	struct rtable *dst;
	uint32_t caps; /* enum netdev_feature of the route's device */
	bool nocaps;
	uint64_t frag_page; /* sk_sndmsg_page; 0: none */
	uint32_t frag_off;
	uint8_t frag_order;
	uint32_t stream_out; /* id of the outgoing byte stream */
	uint64_t backlog_drops, backlog_max;
};

/* Protocol memory of the host (tcp_mem, udp_mem): pages. */
struct proto_mem {
	uint64_t addr;	   /* the atomic counter */
	int64_t allocated; /* pages */
	uint64_t limit[3]; /* pages */
	bool pressure;
};

struct sock_net {
	struct sock_behaviour b;
	struct stats_dist *wmem_alloc_ps;   /* skb charge to sock_wfree() */
	struct stats_dist *wmem_queued_ps;  /* TCP: queued to acknowledged */
	struct stats_dist *backlog_bytes;   /* at each add */
	uint64_t wakeups_rx, wakeups_tx;    /* tasks woken for data, for room */
	uint64_t level_backlog, level_rmem; /* of the socket that last had input */
	struct proto_mem mem[2];	    /* TCP, UDP */
};

char *sock_net_new(struct net *n);
struct sock_net *sock_net(const struct net *n);

/* Fills in a zeroed socket (embedded first in the protocol's). */
void sock_init(struct sock *sk, struct net *n, const struct sock_proto *prot, uint64_t addr);
void sock_hold(struct sock *sk); /* costs the locked operation */
void sock_put(struct sock *sk);
uint32_t sock_new_stream(void);

/* --- lock --- */

void sock_lock(struct sock *sk);    /* lock_sock(); task */
void sock_release(struct sock *sk); /* release_sock(); task */
void sock_bh_lock(struct sock *sk); /* bh_lock_sock() */
void sock_bh_unlock(struct sock *sk);
static inline bool sock_owned(const struct sock *sk)
{
	return sk->owned;
}
/* models/rx/backlog.c. False: full, the packet stays the caller's. Lock held. */
bool sock_backlog_add(struct sock *sk, struct pkt *p);
/* sk_rcvqueues_full() and kin for a packet of this truesize. */
bool sock_backlog_full(const struct sock *sk, uint32_t truesize);
/* __release_sock(): lock held, owned. */
void sock_backlog_drain(struct sock *sk);

/* --- memory --- */

uint32_t sock_quantum_pages(uint64_t bytes);
/* sk_rmem_schedule(), sk_wmem_schedule(). */
bool sock_mem_schedule(struct sock *sk, uint32_t bytes, bool receive);
void sock_mem_charge(struct sock *sk, uint32_t bytes);
void sock_mem_uncharge(struct sock *sk, uint32_t bytes);
void sock_mem_reclaim(struct sock *sk);
struct proto_mem *sock_proto_mem(const struct sock *sk);

void sock_set_owner_r(struct sock *sk, struct pkt *p); /* skb_set_owner_r() */
void sock_set_owner_w(struct sock *sk, struct pkt *p); /* skb_set_owner_w() */
void sock_rfree(struct pkt *p);
void sock_wfree(struct pkt *p);

/* Stream sockets' write queue memory. */
static inline uint32_t stream_min_wspace(const struct sock *sk)
{
	return sk->wmem_queued >> 1;
}
static inline int64_t stream_wspace(const struct sock *sk)
{
	return (int64_t)sk->sndbuf - sk->wmem_queued;
}
static inline bool stream_memory_free(const struct sock *sk)
{
	return sk->wmem_queued < sk->sndbuf;
}
/* Counts a queued packet's time and takes its memory back; frees it. */
void sock_wmem_free(struct sock *sk, struct pkt *p, enum pkt_end end);

/* --- waiting: lock held by the caller, released while it sleeps --- */

void sock_readable(struct sock *sk); /* sock_def_readable() */
void sock_stream_write_space(struct sock *sk);
void sock_def_write_space(struct sock *sk);
void sock_state_change(struct sock *sk); /* wakes everybody */
/* sk_wait_data(): until the receive queue changes or the deadline. */
bool sock_wait_data(struct sock *sk);
/* sk_stream_wait_memory(): 0 or a negative errno. */
int sock_wait_memory(struct sock *sk);
/* Sleeps once for the condition's change; the lock is dropped meanwhile. */
void sock_wait_event(struct sock *sk, bool (*cond)(struct sock *sk));

/* --- options --- */

int sock_setopt(struct sock *sk, enum ksock_opt opt, uint64_t value);

/* --- copies between user memory and packets --- */

/* memcpy_fromiovec: one range. */
void copy_from_user(uint64_t dst, uint64_t user, uint32_t len);
void copy_to_user(uint64_t user, uint64_t src, uint32_t len);
/* skb_copy_datagram_iovec(): bytes off.. of the payload. */
void pkt_copy_to_user(struct pkt *p, uint32_t off, uint64_t user, uint32_t len);

#endif
