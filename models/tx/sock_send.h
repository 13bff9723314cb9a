/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What send() and sendfile() share. Socket locked. */
#ifndef NICPATH_MODELS_TX_SOCK_SEND_H
#define NICPATH_MODELS_TX_SOCK_SEND_H

#include "models/tcp.h"

/* sk_stream_alloc_skb(): NULL: the protocol's memory is out. */
struct pkt *stream_alloc(struct tcp_sock *tp, uint32_t size);
/* Packet that takes more bytes (fresh: a new one); NULL: wait for memory. */
struct pkt *stream_tail(struct tcp_sock *tp, uint32_t linear, bool fresh);
/* n more bytes are in p: sequence numbers, stream position. */
void stream_grew(struct tcp_sock *tp, struct pkt *p, uint32_t n);
void stream_charge(struct tcp_sock *tp, uint32_t n);
void stream_mark_push(struct tcp_sock *tp, struct pkt *p);
void stream_push_full(struct tcp_sock *tp, struct pkt *p, uint32_t mss);
int stream_wait(struct tcp_sock *tp, uint32_t flags, uint32_t mss, bool copied);
/* 0 or the errno that ends the call. */
int stream_may_send(const struct tcp_sock *tp);

#endif
