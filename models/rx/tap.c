/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A packet socket that sees every frame and filters nearly all away, as a DHCP
 * client leaves open.
 *
 * Called by: dev_hard_xmit, netif_receive
 * Calls: pkt_clone, pkt_free
 * Models: dev_queue_xmit_nit's clone of each sent packet; the receive side's
 *	extra reference and the clone that packet_rcv_spkt makes of a shared
 *	packet before its filter runs; the filter's instructions
 * Leaves out: packets that pass the filter
 * Source: Linux net/packet/af_packet.c packet_rcv_spkt, net/core/dev.c, v2.6.26
 */
#include "models/host/cpu.h"
#include "models/net_core.h"
#include "models/path.h"

static void look_at(struct tap *t, struct pkt *p)
{
	KFN(sk_run_filter);

	t->seen++;
	mem_read(pkt_hdr_addr(p), 40);
	kfn_units(t->filter_len);
}

static void deliver(struct net *n, struct pkt *p)
{
	struct tap *t = &n->core->tap;
	KFN(packet_rcv_spkt);

	mem_read(t->addr, 64);
	mem_read(pkt_line(p, 0), 64);
	look_at(t, p);
	pkt_free(p, PKT_END_CONSUMED);
}

void tap_transmit(struct net *n, struct pkt *p)
{
	deliver(n, pkt_clone(p));
}

void tap_receive(struct net *n, struct pkt *p)
{
	mem_atomic(pkt_line(p, 2));
	deliver(n, pkt_clone(p));
	mem_atomic(pkt_line(p, 2));
}
