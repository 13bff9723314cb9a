/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A TCP segment finds its socket.
 *
 * Called by: ip_local_deliver
 * Calls: prequeue, backlog, tcp_rcv_established, tcp_rcv_state_process
 * Models: tcp_v4_rcv (lookup, lock, owner), tcp_v4_do_rcv, tcp_prequeue,
 *	checksum in software where the device has not verified it, early demux
 * Leaves out: MD5, minimum TTL, busy polling
 * Source: Linux net/ipv4/tcp_ipv4.c, v2.6.26 to v2.6.37; early demux
 *	41063e9dd119 (3.6)
 */
#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

static void fill_cb(struct pkt *p)
{
	const struct hdrs *h = &p->h;

	p->seq = h->seq;
	p->end_seq = h->seq + p->pl.len + !!(h->flags & TCPF_SYN) + !!(h->flags & TCPF_FIN);
	p->ack_seq = h->ack;
	p->sacked = 0;
	mem_read(pkt_hdr_addr(p) + hdrs_l2_len(h) + 20, hdrs_l4_len(h));
	mem_write(pkt_line(p, PKT_LINE_CB), 48);
}

static void edemux(struct pkt *p)
{
	sock_put(p->sk);
}

bool tcp_early_demux(struct pkt *p)
{
	struct tcp_sock *tp;
	KFN(tcp_v4_early_demux);

	tp = tcp_lookup(p->net, &p->h);
	if (!tp)
		return false;
	if (tp->state == TCP_LISTEN) {
		sock_put(&tp->sk);
		return false;
	}
	p->sk = &tp->sk;
	p->destructor = edemux;
	mem_read(tp->sk.addr + SOCK_DST, 8);
	return true;
}

/* The socket, held: from early demux or looked up. */
static struct tcp_sock *steal_or_lookup(struct pkt *p)
{
	struct tcp_sock *tp;

	if (!p->sk || p->destructor != edemux)
		return tcp_lookup(p->net, &p->h);
	tp = tcp_sk(p->sk);
	p->sk = NULL;
	p->destructor = NULL;
	return tp;
}

bool tcp_prequeue(struct tcp_sock *tp, struct pkt *p)
{
	const struct tcp_behaviour *b = &tp->tn->b;

	if (!b->prequeue || b->low_latency || !tp->ucopy.task)
		return false;
	KFN(tcp_prequeue);
	mem_rw(tp->sk.addr + SOCK_TCP_RX + 24, 40);
	pkt_queue_tail(&tp->ucopy.queue, p);
	tp->ucopy.memory += p->truesize;
	if (tp->ucopy.memory > tp->sk.rcvbuf) {
		while ((p = pkt_dequeue(&tp->ucopy.queue))) {
			tcp_v4_do_rcv(tp, p);
			SNMP(tp->sk.net, TcpExtTCPPrequeueDropped);
		}
		tp->ucopy.memory = 0;
	} else if (tp->ucopy.queue.len == 1) {
		sock_readable(&tp->sk);
		if (!tp->ack.sched)
			tcp_reset_timer(tp, TCP_TIME_DACK, 3 * tp->tn->rto_min / 4);
	}
	return true;
}

void tcp_v4_do_rcv(struct tcp_sock *tp, struct pkt *p)
{
	KFN(tcp_v4_do_rcv);

	if (tp->state == TCP_ESTABLISHED)
		tcp_rcv_established(tp, p);
	else if (tp->state == TCP_LISTEN)
		tcp_listen_rcv(tp, p);
	else
		tcp_rcv_state_process(tp, p);
}

void tcp_backlog_rcv(struct sock *sk, struct pkt *p)
{
	tcp_v4_do_rcv(tcp_sk(sk), p);
}

static void no_socket(struct pkt *p)
{
	tcp_v4_send_reset(p->net, p);
	pkt_free(p, PKT_END_NO_SOCKET);
}

static void deliver(struct tcp_sock *tp, struct pkt *p)
{
	struct sock *sk = &tp->sk;

	sock_bh_lock(sk);
	mem_read(sk->addr + SOCK_LOCK + 8, 4);
	if (sock_owned(sk)) {
		if (!sock_backlog_add(sk, p)) {
			SNMP(sk->net, TcpExtTCPBacklogDrop);
			sock_bh_unlock(sk);
			pkt_free(p, PKT_END_SOCK_BACKLOG_DROP);
			return;
		}
	} else if (!tcp_prequeue(tp, p)) {
		tcp_v4_do_rcv(tp, p);
	}
	sock_bh_unlock(sk);
}

void tcp_v4_rcv(struct pkt *p)
{
	struct tcp_sock *tp;
	KFN(tcp_v4_rcv);

	path_at(STAGE_tcp_input, p);
	SNMP_ADD(p->net, TcpInSegs, tcp_skb_pcount(p));
	fill_cb(p);
	if (!p->csum_ok && !p->csum_partial)
		mem_sum(pkt_hdr_addr(p) + 34, hdrs_l4_len(&p->h) + p->pl.len, 6);
	tp = steal_or_lookup(p);
	if (!tp) {
		no_socket(p);
		return;
	}
	deliver(tp, p);
	sock_put(&tp->sk);
}
