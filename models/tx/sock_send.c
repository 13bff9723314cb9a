/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * send() on a stream: bytes into the write queue.
 *
 * Called by: the system call (kernel_stages)
 * Calls: tcp_push, tcp_push_one
 * Models: tcp_sendmsg: filling the last packet up to the size goal, linear
 *	room or page fragments by device and version, pushing full packets at
 *	once, waiting for memory with what was copied pushed before
 * Leaves out: MSG_OOB, MSG_ZEROCOPY, iovecs of several pieces, Fast Open
 * Source: Linux net/ipv4/tcp.c, v2.6.26 to v2.6.37
 */
#include "models/tx/sock_send.h"

#include <errno.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/mem/slab.h"
#include "models/path.h"
#include "sim/check.h"

#define PAGE	     4096u
#define SKB_MAX_HEAD (PAGE - 320u - TCP_MAX_HEADER)

/* Room for data in the linear part of a new packet. */
static uint32_t select_size(const struct tcp_sock *tp)
{
	uint32_t size = tp->mss_cache;

	if (!(tp->sk.caps & NETDEV_SG))
		return size;
	if (tcp_can_gso(tp) || tp->tn->b.linear_without_sg_only)
		return 0;
	if (size >= SKB_MAX_HEAD && size <= SKB_MAX_HEAD + (pkt_max_frags(tp->sk.net) - 1) * PAGE)
		return SKB_MAX_HEAD;
	return size;
}

struct pkt *stream_alloc(struct tcp_sock *tp, uint32_t size)
{
	struct pkt *p;
	KFN(sk_stream_alloc_skb);

	size = (size + 3) & ~3u;
	p = pkt_alloc(tp->sk.net, TCP_MAX_HEADER + size, true);
	p->data->data_off = TCP_MAX_HEADER;
	p->cb[0] = size; /* tail room */
	if (sock_mem_schedule(&tp->sk, p->truesize, false))
		return p;
	pkt_free(p, PKT_END_NO_MEM);
	return NULL;
}

/* skb_entail() */
static void entail(struct tcp_sock *tp, struct pkt *p)
{
	struct sock *sk = &tp->sk;

	p->seq = p->end_seq = tp->write_seq;
	p->h.l4 = L4_TCP;
	p->h.flags = TCPF_ACK;
	p->pl = (struct payload){sk->stream_out, 0, tp->out_pos};
	p->born = cpu_now();
	pkt_queue_tail(&sk->write_queue, p);
	mem_rw(sk->addr + SOCK_TX, 24);
	sk->wmem_queued += p->truesize;
	sock_mem_charge(sk, p->truesize);
	if (!tp->send_head)
		tp->send_head = p;
	tp->nonagle &= (uint8_t)~TCP_NAGLE_PUSH;
}

/* A packet with room below the goal: the last one, or a new one. */
struct pkt *stream_tail(struct tcp_sock *tp, uint32_t linear, bool fresh)
{
	struct pkt *p = tp->sk.write_queue.tail;

	if (!fresh && tp->send_head && p->pl.len < tp->xmit_size_goal)
		return p;
	if (!stream_memory_free(&tp->sk))
		return NULL;
	p = stream_alloc(tp, linear);
	if (p)
		entail(tp, p);
	return p;
}

void stream_grew(struct tcp_sock *tp, struct pkt *p, uint32_t n)
{
	p->pl.len += n;
	p->end_seq += n;
	p->gso_segs = 0;
	tp->write_seq += n;
	tp->out_pos += n;
	mem_rw(pkt_line(p, PKT_LINE_LEN), 8);
	mem_write(pkt_line(p, PKT_LINE_CB), 8);
	mem_write(tp->sk.addr + SOCK_TCP_WND + 16, 4);
}

void stream_charge(struct tcp_sock *tp, uint32_t n)
{
	tp->sk.wmem_queued += n;
	sock_mem_charge(&tp->sk, n);
}

static uint32_t add_linear(struct tcp_sock *tp, struct pkt *p, uint64_t user, uint32_t n)
{
	struct pkt_data *d = p->data;

	n = min_u32(n, p->cb[0]);
	copy_from_user(d->head_addr + d->data_off + d->linear, user, n);
	d->linear += n;
	p->cb[0] -= n;
	stream_grew(tp, p, n);
	return n;
}

/* The socket's page: a fresh one when it is used up. */
static void page_refill(struct sock *sk)
{
	struct slab_allocator *a = host_slab(sk->net->host);
	uint32_t size = PAGE << sk->frag_order;

	if (sk->frag_page && sk->frag_off == size) {
		page_put(a, sk->frag_page);
		sk->frag_page = 0;
	}
	if (!sk->frag_page) {
		sk->frag_order = (uint8_t)sock_net(sk->net)->b.page_frag_order;
		if (!page_can(a, sk->frag_order)) /* as skb_page_frag_refill() */
			sk->frag_order = 0;
		sk->frag_page = page_alloc(a, sk->frag_order);
		sk->frag_off = 0;
	}
}

/* Copies into the socket's page; 0: the packet has no fragment left. */
static uint32_t add_page(struct tcp_sock *tp, struct pkt *p, uint64_t user, uint32_t n)
{
	struct sock *sk = &tp->sk;
	struct pkt_data *d = p->data;
	struct pkt_frag *last = d->nr_frags ? &d->frag[d->nr_frags - 1] : NULL;
	uint32_t size = PAGE << sk->frag_order;
	bool merge = last && sk->frag_page && sk->frag_off != size &&
		     last->addr + last->len == sk->frag_page + sk->frag_off;

	mem_read(pkt_shinfo_addr(p), 8);
	if (!merge && (d->nr_frags == pkt_max_frags(sk->net) || !(sk->caps & NETDEV_SG)))
		return 0;
	if (!merge)
		page_refill(sk);
	n = min_u32(n, (PAGE << sk->frag_order) - sk->frag_off);
	copy_from_user(sk->frag_page + sk->frag_off, user, n);
	if (merge) {
		last->len += n;
		p->truesize += n;
		mem_write(pkt_shinfo_addr(p) + 24 + 16u * (d->nr_frags - 1u), 16);
	} else {
		page_get(host_slab(sk->net->host), sk->frag_page);
		pkt_add_frag(p, sk->frag_page + sk->frag_off, n);
		d->frag[d->nr_frags - 1].order = sk->frag_order;
	}
	sk->frag_off += n;
	stream_charge(tp, n);
	stream_grew(tp, p, n);
	return n;
}

void stream_mark_push(struct tcp_sock *tp, struct pkt *p)
{
	p->h.flags |= TCPF_PSH;
	tp->pushed_seq = tp->write_seq;
}

/* A packet reached the goal: send it, or wait for more. */
void stream_push_full(struct tcp_sock *tp, struct pkt *p, uint32_t mss)
{
	if (p->pl.len < (tp->tn->b.push_at_mss ? mss : tp->xmit_size_goal))
		return;
	if (after(tp->write_seq, tp->pushed_seq + (tp->max_window >> 1))) {
		stream_mark_push(tp, p);
		__tcp_push_pending_frames(tp, mss, TCP_NAGLE_PUSH);
	} else if (p == tp->send_head) {
		tcp_push_one(tp, mss);
	}
}

/* No memory: what there is goes out first. Negative errno ends the call. */
int stream_wait(struct tcp_sock *tp, uint32_t flags, uint32_t mss, bool copied)
{
	struct sock *sk = &tp->sk;

	if (copied)
		tcp_push(tp, flags & ~KSEND_MORE, mss, TCP_NAGLE_PUSH);
	if (flags & KSEND_DONTWAIT)
		return -EAGAIN;
	if (stream_memory_free(sk)) { /* the protocol's memory, not the socket's */
		sock_release(sk);
		task_delay(SIM_PS(2 * host_tick(sk->net->host).ps));
		sock_lock(sk);
	}
	return sock_wait_memory(sk);
}

int stream_may_send(const struct tcp_sock *tp)
{
	if (tp->sk.err)
		return -tp->sk.err;
	if (tp->state != TCP_ESTABLISHED && tp->state != TCP_CLOSE_WAIT)
		return -EPIPE;
	return tp->sk.shutdown & SEND_SHUTDOWN ? -EPIPE : 0;
}

static uint32_t add_chunk(struct tcp_sock *tp, uint64_t user, uint32_t left, struct pkt **out)
{
	struct pkt *p = *out;
	uint32_t n = min_u32(left, tp->xmit_size_goal - p->pl.len);

	kfn_units(1);
	if (p->cb[0] > 0 && !p->data->nr_frags)
		return add_linear(tp, p, user, n);
	return add_page(tp, p, user, n);
}

static int64_t send_locked(struct tcp_sock *tp, struct ubuf buf, uint32_t flags)
{
	uint32_t mss = tcp_current_mss(tp, true), done = 0;
	int err = stream_may_send(tp);
	bool fresh = false;

	while (!err && done < buf.len) {
		struct pkt *p = stream_tail(tp, select_size(tp), fresh);
		uint32_t n;

		fresh = false;
		if (!p) {
			err = stream_wait(tp, flags, mss, done > 0);
			mss = tcp_current_mss(tp, true);
			continue;
		}
		n = add_chunk(tp, buf.addr + done, buf.len - done, &p);
		if (!n) {
			stream_mark_push(tp, p);
			fresh = true;
			continue;
		}
		if (!done)
			p->h.flags &= (uint8_t)~TCPF_PSH;
		done += n;
		if (done < buf.len)
			stream_push_full(tp, p, mss);
	}
	if (done)
		tcp_push(tp, flags, mss, tp->nonagle);
	return done ? (int64_t)done : err;
}

int64_t tcp_sendmsg(struct tcp_sock *tp, struct ubuf buf, uint32_t flags)
{
	int64_t n;
	KFN(tcp_sendmsg);

	sock_lock(&tp->sk);
	n = send_locked(tp, buf, flags);
	sock_release(&tp->sk);
	return n;
}
