/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A packet inside a host: what the kernel's sk_buff is to its code.
 *
 * Two things in one: the facts that stages compute with, and the simulated
 * addresses that they touch (sk_buff, linear buffer with shared info, page
 * fragments).  Every packet that is not a clone ends exactly once, in
 * pkt_end() with a named end; pkt ledgers prove it.
 *
 * Layout of the touched lines follows the profile (skb.* behaviours): fields
 * that a stage reads are given by line offset within sk_buff (PKT_LINE_*).
 */
#ifndef NICPATH_MODELS_PKT_H
#define NICPATH_MODELS_PKT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/frame.h"

struct host;
struct net;
struct netdev;
struct param_table;
struct sock;

#define PKT_MAX_FRAGS 18	/* room for them; how many a packet may have: pkt_max_frags() */

struct pkt_frag {
	uint64_t addr;		/* simulated; within one page */
	uint32_t len;
	uint8_t order;		/* the page is one of 2^order (page fragment pools) */
};

/* Shared by a packet and its clones (the data and skb_shared_info). */
struct pkt_data {
	uint32_t refs;		/* dataref */
	uint64_t head_addr;	/* linear buffer: headroom, headers, data */
	uint32_t head_bytes;	/* allocated, shared info included */
	uint32_t linear;	/* payload bytes in the linear part */
	uint16_t data_off;	/* transmit: payload from head_addr, headers before it; 0: receive */
	uint16_t rx_pad;	/* receive: where the headers start (NET_SKB_PAD) */
	uint8_t nr_frags;
	bool head_is_page_frag;
	bool user_pages;	/* frags are page cache or user pages (sendfile, zero copy) */
	struct pkt_frag frag[PKT_MAX_FRAGS];
};

/* How a packet can end. DELIVERED, SENT and MERGED lose nothing. */
#define PKT_ENDS(E)                                                             \
	E(DELIVERED, "read by the application", "")                             \
	E(CONSUMED, "control segment taken by the protocol", "")                \
	E(SENT, "transmit completed", "")                                       \
	E(ACKED, "retransmit copy acknowledged", "")                            \
	E(MERGED, "joined to another packet (GRO, coalescing, collapse)", "")   \
	E(QDISC_DROP, "queue discipline full", "qdisc dropped")                 \
	E(TX_DROP, "driver dropped on transmit", "tx_dropped")                  \
	E(NETIF_BACKLOG_DROP, "per-CPU input queue full", "softnet_stat dropped") \
	E(SOCK_BACKLOG_DROP, "socket backlog full", "TcpExtTCPBacklogDrop")     \
	E(RCVQ_DROP, "receive queue full, pruned", "TcpExtRcvPruned")           \
	E(OFO_DROP, "out-of-order queue pruned", "TcpExtOfoPruned")             \
	E(TCP_DUP, "duplicate segment", "TcpExtDelayedACKLost")                 \
	E(TCP_INVALID, "outside the window or bad", "TcpInErrs")                \
	E(UDP_RCVBUF, "UDP receive buffer full", "UdpRcvbufErrors")             \
	E(UDP_BACKLOG, "UDP socket backlog full", "UdpRcvbufErrors")            \
	E(NO_SOCKET, "nobody listens", "UdpNoPorts")                            \
	E(IP_DROP, "IP input discarded", "IpInDiscards")                        \
	E(IP_TTL, "time to live exceeded", "IpInHdrErrors")                     \
	E(CSUM, "checksum wrong", "TcpInCsumErrors")                            \
	E(NO_MEM, "allocation failed", "")                                      \
	E(CLOSED, "socket closed with data queued", "")

enum pkt_end {
#define PKT_END_ENUM(name, help, counter) PKT_END_##name,
	PKT_ENDS(PKT_END_ENUM)
#undef PKT_END_ENUM
	PKT_END_COUNT
};

extern const char *const pkt_end_name[PKT_END_COUNT];

struct pkt {
	struct pkt *next, *prev;	/* the queue that holds it */
	struct net *net;		/* the host's stack that owns it */
	uint64_t addr;			/* sk_buff */
	struct pkt_data *data;
	struct hdrs h;
	struct payload pl;		/* one contiguous range */
	uint32_t truesize;		/* charged to the socket */
	uint16_t gso_size;		/* 0: one frame; else payload a segment */
	uint16_t gso_segs;
	bool clone;			/* made by pkt_clone() or pkt_copy() */
	bool cloned;			/* shares data, or once did (skb->cloned) */
	bool fclone;			/* sk_buff pair allocated together */
	bool fclone_busy;		/* the companion is in use */
	bool csum_ok;			/* receive: verified by hardware */
	bool csum_partial;		/* transmit: hardware computes */
	uint8_t band;			/* priority band (pfifo_fast) */
	uint16_t queue;			/* transmit queue */
	uint32_t hash;			/* receive hash */
	uint16_t rx_queue;
	struct netdev *dev;
	struct sock *sk;		/* owner; charged through destructor */
	void (*destructor)(struct pkt *p);
	uint64_t dst_addr;		/* dst_entry held; 0: none */
	bool dst_noref;			/* without a reference on it (2.6.35 and later) */
	struct fclone *pair;		/* sk_buff pair that this one lies in */
	/* TCP control block */
	uint32_t seq, end_seq;
	uint32_t sacked;		/* TCPCB_* of tcp.h */
	sim_time when;			/* last transmission */
	uint32_t when_jiffies;		/* the same as tcp_time_stamp */
	uint32_t ack_seq;		/* receive */
	uint32_t charged;		/* truesize charged to sk, taken back by destructor */
	sim_time born;			/* first byte handed to the socket */
	sim_time enqueued;		/* at a qdisc or receive queue */
	struct pkt *frag_list;		/* GRO of packets without frags */
	uint32_t users;			/* references (packet taps) */
	uint8_t end;			/* enum pkt_end that pkt_free_irq() was given */
	uint32_t cb[4];			/* private to the stage that holds it */
};

/* Bytes on the wire of the packet as one: headers and all payload. */
static inline uint32_t pkt_len(const struct pkt *p)
{
	return hdrs_len(&p->h) + p->pl.len;
}

/*
 * Allocate and free as __alloc_skb, skb_clone, __kfree_skb do: CPU context,
 * they cost time (kfn: __alloc_skb, skb_clone, __kfree_skb, skb_release_data).
 * linear_bytes: room for headers and linear data.  fclone: as alloc_skb_fclone.
 */
struct pkt *pkt_alloc(struct net *n, uint32_t linear_bytes, bool fclone);
struct pkt *pkt_clone(struct pkt *p);
/* pskb_copy(): headers and linear data of its own, fragments shared. */
struct pkt *pkt_copy(struct pkt *p);
/* Data of its own, where it is shared: pskb_expand_head(). */
void pkt_unshare(struct pkt *p);
static inline bool pkt_cloned(const struct pkt *p)
{
	return p->data->refs > 1;
}
/*
 * Drops a reference; the last one counts `end`, except that a clone which ends
 * SENT counts nothing (the packet it was made from does).
 */
void pkt_free(struct pkt *p, enum pkt_end end);
/* For receive: sk_buff around an existing buffer (build_skb, frags). */
struct pkt *pkt_wrap(struct net *n, uint64_t head_addr, uint32_t head_bytes);
/* Takes over a reference on the page; truesize grows by len. */
void pkt_add_frag(struct pkt *p, uint64_t addr, uint32_t len);
/* The reference that a fragment holds; costs get_page(), put_page(). */
void pkt_frag_get(struct net *n, const struct pkt_data *d, unsigned int i);
void pkt_frag_put(struct net *n, const struct pkt_data *d, unsigned int i);

/* Sets the destructor's owner aside: skb_orphan(). */
void pkt_orphan(struct pkt *p);

/*
 * dst_entry of a route: lines and the reference count's place in it (a line of
 * its own since 2.6.24).  A held one costs a locked operation at each end.
 */
#define DST_REFCNT_OFF 128u
#define DST_BYTES 320u
void pkt_dst_set(struct pkt *p, uint64_t dst_addr, bool hold);
void pkt_dst_drop(struct pkt *p);	/* skb_dst_drop(): dst_release() if held */

/* Bytes the kernel accounts for a linear buffer of `linear_bytes` with its sk_buff. */
uint32_t pkt_truesize(const struct net *n, uint32_t linear_bytes);
/* MAX_SKB_FRAGS: kernel.skb.max_frags. */
uint32_t pkt_max_frags(const struct net *n);

/* Lines of sk_buff by what lies there (2.6.26 and later, 64-bit). */
enum pkt_line {
	PKT_LINE_LINKS,		/* next, prev, sk, tstamp, dev, dst */
	PKT_LINE_CB,		/* control block */
	PKT_LINE_LEN,		/* len, data_len, checksum, flags, protocol */
	PKT_LINE_DATA,		/* header offsets, head, data, tail, end, truesize, users */
};

/*
 * Where payload bytes off.. of the packet lie (linear part, fragments, packets
 * in frag_list): address of the first, and in *len how many follow contiguously.
 */
uint64_t pkt_payload_addr(const struct pkt *p, uint32_t off, uint32_t *len);

/* From hardirq or with interrupts off: frees later in NET_TX (dev_kfree_skb_irq;
 * models/tx/free_irq.c). */
void pkt_free_irq(struct pkt *p, enum pkt_end end);

/* Lines of sk_buff that code touches; a byte offset in the structure. */
static inline uint64_t pkt_line(const struct pkt *p, unsigned int line)
{
	return p->addr + 64u * line;
}

/* Address of the linear data's start (headers) and of the shared info. */
uint64_t pkt_hdr_addr(const struct pkt *p);
uint64_t pkt_shinfo_addr(const struct pkt *p);

/* Queues (sk_buff_head): costless links; the caller charges its function. */
struct pkt_queue {
	struct pkt *head, *tail;
	uint32_t len;
	uint64_t bytes;
	uint64_t addr;		/* simulated head, touched by users */
};

void pkt_queue_init(struct pkt_queue *q, uint64_t addr);
void pkt_queue_tail(struct pkt_queue *q, struct pkt *p);
void pkt_queue_head(struct pkt_queue *q, struct pkt *p);
void pkt_queue_after(struct pkt_queue *q, struct pkt *pos, struct pkt *p);
struct pkt *pkt_dequeue(struct pkt_queue *q);
void pkt_unlink(struct pkt_queue *q, struct pkt *p);

/* Ledger of a host. */
uint64_t pkt_ends(const struct net *n, enum pkt_end end);
uint64_t pkt_live(const struct net *n);
uint64_t pkt_made(const struct net *n);	/* allocated, wrapped, cloned */
uint64_t pkt_clones_sent(const struct net *n);
/* Every packet made has ended once or is live in an sk_buff of its own. */
char *pkt_balance(const struct net *n);

/* models/path.c calls it. Behaviours: kernel.skb.*. */
char *pkt_ledger_new(struct net *n);
extern const struct param_table skb_behaviour_table;

#endif
