/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Needless retransmissions: timestamps or duplicate SACKs tell, and the window
 * comes back.
 *
 * Called by: tcp_fastretrans_alert
 * Calls: congestion control's undo_cwnd
 * Models: undo of recovery, of a partial ACK, by DSACK, of a timeout
 * Leaves out: F-RTO
 * Source: Linux net/ipv4/tcp_input.c, v2.6.26; RFC 3522
 */
#include "models/rx/tcp_undo.h"

#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"

/* Nothing was retransmitted, or the echo is older than the retransmission. */
static bool packet_delayed(const struct tcp_sock *tp)
{
	return !tp->retrans_stamp || (tp->rx_opt.saw_tstamp && tp->rx_opt.rcv_tsecr &&
				      before(tp->rx_opt.rcv_tsecr, tp->retrans_stamp));
}

static bool may_undo(const struct tcp_sock *tp)
{
	return tp->undo_marker && (tp->undo_retrans <= 0 || packet_delayed(tp));
}

static void undo_cwr(struct tcp_sock *tp, bool undo)
{
	if (tp->prior_ssthresh) {
		if (tp->ca->undo_cwnd)
			tp->snd_cwnd = tp->ca->undo_cwnd(tp);
		else
			tp->snd_cwnd = max_u32(tp->snd_cwnd, tp->snd_ssthresh << 1);
		if (undo && tp->prior_ssthresh > tp->snd_ssthresh)
			tp->snd_ssthresh = tp->prior_ssthresh;
	} else {
		tp->snd_cwnd = max_u32(tp->snd_cwnd, tp->snd_ssthresh);
	}
	tcp_moderate_cwnd(tp);
	tcp_clear_retrans_hints(tp);
}

bool tcp_try_undo_recovery(struct tcp_sock *tp)
{
	if (may_undo(tp)) {
		undo_cwr(tp, true);
		if (tp->ca_state == TCP_CA_Loss)
			SNMP(tp->sk.net, TcpExtTCPLossUndo);
		else
			SNMP(tp->sk.net, TcpExtTCPFullUndo);
		tp->undo_marker = 0;
	}
	if (tp->snd_una == tp->high_seq && !tp->rx_opt.sack_ok) {
		/* NewReno: a false fast retransmit may follow otherwise */
		tcp_moderate_cwnd(tp);
		return true;
	}
	tcp_set_ca_state(tp, TCP_CA_Open);
	return false;
}

void tcp_try_undo_dsack(struct tcp_sock *tp)
{
	if (!tp->undo_marker || tp->undo_retrans > 0)
		return;
	undo_cwr(tp, true);
	tp->undo_marker = 0;
	SNMP(tp->sk.net, TcpExtTCPDSACKUndo);
}

bool tcp_try_undo_partial(struct tcp_sock *tp, int acked)
{
	bool failed = !tp->rx_opt.sack_ok || tp->fackets_out > tp->reordering;

	if (!may_undo(tp))
		return failed;
	if (tp->retrans_out == 0)
		tp->retrans_stamp = 0;
	tcp_update_reordering(tp, (int)tp->fackets_out + acked, true);
	undo_cwr(tp, false);
	SNMP(tp->sk.net, TcpExtTCPPartialUndo);
	return false;
}

bool tcp_try_undo_loss(struct tcp_sock *tp)
{
	if (!may_undo(tp))
		return false;
	for (struct pkt *p = tcp_write_queue_head(tp); p && p != tp->send_head; p = p->next)
		p->sacked &= ~(uint32_t)TCPCB_LOST;
	tcp_clear_retrans_hints(tp);
	tp->lost_out = 0;
	undo_cwr(tp, true);
	SNMP(tp->sk.net, TcpExtTCPLossUndo);
	tp->retransmits = 0;
	tp->undo_marker = 0;
	if (tp->rx_opt.sack_ok)
		tcp_set_ca_state(tp, TCP_CA_Open);
	return true;
}
