/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The socket backlog: packets that arrive while a task owns the socket.
 *
 * Called by: tcp_v4_rcv, udp_queue_rcv (add), release_sock (drain)
 * Calls: the protocol's backlog_rcv
 * Models: sk_add_backlog with the limit of the version, __release_sock: packets
 *	that arrive during the drain are drained too, and the count of bytes is
 *	zeroed only when it is all over, so that packets which have moved on to the
 *	receive queue still count
 * Leaves out: pfmemalloc reserves
 * Source: Linux net/core/sock.c and include/net/sock.h; commits 8eae939f1400
 *	(2.6.34), c377411f2494 (2.6.35), da882c1f2eca (3.5), c9c3321257e1 (4.20),
 *	ec00ed472bdb (6.9), 5413d1babe8f (4.7: softirqs on while it drains)
 */
#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"
#include "sim/stats.h"

bool sock_backlog_full(const struct sock *sk, uint32_t truesize)
{
	uint64_t len = sk->backlog.len, queued = len + sk->rmem_alloc;

	switch ((enum backlog_rule)sock_net(sk->net)->b.backlog_limit) {
	case BACKLOG_NONE:
		return false;
	case BACKLOG_2_6_34: {
		uint64_t limit = (uint64_t)sk->rcvbuf << 1;

		return len >= (sk->backlog.limit > limit ? sk->backlog.limit : limit);
	}
	case BACKLOG_2_6_35:
		return queued + truesize > sk->rcvbuf;
	case BACKLOG_3_5:
		return queued > (uint64_t)sk->rcvbuf + sk->sndbuf;
	case BACKLOG_4_20:
		return queued > (uint64_t)sk->rcvbuf + sk->sndbuf + 65536;
	case BACKLOG_6_X:
		return queued > 2ull * sk->rcvbuf + sk->sndbuf / 2 + 65536;
	}
	return false;
}

/* tcp_add_backlog(): same flow, next bytes, same flags and options. */
static bool coalesce(struct sock *sk, struct pkt *p)
{
	struct pkt *tail = sk->backlog.tail;
	uint32_t before_size;

	if (sock_net(sk->net)->b.backlog_limit < BACKLOG_4_20 || !tail || sk->prot->l4 != L4_TCP)
		return false;
	mem_read(pkt_line(tail, PKT_LINE_CB), 48);
	mem_read(pkt_hdr_addr(tail) + 34, 32);
	before_size = tail->truesize;
	if (!tcp_backlog_join(tail, p))
		return false;
	sk->backlog.len += tail->truesize - before_size;
	SNMP(sk->net, TcpExtTCPBacklogCoalesce);
	return true;
}

static void append(struct sock *sk, struct pkt *p)
{
	struct sock_backlog *b = &sk->backlog;

	p->next = NULL;
	mem_rw(sk->addr + SOCK_LOCK + 24, 24);
	mem_write(pkt_line(p, PKT_LINE_LINKS), 8);
	if (b->tail) {
		mem_write(pkt_line(b->tail, PKT_LINE_LINKS), 8);
		b->tail->next = p;
	} else {
		b->head = p;
	}
	b->tail = p;
	b->packets++;
	b->len += p->truesize;
}

bool sock_backlog_add(struct sock *sk, struct pkt *p)
{
	KFN(sk_add_backlog);

	path_at(STAGE_backlog, p);
	mem_read(pkt_line(p, PKT_LINE_DATA) + 56, 4);
	mem_read(sk->addr + SOCK_RX + 32, 8);
	if (!coalesce(sk, p)) {
		if (sock_backlog_full(sk, p->truesize)) {
			sk->backlog_drops++;
			return false;
		}
		append(sk, p);
	}
	if (sk->backlog.len > sk->backlog_max)
		sk->backlog_max = sk->backlog.len;
	sock_net(sk->net)->level_backlog = sk->backlog.len;
	stats_dist_add(sock_net(sk->net)->backlog_bytes, sk->backlog.len);
	return true;
}

/* One chain that was taken off; the lock is free for others to add more. */
static void drain_chain(struct sock *sk, struct pkt *p, bool bh_off_all_along)
{
	struct pkt *next;

	for (; p; p = next) {
		next = p->next;
		p->next = NULL;
		mem_rw(pkt_line(p, PKT_LINE_LINKS), 8);
		sk->prot->backlog_rcv(sk, p);
		if (!need_resched_now())
			continue;
		/* cond_resched_softirq() or cond_resched() */
		if (bh_off_all_along)
			bh_on();
		cond_resched_point();
		if (bh_off_all_along)
			bh_off();
	}
}

void sock_backlog_drain(struct sock *sk)
{
	struct sock_backlog *b = &sk->backlog;
	bool keep_bh_off = sock_net(sk->net)->b.drain_bh_off;
	struct pkt *p;
	KFN(__release_sock);

	while ((p = b->head)) {
		b->head = b->tail = NULL;
		b->packets = 0;
		mem_write(sk->addr + SOCK_LOCK + 24, 16);
		if (keep_bh_off)
			spin_release(&sk->slock);
		else
			spin_release_bh(&sk->slock);
		drain_chain(sk, p, keep_bh_off);
		if (keep_bh_off)
			spin_acquire(&sk->slock);
		else
			spin_acquire_bh(&sk->slock);
	}
	b->len = 0;
	sock_net(sk->net)->level_backlog = 0;
	mem_write(sk->addr + SOCK_LOCK + 40, 4);
}
