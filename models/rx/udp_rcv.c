/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * UDP input and recvmsg().
 *
 * Called by: ip_local_deliver; the system call (kernel_stages)
 * Calls: backlog, wakes the reader
 * Models: __udp4_lib_rcv, udp_queue_rcv_skb with the socket's lock and backlog
 *	where the version takes it, drops for a full buffer, __skb_recv_datagram,
 *	the lock around freeing that drains the backlog
 * Leaves out: ICMP for closed ports, multicast, peeking
 * Source: Linux net/ipv4/udp.c and net/core/datagram.c, v2.6.26; 95766fff6b9a
 *	(2.6.25, lock for memory accounting), c377411f2494 (2.6.35)
 */
#include <errno.h>

#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/udp.h"

static void drop_full(struct sock *sk, struct pkt *p, enum pkt_end end)
{
	SNMP(sk->net, UdpRcvbufErrors);
	SNMP(sk->net, UdpInErrors);
	pkt_free(p, end);
}

/* sock_queue_rcv_skb() */
static void queue_rcv(struct sock *sk, struct pkt *p)
{
	struct udp_sock *up = udp_sk(sk);
	bool flags;
	KFN(sock_queue_rcv_skb);

	mem_read(sk->addr + SOCK_RX + 32, 8);
	if (sk->rmem_alloc + p->truesize >= sk->rcvbuf ||
	    !sock_mem_schedule(sk, p->truesize, true)) {
		drop_full(sk, p, PKT_END_UDP_RCVBUF);
		return;
	}
	pkt_dst_drop(p);
	sock_set_owner_r(sk, p);
	p->enqueued = cpu_now();
	flags = spin_acquire_irqsave(&up->queue_lock);
	mem_rw(sk->addr + SOCK_RX, 24);
	pkt_queue_tail(&sk->receive_queue, p);
	spin_release_irqrestore(&up->queue_lock, flags);
	if (!sk->dead)
		sock_readable(sk);
}

void udp_backlog_rcv(struct sock *sk, struct pkt *p)
{
	queue_rcv(sk, p);
}

static void queue_locked(struct udp_sock *up, struct pkt *p)
{
	struct sock *sk = &up->sk;

	if (up->un->b.check_before_lock && sock_backlog_full(sk, p->truesize)) {
		drop_full(sk, p, PKT_END_UDP_RCVBUF);
		return;
	}
	sock_bh_lock(sk);
	mem_read(sk->addr + SOCK_LOCK + 8, 4);
	if (!sock_owned(sk))
		queue_rcv(sk, p);
	else if (!sock_backlog_add(sk, p))
		drop_full(sk, p, PKT_END_UDP_BACKLOG);
	sock_bh_unlock(sk);
}

static void udp_queue(struct udp_sock *up, struct pkt *p)
{
	KFN(udp_queue_rcv_skb);

	if (up->un->b.input_lock)
		queue_locked(up, p);
	else
		queue_rcv(&up->sk, p);
}

static int score(const struct sock *sk, const struct hdrs *h)
{
	if (sk->sport != h->dport || (sk->saddr && sk->saddr != h->daddr))
		return -1;
	if (sk->daddr && (sk->daddr != h->saddr || sk->dport != h->sport))
		return -1;
	return !!sk->saddr + 2 * !!sk->daddr;
}

static struct udp_sock *lookup(struct udp_net *un, const struct hdrs *h)
{
	struct sock *best = NULL;
	int best_score = -1;
	KFN(__udp4_lib_lookup);

	mem_read(un->hash_addr + 16u * (h->dport % UDP_HASH), 8);
	for (struct sock *sk = un->hash[h->dport % UDP_HASH]; sk; sk = sk->hash_next) {
		int s = score(sk, h);

		mem_read(sk->addr + SOCK_LOOKUP, 64);
		if (s > best_score) {
			best = sk;
			best_score = s;
		}
	}
	return best ? udp_sk(best) : NULL;
}

void udp_rcv(struct pkt *p)
{
	struct udp_sock *up;
	KFN(udp_rcv);

	path_at(STAGE_udp_rcv, p);
	mem_read(pkt_hdr_addr(p) + hdrs_l2_len(&p->h) + 20, 8);
	if (!p->csum_ok && !p->csum_partial)
		mem_sum(pkt_hdr_addr(p) + 34, 8 + p->pl.len, 6);
	up = lookup(p->net->udp, &p->h);
	if (!up) {
		SNMP(p->net, UdpNoPorts);
		pkt_free(p, PKT_END_NO_SOCKET);
		return;
	}
	sock_hold(&up->sk);
	udp_queue(up, p);
	sock_put(&up->sk);
}

static struct pkt *dequeue(struct udp_sock *up)
{
	bool flags = spin_acquire_irqsave(&up->queue_lock);
	struct pkt *p;

	mem_rw(up->sk.addr + SOCK_RX, 24);
	p = pkt_dequeue(&up->sk.receive_queue);
	spin_release_irqrestore(&up->queue_lock, flags);
	return p;
}

/* __skb_recv_datagram(): the reader sleeps outside the socket's lock. */
static struct pkt *recv_datagram(struct udp_sock *up, int *err)
{
	struct sock *sk = &up->sk;
	struct pkt *p;
	KFN(__skb_recv_datagram);

	while (!(p = dequeue(up))) {
		if (sk->err || (sk->shutdown & RCV_SHUTDOWN)) {
			*err = -sk->err;
			return NULL;
		}
		waitq_prepare(&sk->wq);
		if (!sk->receive_queue.len)
			task_sleep(SIM_NEVER);
		waitq_finish(&sk->wq);
	}
	return p;
}

static void free_and_reclaim(struct sock *sk, struct pkt *p)
{
	pkt_free(p, PKT_END_DELIVERED);
	sock_mem_reclaim(sk);
}

/* Accounting needs the lock; releasing ownership drains the backlog. */
static void free_datagram(struct udp_sock *up, struct pkt *p)
{
	struct sock *sk = &up->sk;
	KFN(skb_free_datagram);

	if (!up->un->b.input_lock) {
		free_and_reclaim(sk, p);
		return;
	}
	if (up->un->b.reader_fast_lock) {
		spin_acquire_bh(&sk->slock);
		if (!sk->owned) {
			free_and_reclaim(sk, p);
			spin_release_bh(&sk->slock);
			return;
		}
		spin_release_bh(&sk->slock);
	}
	sock_lock(sk);
	free_and_reclaim(sk, p);
	sock_release(sk);
}

int64_t udp_recvmsg(struct udp_sock *up, struct ubuf buf, struct payload *got)
{
	int err = 0;
	struct pkt *p;
	uint32_t n;
	KFN(udp_recvmsg);

	p = recv_datagram(up, &err);
	if (!p)
		return err;
	path_at(STAGE_sock_recv, p);
	n = p->pl.len < buf.len ? p->pl.len : buf.len;
	if (n)
		pkt_copy_to_user(p, 0, buf.addr, n);
	if (got)
		*got = (struct payload){p->pl.stream, n, p->pl.pos};
	SNMP(up->sk.net, UdpInDatagrams);
	free_datagram(up, p);
	return n;
}
