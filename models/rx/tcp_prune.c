/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Receive memory is short: collapse, then prune.
 *
 * Called by: tcp_data_queue, tcp_ofo_insert (tcp_try_rmem_schedule)
 * Calls: allocation of dense packets
 * Models: tcp_prune_queue, tcp_clamp_window, tcp_collapse of both queues into
 *	packets of a page with their bytes copied, pruning all that is out of order
 * Leaves out: pruning from the end only (4.9)
 * Source: Linux net/ipv4/tcp_input.c, v2.6.26
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

#define DENSE_BYTES (4096u - 320u - TCP_MAX_HEADER)

static void clamp_window(struct tcp_sock *tp)
{
	struct sock *sk = &tp->sk;
	uint32_t most = (uint32_t)tp->tn->b.rmem[2];

	tp->ack.quick = 0;
	if (sk->rcvbuf < most && !(sk->userlocks & SOCK_RCVBUF_LOCKED) &&
	    !sock_proto_mem(sk)->pressure)
		sk->rcvbuf = min_u32(sk->rmem_alloc, most);
	if (sk->rmem_alloc > sk->rcvbuf)
		tp->rcv_ssthresh = min_u32(tp->window_clamp, 2 * tp->advmss);
}

/* First packet that wastes memory, repeats bytes, or is followed by an overlap. */
static struct pkt *find_bloated(const struct tcp_sock *tp, struct pkt *p, const struct pkt *tail,
				uint32_t start)
{
	for (; p && p != tail; p = p->next) {
		kfn_units(1);
		if (p->h.flags & (TCPF_SYN | TCPF_FIN))
			continue;
		if (tcp_win_from_space(tp->tn, p->truesize) > p->pl.len || before(p->seq, start) ||
		    (p->next && p->next != tail && p->end_seq != p->next->seq))
			return p;
	}
	return NULL;
}

static void copy_bytes(struct pkt *to, struct pkt *from, uint32_t off, uint32_t n)
{
	KFN(skb_copy_bits);

	while (n) {
		uint32_t room;
		uint64_t src = pkt_payload_addr(from, off, &room);
		uint32_t part = min_u32(n, room);

		mem_copy(to->data->head_addr + to->data->data_off + to->data->linear, src, part);
		to->data->linear += part;
		off += part;
		n -= part;
	}
}

static struct pkt *dense_packet(struct tcp_sock *tp, const struct pkt *like, uint32_t start,
				uint32_t bytes)
{
	struct pkt *p = pkt_alloc(tp->sk.net, TCP_MAX_HEADER + bytes, false);

	p->data->data_off = TCP_MAX_HEADER;
	p->h = like->h;
	p->h.flags &= (uint8_t) ~(TCPF_FIN | TCPF_SYN);
	p->seq = p->end_seq = start;
	p->ack_seq = like->ack_seq;
	p->pl = (struct payload){like->pl.stream, 0, like->pl.pos + (start - like->seq)};
	p->born = like->born;
	p->csum_ok = true;
	return p;
}

void tcp_collapse(struct tcp_sock *tp, struct pkt_queue *q, struct pkt *head, struct pkt *tail,
		  uint32_t start, uint32_t end)
{
	struct pkt *p = head, *d;
	KFN(tcp_collapse);

	p = find_bloated(tp, head, tail, start);
	if (!p)
		return;
	if (after(p->seq, start))
		start = p->seq;
	while (before(start, end)) {
		uint32_t room = min_u32(DENSE_BYTES, end - start);

		d = dense_packet(tp, p, start, room);
		if (p->prev)
			pkt_queue_after(q, p->prev, d);
		else
			pkt_queue_head(q, d);
		while (room) {
			uint32_t off = start - p->seq, n;

			sim_assert(!after(p->seq, start));
			if (before(start, p->end_seq)) {
				n = min_u32(room, p->end_seq - start);
				copy_bytes(d, p, off, n);
				d->pl.len += n;
				d->end_seq += n;
				start += n;
				room -= n;
			}
			if (!before(start, p->end_seq)) {
				struct pkt *next = p->next;

				kfn_units(1);
				pkt_unlink(q, p);
				pkt_free(p, PKT_END_MERGED);
				SNMP(tp->sk.net, TcpExtTCPRcvCollapsed);
				p = next;
				if (!p || p == tail || (p->h.flags & (TCPF_SYN | TCPF_FIN)))
					goto done;
			}
		}
		sock_set_owner_r(&tp->sk, d);
	}
	return;
done:
	sock_set_owner_r(&tp->sk, d);
}

/* Each run without a gap by itself. */
void tcp_collapse_ofo(struct tcp_sock *tp)
{
	struct pkt *head = tp->ofo.head;

	while (head) {
		struct pkt *p = head, *next;
		uint32_t start = head->seq, end = head->end_seq;

		for (next = p->next; next && !after(next->seq, end); next = next->next) {
			if (after(next->end_seq, end))
				end = next->end_seq;
		}
		tcp_collapse(tp, &tp->ofo, head, next, start, end);
		head = next;
	}
}

static bool prune_ofo(struct tcp_sock *tp)
{
	struct pkt *p;

	if (!tp->ofo.len)
		return false;
	SNMP(tp->sk.net, TcpExtOfoPruned);
	while ((p = pkt_dequeue(&tp->ofo)))
		pkt_free(p, PKT_END_OFO_DROP);
	tp->rx_opt.num_sacks = 0;
	tp->have_dsack = false;
	sock_mem_reclaim(&tp->sk);
	return true;
}

static bool prune(struct tcp_sock *tp)
{
	struct sock *sk = &tp->sk;
	KFN(tcp_prune_queue);

	SNMP(sk->net, TcpExtPruneCalled);
	if (sk->rmem_alloc >= sk->rcvbuf)
		clamp_window(tp);
	else if (sock_proto_mem(sk)->pressure)
		tp->rcv_ssthresh = min_u32(tp->rcv_ssthresh, 4 * tp->advmss);
	tcp_collapse_ofo(tp);
	if (sk->receive_queue.head)
		tcp_collapse(tp, &sk->receive_queue, sk->receive_queue.head, NULL, tp->copied_seq,
			     tp->rcv_nxt);
	sock_mem_reclaim(sk);
	if (sk->rmem_alloc <= sk->rcvbuf)
		return true;
	prune_ofo(tp);
	if (sk->rmem_alloc <= sk->rcvbuf)
		return true;
	SNMP(sk->net, TcpExtRcvPruned);
	tp->pred_ok = false;
	return false;
}

bool tcp_try_rmem_schedule(struct tcp_sock *tp, uint32_t size)
{
	struct sock *sk = &tp->sk;

	mem_read(sk->addr + SOCK_RX + 32, 8);
	if (sk->rmem_alloc <= sk->rcvbuf && sock_mem_schedule(sk, size, true))
		return true;
	if (!prune(tp))
		return false;
	if (sock_mem_schedule(sk, size, true))
		return true;
	return prune_ofo(tp) && sock_mem_schedule(sk, size, true);
}
