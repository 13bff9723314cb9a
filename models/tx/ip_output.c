/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IP output: header, route, neighbour, device.
 *
 * Called by: tcp_transmit_skb (ip_queue_xmit), UDP and answers outside a
 *	connection (ip_send)
 * Calls: dev_xmit
 * Models: ip_queue_xmit, ip_local_out, ip_output, ip_finish_output with the
 *	neighbour's cached header; the packet's reference on its dst_entry
 * Leaves out: fragmentation, netfilter hooks, multicast, IP options; ARP
 * Source: Linux net/ipv4/ip_output.c, v2.6.26 to v2.6.37
 */
#include <string.h>

#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/netdev.h"
#include "models/path.h"
#include "models/sock.h"

static enum xmit_result finish_output(struct pkt *p, const struct rtable *rt)
{
	KFN(ip_finish_output);

	mem_read(rt->neigh_addr, 64); /* state, cached header */
	mem_read(rt->neigh_addr + 64, 16);
	memcpy(p->h.eth_dst, rt->mac, 6);
	memcpy(p->h.eth_src, rt->dev->mac, 6);
	p->h.ethertype = 0x0800;
	mem_write(pkt_hdr_addr(p), 14);
	return dev_xmit(p);
}

static enum xmit_result output(struct pkt *p, const struct rtable *rt)
{
	KFN(ip_output);

	p->dev = rt->dev;
	mem_write(pkt_line(p, PKT_LINE_LINKS) + 32, 8);
	SNMP(p->net, IpOutRequests);
	mem_rw(p->net->inet->mib_addr + 256u * cpu_id(this_cpu), 8);
	return finish_output(p, rt);
}

static enum xmit_result local_out(struct pkt *p, const struct rtable *rt)
{
	KFN(ip_local_out);

	mem_rw(pkt_hdr_addr(p) + 14, 20); /* total length, checksum */
	return output(p, rt);
}

/* The fields of the header itself. */
static void build_header(struct pkt *p)
{
	p->h.ttl = (uint8_t)p->net->inet->b.ttl;
	p->h.ip_id = p->net->inet->ip_id;
	p->net->inet->ip_id += p->gso_segs ? p->gso_segs : 1;
	mem_write(pkt_hdr_addr(p) + 14, 20);
}

enum xmit_result ip_queue_xmit(struct sock *sk, struct pkt *p)
{
	struct rtable *rt = sk->dst;
	KFN(ip_queue_xmit);

	path_at(STAGE_ip_output, p);
	mem_read(sk->addr + SOCK_DST, 16); /* sk_dst_cache */
	mem_read(rt->addr, 64);		   /* obsolete? */
	pkt_dst_set(p, rt->addr, true);
	mem_read(sk->addr + SOCK_INET, 32);
	p->h.saddr = sk->saddr;
	p->h.daddr = sk->daddr;
	p->h.l4 = (uint8_t)sk->prot->l4;
	mem_rw(sk->addr + SOCK_INET + 16, 2); /* inet_id */
	build_header(p);
	return local_out(p, rt);
}

enum xmit_result ip_send(struct pkt *p, const struct rtable *rt)
{
	path_at(STAGE_ip_output, p);
	mem_read(rt->addr, 64);
	pkt_dst_set(p, rt->addr, true);
	build_header(p);
	return local_out(p, rt);
}
