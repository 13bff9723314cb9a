/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * TCP's socket calls that move no data: bind, listen, connect, accept, close.
 *
 * Called by: kernel_stages
 * Calls: tcp_connect, tcp_send_fin, tcp_send_active_reset
 * Models: ephemeral ports, blocking connect and accept, close with data unread
 *	(reset) and without (FIN), the socket's life after it
 * Leaves out: SO_LINGER, timeouts, SO_REUSEPORT groups
 * Source: Linux net/ipv4/tcp.c, tcp_ipv4.c, inet_connection_sock.c, v2.6.26
 */
#include "models/tcp.h"

#include <errno.h>

#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/inet.h"
#include "models/path.h"
#include "sim/check.h"

void tcp_setup_route(struct tcp_sock *tp, struct rtable *rt)
{
	uint32_t caps;

	sim_assert(rt);
	tp->sk.dst = rt;
	caps = rt->dev->features;
	if ((caps & NETDEV_GSO) && (caps & NETDEV_SG))
		caps |= NETDEV_TSO;
	if (!(caps & NETDEV_SG) || !(caps & NETDEV_CSUM))
		caps &= ~(uint32_t)NETDEV_TSO;
	tp->sk.caps = caps;
	mem_write(tp->sk.addr + SOCK_DST, 16);
}

int tcp_bind(struct tcp_sock *tp, uint32_t ip, uint16_t port)
{
	if (port && tcp_port_taken(tp->sk.net, port))
		return -EADDRINUSE;
	tp->sk.saddr = ip;
	tp->sk.sport = port;
	return 0;
}

int tcp_listen(struct tcp_sock *tp)
{
	if (!tp->sk.sport || tp->state != TCP_CLOSE)
		return -EINVAL;
	sock_lock(&tp->sk);
	bh_off();
	tp->backlog_max = 128;
	tp->state = TCP_LISTEN;
	tcp_hash(tp);
	bh_on();
	sock_release(&tp->sk);
	return 0;
}

static uint16_t free_port(struct net *n)
{
	for (int i = 0; i < 28000; i++) {
		uint16_t port = n->inet->next_port;

		n->inet->next_port = port >= 61000 ? 32768 : (uint16_t)(port + 1);
		if (!tcp_port_taken(n, port))
			return port;
	}
	return 0;
}

static bool connect_over(struct sock *sk)
{
	return tcp_sk(sk)->state != TCP_SYN_SENT || sk->err;
}

static int take_error(struct sock *sk)
{
	int err = sk->err;

	sk->err = 0;
	return -err;
}

int tcp_v4_connect(struct tcp_sock *tp, uint32_t ip, uint16_t port)
{
	struct sock *sk = &tp->sk;
	struct rtable *rt = ip_route_output(sk->net, ip);
	int err;

	if (!rt)
		return -ENETUNREACH;
	if (tp->state != TCP_CLOSE)
		return tp->state == TCP_SYN_SENT ? -EALREADY : -EISCONN;
	sock_lock(sk);
	tcp_setup_route(tp, rt);
	sk->saddr = rt->saddr;
	sk->daddr = ip;
	sk->dport = port;
	if (!sk->sport)
		sk->sport = free_port(sk->net);
	bh_off();
	tcp_set_state(tp, TCP_SYN_SENT);
	tcp_hash(tp);
	bh_on();
	tp->tn->isn += 0x3d0901;
	tp->snt_isn = tp->write_seq = tp->tn->isn + (uint32_t)(cpu_now().ps / 4000000);
	tcp_connect(tp);
	while (!connect_over(sk))
		sock_wait_event(sk, connect_over);
	err = take_error(sk);
	if (!err && tp->state == TCP_CLOSE)
		err = -ECONNABORTED;
	sock_release(sk);
	return err;
}

static bool can_accept(struct sock *sk)
{
	return tcp_sk(sk)->accept_head || tcp_sk(sk)->state != TCP_LISTEN;
}

struct tcp_sock *tcp_accept(struct tcp_sock *l)
{
	struct tcp_sock *tp;

	sock_lock(&l->sk);
	while (!can_accept(&l->sk))
		sock_wait_event(&l->sk, can_accept);
	tp = l->accept_head;
	if (tp && l->state == TCP_LISTEN) {
		l->accept_head = tp->accept_next;
		if (!l->accept_head)
			l->accept_tail = NULL;
		l->accept_queued--;
	} else {
		tp = NULL;
	}
	sock_release(&l->sk);
	return tp;
}

int tcp_setopt(struct tcp_sock *tp, enum ksock_opt opt, uint64_t value)
{
	int err = 0;

	sock_lock(&tp->sk);
	if (opt == KSOCK_NODELAY) {
		tp->nonagle = value ? tp->nonagle | TCP_NAGLE_OFF | TCP_NAGLE_PUSH
				    : tp->nonagle & (uint8_t)~TCP_NAGLE_OFF;
		if (value && tp->send_head)
			__tcp_push_pending_frames(tp, tcp_current_mss(tp, true), tp->nonagle);
	} else {
		err = sock_setopt(&tp->sk, opt, value);
	}
	sock_release(&tp->sk);
	return err;
}

/* tcp_close_state(): next state; true when a FIN is to be sent. */
static bool close_state(struct tcp_sock *tp)
{
	switch (tp->state) {
	case TCP_ESTABLISHED:
	case TCP_SYN_RECV:
		tcp_set_state(tp, TCP_FIN_WAIT1);
		return true;
	case TCP_CLOSE_WAIT:
		tcp_set_state(tp, TCP_LAST_ACK);
		return true;
	case TCP_SYN_SENT:
	case TCP_LISTEN:
		tcp_set_state(tp, TCP_CLOSE);
		return false;
	default:
		return false;
	}
}

int tcp_shutdown(struct tcp_sock *tp)
{
	struct sock *sk = &tp->sk;
	int err = 0;

	sock_lock(sk);
	if (tp->state == TCP_CLOSE || tp->state == TCP_LISTEN || tp->state == TCP_SYN_SENT)
		err = -ENOTCONN;
	sk->shutdown |= SEND_SHUTDOWN;
	if (!err && close_state(tp))
		tcp_send_fin(tp);
	sock_release(sk);
	return err;
}

static void listen_stop(struct tcp_sock *tp)
{
	struct tcp_sock *c;

	while (tp->requests)
		tcp_request_free(tp->requests);
	while ((c = tp->accept_head)) {
		tp->accept_head = c->accept_next;
		tcp_close(c);
	}
	tp->accept_tail = NULL;
	tp->accept_queued = 0;
}

/* Bytes that were received and not read. */
static bool discard_unread(struct tcp_sock *tp)
{
	struct pkt *p;
	bool unread = false;

	while ((p = pkt_dequeue(&tp->sk.receive_queue))) {
		uint32_t end = p->end_seq - !!(p->h.flags & TCPF_FIN);

		unread |= p->pl.len && after(end, tp->copied_seq);
		pkt_free(p, PKT_END_CLOSED);
	}
	return unread;
}

static void start_close(struct tcp_sock *tp)
{
	bool unread = discard_unread(tp);

	if (tp->state == TCP_CLOSE)
		return;
	if (unread && tp->state != TCP_SYN_SENT) {
		SNMP(tp->sk.net, TcpExtTCPAbortOnClose);
		tcp_set_state(tp, TCP_CLOSE);
		tcp_send_active_reset(tp);
	} else if (close_state(tp)) {
		tcp_send_fin(tp);
	}
}

void tcp_close(struct tcp_sock *tp)
{
	struct sock *sk = &tp->sk;
	KFN(tcp_close);

	sock_lock(sk);
	sk->shutdown = RCV_SHUTDOWN | SEND_SHUTDOWN;
	if (tp->state == TCP_LISTEN) {
		tcp_set_state(tp, TCP_CLOSE);
		listen_stop(tp);
	} else {
		start_close(tp);
	}
	sk->refs++;
	sk->dead = true;
	tp->user_closed = true;
	sock_release(sk);
	bh_off();
	sock_bh_lock(sk);
	if (tp->state == TCP_FIN_WAIT2)
		tcp_reset_timer(tp, TCP_TIME_WAITING, tcp_jiffies(tp->tn, tp->tn->b.timewait_ps));
	if (tp->state == TCP_CLOSE)
		tcp_done(tp);
	sock_bh_unlock(sk);
	sock_put(sk);
	bh_on();
}
