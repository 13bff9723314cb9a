/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Segments of an established connection.
 *
 * Called by: tcp_v4_do_rcv: from softirq, backlog or prequeue
 * Calls: tcp_ack, tcp_data_queue, tcp_data_snd_check
 * Models: header prediction (pure ACKs and data in order, copied straight to a
 *	waiting reader where it runs in his context), the slow path's tests
 *	(PAWS, window, RST, SYN)
 * Leaves out: urgent data, ECN, DMA copy engines, challenge ACKs
 * Source: Linux net/ipv4/tcp_input.c, v2.6.26
 */
#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/host/sched.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

#include <errno.h>

void tcp_fast_path_on(struct tcp_sock *tp)
{
	tp->pred_ok = true;
	tp->pred_window = tp->snd_wnd >> tp->rx_opt.snd_wscale;
	mem_write(tp->sk.addr + SOCK_TCP_RX, 4);
}

void tcp_fast_path_check(struct tcp_sock *tp)
{
	if (!tp->ofo.len && tp->rcv_wnd && tp->sk.rmem_alloc < tp->sk.rcvbuf)
		tcp_fast_path_on(tp);
}

void tcp_parse_options(struct tcp_sock *tp, const struct hdrs *h)
{
	KFN(tcp_parse_options);

	tp->rx_opt.saw_tstamp = h->ts && tp->rx_opt.tstamp_ok;
	if (tp->rx_opt.saw_tstamp) {
		tp->rx_opt.rcv_tsval = h->tsval;
		tp->rx_opt.rcv_tsecr = h->tsecr;
	}
}

static void store_ts_recent(struct tcp_sock *tp)
{
	tp->rx_opt.ts_recent = tp->rx_opt.rcv_tsval;
}

static void replace_ts_recent(struct tcp_sock *tp, uint32_t seq)
{
	if (tp->rx_opt.saw_tstamp && !after(seq, tp->rcv_wup) &&
	    (int32_t)(tp->rx_opt.rcv_tsval - tp->rx_opt.ts_recent) >= 0)
		store_ts_recent(tp);
}

static bool predicted(const struct tcp_sock *tp, const struct pkt *p)
{
	return tp->pred_ok && (p->h.flags & ~TCPF_PSH) == TCPF_ACK &&
	       hdrs_l4_len(&p->h) == tp->header_len && p->h.window == tp->pred_window &&
	       p->seq == tp->rcv_nxt && !after(p->ack_seq, tp->snd_nxt);
}

/*
 * Straight to the reader, in whose context this runs: the reader may be on its
 * way to sleep, and the receive queue that it will look at stays empty.
 */
bool tcp_copy_to_reader(struct tcp_sock *tp, struct pkt *p, uint32_t n)
{
	if (tp->ucopy.task != this_task() || !tp->ucopy.task || !sock_owned(&tp->sk) ||
	    in_hardirq() || tp->sk.owner != tp->ucopy.task)
		return false;
	bool bh = in_softirq();

	task_stay();
	if (bh)
		bh_on();
	tcp_deliver(tp, p, 0, tp->ucopy.buf, n, tp->ucopy.got);
	if (bh)
		bh_off();
	tp->ucopy.buf += n;
	tp->ucopy.len -= n;
	tp->copied_seq += n;
	tcp_rcv_space_adjust(tp);
	return true;
}

static void fast_ack(struct tcp_sock *tp, struct pkt *p)
{
	if (tp->rx_opt.saw_tstamp && tp->rcv_nxt == tp->rcv_wup)
		store_ts_recent(tp);
	tcp_ack(tp, p, 0);
	pkt_free(p, PKT_END_CONSUMED);
	tcp_data_snd_check(tp);
}

enum place { IN_QUEUE, JOINED, WITH_READER };

/* Data is in its place: what follows for ACKs. */
static void fast_data_done(struct tcp_sock *tp, struct pkt *p, enum place place)
{
	tp->rcv_nxt = p->end_seq;
	mem_write(tp->sk.addr + SOCK_TCP_RX + 8, 4);
	tcp_event_data_recv(tp, p);
	if (p->ack_seq != tp->snd_una) {
		tcp_ack(tp, p, FLAG_DATA);
		tcp_data_snd_check(tp);
		if (tp->ack.sched)
			__tcp_ack_snd_check(tp, false);
	} else {
		__tcp_ack_snd_check(tp, false);
	}
	if (place != IN_QUEUE)
		pkt_free(p, place == JOINED ? PKT_END_MERGED : PKT_END_DELIVERED);
	if (place != WITH_READER)
		sock_readable(&tp->sk);
}

/* False: the packet needs the slow path's memory check. */
static bool fast_data(struct tcp_sock *tp, struct pkt *p)
{
	enum place place = IN_QUEUE;

	if (tp->copied_seq == tp->rcv_nxt && p->pl.len <= tp->ucopy.len &&
	    tcp_copy_to_reader(tp, p, p->pl.len))
		place = WITH_READER;
	else if ((int64_t)p->truesize > tp->sk.forward_alloc)
		return false;
	if (tp->rx_opt.saw_tstamp && tp->rcv_nxt == tp->rcv_wup)
		store_ts_recent(tp);
	tcp_rcv_rtt_measure_ts(tp, p);
	if (place == WITH_READER) {
		SNMP(tp->sk.net, TcpExtTCPHPHitsToUser);
	} else {
		SNMP(tp->sk.net, TcpExtTCPHPHits);
		if (tcp_queue_in_order(tp, p))
			place = JOINED;
	}
	fast_data_done(tp, p, place);
	return true;
}

/* RFC 793: at least one byte within the window. */
static bool in_sequence(const struct tcp_sock *tp, const struct pkt *p)
{
	return !before(p->end_seq, tp->rcv_wup) &&
	       !after(p->seq, tp->rcv_nxt + tcp_receive_window(tp));
}

static bool paws_reject(const struct tcp_sock *tp, const struct pkt *p)
{
	(void)p;
	return tp->rx_opt.saw_tstamp && (int32_t)(tp->rx_opt.ts_recent - tp->rx_opt.rcv_tsval) > 1;
}

static void reset_received(struct tcp_sock *tp)
{
	SNMP(tp->sk.net, TcpEstabResets);
	tcp_reset_local(tp, tp->state == TCP_SYN_SENT	  ? ECONNREFUSED
			    : tp->state == TCP_CLOSE_WAIT ? EPIPE
							  : ECONNRESET);
}

void tcp_send_dupack(struct tcp_sock *tp, struct pkt *p)
{
	if (p->end_seq != p->seq && before(p->seq, tp->rcv_nxt)) {
		SNMP(tp->sk.net, TcpExtDelayedACKLost);
		tcp_enter_quickack_mode(tp);
		if (tp->rx_opt.sack_ok && tp->tn->b.dsack) {
			uint32_t end = after(p->end_seq, tp->rcv_nxt) ? tp->rcv_nxt : p->end_seq;

			tcp_dsack_set(tp, p->seq, end, false);
		}
	}
	tcp_send_ack(tp);
}

/* False: the packet is gone. */
bool tcp_validate_incoming(struct tcp_sock *tp, struct pkt *p)
{
	KFN(tcp_validate_incoming);

	tcp_parse_options(tp, &p->h);
	if (paws_reject(tp, p) && !(p->h.flags & TCPF_RST)) {
		SNMP(tp->sk.net, TcpExtPAWSEstab);
		tcp_send_dupack(tp, p);
		goto discard;
	}
	if (!in_sequence(tp, p)) {
		if (!(p->h.flags & TCPF_RST))
			tcp_send_dupack(tp, p);
		goto discard;
	}
	if (p->h.flags & TCPF_RST) {
		reset_received(tp);
		goto discard;
	}
	replace_ts_recent(tp, p->seq);
	if ((p->h.flags & TCPF_SYN) && !before(p->seq, tp->rcv_nxt)) {
		SNMP(tp->sk.net, TcpInErrs);
		tcp_v4_send_reset(tp->sk.net, p);
		reset_received(tp);
		goto discard;
	}
	return true;
discard:
	pkt_free(p, PKT_END_TCP_INVALID);
	return false;
}

static void slow_path(struct tcp_sock *tp, struct pkt *p)
{
	if (!tcp_validate_incoming(tp, p))
		return;
	if ((p->h.flags & TCPF_ACK) && tcp_ack(tp, p, FLAG_SLOWPATH) < 0) {
		pkt_free(p, PKT_END_TCP_INVALID);
		return;
	}
	tcp_rcv_rtt_measure_ts(tp, p);
	tcp_data_queue(tp, p);
	tcp_data_snd_check(tp);
	tcp_ack_snd_check(tp);
}

void tcp_rcv_established(struct tcp_sock *tp, struct pkt *p)
{
	KFN(tcp_rcv_established);

	mem_read(tp->sk.addr + SOCK_TCP_RX, 32);
	mem_read(pkt_hdr_addr(p) + 34, 20);
	tp->rx_opt.saw_tstamp = false;
	if (predicted(tp, p)) {
		if (tp->rx_opt.tstamp_ok) {
			tp->rx_opt.saw_tstamp = true;
			tp->rx_opt.rcv_tsval = p->h.tsval;
			tp->rx_opt.rcv_tsecr = p->h.tsecr;
		}
		if (!tp->rx_opt.saw_tstamp ||
		    (int32_t)(tp->rx_opt.rcv_tsval - tp->rx_opt.ts_recent) >= 0) {
			if (!p->pl.len) {
				fast_ack(tp, p);
				return;
			}
			if (fast_data(tp, p))
				return;
		}
	}
	slow_path(tp, p);
}
