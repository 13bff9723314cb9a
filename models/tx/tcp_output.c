/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What may be sent now: the loop over the write queue.
 *
 * Called by: tcp_sendmsg (tcp_push), tcp_rcv_established (tcp_data_snd_check),
 *	timers, the TSQ tasklet
 * Calls: tcp_transmit_skb
 * Models: tcp_write_xmit and tcp_push_one with congestion, send window, Nagle
 *	(Minshall) and TSO deferral tests, splitting at the window, TSQ's limit,
 *	congestion window validation
 * Leaves out: MTU probing, pacing timers, urgent data
 * Source: Linux net/ipv4/tcp_output.c, v2.6.26; TSQ 46d3ceabd8d9 (3.6)
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

static uint32_t cwnd_test(const struct tcp_sock *tp, const struct pkt *p)
{
	uint32_t in_flight = tcp_packets_in_flight(tp);

	if ((p->h.flags & TCPF_FIN) && tcp_skb_pcount(p) == 1)
		return 1;
	return in_flight < tp->snd_cwnd ? tp->snd_cwnd - in_flight : 0;
}

static bool snd_wnd_test(const struct tcp_sock *tp, const struct pkt *p, uint32_t mss)
{
	uint32_t end = p->pl.len > mss ? p->seq + mss : p->end_seq;

	return !after(end, tcp_wnd_end(tp));
}

/* Minshall's variant: only another small segment in flight holds one back. */
static bool nagle_test(const struct tcp_sock *tp, const struct pkt *p, uint32_t mss, int nonagle)
{
	if ((nonagle & TCP_NAGLE_PUSH) || (p->h.flags & TCPF_FIN))
		return true;
	if (p->pl.len >= mss)
		return true;
	if (nonagle & TCP_NAGLE_CORK)
		return false;
	return nonagle || !tp->packets_out ||
	       !(after(tp->snd_sml, tp->snd_una) && !after(tp->snd_sml, tp->snd_nxt));
}

static uint32_t split_point(const struct tcp_sock *tp, const struct pkt *p, uint32_t mss,
			    uint32_t quota)
{
	uint32_t window = tcp_wnd_end(tp) - p->seq, needed = min_u32(p->pl.len, window);
	uint64_t cwnd_len = (uint64_t)mss * quota;

	if (cwnd_len <= window && p->next)
		return (uint32_t)cwnd_len;
	if (cwnd_len <= needed)
		return (uint32_t)cwnd_len;
	return needed - needed % mss;
}

/* Is so much of the window open that waiting gains little? */
static bool enough_window(const struct tcp_sock *tp, const struct pkt *p)
{
	uint32_t send_win = tcp_wnd_end(tp) - p->seq, limit;
	uint64_t cong_win = (uint64_t)(tp->snd_cwnd - tcp_packets_in_flight(tp)) * tp->mss_cache;

	limit = cong_win < send_win ? (uint32_t)cong_win : send_win;
	if (limit >= 65536)
		return true;
	if (p->next && limit >= p->pl.len)
		return true;
	if (tp->tn->b.tso_win_divisor) {
		uint64_t all = (uint64_t)tp->snd_cwnd * tp->mss_cache;
		uint32_t chunk = (uint32_t)(all < tp->snd_wnd ? all : tp->snd_wnd);

		return limit >= chunk / tp->tn->b.tso_win_divisor;
	}
	return limit > 3 * tp->mss_cache;
}

static bool tso_should_defer(struct tcp_sock *tp, const struct pkt *p)
{
	uint32_t now = tcp_time_stamp(tp);
	KFN(tcp_tso_should_defer);

	if (!tp->tn->b.tso_defer || (p->h.flags & TCPF_FIN) || tp->ca_state != TCP_CA_Open ||
	    (tp->tso_deferred && (now << 1 >> 1) - (tp->tso_deferred >> 1) > 1) ||
	    enough_window(tp, p)) {
		tp->tso_deferred = 0;
		return false;
	}
	tp->tso_deferred = 1 | now << 1;
	return true;
}

void tcp_event_new_data_sent(struct tcp_sock *tp, struct pkt *p)
{
	uint32_t before_packets = tp->packets_out;
	KFN(tcp_event_new_data_sent);

	tp->send_head = p->next;
	tp->snd_nxt = p->end_seq;
	tp->packets_out += tcp_skb_pcount(p);
	mem_write(tp->sk.addr + SOCK_TCP_TX, 16);
	if (!before_packets)
		tcp_reset_timer(tp, TCP_TIME_RETRANS, tp->rto);
}

static void application_limited(struct tcp_sock *tp)
{
	if (tp->ca_state == TCP_CA_Open && !tp->sk.nospace) {
		uint32_t used = max_u32(tp->snd_cwnd_used, tcp_init_cwnd(tp));

		if (used < tp->snd_cwnd) {
			tp->snd_ssthresh = tcp_current_ssthresh(tp);
			tp->snd_cwnd = (tp->snd_cwnd + used) >> 1;
		}
		tp->snd_cwnd_used = 0;
	}
	tp->snd_cwnd_stamp = tcp_time_stamp(tp);
}

void tcp_cwnd_validate(struct tcp_sock *tp)
{
	KFN(tcp_cwnd_validate);

	if (tp->packets_out >= tp->snd_cwnd) {
		tp->snd_cwnd_used = 0;
		tp->snd_cwnd_stamp = tcp_time_stamp(tp);
		return;
	}
	tp->snd_cwnd_used = max_u32(tp->snd_cwnd_used, tp->packets_out);
	if (tp->tn->b.slow_start_after_idle &&
	    (int32_t)(tcp_time_stamp(tp) - tp->snd_cwnd_stamp) >= (int32_t)tp->rto)
		application_limited(tp);
}

/* TCP small queues: what is below the stack waits for its completion first. */
static bool small_queue_full(struct tcp_sock *tp, const struct pkt *p)
{
	const struct tcp_behaviour *b = &tp->tn->b;
	uint64_t limit = b->limit_output_bytes, adaptive;

	if (!b->tsq)
		return false;
	if (b->tso_autosize) {
		adaptive = tp->pacing_rate >> 10;
		if (adaptive < 2ull * p->truesize)
			adaptive = 2ull * p->truesize;
		limit = adaptive < limit ? adaptive : limit;
	}
	mem_read(tp->sk.addr + SOCK_TX + 32, 4);
	if (tp->sk.wmem_alloc < limit)
		return false;
	tp->tsq_throttled = true;
	SNMP(tp->sk.net, TcpExtTCPSmallQueues);
	return true;
}

/* Everything that can hold the first unsent packet back; splits it to size. */
static bool ready(struct tcp_sock *tp, struct pkt *p, uint32_t mss, int nonagle, bool may_defer)
{
	uint32_t segs = tcp_init_tso_segs(tp, p, mss), quota = cwnd_test(tp, p), limit = mss;

	if (!quota || !snd_wnd_test(tp, p, mss))
		return false;
	if (segs == 1) {
		if (!nagle_test(tp, p, mss, p->next ? TCP_NAGLE_PUSH : nonagle))
			return false;
	} else {
		if (may_defer && tso_should_defer(tp, p))
			return false;
		limit = split_point(tp, p, mss, quota);
	}
	if (small_queue_full(tp, p))
		return false;
	if (p->pl.len > limit)
		tcp_fragment(tp, p, limit, mss);
	return true;
}

static bool send_one(struct tcp_sock *tp, struct pkt *p, uint32_t mss)
{
	p->when = cpu_now();
	p->when_jiffies = tcp_time_stamp(tp);
	mem_write(pkt_line(p, PKT_LINE_CB), 48);
	if (tcp_transmit_skb(tp, p, true) != XMIT_SUCCESS)
		return false;
	tcp_event_new_data_sent(tp, p);
	if (p->pl.len < mss)
		tp->snd_sml = p->end_seq;
	if (tp->ca_state == TCP_CA_Recovery)
		tp->prr_out += tcp_skb_pcount(p);
	return true;
}

bool tcp_write_xmit(struct tcp_sock *tp, uint32_t mss_now, int nonagle)
{
	struct pkt *p;
	bool sent = false;
	KFN(tcp_write_xmit);

	if (tp->state == TCP_CLOSE)
		return false;
	mem_read(tp->sk.addr + SOCK_TX, 32);
	mem_read(tp->sk.addr + SOCK_TCP_CWND, 32);
	while ((p = tp->send_head)) {
		kfn_units(1);
		mem_read(pkt_line(p, PKT_LINE_CB), 48);
		mem_read(pkt_line(p, PKT_LINE_LEN), 8);
		if (!ready(tp, p, mss_now, nonagle, true) || !send_one(tp, p, mss_now))
			break;
		sent = true;
	}
	if (sent) {
		tcp_cwnd_validate(tp);
		return false;
	}
	return !tp->packets_out && tp->send_head;
}

void tcp_push_one(struct tcp_sock *tp, uint32_t mss_now)
{
	struct pkt *p = tp->send_head;
	KFN(tcp_push_one);

	sim_assert(p && p->pl.len >= mss_now);
	mem_read(pkt_line(p, PKT_LINE_CB), 48);
	if (ready(tp, p, mss_now, TCP_NAGLE_PUSH, false) && send_one(tp, p, mss_now))
		tcp_cwnd_validate(tp);
}

void tcp_check_probe_timer(struct tcp_sock *tp)
{
	if (!tp->packets_out && !tp->pending)
		tcp_reset_timer(tp, TCP_TIME_PROBE0, tp->rto);
}

void __tcp_push_pending_frames(struct tcp_sock *tp, uint32_t mss_now, int nonagle)
{
	KFN(__tcp_push_pending_frames);

	if (tp->send_head && tcp_write_xmit(tp, mss_now, nonagle))
		tcp_check_probe_timer(tp);
}

void tcp_push(struct tcp_sock *tp, uint32_t flags, uint32_t mss_now, int nonagle)
{
	KFN(tcp_push);

	if (!tp->send_head)
		return;
	if (!(flags & KSEND_MORE) || after(tp->write_seq, tp->pushed_seq + (tp->max_window >> 1))) {
		tp->sk.write_queue.tail->h.flags |= TCPF_PSH;
		tp->pushed_seq = tp->write_seq;
	}
	__tcp_push_pending_frames(tp, mss_now, flags & KSEND_MORE ? TCP_NAGLE_CORK : nonagle);
}

bool tcp_may_send_now(struct tcp_sock *tp)
{
	struct pkt *p = tp->send_head;
	uint32_t mss = tcp_current_mss(tp, true);

	if (!p)
		return false;
	tcp_init_tso_segs(tp, p, mss);
	return cwnd_test(tp, p) && snd_wnd_test(tp, p, mss) &&
	       nagle_test(tp, p, mss, p->next ? TCP_NAGLE_PUSH : tp->nonagle);
}
