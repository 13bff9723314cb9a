/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Socket memory: what a packet charges to its socket and when it is given back.
 *
 * Called by: protocol input and output, destructors
 * Calls: the socket's write_space
 * Models: sk_rmem_alloc and sk_wmem_alloc by truesize, sk_forward_alloc in
 *	quanta of a page against the protocol's memory (pressure, hard limit)
 * Leaves out: memory cgroups, per-socket fairness under hard pressure
 * Source: Linux net/core/sock.c (__sk_mem_schedule), v2.6.26
 */
#include "models/sock.h"

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/path.h"
#include "models/inet.h"
#include "sim/check.h"
#include "sim/stats.h"

#define QUANTUM 4096

struct proto_mem *sock_proto_mem(const struct sock *sk)
{
	return &sock_net(sk->net)->mem[sk->prot->l4 == L4_UDP];
}

uint32_t sock_quantum_pages(uint64_t bytes)
{
	return (uint32_t)((bytes + QUANTUM - 1) / QUANTUM);
}

/* memory_allocated: one word for all CPUs, or since 6.0 a CPU's reserve of 1 MiB, whose line stays
 * in its L1. */
static void touch_allocated(struct sock *sk, struct proto_mem *m)
{
	if (!sock_net(sk->net)->b.mem_give_back)
		mem_atomic(m->addr);
}

/* __sk_mem_schedule(): slow path, takes whole pages. */
static bool mem_take(struct sock *sk, uint32_t bytes, bool receive)
{
	struct proto_mem *m = sock_proto_mem(sk);
	uint32_t pages = sock_quantum_pages(bytes);
	KFN(__sk_mem_schedule);

	touch_allocated(sk, m);
	m->allocated += pages;
	sk->forward_alloc += (int64_t)pages * QUANTUM;
	if ((uint64_t)m->allocated <= m->limit[0]) {
		m->pressure = false;
		return true;
	}
	if ((uint64_t)m->allocated > m->limit[1] && !m->pressure) {
		m->pressure = true;
		if (sk->prot->l4 == L4_TCP)
			SNMP(sk->net, TcpExtTCPMemoryPressures);
	}
	if ((uint64_t)m->allocated <= m->limit[2])
		return true;
	/* Over the hard limit: only a socket below its minimum goes on. */
	if (receive ? sk->rmem_alloc < QUANTUM : sk->wmem_queued < QUANTUM)
		return true;
	sk->forward_alloc -= (int64_t)pages * QUANTUM;
	m->allocated -= pages;
	touch_allocated(sk, m);
	return false;
}

bool sock_mem_schedule(struct sock *sk, uint32_t bytes, bool receive)
{
	mem_read(sk->addr + SOCK_DST + 32, 4);
	return (int64_t)bytes <= sk->forward_alloc || mem_take(sk, bytes, receive);
}

void sock_mem_charge(struct sock *sk, uint32_t bytes)
{
	mem_rw(sk->addr + SOCK_DST + 32, 4);
	sk->forward_alloc -= bytes;
}

void sock_mem_uncharge(struct sock *sk, uint32_t bytes)
{
	mem_rw(sk->addr + SOCK_DST + 32, 4);
	sk->forward_alloc += bytes;
	if (sock_net(sk->net)->b.mem_give_back)
		sock_mem_reclaim(sk);
}

void sock_mem_reclaim(struct sock *sk)
{
	struct proto_mem *m = sock_proto_mem(sk);

	if (sk->forward_alloc < QUANTUM)
		return;
	KFN(__sk_mem_reclaim);
	touch_allocated(sk, m);
	m->allocated -= sk->forward_alloc / QUANTUM;
	sk->forward_alloc %= QUANTUM;
	if (m->pressure && (uint64_t)m->allocated < m->limit[0])
		m->pressure = false;
}

void sock_set_owner_r(struct sock *sk, struct pkt *p)
{
	sim_assert(!p->destructor);
	p->sk = sk;
	p->destructor = sock_rfree;
	p->charged = p->truesize;
	mem_write(pkt_line(p, PKT_LINE_LINKS) + 16, 8);
	mem_atomic(sk->addr + SOCK_RX + 32);
	sk->rmem_alloc += p->truesize;
	sock_net(sk->net)->level_rmem = sk->rmem_alloc;
	sock_mem_charge(sk, p->truesize);
}

void sock_rfree(struct pkt *p)
{
	struct sock *sk = p->sk;
	KFN(sock_rfree);

	mem_atomic(sk->addr + SOCK_RX + 32);
	sim_assert(sk->rmem_alloc >= p->charged);
	sk->rmem_alloc -= p->charged;
	sock_net(sk->net)->level_rmem = sk->rmem_alloc;
	sock_mem_uncharge(sk, p->charged);
}

void sock_set_owner_w(struct sock *sk, struct pkt *p)
{
	sim_assert(!p->destructor);
	p->sk = sk;
	p->destructor = sock_wfree;
	p->charged = p->truesize;
	p->when = cpu_now();
	mem_atomic(sk->addr + SOCK_TX + 32);
	sk->wmem_alloc += p->truesize;
}

void sock_wfree(struct pkt *p)
{
	struct sock *sk = p->sk;
	KFN(sock_wfree);

	stats_dist_add(sock_net(sk->net)->wmem_alloc_ps, sim_sub(cpu_now(), p->when).ps);
	mem_atomic(sk->addr + SOCK_TX + 32);
	sim_assert(sk->wmem_alloc >= p->charged);
	sk->wmem_alloc -= p->charged;
	if (sk->prot->l4 == L4_UDP)
		sk->prot->write_space(sk);
	if (sk->wmem_alloc == 0 && sk->refs == 0)
		sk->prot->destroy(sk);
}

void sock_wmem_free(struct sock *sk, struct pkt *p, enum pkt_end end)
{
	stats_dist_add(sock_net(sk->net)->wmem_queued_ps, sim_sub(cpu_now(), p->born).ps);
	sk->queue_shrunk = true;
	sim_assert(sk->wmem_queued >= p->truesize);
	sk->wmem_queued -= p->truesize;
	mem_rw(sk->addr + SOCK_TX + 36, 4);
	sock_mem_uncharge(sk, p->truesize);
	pkt_free(p, end);
}
