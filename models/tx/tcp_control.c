/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Segments without data: SYN, SYN-ACK, ACK, FIN, RST, window probes.
 *
 * Called by: input, timers, socket calls
 * Calls: tcp_transmit_skb; ip_send for answers outside a connection
 * Models: tcp_send_ack, tcp_send_delayed_ack, tcp_send_fin, tcp_connect,
 *	tcp_make_synack, tcp_send_active_reset, tcp_write_wakeup, tcp_v4_send_reset
 * Leaves out: urgent probes, Fast Open, syncookies
 * Source: Linux net/ipv4/tcp_output.c and tcp_ipv4.c, v2.6.26
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

struct pkt *tcp_control_skb(struct tcp_sock *tp, uint8_t flags, uint32_t seq)
{
	struct pkt *p = pkt_alloc(tp->sk.net, TCP_MAX_HEADER, false);

	p->data->data_off = TCP_MAX_HEADER;
	p->h.flags = flags;
	p->h.l4 = L4_TCP;
	p->seq = p->end_seq = seq;
	if (flags & (TCPF_SYN | TCPF_FIN))
		p->end_seq++;
	p->gso_segs = 1;
	p->born = cpu_now();
	return p;
}

/* What a segment without data may carry: not beyond the peer's window. */
static uint32_t acceptable_seq(const struct tcp_sock *tp)
{
	return before(tcp_wnd_end(tp), tp->snd_nxt) ? tcp_wnd_end(tp) : tp->snd_nxt;
}

void tcp_send_ack(struct tcp_sock *tp)
{
	KFN(tcp_send_ack);

	if (tp->state == TCP_CLOSE)
		return;
	tcp_transmit_skb(tp, tcp_control_skb(tp, TCPF_ACK, acceptable_seq(tp)), false);
}

static uint32_t delayed_ack_time(const struct tcp_sock *tp)
{
	const struct tcp_net *tn = tp->tn;
	uint32_t ato = tp->ack.ato, most = tn->hz / 2;

	if (ato <= tn->delack_min)
		return ato;
	if (tp->ack.pingpong || tp->ack.pushed)
		most = tn->delack_max;
	if (tp->srtt)
		most = min_u32(most, max_u32(tp->srtt >> 3, tn->delack_min));
	return min_u32(ato, most);
}

void tcp_send_delayed_ack(struct tcp_sock *tp)
{
	uint32_t now = tcp_time_stamp(tp), ato = delayed_ack_time(tp), timeout = now + ato;
	KFN(tcp_send_delayed_ack);

	if (tp->ack.timer) {
		if (tp->ack.blocked || (int32_t)(tp->ack.timeout - (now + (ato >> 2))) <= 0) {
			tcp_send_ack(tp);
			return;
		}
		if ((int32_t)(timeout - tp->ack.timeout) >= 0)
			timeout = tp->ack.timeout;
	}
	tp->ack.sched = tp->ack.timer = true;
	tcp_reset_timer(tp, TCP_TIME_DACK, timeout - now);
}

static void queue_control(struct tcp_sock *tp, struct pkt *p)
{
	struct sock *sk = &tp->sk;

	sk->wmem_queued += p->truesize;
	sock_mem_charge(sk, p->truesize);
	tp->write_seq = p->end_seq;
	pkt_queue_tail(&sk->write_queue, p);
}

void tcp_send_fin(struct tcp_sock *tp)
{
	uint32_t mss = tcp_current_mss(tp, true);
	KFN(tcp_send_fin);

	tp->fin_sent = true;
	if (tp->send_head) {
		struct pkt *p = tp->sk.write_queue.tail;

		p->h.flags |= TCPF_FIN;
		p->end_seq++;
		tp->write_seq++;
	} else {
		struct pkt *p = tcp_control_skb(tp, TCPF_ACK | TCPF_FIN, tp->write_seq);

		queue_control(tp, p);
		tp->send_head = p;
	}
	__tcp_push_pending_frames(tp, mss, TCP_NAGLE_OFF);
}

static void connect_init(struct tcp_sock *tp)
{
	const struct tcp_behaviour *b = &tp->tn->b;

	tp->header_len = 20 + (b->timestamps ? 12 : 0);
	tp->advmss = tp->sk.dst->mtu - 40;
	tp->rx_opt.mss_clamp = 65535 - 40;
	tcp_sync_mss(tp, tp->sk.dst->mtu);
	tcp_initialize_rcv_mss(tp);
	tcp_select_initial_window(tp->tn, (uint32_t)tcp_full_space(tp),
				  tp->advmss - (tp->header_len - 20), &tp->rcv_wnd,
				  &tp->window_clamp, b->window_scaling, &tp->rx_opt.rcv_wscale);
	tp->rcv_ssthresh = tp->rcv_wnd;
	tp->snd_una = tp->snd_sml = tp->write_seq;
	tp->rto = tp->tn->rto_initial;
	tp->retransmits = 0;
	tcp_clear_retrans(tp);
}

void tcp_connect(struct tcp_sock *tp)
{
	struct pkt *p;
	KFN(tcp_connect);

	connect_init(tp);
	p = tcp_control_skb(tp, TCPF_SYN, tp->write_seq);
	queue_control(tp, p);
	p->when_jiffies = tp->retrans_stamp = tcp_time_stamp(tp);
	tp->packets_out++;
	tcp_transmit_skb(tp, p, true);
	tp->snd_nxt = tp->pushed_seq = tp->write_seq;
	SNMP(tp->sk.net, TcpActiveOpens);
	tcp_reset_timer(tp, TCP_TIME_RETRANS, tp->rto);
}

void tcp_send_active_reset(struct tcp_sock *tp)
{
	KFN(tcp_send_active_reset);

	SNMP(tp->sk.net, TcpOutRsts);
	tcp_transmit_skb(tp, tcp_control_skb(tp, TCPF_ACK | TCPF_RST, acceptable_seq(tp)), false);
}

static bool send_head_probe(struct tcp_sock *tp, struct pkt *p)
{
	uint32_t mss = tcp_current_mss(tp, false), room = tcp_wnd_end(tp) - p->seq;

	if (before(tp->pushed_seq, p->end_seq))
		tp->pushed_seq = p->end_seq;
	if (p->pl.len && (room < p->end_seq - p->seq || p->pl.len > mss)) {
		room = min_u32(room, mss);
		if (room < p->pl.len)
			tcp_fragment(tp, p, room, mss);
	} else if (!p->gso_segs) {
		tcp_set_tso_segs(tp, p, mss);
	}
	p->h.flags |= TCPF_PSH;
	p->when = cpu_now();
	p->when_jiffies = tcp_time_stamp(tp);
	if (tcp_transmit_skb(tp, p, true) != XMIT_SUCCESS)
		return false;
	tcp_event_new_data_sent(tp, p);
	return true;
}

bool tcp_write_wakeup(struct tcp_sock *tp)
{
	struct pkt *p = tp->send_head;
	KFN(tcp_write_wakeup);

	if (tp->state == TCP_CLOSE)
		return false;
	if (p && before(p->seq, tcp_wnd_end(tp)))
		return send_head_probe(tp, p);
	SNMP(tp->sk.net, TcpExtTCPWinProbe);
	/* An old sequence number: the peer must answer with its window. */
	return tcp_transmit_skb(tp, tcp_control_skb(tp, TCPF_ACK, tp->snd_una - 1), false) ==
	       XMIT_SUCCESS;
}

void tcp_send_probe0(struct tcp_sock *tp)
{
	bool sent = tcp_write_wakeup(tp);
	uint32_t wait;

	if (tp->packets_out || !tp->send_head) {
		tp->probes_out = tp->backoff = 0;
		return;
	}
	if (!sent) {
		if (!tp->probes_out)
			tp->probes_out = 1;
		tcp_reset_timer(tp, TCP_TIME_PROBE0,
				min_u32(tp->rto << tp->backoff, tp->tn->hz / 2));
		return;
	}
	if (tp->backoff < tp->tn->b.retries2)
		tp->backoff++;
	tp->probes_out++;
	wait = tp->backoff > 16 ? tp->tn->rto_max : tp->rto << tp->backoff;
	tcp_reset_timer(tp, TCP_TIME_PROBE0, min_u32(wait, tp->tn->rto_max));
}

/* A segment that answers another, addresses swapped; no socket pays for it. */
static void answer(struct net *n, const struct hdrs *in, uint8_t flags, uint32_t seq, uint32_t ack,
		   uint16_t window)
{
	struct rtable *rt = ip_route_output(n, in->saddr);
	struct pkt *p;

	if (!rt)
		return;
	p = pkt_alloc(n, TCP_MAX_HEADER, false);
	p->data->data_off = TCP_MAX_HEADER;
	p->h.flags = flags;
	p->h.l4 = L4_TCP;
	p->h.saddr = in->daddr;
	p->h.daddr = in->saddr;
	p->h.sport = in->dport;
	p->h.dport = in->sport;
	p->h.seq = seq;
	p->h.ack = ack;
	p->h.window = window;
	p->gso_segs = 1;
	p->csum_partial = rt->dev->features & NETDEV_CSUM;
	p->born = cpu_now();
	ip_send(p, rt);
}

void tcp_v4_send_reset(struct net *n, const struct pkt *in)
{
	const struct hdrs *h = &in->h;
	KFN(tcp_v4_send_reset);

	if (h->flags & TCPF_RST)
		return;
	SNMP(n, TcpOutRsts);
	SNMP(n, TcpOutSegs);
	if (h->flags & TCPF_ACK)
		answer(n, h, TCPF_RST, h->ack, 0, 0);
	else
		answer(n, h, TCPF_RST | TCPF_ACK, 0,
		       h->seq + in->pl.len + !!(h->flags & TCPF_SYN) + !!(h->flags & TCPF_FIN), 0);
}

static void synack_options(const struct tcp_request *r, struct hdrs *h)
{
	h->mss = r->mss;
	h->ts = r->opt.tstamp_ok;
	h->sack_ok = r->opt.sack_ok;
	if (r->opt.wscale_ok)
		h->wscale = (int8_t)r->opt.rcv_wscale;
	if (h->ts)
		h->tsecr = r->ts_recent;
}

void tcp_send_synack(struct tcp_request *r)
{
	struct net *n = r->listener->sk.net;
	struct rtable *rt = ip_route_output(n, r->daddr);
	struct pkt *p;
	KFN(tcp_make_synack);

	if (!rt)
		return;
	mem_read(r->addr, 64);
	p = pkt_alloc(n, TCP_MAX_HEADER, false);
	p->data->data_off = TCP_MAX_HEADER;
	p->h = (struct hdrs){.l4 = L4_TCP,
			     .flags = TCPF_SYN | TCPF_ACK,
			     .wscale = -1,
			     .saddr = r->saddr,
			     .daddr = r->daddr,
			     .sport = r->sport,
			     .dport = r->dport,
			     .seq = r->snt_isn,
			     .ack = r->rcv_isn + 1,
			     .window = (uint16_t)min_u32(r->rcv_wnd, 65535)};
	synack_options(r, &p->h);
	p->h.tsval = tcp_time_stamp(r->listener);
	p->gso_segs = 1;
	p->csum_partial = rt->dev->features & NETDEV_CSUM;
	p->born = cpu_now();
	SNMP(n, TcpOutSegs);
	ip_send(p, rt);
}
