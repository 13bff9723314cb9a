/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * UDP sockets: state of a host, creation, hash by port, options, end.
 *
 * Called by: kernel_stages
 * Calls: slab
 * Models: hash of 128 buckets by local port, connected sockets
 * Leaves out: SO_REUSEPORT groups, multicast, encapsulation, corking, UDP GSO
 * Source: Linux net/ipv4/udp.c, v2.6.26
 */
#include "models/udp.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/host/kprofile.h"
#include "models/inet.h"
#include "models/mem/layout.h"
#include "models/mem/slab.h"
#include "models/path.h"
#include "sim/check.h"

#define FIELD(member) offsetof(struct udp_behaviour, member)
static const struct param params[] = {
	{"input_lock", PARAM_BOOL, FIELD(input_lock), "on", NULL, NULL, NULL,
	 "input takes the socket's lock (or its backlog), and so does the reader",
	 "95766fff6b9a (2.6.25); gone with 850cbaddb52d (4.10)"},
	{"reader_fast_lock", PARAM_BOOL, FIELD(reader_fast_lock), "off", NULL, NULL, NULL,
	 "the reader holds the socket's spin lock only, so nothing meets an owner",
	 "8a74ad60a546 (2.6.35)"},
	{"check_before_lock", PARAM_BOOL, FIELD(check_before_lock), "off", NULL, NULL, NULL,
	 "a full queue is seen before the lock is taken", "c377411f2494 (2.6.35)"},
	{"lockless_send", PARAM_BOOL, FIELD(lockless_send), "off", NULL, NULL, NULL,
	 "sending without corking takes no lock", "903ab86d195c (2.6.39)"},
	{"mem.low", PARAM_SIZE, FIELD(mem[0]), "768MiB", "0B", "1TiB", NULL,
	 "udp_mem, first, in bytes", "linux 2.6.26 udp_init for 2 GiB of RAM: half of it"},
	{"mem.pressure", PARAM_SIZE, FIELD(mem[1]), "1GiB", "0B", "1TiB", NULL,
	 "udp_mem, second, in bytes", "as mem.low"},
	{"mem.high", PARAM_SIZE, FIELD(mem[2]), "1536MiB", "0B", "1TiB", NULL,
	 "udp_mem, third, in bytes", "as mem.low"},
	{0},
};
const struct param_table udp_behaviour_table = {
	"udp",
	"UDP: locking and memory by version",
	params,
	sizeof(struct udp_behaviour),
};

char *udp_net_new(struct net *n)
{
	struct udp_net *un = xcalloc(1, sizeof(*un));
	char *err = kprofile_behaviour(host_profile(n->host), &udp_behaviour_table, &un->b);

	n->udp = un;
	un->net = n;
	if (err)
		return err;
	for (int i = 0; i < 3; i++)
		n->sock->mem[1].limit[i] = un->b.mem[i] / 4096;
	un->sock_cache =
		slab_cache_new(host_slab(n->host), "UDP", (uint32_t)n->sock->b.udp_bytes, 64);
	un->hash_addr = layout_static(host_layout(n->host), LAYOUT_STATIC, UDP_HASH * 16, 64);
	return NULL;
}

static void destroy(struct sock *sk)
{
	struct udp_sock *up = udp_sk(sk);

	sim_assert(!sk->hashed && !sk->receive_queue.len);
	slab_free(up->un->sock_cache, sk->addr);
	up->un->live--;
	free(up);
}

static const struct sock_proto udp_proto = {
	.name = "udp",
	.l4 = L4_UDP,
	.backlog_rcv = udp_backlog_rcv,
	.write_space = sock_def_write_space,
	.destroy = destroy,
};

struct udp_sock *udp_sock_new(struct net *n)
{
	struct udp_sock *up = xcalloc(1, sizeof(*up));

	up->un = n->udp;
	up->un->live++;
	sock_init(&up->sk, n, &udp_proto, slab_alloc(n->udp->sock_cache));
	spin_init(&up->queue_lock, "sk_receive_queue", up->sk.addr + SOCK_RX + 24);
	return up;
}

static bool port_taken(const struct udp_net *un, uint16_t port)
{
	for (const struct sock *sk = un->hash[port % UDP_HASH]; sk; sk = sk->hash_next) {
		if (sk->sport == port)
			return true;
	}
	return false;
}

int udp_bind(struct udp_sock *up, uint32_t ip, uint16_t port)
{
	struct udp_net *un = up->un;
	uint16_t *next = &up->sk.net->inet->next_port;

	if (up->bound)
		return -EINVAL;
	while (!port) {
		if (!port_taken(un, *next))
			port = *next;
		*next = *next >= 61000 ? 32768 : (uint16_t)(*next + 1);
	}
	if (port_taken(un, port))
		return -EADDRINUSE;
	up->sk.saddr = ip;
	up->sk.sport = port;
	up->sk.hash_next = un->hash[port % UDP_HASH];
	un->hash[port % UDP_HASH] = &up->sk;
	up->sk.hashed = up->bound = true;
	mem_atomic(un->hash_addr + 16u * (port % UDP_HASH));
	return 0;
}

int udp_connect(struct udp_sock *up, uint32_t ip, uint16_t port)
{
	struct rtable *rt = ip_route_output(up->sk.net, ip);
	int err = 0;

	if (!rt)
		return -ENETUNREACH;
	if (!up->bound)
		err = udp_bind(up, rt->saddr, 0);
	if (err)
		return err;
	up->sk.dst = rt;
	up->sk.daddr = ip;
	up->sk.dport = port;
	up->connected = true;
	return 0;
}

int udp_setopt(struct udp_sock *up, enum ksock_opt opt, uint64_t value)
{
	int err;

	sock_lock(&up->sk);
	err = sock_setopt(&up->sk, opt, value);
	sock_release(&up->sk);
	return err;
}

void udp_close(struct udp_sock *up)
{
	struct sock *sk = &up->sk, **pp = &up->un->hash[sk->sport % UDP_HASH];
	struct pkt *p;

	sock_lock(sk);
	if (sk->hashed) {
		while (*pp != sk)
			pp = &(*pp)->hash_next;
		*pp = sk->hash_next;
		sk->hashed = false;
	}
	sock_release(sk);
	bh_off();
	while ((p = pkt_dequeue(&sk->receive_queue)))
		pkt_free(p, PKT_END_CLOSED);
	sock_mem_reclaim(sk);
	sk->dead = true;
	sock_put(sk);
	bh_on();
}
