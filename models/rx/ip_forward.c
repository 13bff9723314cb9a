/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IP forwarding.
 *
 * Called by: ip_rcv
 * Calls: ip_output's last step (dev_xmit)
 * Models: time to live, header rewrite (the line becomes dirty), neighbour
 * Leaves out: ICMP errors and redirects, options, fragmentation, netfilter
 * Source: Linux net/ipv4/ip_forward.c, v2.6.26
 */
#include <string.h>

#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/netdev.h"
#include "models/path.h"

void ip_forward(struct pkt *p, struct rtable *rt)
{
	KFN(ip_forward);

	if (p->h.ttl <= 1) {
		SNMP(p->net, IpInHdrErrors);
		pkt_free(p, PKT_END_IP_TTL);
		return;
	}
	mem_read(rt->addr, 64);
	p->h.ttl--;
	mem_rw(pkt_hdr_addr(p) + hdrs_l2_len(&p->h), 20);
	SNMP(p->net, IpForwDatagrams);
	mem_read(rt->neigh_addr, 64);
	memcpy(p->h.eth_dst, rt->mac, 6);
	memcpy(p->h.eth_src, rt->dev->mac, 6);
	mem_write(pkt_hdr_addr(p), 14);
	p->dev = rt->dev;
	p->csum_partial = false;
	KFN_RUN(ip_finish_output);
	dev_xmit(p);
}
