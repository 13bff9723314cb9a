/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An acknowledgement arrives.
 *
 * Called by: tcp_rcv_established, tcp_rcv_state_process
 * Calls: congestion control, tcp_sacktag_write_queue, tcp_fastretrans_alert
 * Models: tcp_ack, tcp_clean_rtx_queue (frees what is acknowledged, partly
 *	acknowledged TSO packets), send window, zero-window probing, room for the
 *	writer
 * Leaves out: ECN, F-RTO, MTU probes
 * Source: Linux net/ipv4/tcp_input.c, v2.6.26
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

/* What freeing the acknowledged packets told. */
struct cleaned {
	uint32_t pkts;
	int flag;
	int32_t seq_rtt; /* jiffies; -1: no sample */
	int32_t ca_rtt;
	uint64_t sent_ps; /* when the last of them left; 0: retransmitted */
	uint32_t reord;
};

static uint32_t trim_acked(struct tcp_sock *tp, struct pkt *p)
{
	uint32_t before_segs = tcp_skb_pcount(p);

	tcp_trim_head(tp, p, tp->snd_una - p->seq);
	return before_segs - tcp_skb_pcount(p);
}

static void account(struct tcp_sock *tp, struct pkt *p, uint32_t segs, struct cleaned *c)
{
	if (p->sacked & TCPCB_RETRANS) {
		if (p->sacked & TCPCB_SACKED_RETRANS)
			tp->retrans_out -= segs;
		if ((c->flag & FLAG_DATA_ACKED) || segs > 1)
			c->flag |= FLAG_NONHEAD_RETRANS_ACKED;
		c->flag |= FLAG_RETRANS_DATA_ACKED;
		c->ca_rtt = c->seq_rtt = -1;
		c->sent_ps = 0;
	} else {
		c->ca_rtt = (int32_t)(tcp_time_stamp(tp) - p->when_jiffies);
		c->sent_ps = p->when.ps;
		if (c->seq_rtt < 0)
			c->seq_rtt = c->ca_rtt;
		if (!(p->sacked & TCPCB_SACKED_ACKED))
			c->reord = min_u32(c->pkts, c->reord);
	}
	if (p->sacked & TCPCB_SACKED_ACKED)
		tp->sacked_out -= segs;
	if (p->sacked & TCPCB_LOST)
		tp->lost_out -= segs;
	tp->packets_out -= segs;
	c->pkts += segs;
	if (p->h.flags & TCPF_SYN) {
		c->flag |= FLAG_SYN_ACKED;
		tp->retrans_stamp = 0;
	} else {
		c->flag |= FLAG_DATA_ACKED;
	}
}

static void unlink_acked(struct tcp_sock *tp, struct pkt *p)
{
	if (tp->highest_sack == p)
		tp->highest_sack = NULL;
	if (tp->retransmit_skb_hint == p)
		tp->retransmit_skb_hint = NULL;
	tp->lost_skb_hint = NULL;
	tp->lost_cnt_hint = 0;
	mem_rw(tp->sk.addr + SOCK_TX, 24);
	pkt_unlink(&tp->sk.write_queue, p);
	sock_wmem_free(&tp->sk, p, PKT_END_ACKED);
}

static void take_acked(struct tcp_sock *tp, struct cleaned *c)
{
	struct pkt *p;

	while ((p = tcp_write_queue_head(tp)) && p != tp->send_head) {
		uint32_t segs = tcp_skb_pcount(p);
		bool whole = !after(p->end_seq, tp->snd_una);

		kfn_units(1);
		mem_read(pkt_line(p, PKT_LINE_CB), 48);
		if (!whole) {
			if (segs == 1 || !after(tp->snd_una, p->seq))
				break;
			segs = trim_acked(tp, p);
			if (!segs)
				break;
		}
		account(tp, p, segs, c);
		if (!whole)
			break;
		unlink_acked(tp, p);
	}
	if (p && (p->sacked & TCPCB_SACKED_ACKED))
		c->flag |= FLAG_SACK_RENEGING;
}

static int32_t ca_rtt_us(const struct tcp_sock *tp, const struct cleaned *c)
{
	if (c->flag & FLAG_RETRANS_DATA_ACKED)
		return -1;
	if (tp->tn->b.rtt_us && c->sent_ps)
		return (int32_t)((cpu_now().ps - c->sent_ps) / 1000000);
	return c->ca_rtt > 0 ? (int32_t)((int64_t)c->ca_rtt * 1000000 / tp->tn->hz) : -1;
}

static void rearm_rto(struct tcp_sock *tp)
{
	if (tp->packets_out)
		tcp_reset_timer(tp, TCP_TIME_RETRANS, tp->rto);
	else
		tcp_clear_timer(tp, TCP_TIME_RETRANS);
}

static int clean_rtx_queue(struct tcp_sock *tp, uint32_t prior_fackets)
{
	struct cleaned c = {.seq_rtt = -1, .ca_rtt = -1, .reord = tp->packets_out};
	KFN(tcp_clean_rtx_queue);

	take_acked(tp, &c);
	if (!(c.flag & FLAG_ACKED))
		return c.flag;
	tcp_ack_update_rtt(tp, c.flag, c.seq_rtt);
	rearm_rto(tp);
	if (!tp->rx_opt.sack_ok)
		tcp_remove_reno_sacks(tp, (int)c.pkts);
	else if (c.reord < prior_fackets)
		tcp_update_reordering(tp, (int)tp->fackets_out - (int)c.reord, false);
	tp->fackets_out -= min_u32(c.pkts, tp->fackets_out);
	if (tp->ca->pkts_acked)
		tp->ca->pkts_acked(tp, c.pkts, ca_rtt_us(tp, &c));
	return c.flag;
}

static void update_wl(struct tcp_sock *tp, uint32_t seq)
{
	tp->snd_wl1 = seq;
}

static int update_window(struct tcp_sock *tp, const struct pkt *p)
{
	uint32_t win = p->h.window;
	int flag = 0;

	if (!(p->h.flags & TCPF_SYN))
		win <<= tp->rx_opt.snd_wscale;
	if (after(p->ack_seq, tp->snd_una) || after(p->seq, tp->snd_wl1) ||
	    (p->seq == tp->snd_wl1 && win > tp->snd_wnd)) {
		flag |= FLAG_WIN_UPDATE;
		update_wl(tp, p->seq);
		if (tp->snd_wnd != win) {
			tp->snd_wnd = win;
			tp->pred_ok = false;
			tcp_fast_path_check(tp);
			if (win > tp->max_window) {
				tp->max_window = win;
				tcp_sync_mss(tp, tp->sk.dst->mtu);
			}
		}
	}
	tp->snd_una = p->ack_seq;
	return flag;
}

/* The peer answered a probe, or opened its window. */
static void ack_probe(struct tcp_sock *tp)
{
	uint32_t wait;

	if (!after(tp->send_head->end_seq, tcp_wnd_end(tp))) {
		tp->backoff = 0;
		tcp_clear_timer(tp, TCP_TIME_PROBE0);
		return;
	}
	wait = tp->backoff > 16 ? tp->tn->rto_max : tp->rto << tp->backoff;
	tcp_reset_timer(tp, TCP_TIME_PROBE0, min_u32(wait, tp->tn->rto_max));
}

static void cong_avoid(struct tcp_sock *tp, uint32_t ack, uint32_t in_flight)
{
	tp->ca->cong_avoid(tp, ack, in_flight);
	tp->snd_cwnd_stamp = tcp_time_stamp(tp);
}

static void update_pacing_rate(struct tcp_sock *tp)
{
	uint64_t rate = (uint64_t)tp->mss_cache * 2 * (tp->tn->hz << 3);

	if (!tp->tn->b.tso_autosize)
		return;
	rate *= max_u32(tp->snd_cwnd, tp->packets_out);
	tp->pacing_rate = tp->srtt > 8 ? rate / tp->srtt : rate;
}

static bool dubious(const struct tcp_sock *tp, int flag)
{
	return !(flag & FLAG_NOT_DUP) || (flag & FLAG_CA_ALERT) || tp->ca_state != TCP_CA_Open;
}

static void old_ack(struct tcp_sock *tp, struct pkt *p, uint32_t prior_snd_una)
{
	if (!p->h.sacks || !tp->rx_opt.sack_ok)
		return;
	tcp_sacktag_write_queue(tp, p, prior_snd_una);
	if (tp->ca_state == TCP_CA_Open)
		tcp_try_keep_open(tp);
}

/* abc: bytes that this ACK brings. */
static void count_bytes(struct tcp_sock *tp, uint32_t n)
{
	if (!tp->tn->b.abc)
		return;
	if (tp->ca_state < TCP_CA_CWR)
		tp->bytes_acked += n;
	else if (tp->ca_state == TCP_CA_Loss)
		tp->bytes_acked += min_u32(n, tp->mss_cache);
}

static int note_ack(struct tcp_sock *tp, struct pkt *p, int flag, uint32_t prior)
{
	if (!(flag & FLAG_SLOWPATH) && after(p->ack_seq, prior)) {
		update_wl(tp, p->seq);
		tp->snd_una = p->ack_seq;
		SNMP(tp->sk.net, TcpExtTCPHPAcks);
		return flag | FLAG_WIN_UPDATE;
	}
	if (p->seq != p->end_seq)
		flag |= FLAG_DATA;
	else
		SNMP(tp->sk.net, TcpExtTCPPureAcks);
	flag |= update_window(tp, p);
	if (p->h.sacks && tp->rx_opt.sack_ok)
		flag |= tcp_sacktag_write_queue(tp, p, prior);
	return flag;
}

static void react(struct tcp_sock *tp, struct pkt *p, int flag, uint32_t prior_in_flight,
		  uint32_t prior_packets)
{
	if (!dubious(tp, flag)) {
		if (flag & FLAG_DATA_ACKED)
			cong_avoid(tp, p->ack_seq, prior_in_flight);
		return;
	}
	if ((flag & FLAG_DATA_ACKED) && tp->ca_state != TCP_CA_Recovery &&
	    tp->ca_state != TCP_CA_CWR)
		cong_avoid(tp, p->ack_seq, prior_in_flight);
	tcp_fastretrans_alert(tp, prior_packets - tp->packets_out, flag);
}

/* For time series. */
static void note_levels(struct tcp_sock *tp)
{
	struct tcp_net *tn = tp->tn;

	tn->level.cwnd = tp->snd_cwnd;
	tn->level.ssthresh = tp->snd_ssthresh;
	tn->level.snd_wnd = tp->snd_wnd;
	tn->level.in_flight = tcp_packets_in_flight(tp);
	tn->level.rto = (uint64_t)tp->rto * 1000 / tn->hz;
}

int tcp_ack(struct tcp_sock *tp, struct pkt *p, int flag)
{
	uint32_t prior = tp->snd_una, prior_fackets = tp->fackets_out, prior_packets, in_flight;
	uint32_t delivered = tp->packets_out - tp->sacked_out;
	KFN(tcp_ack);

	mem_rw(tp->sk.addr + SOCK_TCP_TX, 64);
	mem_read(tp->sk.addr + SOCK_TCP_CWND, 64);
	if (after(p->ack_seq, tp->snd_nxt))
		return -1;
	if (before(p->ack_seq, prior)) {
		old_ack(tp, p, prior);
		return 0;
	}
	if (after(p->ack_seq, prior))
		flag |= FLAG_SND_UNA_ADVANCED;
	count_bytes(tp, p->ack_seq - prior);
	in_flight = tcp_packets_in_flight(tp);
	flag = note_ack(tp, p, flag, prior);
	tp->rcv_tstamp = tcp_time_stamp(tp);
	tp->probes_out = 0;
	prior_packets = tp->packets_out;
	if (!prior_packets) {
		if (tp->send_head)
			ack_probe(tp);
		return 1;
	}
	flag |= clean_rtx_queue(tp, prior_fackets);
	tp->newly_delivered = delivered - (tp->packets_out - tp->sacked_out);
	react(tp, p, flag, in_flight, prior_packets);
	update_pacing_rate(tp);
	note_levels(tp);
	return 1;
}

void tcp_data_snd_check(struct tcp_sock *tp)
{
	if (tp->send_head)
		__tcp_push_pending_frames(tp, tcp_current_mss(tp, true), tp->nonagle);
	tcp_check_space(tp);
}

static bool should_expand_sndbuf(const struct tcp_sock *tp)
{
	const struct proto_mem *m = sock_proto_mem(&tp->sk);

	return !(tp->sk.userlocks & SOCK_SNDBUF_LOCKED) && !m->pressure &&
	       (uint64_t)m->allocated < m->limit[0] && tp->packets_out < tp->snd_cwnd;
}

/* Room in the write queue: the buffer grows with the congestion window. */
static void new_space(struct tcp_sock *tp)
{
	KFN(tcp_new_space);

	if (should_expand_sndbuf(tp)) {
		uint64_t mem = max_u32(tp->rx_opt.mss_clamp, tp->mss_cache) + TCP_MAX_HEADER + 16 +
			       pkt_truesize(tp->sk.net, 0);

		mem *= 2 * max_u32(tp->snd_cwnd, tp->reordering + 1);
		if (mem > tp->sk.sndbuf)
			tp->sk.sndbuf =
				(uint32_t)(mem < tp->tn->b.wmem[2] ? mem : tp->tn->b.wmem[2]);
		tp->snd_cwnd_stamp = tcp_time_stamp(tp);
	}
	tp->sk.prot->write_space(&tp->sk);
}

void tcp_check_space(struct tcp_sock *tp)
{
	KFN(tcp_check_space);

	if (!tp->sk.queue_shrunk)
		return;
	tp->sk.queue_shrunk = false;
	if (tp->sk.nospace)
		new_space(tp);
}
