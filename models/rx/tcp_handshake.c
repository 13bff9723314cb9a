/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Connections begin.
 *
 * Called by: tcp_v4_do_rcv for listeners and states that are not ESTABLISHED
 * Calls: tcp_send_synack, tcp_rcv_state_process
 * Models: request sockets with SYN-ACK retransmission, the child socket on the
 *	handshake's last ACK, accept queue with its limit, the client's side,
 *	options (mss, scaling, SACK, timestamps) as both sides allow
 * Leaves out: syncookies, deferred accept, Fast Open, simultaneous open
 * Source: Linux net/ipv4/tcp_ipv4.c, tcp_minisocks.c, tcp_input.c, v2.6.26
 */
#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/inet.h"
#include "models/mem/slab.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

#include <errno.h>
#include <stdlib.h>

/* --- requests --- */

static void request_unlink(struct tcp_request *r)
{
	struct tcp_request **pp = &r->listener->requests;

	while (*pp != r)
		pp = &(*pp)->next;
	*pp = r->next;
	r->listener->requests_queued--;
}

void tcp_request_free(struct tcp_request *r)
{
	ktimer_cancel(&r->timer);
	request_unlink(r);
	slab_free(r->listener->tn->request_cache, r->addr);
	free(r);
}

static void synack_timer(void *arg)
{
	struct tcp_request *r = arg;
	struct tcp_sock *l = r->listener;

	l->sk.refs++;
	sock_bh_lock(&l->sk);
	if (sock_owned(&l->sk)) {
		ktimer_arm(&r->timer, host_jiffies(l->sk.net->host) + max_u32(l->tn->hz / 20, 1));
	} else if (r->retrans >= l->tn->b.synack_retries) {
		SNMP(l->sk.net, TcpAttemptFails);
		tcp_request_free(r);
	} else {
		uint32_t wait = l->tn->rto_initial << ++r->retrans;

		SNMP(l->sk.net, TcpRetransSegs);
		tcp_send_synack(r);
		ktimer_arm(&r->timer,
			   host_jiffies(l->sk.net->host) + min_u32(wait, l->tn->rto_max));
	}
	sock_bh_unlock(&l->sk);
	sock_put(&l->sk);
}

static struct tcp_request *request_find(struct tcp_sock *l, const struct hdrs *h)
{
	struct tcp_request *r;

	for (r = l->requests; r; r = r->next) {
		mem_read(r->addr, 32);
		if (r->daddr == h->saddr && r->dport == h->sport && r->saddr == h->daddr)
			return r;
	}
	return NULL;
}

static uint32_t new_isn(struct tcp_net *tn)
{
	tn->isn += 0x3d0901 + (uint32_t)(cpu_now().ps / 4000000);
	return tn->isn;
}

static void request_options(struct tcp_request *r, const struct tcp_net *tn, const struct hdrs *h)
{
	r->opt.mss_clamp = h->mss ? h->mss : 536;
	r->opt.tstamp_ok = h->ts && tn->b.timestamps;
	r->opt.sack_ok = h->sack_ok && tn->b.sack;
	r->opt.wscale_ok = h->wscale >= 0 && tn->b.window_scaling;
	r->opt.snd_wscale = r->opt.wscale_ok ? (uint8_t)h->wscale : 0;
	r->ts_recent = h->tsval;
}

static void request_window(struct tcp_request *r, struct tcp_sock *l, uint32_t mtu)
{
	r->mss = (uint16_t)(mtu - 40);
	tcp_select_initial_window(l->tn, (uint32_t)tcp_full_space(l),
				  r->mss - (r->opt.tstamp_ok ? 12u : 0u), &r->rcv_wnd,
				  &r->window_clamp, r->opt.wscale_ok, &r->opt.rcv_wscale);
}

void tcp_v4_conn_request(struct tcp_sock *l, struct pkt *p)
{
	struct rtable *rt = ip_route_output(l->sk.net, p->h.saddr);
	struct tcp_request *r;
	KFN(tcp_v4_conn_request);

	if (!rt || l->accept_queued > l->backlog_max) {
		SNMP(l->sk.net, TcpExtListenOverflows);
		SNMP(l->sk.net, TcpExtListenDrops);
		return;
	}
	r = xcalloc(1, sizeof(*r));
	r->addr = slab_alloc(l->tn->request_cache);
	mem_write(r->addr, 112);
	r->listener = l;
	r->saddr = p->h.daddr;
	r->daddr = p->h.saddr;
	r->sport = p->h.dport;
	r->dport = p->h.sport;
	r->rcv_isn = p->seq;
	r->snt_isn = new_isn(l->tn);
	request_options(r, l->tn, &p->h);
	request_window(r, l, rt->mtu);
	ktimer_init(&r->timer, "reqsk_timer", synack_timer, r);
	r->next = l->requests;
	l->requests = r;
	l->requests_queued++;
	tcp_send_synack(r);
	ktimer_arm(&r->timer, host_jiffies(l->sk.net->host) + l->tn->rto_initial);
}

/* --- the child --- */

static void child_sequences(struct tcp_sock *tp, const struct tcp_request *r)
{
	tp->rcv_isn = r->rcv_isn;
	tp->rcv_nxt = tp->copied_seq = tp->rcv_wup = r->rcv_isn + 1;
	tp->snt_isn = r->snt_isn;
	tp->snd_una = tp->snd_nxt = tp->snd_sml = tp->write_seq = tp->pushed_seq = r->snt_isn + 1;
	tp->snd_wl1 = r->rcv_isn;
	tp->rtt_seq = tp->snd_nxt;
	tp->rcv_wnd = r->rcv_wnd;
	tp->rcv_ssthresh = r->rcv_wnd;
	tp->window_clamp = r->window_clamp;
}

static void child_inherit(struct tcp_sock *tp, const struct tcp_sock *l)
{
	tp->sk.rcvbuf = l->sk.rcvbuf;
	tp->sk.sndbuf = l->sk.sndbuf;
	tp->sk.userlocks = l->sk.userlocks;
	tp->sk.rcvlowat = l->sk.rcvlowat;
	tp->nonagle = l->nonagle;
}

static struct tcp_sock *create_child(struct tcp_request *r)
{
	struct tcp_sock *l = r->listener, *tp = tcp_sock_new(l->sk.net);
	KFN(tcp_v4_syn_recv_sock);

	child_inherit(tp, l);
	tp->sk.saddr = r->saddr;
	tp->sk.daddr = r->daddr;
	tp->sk.sport = r->sport;
	tp->sk.dport = r->dport;
	tp->rx_opt = r->opt;
	tp->rx_opt.ts_recent = r->ts_recent;
	tp->header_len = 20 + (r->opt.tstamp_ok ? 12 : 0);
	tp->advmss = r->mss;
	child_sequences(tp, r);
	tcp_setup_route(tp, ip_route_output(l->sk.net, r->daddr));
	tcp_sync_mss(tp, tp->sk.dst->mtu);
	tcp_initialize_rcv_mss(tp);
	tp->state = TCP_SYN_RECV;
	tcp_hash(tp);
	return tp;
}

static void accept_queue_add(struct tcp_sock *l, struct tcp_sock *tp)
{
	tp->accept_next = NULL;
	if (l->accept_tail)
		l->accept_tail->accept_next = tp;
	else
		l->accept_head = tp;
	l->accept_tail = tp;
	l->accept_queued++;
}

/* The handshake's third segment, or another for a request. NULL: dropped. */
struct tcp_sock *tcp_check_req(struct tcp_sock *l, struct pkt *p)
{
	struct tcp_request *r = request_find(l, &p->h);
	struct tcp_sock *tp;

	if (!r)
		return NULL;
	if ((p->h.flags & TCPF_SYN) && p->seq == r->rcv_isn) {
		tcp_send_synack(r);
		return NULL;
	}
	if (p->h.flags & TCPF_RST) {
		tcp_request_free(r);
		return NULL;
	}
	if (!(p->h.flags & TCPF_ACK) || p->ack_seq != r->snt_isn + 1)
		return NULL;
	if (l->accept_queued > l->backlog_max) {
		SNMP(l->sk.net, TcpExtListenOverflows);
		return NULL;
	}
	tp = create_child(r);
	accept_queue_add(l, tp);
	tcp_request_free(r);
	return tp;
}

void tcp_listen_rcv(struct tcp_sock *l, struct pkt *p)
{
	struct tcp_sock *tp;

	if (request_find(l, &p->h)) {
		tp = tcp_check_req(l, p);
		if (!tp) {
			pkt_free(p, PKT_END_CONSUMED);
			return;
		}
		sock_bh_lock(&tp->sk);
		tcp_rcv_state_process(tp, p);
		sock_bh_unlock(&tp->sk);
		sock_readable(&l->sk);
		return;
	}
	if (p->h.flags & TCPF_RST) {
		pkt_free(p, PKT_END_TCP_INVALID);
	} else if ((p->h.flags & (TCPF_SYN | TCPF_ACK)) == TCPF_SYN) {
		tcp_v4_conn_request(l, p);
		pkt_free(p, PKT_END_CONSUMED);
	} else {
		tcp_v4_send_reset(l->sk.net, p);
		pkt_free(p, PKT_END_TCP_INVALID);
	}
}

/* --- established at last --- */

void tcp_init_metrics(struct tcp_sock *tp)
{
	tp->snd_cwnd = tcp_init_cwnd(tp);
	tp->snd_cwnd_stamp = tcp_time_stamp(tp);
}

void tcp_init_congestion(struct tcp_sock *tp)
{
	tp->ca = tp->tn->cong;
	if (tp->ca->init)
		tp->ca->init(tp);
}

static void become_established(struct tcp_sock *tp)
{
	tcp_set_state(tp, TCP_ESTABLISHED);
	tcp_init_metrics(tp);
	tcp_init_congestion(tp);
	tp->lsndtime = tcp_time_stamp(tp);
	tcp_init_buffer_space(tp);
	tcp_fast_path_on(tp);
}

static void take_synack_options(struct tcp_sock *tp, const struct hdrs *h)
{
	const struct tcp_behaviour *b = &tp->tn->b;

	tp->rx_opt.mss_clamp = h->mss ? h->mss : 536;
	tp->rx_opt.sack_ok = h->sack_ok && b->sack;
	tp->rx_opt.wscale_ok = h->wscale >= 0 && b->window_scaling;
	tp->rx_opt.tstamp_ok = h->ts && b->timestamps;
	tp->header_len = 20 + (tp->rx_opt.tstamp_ok ? 12 : 0);
	if (tp->rx_opt.tstamp_ok) {
		tp->rx_opt.saw_tstamp = true;
		tp->rx_opt.ts_recent = tp->rx_opt.rcv_tsval = h->tsval;
		tp->rx_opt.rcv_tsecr = h->tsecr;
	}
	if (tp->rx_opt.wscale_ok) {
		tp->rx_opt.snd_wscale = (uint8_t)h->wscale;
	} else {
		tp->rx_opt.snd_wscale = tp->rx_opt.rcv_wscale = 0;
		tp->window_clamp = min_u32(tp->window_clamp, 65535);
	}
}

/* SYN-ACK to our SYN. */
static void synsent(struct tcp_sock *tp, struct pkt *p)
{
	const struct hdrs *h = &p->h;

	if ((h->flags & TCPF_ACK) && p->ack_seq != tp->snd_nxt) {
		tcp_v4_send_reset(tp->sk.net, p);
		return;
	}
	if (h->flags & TCPF_RST) {
		if (h->flags & TCPF_ACK)
			tcp_reset_local(tp, ECONNREFUSED);
		return;
	}
	if ((h->flags & (TCPF_SYN | TCPF_ACK)) != (TCPF_SYN | TCPF_ACK))
		return;
	take_synack_options(tp, h);
	tp->snd_wl1 = p->seq;
	tcp_ack(tp, p, FLAG_SLOWPATH);
	tp->rcv_isn = p->seq;
	tp->rcv_nxt = tp->rcv_wup = tp->copied_seq = p->seq + 1;
	tp->snd_wnd = tp->max_window = h->window;
	tcp_sync_mss(tp, tp->sk.dst->mtu);
	tcp_initialize_rcv_mss(tp);
	tp->advmss = min_u32(tp->advmss, tp->sk.dst->mtu - 40);
	become_established(tp);
	sock_state_change(&tp->sk);
	tcp_send_ack(tp);
}

/* ACK of our SYN-ACK. */
static void synrecv(struct tcp_sock *tp, struct pkt *p)
{
	tp->snd_una = p->ack_seq;
	tp->snd_wnd = tp->max_window = (uint32_t)p->h.window << tp->rx_opt.snd_wscale;
	tp->snd_wl1 = p->seq;
	tcp_sync_mss(tp, tp->sk.dst->mtu);
	if (tp->rx_opt.saw_tstamp && tp->rx_opt.rcv_tsecr)
		tcp_ack_update_rtt(tp, 0, 0);
	SNMP(tp->sk.net, TcpPassiveOpens);
	become_established(tp);
	sock_state_change(&tp->sk);
}

static void fin_wait1(struct tcp_sock *tp)
{
	if (tp->snd_una != tp->write_seq)
		return;
	tcp_set_state(tp, TCP_FIN_WAIT2);
	tp->sk.shutdown |= SEND_SHUTDOWN;
	if (!tp->sk.dead)
		sock_state_change(&tp->sk);
	else if (tp->rcv_fin)
		tcp_time_wait(tp);
	else
		tcp_reset_timer(tp, TCP_TIME_WAITING, tcp_jiffies(tp->tn, tp->tn->b.timewait_ps));
}

/* What the ACK did to the closing states. False: the socket is gone. */
static bool ack_in_state(struct tcp_sock *tp, struct pkt *p)
{
	switch (tp->state) {
	case TCP_SYN_RECV:
		synrecv(tp, p);
		return true;
	case TCP_FIN_WAIT1:
		fin_wait1(tp);
		return true;
	case TCP_CLOSING:
		if (tp->snd_una == tp->write_seq) {
			tcp_time_wait(tp);
			return false;
		}
		return true;
	case TCP_LAST_ACK:
		if (tp->snd_una == tp->write_seq) {
			tcp_done(tp);
			return false;
		}
		return true;
	default:
		return true;
	}
}

/* The peer's FIN again: our last ACK was lost. */
static void time_wait_rcv(struct tcp_sock *tp, struct pkt *p)
{
	if (p->h.flags & TCPF_RST) {
		tcp_done(tp);
	} else if (p->end_seq != p->seq) {
		tcp_send_ack(tp);
		tcp_reset_timer(tp, TCP_TIME_WAITING, tcp_jiffies(tp->tn, tp->tn->b.timewait_ps));
	}
	pkt_free(p, PKT_END_CONSUMED);
}

/* Data that nobody will read: the peer must know. */
static bool data_after_close(struct tcp_sock *tp, struct pkt *p)
{
	if (!tp->sk.dead || !p->pl.len ||
	    !after(p->end_seq - !!(p->h.flags & TCPF_FIN), tp->rcv_nxt))
		return false;
	SNMP(tp->sk.net, TcpExtTCPAbortOnData);
	tcp_v4_send_reset(tp->sk.net, p);
	tcp_done(tp);
	pkt_free(p, PKT_END_CLOSED);
	return true;
}

void tcp_rcv_state_process(struct tcp_sock *tp, struct pkt *p)
{
	KFN(tcp_rcv_state_process);

	switch (tp->state) {
	case TCP_CLOSE:
		if (!(p->h.flags & TCPF_RST))
			tcp_v4_send_reset(tp->sk.net, p);
		pkt_free(p, PKT_END_CLOSED);
		return;
	case TCP_SYN_SENT:
		synsent(tp, p);
		pkt_free(p, PKT_END_CONSUMED);
		if (tp->state == TCP_ESTABLISHED)
			tcp_data_snd_check(tp);
		return;
	case TCP_TIME_WAIT:
		time_wait_rcv(tp, p);
		return;
	default:
		break;
	}
	if (!tcp_validate_incoming(tp, p))
		return;
	if (p->h.flags & TCPF_ACK) {
		if (tp->state != TCP_SYN_RECV)
			tcp_ack(tp, p, FLAG_SLOWPATH);
		if (!ack_in_state(tp, p)) {
			pkt_free(p, PKT_END_CONSUMED);
			return;
		}
	}
	if (tp->state != TCP_ESTABLISHED && data_after_close(tp, p))
		return;
	tcp_data_queue(tp, p);
	if (tp->state == TCP_CLOSE || tp->state == TCP_TIME_WAIT)
		return;
	tcp_data_snd_check(tp);
	tcp_ack_snd_check(tp);
}
