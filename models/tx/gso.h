/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Generic segmentation: what dev_gso_segment() and its caller do. */
#ifndef NICPATH_MODELS_TX_GSO_H
#define NICPATH_MODELS_TX_GSO_H

#include "models/netdev.h"

/*
 * Cuts a packet larger than the MTU into frames and hands them to the driver
 * one by one, xmit_lock held.  BUSY: what is left of p stays the caller's (its
 * payload and gso_segs are shortened by what was sent).
 */
enum netdev_tx gso_xmit(struct pkt *p, struct netdev_txq *q);

#endif
