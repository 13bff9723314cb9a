/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IP input.
 *
 * Called by: netif_receive (models/rx/napi.c)
 * Calls: tcp_v4_rcv, udp_rcv, ip_forward
 * Models: ip_rcv, ip_rcv_finish with the route of the packet (kept from output
 *	on loopback, found otherwise), ip_local_deliver
 * Leaves out: fragments, options, raw sockets, netfilter, multicast
 * Source: Linux net/ipv4/ip_input.c, v2.6.26 to v2.6.37
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/net_core.h"
#include "models/path.h"
#include "models/tcp.h"

static void local_deliver(struct pkt *p)
{
	struct inet *in = p->net->inet;
	KFN(ip_local_deliver);

	mem_read(in->proto_addr, 16);
	SNMP(p->net, IpInDelivers);
	switch (p->h.l4) {
	case L4_TCP:
		tcp_v4_rcv(p);
		break;
	case L4_UDP:
		udp_rcv(p);
		break;
	default:
		SNMP(p->net, IpInDiscards);
		pkt_free(p, PKT_END_IP_DROP);
	}
}

/* Route of the packet; NULL when it is for this host. False: dropped. */
static bool route(struct pkt *p, struct rtable **forward)
{
	struct inet *in = p->net->inet;
	struct rtable *rt;

	*forward = NULL;
	if (p->dst_addr) /* loopback: the output route serves for input */
		return true;
	if (in->b.early_demux && p->h.l4 == L4_TCP && tcp_early_demux(p))
		return true;
	rt = ip_route_input(p);
	if (!rt) {
		SNMP(p->net, IpInAddrErrors);
		pkt_free(p, PKT_END_IP_DROP);
		return false;
	}
	if (!rt->local)
		*forward = rt;
	return true;
}

static void rcv_finish(struct pkt *p)
{
	struct rtable *forward;
	KFN(ip_rcv_finish);

	mem_read(pkt_line(p, PKT_LINE_LINKS), 64);
	if (!route(p, &forward))
		return;
	if (forward)
		ip_forward(p, forward);
	else
		local_deliver(p);
}

void ip_rcv(struct pkt *p)
{
	struct inet *in = p->net->inet;
	KFN(ip_rcv);

	path_at(STAGE_ip_rcv, p);
	SNMP_ADD(p->net, IpInReceives, p->gso_segs ? p->gso_segs : 1);
	mem_rw(in->mib_addr + 256u * cpu_id(this_cpu), 8);
	mem_read(pkt_line(p, PKT_LINE_DATA), 64);
	mem_read(pkt_hdr_addr(p) + hdrs_l2_len(&p->h), 20);
	rcv_finish(p);
}
