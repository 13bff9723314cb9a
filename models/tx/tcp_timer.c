/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * TCP's timers: retransmission and window probe (one timer), delayed ACK, TIME-WAIT.
 *
 * Called by: the TIMER softirq; armed by input and output
 * Calls: tcp_retransmit_skb, tcp_send_probe0, tcp_send_ack
 * Models: lazy cancelling (a timer that fires finds nothing to do), exponential
 *	backoff, giving up after retries2, timers that find the socket owned
 * Leaves out: keepalive, orphan limits, F-RTO
 * Source: Linux net/ipv4/tcp_timer.c, v2.6.26
 */
#include <errno.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

/* sk_reset_timer(): an armed timer holds a reference. */
static void rearm(struct tcp_sock *tp, struct ktimer *t, uint32_t when)
{
	KFN(sk_reset_timer);

	if (!ktimer_armed(t))
		mem_atomic(tp->sk.addr + SOCK_REFCNT);
	ktimer_arm(t, host_jiffies(tp->sk.net->host) + when);
}

void tcp_reset_timer(struct tcp_sock *tp, int what, uint32_t when)
{
	mem_rw(tp->sk.addr + SOCK_ICSK, 32);
	if (what == TCP_TIME_DACK) {
		tp->ack.timeout = tcp_time_stamp(tp) + when;
		rearm(tp, &tp->delack_timer, when);
		return;
	}
	if (what != TCP_TIME_WAITING)
		when = min_u32(when, tp->tn->rto_max);
	tp->pending = (uint8_t)what;
	tp->timeout = tcp_time_stamp(tp) + when;
	rearm(tp, &tp->retransmit_timer, when);
}

void tcp_clear_timer(struct tcp_sock *tp, int what)
{
	if (what != TCP_TIME_DACK) {
		tp->pending = TCP_TIME_NONE;
		return;
	}
	tp->ack.sched = tp->ack.timer = tp->ack.pushed = tp->ack.pushed2 = tp->ack.blocked = false;
}

void tcp_clear_timers(struct tcp_sock *tp)
{
	tp->pending = TCP_TIME_NONE;
	tcp_clear_timer(tp, TCP_TIME_DACK);
	ktimer_cancel(&tp->retransmit_timer);
	ktimer_cancel(&tp->delack_timer);
}

static bool gave_up(struct tcp_sock *tp)
{
	bool syn = tp->state == TCP_SYN_SENT || tp->state == TCP_SYN_RECV;

	if (tp->retransmits < (syn ? tp->tn->b.syn_retries : tp->tn->b.retries2))
		return false;
	SNMP(tp->sk.net, TcpExtTCPAbortOnTimeout);
	tcp_reset_local(tp, ETIMEDOUT);
	return true;
}

static void count_timeout(struct tcp_sock *tp)
{
	SNMP(tp->sk.net, TcpExtTCPTimeouts);
	if (tp->retransmits)
		return;
	if (tp->ca_state == TCP_CA_Recovery && tp->rx_opt.sack_ok)
		SNMP(tp->sk.net, TcpExtTCPSackRecoveryFail);
	else if (tp->ca_state == TCP_CA_Recovery)
		SNMP(tp->sk.net, TcpExtTCPRenoRecoveryFail);
	else if (tp->ca_state == TCP_CA_Loss)
		SNMP(tp->sk.net, TcpExtTCPLossFailures);
}

static void retransmit_timer(struct tcp_sock *tp)
{
	bool window_closed;
	KFN(tcp_retransmit_timer);

	if (!tp->packets_out)
		return;
	window_closed = !tp->snd_wnd && !tp->sk.dead && tp->state != TCP_SYN_SENT;
	if (!window_closed) {
		if (gave_up(tp))
			return;
		count_timeout(tp);
	}
	tcp_enter_loss(tp, false);
	if (!tcp_retransmit_skb(tp, tcp_write_queue_head(tp)) && !window_closed) {
		if (!tp->retransmits)
			tp->retransmits = 1;
		tcp_reset_timer(tp, TCP_TIME_RETRANS, min_u32(tp->rto, tp->tn->hz / 2));
		return;
	}
	if (!window_closed) {
		tp->backoff++;
		tp->retransmits++;
	}
	tp->rto = min_u32(tp->rto << 1, tp->tn->rto_max);
	tcp_reset_timer(tp, TCP_TIME_RETRANS, tp->rto);
}

static void probe_timer(struct tcp_sock *tp)
{
	if (tp->packets_out || !tp->send_head) {
		tp->probes_out = 0;
		return;
	}
	tcp_send_probe0(tp);
}

static void time_wait_over(struct tcp_sock *tp)
{
	tcp_done(tp);
}

static void write_timer_event(struct tcp_sock *tp)
{
	uint32_t now = tcp_time_stamp(tp);
	int event = tp->pending;

	if (tp->state == TCP_CLOSE || !event)
		return;
	if ((int32_t)(tp->timeout - now) > 0) {
		rearm(tp, &tp->retransmit_timer, tp->timeout - now);
		return;
	}
	tp->pending = TCP_TIME_NONE;
	if (event == TCP_TIME_RETRANS)
		retransmit_timer(tp);
	else if (event == TCP_TIME_PROBE0)
		probe_timer(tp);
	else
		time_wait_over(tp);
}

static void write_timer(void *arg)
{
	struct tcp_sock *tp = arg;
	KFN(tcp_write_timer);

	tp->sk.refs++;
	sock_bh_lock(&tp->sk);
	if (sock_owned(&tp->sk))
		rearm(tp, &tp->retransmit_timer, max_u32(tp->tn->hz / 20, 1));
	else
		write_timer_event(tp);
	sock_bh_unlock(&tp->sk);
	sock_put(&tp->sk);
}

/* Packets that a reader left in its prequeue too long. */
static void flush_prequeue(struct tcp_sock *tp)
{
	struct pkt *p;

	while ((p = pkt_dequeue(&tp->ucopy.queue)))
		tcp_v4_do_rcv(tp, p);
	tp->ucopy.memory = 0;
}

static void delack_event(struct tcp_sock *tp)
{
	uint32_t now = tcp_time_stamp(tp);

	if (tp->state == TCP_CLOSE || !tp->ack.timer)
		return;
	if ((int32_t)(tp->ack.timeout - now) > 0) {
		rearm(tp, &tp->delack_timer, tp->ack.timeout - now);
		return;
	}
	tp->ack.timer = false;
	flush_prequeue(tp);
	if (!tp->ack.sched)
		return;
	if (!tp->ack.pingpong) {
		tp->ack.ato = min_u32(tp->ack.ato << 1, tp->rto);
	} else {
		tp->ack.pingpong = false;
		tp->ack.ato = tp->tn->delack_min;
	}
	tcp_send_ack(tp);
	SNMP(tp->sk.net, TcpExtDelayedACKs);
}

static void delack_timer(void *arg)
{
	struct tcp_sock *tp = arg;
	KFN(tcp_delack_timer);

	tp->sk.refs++;
	sock_bh_lock(&tp->sk);
	if (sock_owned(&tp->sk)) {
		tp->ack.blocked = true;
		SNMP(tp->sk.net, TcpExtDelayedACKLocked);
		rearm(tp, &tp->delack_timer, tp->tn->delack_min);
	} else {
		delack_event(tp);
	}
	sock_bh_unlock(&tp->sk);
	sock_put(&tp->sk);
}

void tcp_init_timers(struct tcp_sock *tp)
{
	ktimer_init(&tp->retransmit_timer, "tcp_write_timer", write_timer, tp);
	ktimer_init(&tp->delack_timer, "tcp_delack_timer", delack_timer, tp);
}

void tcp_time_wait(struct tcp_sock *tp)
{
	SNMP(tp->sk.net, TcpExtTW);
	tcp_clear_timers(tp);
	tcp_set_state(tp, TCP_TIME_WAIT);
	if (tp->sk.dead)
		tcp_purge(tp);
	tcp_reset_timer(tp, TCP_TIME_WAITING, tcp_jiffies(tp->tn, tp->tn->b.timewait_ps));
}
