/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Data into the receive queue.
 *
 * Called by: tcp_rcv_established (slow path), tcp_rcv_state_process
 * Calls: tcp_ofo_insert, wakes the reader
 * Models: tcp_data_queue: in order, duplicate, out of window, partly old, out of
 *	order; tcp_fin; joining of neighbours in the receive queue (3.5)
 * Leaves out: urgent data, ECN
 * Source: Linux net/ipv4/tcp_input.c, v2.6.26; tcp_try_coalesce 1402d366019f (3.5)
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

/* skb_try_coalesce(): fragments move over; a linear head only as a page. */
static bool can_join(const struct pkt *to, const struct pkt *from)
{
	const struct pkt_data *d = from->data;
	unsigned int more = d->nr_frags + (d->linear ? 1u : 0u);

	if (pkt_cloned(to) || to->frag_list || from->frag_list)
		return false;
	if ((d->linear && !d->head_is_page_frag) || d->user_pages != to->data->user_pages)
		return false;
	return to->data->nr_frags + more <= pkt_max_frags(to->net) &&
	       to->pl.len + from->pl.len <= 0xffff;
}

static void move_frags(struct pkt *to, struct pkt *from)
{
	struct pkt_data *d = to->data, *e = from->data;
	bool shared = pkt_cloned(from);

	if (e->linear) {
		uint64_t at = pkt_hdr_addr(from) + hdrs_len(&from->h);

		d->frag[d->nr_frags++] = (struct pkt_frag){.addr = at, .len = e->linear};
		pkt_frag_get(from->net, d, d->nr_frags - 1u);
	}
	for (unsigned int i = 0; i < e->nr_frags; i++) {
		d->frag[d->nr_frags++] = e->frag[i];
		if (shared)
			pkt_frag_get(from->net, d, d->nr_frags - 1u);
	}
	if (!shared)
		e->nr_frags = 0;
}

bool tcp_try_coalesce(struct pkt *to, struct pkt *from)
{
	KFN(tcp_try_coalesce);

	mem_read(pkt_line(to, PKT_LINE_CB), 48);
	mem_read(pkt_shinfo_addr(to), 8);
	if (from->seq != to->end_seq || !can_join(to, from))
		return false;
	mem_read(pkt_shinfo_addr(from), 24 + 16u * from->data->nr_frags);
	mem_write(pkt_shinfo_addr(to), 24 + 16u * from->data->nr_frags);
	move_frags(to, from);
	to->pl.len += from->pl.len;
	to->truesize += from->truesize - 232;
	to->end_seq = from->end_seq;
	to->ack_seq = from->ack_seq;
	to->h.flags |= from->h.flags & (TCPF_FIN | TCPF_PSH);
	mem_write(pkt_line(to, PKT_LINE_CB), 48);
	mem_write(pkt_line(to, PKT_LINE_LEN), 8);
	return true;
}

static bool same_header(const struct hdrs *a, const struct hdrs *b)
{
	uint8_t differ = a->flags ^ b->flags;

	return !(differ & (uint8_t) ~(TCPF_PSH | TCPF_FIN)) && a->sport == b->sport &&
	       a->dport == b->dport && a->saddr == b->saddr && a->daddr == b->daddr &&
	       a->ts == b->ts && (!a->ts || (a->tsval == b->tsval && a->tsecr == b->tsecr)) &&
	       !a->sacks && !b->sacks && !((a->flags | b->flags) & (TCPF_SYN | TCPF_RST)) &&
	       ((a->flags & b->flags) & TCPF_ACK) && !(a->flags & TCPF_FIN);
}

/* Two pure ACKs with the same fields join too: the later one stands. */
bool tcp_backlog_join(struct pkt *tail, struct pkt *p)
{
	uint32_t segs = tcp_skb_pcount(tail) + tcp_skb_pcount(p);
	uint32_t gso = max_u32(tail->gso_size ? tail->gso_size : tail->pl.len,
			       p->gso_size ? p->gso_size : p->pl.len);

	if (tail->end_seq != p->seq || !same_header(&tail->h, &p->h) ||
	    after(tail->ack_seq, p->ack_seq))
		return false;
	if (p->pl.len && !tcp_try_coalesce(tail, p))
		return false;
	if (!p->pl.len) { /* nothing to move */
		if (tail->pl.len)
			return false;
		tail->end_seq = p->end_seq;
		tail->h.flags |= p->h.flags & TCPF_FIN;
	}
	tail->ack_seq = tail->h.ack = p->ack_seq;
	tail->h.window = p->h.window;
	tail->gso_size = (uint16_t)gso;
	tail->gso_segs = (uint16_t)min_u32(segs, 0xffff);
	pkt_free(p, PKT_END_MERGED);
	return true;
}

bool tcp_queue_in_order(struct tcp_sock *tp, struct pkt *p)
{
	struct sock *sk = &tp->sk;
	struct pkt *tail = sk->receive_queue.tail;
	uint32_t old;

	p->enqueued = cpu_now();
	if (tp->tn->b.rcv_coalesce && tail && !(tail->h.flags & TCPF_FIN)) {
		old = tail->truesize;
		if (tcp_try_coalesce(tail, p)) {
			uint32_t more = tail->truesize - old;

			tail->charged += more;
			sk->rmem_alloc += more;
			mem_atomic(sk->addr + SOCK_RX + 32);
			sock_mem_charge(sk, more);
			SNMP(sk->net, TcpExtTCPRcvCoalesce);
			return true;
		}
	}
	sock_set_owner_r(sk, p);
	mem_rw(sk->addr + SOCK_RX, 24);
	if (tail)
		mem_write(pkt_line(tail, PKT_LINE_LINKS), 8);
	pkt_queue_tail(&sk->receive_queue, p);
	return false;
}

void tcp_fin(struct tcp_sock *tp)
{
	struct sock *sk = &tp->sk;
	KFN(tcp_fin);

	tp->ack.sched = true;
	sk->shutdown |= RCV_SHUTDOWN;
	tp->rcv_fin = true;
	switch (tp->state) {
	case TCP_SYN_RECV:
	case TCP_ESTABLISHED:
		tcp_set_state(tp, TCP_CLOSE_WAIT);
		tp->ack.pingpong = true;
		break;
	case TCP_FIN_WAIT1: /* simultaneous close */
		tcp_send_ack(tp);
		tcp_set_state(tp, TCP_CLOSING);
		break;
	case TCP_FIN_WAIT2:
		tcp_send_ack(tp);
		tcp_time_wait(tp);
		break;
	default:
		break;
	}
	if (!sk->dead)
		sock_state_change(sk);
}

/* In order: to the reader that waits, or into the queue. */
static void queue_next(struct tcp_sock *tp, struct pkt *p)
{
	struct sock *sk = &tp->sk;
	bool fin = p->h.flags & TCPF_FIN, read = false, joined = false;
	uint32_t len = p->pl.len;

	if (tp->copied_seq == tp->rcv_nxt && tp->ucopy.len && len && !fin && len <= tp->ucopy.len)
		read = tcp_copy_to_reader(tp, p, len);
	tp->rcv_nxt = p->end_seq;
	if (!read)
		joined = tcp_queue_in_order(tp, p);
	if (len)
		tcp_event_data_recv(tp, p);
	if (fin)
		tcp_fin(tp);
	if (tp->state == TCP_TIME_WAIT && sk->dead) /* queues are purged, p with them */
		return;
	if (tp->ofo.len) {
		tcp_ofo_queue(tp);
		if (!tp->ofo.len)
			tp->ack.pingpong = false;
	}
	if (tp->rx_opt.num_sacks)
		tcp_sack_remove(tp);
	tcp_fast_path_check(tp);
	if (read || joined)
		pkt_free(p, read ? PKT_END_DELIVERED : PKT_END_MERGED);
	if (!read && !sk->dead)
		sock_readable(sk);
}

static void out_of_window(struct tcp_sock *tp, struct pkt *p, enum pkt_end end)
{
	tcp_enter_quickack_mode(tp);
	tp->ack.sched = true;
	pkt_free(p, end);
}

static void queue_in_sequence(struct tcp_sock *tp, struct pkt *p)
{
	if (!tcp_try_rmem_schedule(tp, p->truesize)) {
		SNMP(tp->sk.net, TcpExtTCPRcvQDrop);
		pkt_free(p, PKT_END_RCVQ_DROP);
		return;
	}
	queue_next(tp, p);
}

/* The old part was received before: cut by the reader's offset. */
static void queue_partly_old(struct tcp_sock *tp, struct pkt *p)
{
	tcp_dsack_set(tp, p->seq, tp->rcv_nxt, false);
	if (!tcp_receive_window(tp))
		out_of_window(tp, p, PKT_END_TCP_INVALID);
	else
		queue_in_sequence(tp, p);
}

void tcp_data_queue(struct tcp_sock *tp, struct pkt *p)
{
	KFN(tcp_data_queue);

	mem_read(tp->sk.addr + SOCK_TCP_RX, 16);
	if (p->seq == p->end_seq) {
		pkt_free(p, PKT_END_CONSUMED);
		return;
	}
	tp->have_dsack = false;
	if (p->seq == tp->rcv_nxt) {
		if (!tcp_receive_window(tp))
			out_of_window(tp, p, PKT_END_TCP_INVALID);
		else
			queue_in_sequence(tp, p);
		return;
	}
	if (!after(p->end_seq, tp->rcv_nxt)) {
		SNMP(tp->sk.net, TcpExtDelayedACKLost);
		tcp_dsack_set(tp, p->seq, p->end_seq, false);
		out_of_window(tp, p, PKT_END_TCP_DUP);
		return;
	}
	if (!before(p->seq, tp->rcv_nxt + tcp_receive_window(tp))) {
		out_of_window(tp, p, PKT_END_TCP_INVALID);
		return;
	}
	tcp_enter_quickack_mode(tp);
	if (before(p->seq, tp->rcv_nxt))
		queue_partly_old(tp, p);
	else
		tcp_ofo_insert(tp, p);
}
