/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When data is acknowledged.
 *
 * Called by: input, after each segment; tcp_recvmsg (tcp_cleanup_rbuf)
 * Calls: tcp_send_ack, tcp_send_delayed_ack
 * Models: ACK timeout from the peer's pace (ato), quick ACKs, the interactive
 *	(pingpong) mode, the peer's segment size, ACK after two segments, window
 *	updates when the reader has made room
 * Leaves out: compressed ACKs of 4.18
 * Source: Linux net/ipv4/tcp_input.c and tcp.c, v2.6.26
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"

#define MAX_QUICKACKS 16u

static void incr_quickack(struct tcp_sock *tp)
{
	uint32_t n = tp->rcv_wnd / (2u * max_u32(tp->ack.rcv_mss, 1));

	if (n == 0)
		n = 2;
	if (n > tp->ack.quick)
		tp->ack.quick = (uint8_t)min_u32(n, MAX_QUICKACKS);
}

void tcp_enter_quickack_mode(struct tcp_sock *tp)
{
	incr_quickack(tp);
	tp->ack.pingpong = false;
	tp->ack.ato = tp->tn->delack_min;
}

bool tcp_in_quickack_mode(const struct tcp_sock *tp)
{
	return tp->ack.quick && !tp->ack.pingpong;
}

void tcp_initialize_rcv_mss(struct tcp_sock *tp)
{
	uint32_t hint = min_u32(tp->advmss, tp->mss_cache);

	hint = min_u32(hint, tp->rcv_wnd / 2);
	hint = min_u32(hint, 536);
	tp->ack.rcv_mss = (uint16_t)max_u32(hint, 88);
}

void tcp_measure_rcv_mss(struct tcp_sock *tp, const struct pkt *p)
{
	uint32_t len = p->gso_size ? p->gso_size : p->pl.len, last = tp->ack.last_seg_size;

	tp->ack.last_seg_size = 0;
	if (len >= tp->ack.rcv_mss) {
		tp->ack.rcv_mss = (uint16_t)len;
		return;
	}
	len += hdrs_l4_len(&p->h);
	if (len >= 536 + 20 ||
	    (len >= 88 + 20 && !(p->h.flags & (TCPF_PSH | TCPF_FIN | TCPF_SYN)))) {
		len -= tp->header_len;
		tp->ack.last_seg_size = (uint16_t)len;
		if (len == last) {
			tp->ack.rcv_mss = (uint16_t)len;
			return;
		}
	}
	if (tp->ack.pushed)
		tp->ack.pushed2 = true;
	tp->ack.pushed = true;
}

static void update_ato(struct tcp_sock *tp, uint32_t now)
{
	uint32_t least = tp->tn->delack_min, m = now - tp->ack.lrcvtime;

	if (!tp->ack.ato) { /* first data: ACK it at once */
		incr_quickack(tp);
		tp->ack.ato = least;
	} else if (m <= least / 2) {
		tp->ack.ato = (tp->ack.ato >> 1) + least / 2;
	} else if (m < tp->ack.ato) {
		tp->ack.ato = min_u32((tp->ack.ato >> 1) + m, tp->rto);
	} else if (m > tp->rto) { /* the sender paused: slow start again */
		incr_quickack(tp);
		sock_mem_reclaim(&tp->sk);
	}
}

void tcp_event_data_recv(struct tcp_sock *tp, struct pkt *p)
{
	uint32_t now = tcp_time_stamp(tp);
	KFN(tcp_event_data_recv);

	mem_rw(tp->sk.addr + SOCK_ICSK + 64, 24);
	tp->ack.sched = true;
	tcp_measure_rcv_mss(tp, p);
	tcp_rcv_rtt_measure(tp);
	update_ato(tp, now);
	tp->ack.lrcvtime = now;
	if (p->pl.len >= 128)
		tcp_grow_window(tp, p);
}

void __tcp_ack_snd_check(struct tcp_sock *tp, bool ofo_possible)
{
	KFN(__tcp_ack_snd_check);

	mem_read(tp->sk.addr + SOCK_ICSK + 64, 8);
	if ((tp->rcv_nxt - tp->rcv_wup > tp->ack.rcv_mss &&
	     __tcp_select_window(tp) >= tp->rcv_wnd) ||
	    tcp_in_quickack_mode(tp) || (ofo_possible && tp->ofo.len))
		tcp_send_ack(tp);
	else
		tcp_send_delayed_ack(tp);
}

void tcp_ack_snd_check(struct tcp_sock *tp)
{
	if (tp->ack.sched)
		__tcp_ack_snd_check(tp, true);
}

static bool ack_is_due(const struct tcp_sock *tp, int64_t copied)
{
	if (!tp->ack.sched)
		return false;
	if (tp->ack.blocked || tp->rcv_nxt - tp->rcv_wup > tp->ack.rcv_mss)
		return true;
	return copied > 0 && (tp->ack.pushed2 || (tp->ack.pushed && !tp->ack.pingpong)) &&
	       !tp->sk.rmem_alloc;
}

/* The window that we could advertise is twice of what the sender has. */
static bool window_doubled(struct tcp_sock *tp)
{
	uint32_t now = tcp_receive_window(tp), next;

	if (2 * now > tp->window_clamp)
		return false;
	next = __tcp_select_window(tp);
	return next && next >= 2 * now;
}

void tcp_cleanup_rbuf(struct tcp_sock *tp, int64_t copied)
{
	KFN(tcp_cleanup_rbuf);

	mem_read(tp->sk.addr + SOCK_ICSK + 64, 8);
	if (ack_is_due(tp, copied) ||
	    (copied > 0 && !(tp->sk.shutdown & RCV_SHUTDOWN) && window_doubled(tp)))
		tcp_send_ack(tp);
}
