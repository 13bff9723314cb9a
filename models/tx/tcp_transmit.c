/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One segment out: clone, header, options, charge, IP.
 *
 * Called by: tcp_write_xmit, retransmission, ACKs, control segments
 * Calls: ip_queue_xmit
 * Models: tcp_transmit_skb with what it notes about ACKs and data sent,
 *	options in Linux's order, window, checksum (pseudo header only when the
 *	device computes it), local congestion (a drop below lowers the window)
 * Leaves out: ECN, urgent data, MD5
 * Source: Linux net/ipv4/tcp_output.c, v2.6.26 to v2.6.37
 */
#include <string.h>

#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

static void syn_options(struct tcp_sock *tp, struct hdrs *h)
{
	const struct tcp_behaviour *b = &tp->tn->b;
	bool answer = h->flags & TCPF_ACK;

	h->mss = (uint16_t)tp->advmss;
	h->ts = b->timestamps && (!answer || tp->rx_opt.tstamp_ok);
	h->sack_ok = b->sack && (!answer || tp->rx_opt.sack_ok);
	if (b->window_scaling && (!answer || tp->rx_opt.wscale_ok))
		h->wscale = (int8_t)tp->rx_opt.rcv_wscale;
}

/* A pending DSACK comes first. */
static void sack_option(struct tcp_sock *tp, struct hdrs *h)
{
	unsigned int room = h->ts ? 3 : 4, n = 0;

	if (tp->have_dsack) {
		h->sack[n].start = tp->duplicate_sack.start;
		h->sack[n++].end = tp->duplicate_sack.end;
		tp->have_dsack = false;
	}
	for (unsigned int i = 0; i < tp->rx_opt.num_sacks && n < room; i++, n++) {
		h->sack[n].start = tp->selective_acks[i].start;
		h->sack[n].end = tp->selective_acks[i].end;
	}
	h->sacks = (uint8_t)n;
}

static void established_options(struct tcp_sock *tp, struct hdrs *h)
{
	h->ts = tp->rx_opt.tstamp_ok;
	if (tp->rx_opt.num_sacks || tp->have_dsack)
		sack_option(tp, h);
}

static void write_options(struct tcp_sock *tp, struct pkt *p)
{
	struct hdrs *h = &p->h;
	KFN(tcp_options_write);

	h->sacks = 0;
	if (h->flags & TCPF_SYN)
		syn_options(tp, h);
	else
		established_options(tp, h);
	if (h->ts) {
		h->tsval = tcp_time_stamp(tp);
		h->tsecr = tp->rx_opt.ts_recent;
	}
	mem_write(pkt_hdr_addr(p) + 34 + 20, 12);
}

static void event_ack_sent(struct tcp_sock *tp, uint32_t pkts)
{
	if (tp->ack.quick) {
		if (pkts >= tp->ack.quick) {
			tp->ack.quick = 0;
			tp->ack.ato = tp->tn->delack_min;
		} else {
			tp->ack.quick -= (uint8_t)pkts;
		}
	}
	tcp_clear_timer(tp, TCP_TIME_DACK);
}

/* RFC 2861: the window decays over the idle time. */
static void cwnd_restart(struct tcp_sock *tp)
{
	int32_t delta = (int32_t)(tcp_time_stamp(tp) - tp->lsndtime);
	uint32_t restart = tcp_init_cwnd(tp), cwnd = tp->snd_cwnd;

	tcp_ca_event(tp, CA_EVENT_CWND_RESTART);
	tp->snd_ssthresh = tcp_current_ssthresh(tp);
	restart = min_u32(restart, cwnd);
	while ((delta -= (int32_t)tp->rto) > 0 && cwnd > restart)
		cwnd >>= 1;
	tp->snd_cwnd = max_u32(cwnd, restart);
	tp->snd_cwnd_stamp = tcp_time_stamp(tp);
	tp->snd_cwnd_used = 0;
}

static void event_data_sent(struct tcp_sock *tp)
{
	uint32_t now = tcp_time_stamp(tp);

	if (tp->tn->b.slow_start_after_idle && !tp->packets_out &&
	    (int32_t)(now - tp->lsndtime) > (int32_t)tp->rto)
		cwnd_restart(tp);
	tp->lsndtime = now;
	if (now - tp->ack.lrcvtime < tp->ack.ato)
		tp->ack.pingpong = true;
}

static void send_check(struct tcp_sock *tp, struct pkt *p)
{
	KFN(tcp_v4_send_check);

	p->csum_partial = tp->sk.caps & NETDEV_CSUM;
	if (!p->csum_partial)
		mem_sum(pkt_hdr_addr(p) + 34, hdrs_l4_len(&p->h) + p->data->linear, 6);
	mem_write(pkt_hdr_addr(p) + 34 + 16, 4);
}

static void build_header(struct tcp_sock *tp, struct pkt *p)
{
	struct hdrs *h = &p->h;

	h->sport = tp->sk.sport;
	h->dport = tp->sk.dport;
	h->l4 = L4_TCP;
	h->seq = p->seq;
	h->ack = h->flags & TCPF_ACK ? tp->rcv_nxt : 0;
	if (h->flags & TCPF_SYN)
		h->window = (uint16_t)min_u32(tp->rcv_wnd, 65535);
	else
		h->window = tcp_select_window(tp);
	write_options(tp, p);
	mem_write(pkt_hdr_addr(p) + 34, 20);
}

static struct pkt *own_copy(struct tcp_sock *tp, struct pkt *p)
{
	struct pkt *c = pkt_cloned(p) ? pkt_copy(p) : pkt_clone(p);

	(void)tp;
	c->sacked = 0;
	return c;
}

static void note_sent(struct tcp_sock *tp, const struct pkt *p)
{
	uint32_t segs = tcp_skb_pcount(p);

	if (p->h.flags & TCPF_ACK)
		event_ack_sent(tp, segs);
	if (p->pl.len)
		event_data_sent(tp);
	if (after(p->end_seq, tp->snd_nxt) || p->seq == p->end_seq)
		SNMP_ADD(tp->sk.net, TcpOutSegs, segs);
}

enum xmit_result tcp_transmit_skb(struct tcp_sock *tp, struct pkt *p, bool clone_it)
{
	enum xmit_result r;
	KFN(tcp_transmit_skb);

	path_at(STAGE_tcp_output, p);
	if (clone_it)
		p = own_copy(tp, p);
	mem_read(tp->sk.addr + SOCK_TCP_RX, 32);
	mem_read(tp->sk.addr + SOCK_TCP_TX, 64);
	mem_read(tp->sk.addr + SOCK_LOOKUP, 16);
	if (tcp_packets_in_flight(tp) == 0)
		tcp_ca_event(tp, CA_EVENT_TX_START);
	sock_set_owner_w(&tp->sk, p);
	if (tp->tn->b.tsq)
		p->destructor = tcp_wfree;
	build_header(tp, p);
	send_check(tp, p);
	note_sent(tp, p);
	r = ip_queue_xmit(&tp->sk, p);
	if (r == XMIT_SUCCESS)
		return r;
	tcp_enter_cwr(tp);
	return r == XMIT_CN ? XMIT_SUCCESS : r;
}
