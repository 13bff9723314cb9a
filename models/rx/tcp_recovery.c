/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loss: the congestion state machine.
 *
 * Called by: tcp_ack (tcp_fastretrans_alert), retransmission timer
 *	(tcp_enter_loss), local congestion (tcp_enter_cwr)
 * Calls: tcp_xmit_retransmit_queue, models/rx/tcp_undo.c
 * Models: Open, Disorder, CWR, Recovery, Loss; duplicate ACK and FACK
 *	thresholds, NewReno without SACK, marking lost packets, rate halving or
 *	proportional rate reduction, limited transmit
 * Leaves out: ECN's CWR, early retransmit, RACK, head timeouts of FACK
 * Source: Linux net/ipv4/tcp_input.c, v2.6.26 to v2.6.32; RFC 3042, 3517, 6582, 6937
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "models/rx/tcp_undo.h"
#include "sim/check.h"

void tcp_clear_retrans_hints(struct tcp_sock *tp)
{
	tp->lost_skb_hint = NULL;
	tp->lost_cnt_hint = 0;
	tp->retransmit_skb_hint = NULL;
}

static void clear_retrans_partial(struct tcp_sock *tp)
{
	tp->retrans_out = tp->lost_out = 0;
	tp->undo_marker = 0;
	tp->undo_retrans = 0;
}

void tcp_clear_retrans(struct tcp_sock *tp)
{
	clear_retrans_partial(tp);
	tp->fackets_out = tp->sacked_out = 0;
	tp->highest_sack = NULL;
	tcp_clear_retrans_hints(tp);
}

void tcp_skb_mark_lost(struct tcp_sock *tp, struct pkt *p)
{
	struct pkt *hint = tp->retransmit_skb_hint;

	if (p->sacked & (TCPCB_LOST | TCPCB_SACKED_ACKED))
		return;
	if (!hint || before(p->seq, hint->seq))
		tp->retransmit_skb_hint = p;
	if (!tp->lost_out || after(p->end_seq, tp->retransmit_high))
		tp->retransmit_high = p->end_seq;
	tp->lost_out += tcp_skb_pcount(p);
	p->sacked |= TCPCB_LOST;
}

/* Packets that FACK or the duplicate ACKs' count declare lost, from the head. */
static void mark_head_lost(struct tcp_sock *tp, uint32_t packets)
{
	bool all = tcp_is_fack(tp) || !tp->rx_opt.sack_ok;
	struct pkt *p = tp->lost_skb_hint;
	uint32_t cnt = p ? tp->lost_cnt_hint : 0;
	KFN(tcp_mark_head_lost);

	for (p = p ? p : tcp_write_queue_head(tp); p && p != tp->send_head; p = p->next) {
		uint32_t old = cnt;

		kfn_units(1);
		mem_read(pkt_line(p, PKT_LINE_CB), 48);
		tp->lost_skb_hint = p;
		tp->lost_cnt_hint = cnt;
		if (after(p->end_seq, tp->high_seq))
			break;
		if (all || (p->sacked & TCPCB_SACKED_ACKED))
			cnt += tcp_skb_pcount(p);
		if (cnt > packets) {
			if ((tp->rx_opt.sack_ok && !tcp_is_fack(tp)) || old >= packets ||
			    !p->gso_size)
				break;
			if ((packets - old) * p->gso_size >= p->pl.len)
				break;
			tcp_fragment(tp, p, (packets - old) * p->gso_size, p->gso_size);
			cnt = packets;
		}
		tcp_skb_mark_lost(tp, p);
	}
	sim_assert(tcp_left_out(tp) <= tp->packets_out);
}

static void update_scoreboard(struct tcp_sock *tp, bool fast_rexmit)
{
	if (!tp->rx_opt.sack_ok) {
		mark_head_lost(tp, 1);
	} else if (tcp_is_fack(tp)) {
		int lost = (int)tp->fackets_out - (int)tp->reordering;

		mark_head_lost(tp, lost <= 0 ? 1 : (uint32_t)lost);
	} else {
		int upto = (int)tp->sacked_out - (int)tp->reordering;

		mark_head_lost(tp,
			       upto < (int)fast_rexmit ? (uint32_t)fast_rexmit : (uint32_t)upto);
	}
}

/* --- duplicate ACKs without SACK count as one each --- */

/* One packet at least is the hole. True: more duplicates than packets. */
static bool limit_reno_sacked(struct tcp_sock *tp)
{
	uint32_t holes = min_u32(max_u32(tp->lost_out, 1), tp->packets_out);

	if (tp->sacked_out + holes <= tp->packets_out)
		return false;
	tp->sacked_out = tp->packets_out - holes;
	return true;
}

static void add_reno_sack(struct tcp_sock *tp)
{
	tp->sacked_out++;
	if (limit_reno_sacked(tp))
		tcp_update_reordering(tp, (int)tp->packets_out, false);
}

static void reset_reno_sack(struct tcp_sock *tp)
{
	tp->sacked_out = 0;
}

void tcp_remove_reno_sacks(struct tcp_sock *tp, int acked)
{
	if (acked > 0) { /* one of them was the hole */
		uint32_t n = (uint32_t)acked - 1;

		tp->sacked_out = n >= tp->sacked_out ? 0 : tp->sacked_out - n;
	}
	limit_reno_sacked(tp);
}

void tcp_update_reordering(struct tcp_sock *tp, int metric, bool ts)
{
	if (metric <= (int)tp->reordering)
		return;
	tp->reordering = min_u32((uint32_t)metric, 127);
	if (ts)
		SNMP(tp->sk.net, TcpExtTCPTSReorder);
	else if (!tp->rx_opt.sack_ok)
		SNMP(tp->sk.net, TcpExtTCPRenoReorder);
	else if (tcp_is_fack(tp))
		SNMP(tp->sk.net, TcpExtTCPFACKReorder);
	else
		SNMP(tp->sk.net, TcpExtTCPSACKReorder);
}

/* --- window during recovery --- */

static uint32_t cwnd_min(const struct tcp_sock *tp)
{
	return tp->ca->min_cwnd ? tp->ca->min_cwnd(tp) : tp->snd_ssthresh;
}

/* Rate halving: one segment less for every second ACK. */
static void halve_rate(struct tcp_sock *tp, int flag)
{
	uint32_t decr = tp->snd_cwnd_cnt + 1;

	if (!(flag & (FLAG_ACKED | FLAG_DATA_SACKED | FLAG_SND_UNA_ADVANCED)) &&
	    (tp->rx_opt.sack_ok || (flag & FLAG_NOT_DUP)))
		return;
	tp->snd_cwnd_cnt = decr & 1;
	decr >>= 1;
	if (decr && tp->snd_cwnd > cwnd_min(tp))
		tp->snd_cwnd -= decr;
	tp->snd_cwnd = min_u32(tp->snd_cwnd, tcp_packets_in_flight(tp) + 1);
	tp->snd_cwnd_stamp = tcp_time_stamp(tp);
}

static void reduce_proportionally(struct tcp_sock *tp, bool fast_rexmit)
{
	uint32_t in_flight = tcp_packets_in_flight(tp), newly = tp->newly_delivered;
	int64_t delta = (int64_t)tp->snd_ssthresh - in_flight, n;

	if (!tp->prior_cwnd)
		return;
	tp->prr_delivered += newly;
	if (delta < 0) {
		uint64_t share =
			(uint64_t)tp->snd_ssthresh * tp->prr_delivered + tp->prior_cwnd - 1;

		n = (int64_t)(share / tp->prior_cwnd) - tp->prr_out;
	} else {
		n = (int64_t)tp->prr_delivered - tp->prr_out;
		if (n < newly)
			n = newly;
		n = n + 1 < delta ? n + 1 : delta;
	}
	if (n < (int64_t)fast_rexmit)
		n = fast_rexmit;
	tp->snd_cwnd = in_flight + (uint32_t)n;
}

static void cwnd_down(struct tcp_sock *tp, int flag, bool fast_rexmit)
{
	KFN(tcp_cwnd_down);

	if (tp->tn->b.recovery == TCP_PRR)
		reduce_proportionally(tp, fast_rexmit);
	else
		halve_rate(tp, flag);
}

static void complete_cwr(struct tcp_sock *tp)
{
	tp->snd_cwnd = min_u32(tp->snd_cwnd, tp->snd_ssthresh);
	if (tp->tn->b.recovery == TCP_PRR && tp->undo_marker)
		tp->snd_cwnd = tp->snd_ssthresh;
	tp->snd_cwnd_stamp = tcp_time_stamp(tp);
	tcp_ca_event(tp, CA_EVENT_COMPLETE_CWR);
}

static void start_reduction(struct tcp_sock *tp)
{
	tp->prior_cwnd = tp->snd_cwnd;
	tp->prr_delivered = tp->prr_out = 0;
	tp->snd_cwnd_cnt = 0;
	tp->bytes_acked = 0;
}

void tcp_enter_cwr(struct tcp_sock *tp)
{
	tp->prior_ssthresh = 0;
	tp->bytes_acked = 0;
	if (tp->ca_state >= TCP_CA_CWR)
		return;
	tp->undo_marker = 0;
	tp->snd_ssthresh = tp->ca->ssthresh(tp);
	start_reduction(tp);
	tp->snd_cwnd = min_u32(tp->snd_cwnd, tcp_packets_in_flight(tp) + 1);
	tp->high_seq = tp->snd_nxt;
	tp->snd_cwnd_stamp = tcp_time_stamp(tp);
	tcp_set_ca_state(tp, TCP_CA_CWR);
}

/* Everything unacknowledged is lost: after a timeout. how: SACKs are wrong too. */
void tcp_enter_loss(struct tcp_sock *tp, bool how)
{
	KFN(tcp_enter_loss);

	if (tp->ca_state <= TCP_CA_Disorder || tp->snd_una == tp->high_seq ||
	    (tp->ca_state == TCP_CA_Loss && !tp->retransmits)) {
		tp->prior_ssthresh = tcp_current_ssthresh(tp);
		tp->snd_ssthresh = tp->ca->ssthresh(tp);
		tcp_ca_event(tp, CA_EVENT_LOSS);
	}
	tp->snd_cwnd = 1;
	tp->snd_cwnd_cnt = 0;
	tp->snd_cwnd_stamp = tcp_time_stamp(tp);
	tp->bytes_acked = 0;
	clear_retrans_partial(tp);
	if (!tp->rx_opt.sack_ok)
		reset_reno_sack(tp);
	if (how)
		tp->sacked_out = tp->fackets_out = 0;
	else
		tp->undo_marker = tp->snd_una;
	tcp_clear_retrans_hints(tp);
	for (struct pkt *p = tcp_write_queue_head(tp); p && p != tp->send_head; p = p->next) {
		kfn_units(1);
		mem_rw(pkt_line(p, PKT_LINE_CB), 48);
		if (p->sacked & TCPCB_RETRANS)
			tp->undo_marker = 0;
		p->sacked &= ~(uint32_t)TCPCB_TAGBITS | TCPCB_SACKED_ACKED;
		if ((p->sacked & TCPCB_SACKED_ACKED) && !how)
			continue;
		p->sacked &= ~(uint32_t)TCPCB_SACKED_ACKED;
		p->sacked |= TCPCB_LOST;
		tp->lost_out += tcp_skb_pcount(p);
		tp->retransmit_high = p->end_seq;
	}
	tp->reordering = min_u32(tp->reordering, tp->tn->b.reordering);
	tcp_set_ca_state(tp, TCP_CA_Loss);
	tp->high_seq = tp->snd_nxt;
	SNMP(tp->sk.net, TcpExtTCPLoss);
}

void tcp_moderate_cwnd(struct tcp_sock *tp)
{
	tp->snd_cwnd = min_u32(tp->snd_cwnd, tcp_packets_in_flight(tp) + tp->reordering);
	tp->snd_cwnd_stamp = tcp_time_stamp(tp);
}

static bool time_to_recover(struct tcp_sock *tp)
{
	uint32_t heard = tcp_is_fack(tp) ? tp->fackets_out : tp->sacked_out + 1;

	if (tp->lost_out || heard > tp->reordering)
		return true;
	return tp->packets_out <= tp->reordering &&
	       tp->sacked_out >= max_u32(tp->packets_out / 2, tp->tn->b.reordering) &&
	       !tcp_may_send_now(tp);
}

void tcp_try_keep_open(struct tcp_sock *tp)
{
	int state = TCP_CA_Open;

	if (tcp_left_out(tp) || tp->retrans_out || tp->undo_marker)
		state = TCP_CA_Disorder;
	if (tp->ca_state == state)
		return;
	tcp_set_ca_state(tp, state);
	tp->high_seq = tp->snd_nxt;
}

static void try_to_open(struct tcp_sock *tp, int flag)
{
	if (!tp->retrans_out)
		tp->retrans_stamp = 0;
	if (tp->ca_state == TCP_CA_CWR) {
		cwnd_down(tp, flag, false);
		return;
	}
	tcp_try_keep_open(tp);
	if (tp->tn->b.limited_transmit || tp->ca_state == TCP_CA_Open)
		tcp_moderate_cwnd(tp);
}

/* The receiver forgot what it had SACKed. */
static bool check_reneging(struct tcp_sock *tp, int flag)
{
	if (!(flag & FLAG_SACK_RENEGING))
		return false;
	SNMP(tp->sk.net, TcpExtTCPSACKReneging);
	tcp_enter_loss(tp, true);
	tp->retransmits++;
	tcp_retransmit_skb(tp, tcp_write_queue_head(tp));
	tcp_reset_timer(tp, TCP_TIME_RETRANS, tp->rto);
	return true;
}

/* All that was out when trouble began is acknowledged. True: nothing more to do. */
static bool reached_high_seq(struct tcp_sock *tp)
{
	switch (tp->ca_state) {
	case TCP_CA_Loss:
		tp->retransmits = 0;
		return tcp_try_undo_recovery(tp);
	case TCP_CA_CWR:
		if (tp->snd_una != tp->high_seq) {
			complete_cwr(tp);
			tcp_set_ca_state(tp, TCP_CA_Open);
		}
		return false;
	case TCP_CA_Disorder:
		tcp_try_undo_dsack(tp);
		if (!tp->undo_marker || !tp->rx_opt.sack_ok || tp->snd_una != tp->high_seq) {
			tp->undo_marker = 0;
			tcp_set_ca_state(tp, TCP_CA_Open);
		}
		return false;
	case TCP_CA_Recovery:
		if (!tp->rx_opt.sack_ok)
			reset_reno_sack(tp);
		if (tcp_try_undo_recovery(tp))
			return true;
		complete_cwr(tp);
		return false;
	default:
		return false;
	}
}

static void enter_recovery(struct tcp_sock *tp)
{
	if (tp->rx_opt.sack_ok)
		SNMP(tp->sk.net, TcpExtTCPSackRecovery);
	else
		SNMP(tp->sk.net, TcpExtTCPRenoRecovery);
	tp->high_seq = tp->snd_nxt;
	tp->prior_ssthresh = 0;
	tp->undo_marker = tp->snd_una;
	tp->undo_retrans = (int32_t)tp->retrans_out;
	if (tp->ca_state < TCP_CA_CWR) {
		tp->prior_ssthresh = tcp_current_ssthresh(tp);
		tp->snd_ssthresh = tp->ca->ssthresh(tp);
	}
	start_reduction(tp);
	tcp_set_ca_state(tp, TCP_CA_Recovery);
}

enum step { STEP_DONE, STEP_RETRANSMIT };

static enum step in_loss(struct tcp_sock *tp, int flag)
{
	if (flag & FLAG_DATA_ACKED)
		tp->retransmits = 0;
	if (!tp->rx_opt.sack_ok && (flag & FLAG_SND_UNA_ADVANCED))
		reset_reno_sack(tp);
	if (!tcp_try_undo_loss(tp)) {
		tcp_moderate_cwnd(tp);
		tcp_xmit_retransmit_queue(tp);
		return STEP_DONE;
	}
	return tp->ca_state == TCP_CA_Open ? STEP_RETRANSMIT : STEP_DONE;
}

static enum step in_peace(struct tcp_sock *tp, int flag, bool is_dupack, bool *fast_rexmit)
{
	if (!tp->rx_opt.sack_ok) {
		if (flag & FLAG_SND_UNA_ADVANCED)
			reset_reno_sack(tp);
		if (is_dupack)
			add_reno_sack(tp);
	}
	if (tp->ca_state == TCP_CA_Disorder)
		tcp_try_undo_dsack(tp);
	if (!time_to_recover(tp)) {
		try_to_open(tp, flag);
		return STEP_DONE;
	}
	enter_recovery(tp);
	*fast_rexmit = true;
	return STEP_RETRANSMIT;
}

static enum step by_state(struct tcp_sock *tp, uint32_t pkts_acked, int flag, bool is_dupack,
			  bool *do_lost, bool *fast_rexmit)
{
	switch (tp->ca_state) {
	case TCP_CA_Recovery:
		if (flag & FLAG_SND_UNA_ADVANCED)
			*do_lost = tcp_try_undo_partial(tp, (int)pkts_acked);
		else if (!tp->rx_opt.sack_ok && is_dupack)
			add_reno_sack(tp);
		return STEP_RETRANSMIT;
	case TCP_CA_Loss:
		if (in_loss(tp, flag) == STEP_DONE)
			return STEP_DONE;
		/* fall through */
	default:
		return in_peace(tp, flag, is_dupack, fast_rexmit);
	}
}

void tcp_fastretrans_alert(struct tcp_sock *tp, uint32_t pkts_acked, int flag)
{
	bool is_dupack = !(flag & (FLAG_SND_UNA_ADVANCED | FLAG_NOT_DUP)), fast_rexmit = false;
	bool do_lost = is_dupack || ((flag & FLAG_DATA_SACKED) && tp->fackets_out > tp->reordering);
	KFN(tcp_fastretrans_alert);

	mem_rw(tp->sk.addr + SOCK_TCP_CWND, 64);
	if (!tp->packets_out)
		tp->sacked_out = 0;
	if (!tp->sacked_out)
		tp->fackets_out = 0;
	if (check_reneging(tp, flag))
		return;
	if (tp->ca_state == TCP_CA_Open)
		tp->retrans_stamp = 0;
	else if (!before(tp->snd_una, tp->high_seq) && reached_high_seq(tp))
		return;
	if (by_state(tp, pkts_acked, flag, is_dupack, &do_lost, &fast_rexmit) == STEP_DONE)
		return;
	if (do_lost)
		update_scoreboard(tp, fast_rexmit);
	cwnd_down(tp, flag, fast_rexmit);
	tcp_xmit_retransmit_queue(tp);
}
