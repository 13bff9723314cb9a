/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Retransmission.
 *
 * Called by: tcp_fastretrans_alert, retransmission timer
 * Calls: tcp_transmit_skb
 * Models: tcp_retransmit_skb (one segment at a time, trimmed to what is not
 *	acknowledged), tcp_xmit_retransmit_queue with its hint and forward
 *	retransmissions, tcp_trim_head
 * Leaves out: joining small packets on retransmission, TSO retransmissions
 *	(4.6), RACK, tail loss probes, F-RTO
 * Source: Linux net/ipv4/tcp_output.c, v2.6.32
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

static void trim_frags(struct pkt *p, uint32_t len)
{
	struct pkt_data *d = p->data;
	unsigned int keep = 0;

	for (unsigned int i = 0; i < d->nr_frags; i++) {
		struct pkt_frag *f = &d->frag[i];
		uint32_t cut = min_u32(len, f->len);

		len -= cut;
		if (cut == f->len) {
			pkt_frag_put(p->net, d, i);
			continue;
		}
		f->addr += cut;
		f->len -= cut;
		d->frag[keep++] = *f;
	}
	d->nr_frags = (uint8_t)keep;
}

void tcp_trim_head(struct tcp_sock *tp, struct pkt *p, uint32_t len)
{
	struct sock *sk = &tp->sk;
	uint32_t linear;

	sim_assert(len > 0 && len < p->pl.len);
	pkt_unshare(p);
	linear = min_u32(len, p->data->linear);
	p->data->data_off += (uint16_t)linear;
	p->data->linear -= linear;
	mem_rw(pkt_shinfo_addr(p), 24);
	trim_frags(p, len - linear);
	p->seq += len;
	p->pl.pos += len;
	p->pl.len -= len;
	p->truesize -= len;
	sk->wmem_queued -= len;
	sock_mem_uncharge(sk, len);
	sk->queue_shrunk = true;
	if (tcp_skb_pcount(p) > 1)
		tcp_set_tso_segs(tp, p, tcp_current_mss(tp, true));
}

/* More is below the stack than is reasonable: wait for it first. */
static bool queue_below_full(const struct sock *sk)
{
	uint32_t most = sk->wmem_queued + (sk->wmem_queued >> 2);

	return sk->wmem_alloc > min_u32(most, sk->sndbuf);
}

static void mark_retransmitted(struct tcp_sock *tp, struct pkt *p)
{
	uint32_t segs = tcp_skb_pcount(p);

	SNMP_ADD(tp->sk.net, TcpRetransSegs, segs);
	tp->total_retrans += segs;
	if (!tp->retrans_out)
		tp->lost_retrans_low = tp->snd_nxt;
	p->sacked |= TCPCB_RETRANS;
	tp->retrans_out += segs;
	if (!tp->retrans_stamp)
		tp->retrans_stamp = p->when_jiffies;
	tp->undo_retrans += (int32_t)segs;
	p->ack_seq = tp->snd_nxt;
}

bool tcp_retransmit_skb(struct tcp_sock *tp, struct pkt *p)
{
	uint32_t mss;
	KFN(tcp_retransmit_skb);

	if (queue_below_full(&tp->sk))
		return false;
	if (before(p->seq, tp->snd_una) && p->pl.len > tp->snd_una - p->seq)
		tcp_trim_head(tp, p, tp->snd_una - p->seq);
	mss = tcp_current_mss(tp, false);
	if (!before(p->seq, tcp_wnd_end(tp)) && p->seq != tp->snd_una)
		return false;
	if (p->pl.len > mss)
		tcp_fragment(tp, p, mss, mss);
	p->when = cpu_now();
	p->when_jiffies = tcp_time_stamp(tp);
	if (tcp_transmit_skb(tp, p, true) != XMIT_SUCCESS)
		return false;
	mark_retransmitted(tp, p);
	return true;
}

/* RFC 3517 rule 3 and FACK: what is not known to be lost may go again too. */
static bool can_forward_retransmit(struct tcp_sock *tp)
{
	if (tp->ca_state != TCP_CA_Recovery || !tp->rx_opt.sack_ok)
		return false;
	return !tcp_may_send_now(tp);
}

struct walk {
	struct pkt *hole;
	uint32_t last_lost;
	bool forward;
};

static uint32_t highest_sack_seq(const struct tcp_sock *tp)
{
	if (!tp->sacked_out)
		return tp->snd_una;
	return tp->highest_sack ? tp->highest_sack->seq : tp->snd_nxt;
}

enum verdict { V_SEND, V_SKIP, V_STOP };

static enum verdict judge_lost(struct walk *w, struct pkt *p)
{
	if (p->sacked & TCPCB_LOST) {
		w->last_lost = p->end_seq;
		return V_SEND;
	}
	if (!w->hole && !(p->sacked & (TCPCB_SACKED_RETRANS | TCPCB_SACKED_ACKED)))
		w->hole = p;
	return V_SKIP;
}

static enum verdict judge(struct tcp_sock *tp, struct walk *w, struct pkt **pp)
{
	struct pkt *p = *pp;

	if (!w->forward && !before(p->seq, tp->retransmit_high)) {
		tp->retransmit_high = w->last_lost;
		if (!can_forward_retransmit(tp))
			return V_STOP;
		if (w->hole) {
			p = *pp = w->hole;
			w->hole = NULL;
		}
		w->forward = true;
	}
	if (!w->forward)
		return judge_lost(w, p);
	if (!before(p->seq, highest_sack_seq(tp)))
		return V_STOP;
	return V_SEND;
}

/* Only what has gone out. */
static void count_retransmit(struct tcp_sock *tp, bool forward)
{
	if (forward)
		SNMP(tp->sk.net, TcpExtTCPForwardRetrans);
	else if (tp->ca_state != TCP_CA_Loss)
		SNMP(tp->sk.net, TcpExtTCPFastRetrans);
	else
		SNMP(tp->sk.net, TcpExtTCPSlowStartRetrans);
}

void tcp_xmit_retransmit_queue(struct tcp_sock *tp)
{
	struct pkt *p = tp->retransmit_skb_hint;
	struct walk w = {0};
	KFN(tcp_xmit_retransmit_queue);

	if (!tp->packets_out)
		return;
	if (!tp->lost_out)
		tp->retransmit_high = tp->snd_una;
	w.last_lost = tp->snd_una;
	if (p)
		w.last_lost =
			after(p->end_seq, tp->retransmit_high) ? tp->retransmit_high : p->end_seq;
	else
		p = tcp_write_queue_head(tp);
	for (; p && p != tp->send_head; p = p->next) {
		enum verdict v;

		kfn_units(1);
		mem_read(pkt_line(p, PKT_LINE_CB), 48);
		if (!w.hole)
			tp->retransmit_skb_hint = p;
		if (tcp_packets_in_flight(tp) >= tp->snd_cwnd)
			return;
		v = judge(tp, &w, &p);
		if (v == V_STOP)
			return;
		if (v == V_SKIP || (p->sacked & (TCPCB_SACKED_ACKED | TCPCB_SACKED_RETRANS)))
			continue;
		if (!tcp_retransmit_skb(tp, p))
			return;
		count_retransmit(tp, w.forward);
		if (tp->ca_state == TCP_CA_Recovery)
			tp->prr_out += tcp_skb_pcount(p);
		if (p == tcp_write_queue_head(tp))
			tcp_reset_timer(tp, TCP_TIME_RETRANS, tp->rto);
	}
}
