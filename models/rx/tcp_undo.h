/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Taking a window reduction back when retransmissions were needless. */
#ifndef NICPATH_MODELS_RX_TCP_UNDO_H
#define NICPATH_MODELS_RX_TCP_UNDO_H

#include "models/tcp.h"

/* True: the old state is held until something above high_seq is acknowledged. */
bool tcp_try_undo_recovery(struct tcp_sock *tp);
void tcp_try_undo_dsack(struct tcp_sock *tp);
/* True: the head is to be marked lost. */
bool tcp_try_undo_partial(struct tcp_sock *tp, int acked);
bool tcp_try_undo_loss(struct tcp_sock *tp);
void tcp_moderate_cwnd(struct tcp_sock *tp);

#endif
