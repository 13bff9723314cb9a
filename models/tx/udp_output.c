/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * UDP output.
 *
 * Called by: the system call (kernel_stages)
 * Calls: ip_send
 * Models: udp_sendmsg with route lookup, ip_append_data (allocation within
 *	SO_SNDBUF, copy, checksum), udp_push_pending_frames; sleeping for memory
 * Leaves out: fragmentation (a datagram must fit the device's MTU), corking
 * Source: Linux net/ipv4/udp.c and ip_output.c, v2.6.26
 */
#include <errno.h>

#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/netdev.h"
#include "models/path.h"
#include "models/udp.h"

static bool has_room(struct sock *sk)
{
	return sk->wmem_alloc < sk->sndbuf || sk->err;
}

/* sock_alloc_send_skb(): lock held or not, as the version sends. */
static struct pkt *alloc_send(struct udp_sock *up, uint32_t len, uint32_t flags, bool locked)
{
	struct sock *sk = &up->sk;
	struct pkt *p;
	KFN(sock_alloc_send_skb);

	while (!has_room(sk)) {
		if (flags & KSEND_DONTWAIT)
			return NULL;
		if (!locked)
			sock_lock(sk);
		sk->nospace = true;
		sock_wait_event(sk, has_room);
		if (!locked)
			sock_release(sk);
	}
	p = pkt_alloc(sk->net, UDP_MAX_HEADER + len, false);
	p->data->data_off = UDP_MAX_HEADER;
	p->born = cpu_now();
	sock_set_owner_w(sk, p);
	return p;
}

/* Copies the user's bytes; sums them too where no device will. */
static struct pkt *append(struct udp_sock *up, const struct rtable *rt, struct ubuf buf,
			  uint32_t flags, bool locked)
{
	struct pkt *p;
	uint64_t to;
	KFN(ip_append_data);

	p = alloc_send(up, buf.len, flags, locked);
	if (!p)
		return NULL;
	to = p->data->head_addr + p->data->data_off;
	p->csum_partial = rt->dev->features & NETDEV_CSUM;
	if (buf.len)
		copy_from_user(to, buf.addr, buf.len);
	if (!p->csum_partial && buf.len)
		mem_sum(to, buf.len, 6);
	p->data->linear = buf.len;
	p->pl = (struct payload){up->sk.stream_out, buf.len, up->out_pos};
	up->out_pos += buf.len;
	return p;
}

static void push(struct udp_sock *up, struct pkt *p, const struct rtable *rt, uint32_t ip,
		 uint16_t port)
{
	KFN(udp_push_pending_frames);

	path_at(STAGE_udp_output, p);
	p->h.l4 = L4_UDP;
	p->h.saddr = up->sk.saddr ? up->sk.saddr : rt->saddr;
	p->h.daddr = ip;
	p->h.sport = up->sk.sport;
	p->h.dport = port;
	p->gso_segs = 1;
	mem_write(pkt_hdr_addr(p) + 34, 8);
	SNMP(up->sk.net, UdpOutDatagrams);
	ip_send(p, rt);
}

int64_t udp_sendmsg(struct udp_sock *up, struct ubuf buf, uint32_t ip, uint16_t port,
		    uint32_t flags)
{
	bool locked = !up->un->b.lockless_send;
	const struct rtable *rt;
	struct pkt *p;
	KFN(udp_sendmsg);

	mem_read(up->sk.addr + SOCK_INET, 32);
	if (!up->bound && udp_bind(up, 0, 0))
		return -EAGAIN;
	rt = up->connected && (!ip || ip == up->sk.daddr) ? up->sk.dst : NULL;
	if (rt) {
		ip = up->sk.daddr;
		port = up->sk.dport;
	} else {
		rt = ip ? ip_route_output(up->sk.net, ip) : NULL;
	}
	if (!rt)
		return ip ? -ENETUNREACH : -EDESTADDRREQ;
	if (buf.len + 28 > rt->mtu)
		return -EMSGSIZE;
	if (locked)
		sock_lock(&up->sk);
	p = append(up, rt, buf, flags, locked);
	if (p)
		push(up, p, rt, ip, port);
	if (locked)
		sock_release(&up->sk);
	return p ? (int64_t)buf.len : -EAGAIN;
}
