/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recv() on a stream.
 *
 * Called by: the system call (kernel_stages)
 * Calls: sk_wait_data, tcp_cleanup_rbuf, the prequeue in the reader's context
 * Models: tcp_recvmsg: receive queue first, then backlog (by releasing the lock)
 *	and prequeue, sleeping below the low-water mark, the copy, window updates;
 *	checks that the stream's bytes come in order and once
 * Leaves out: MSG_PEEK, MSG_WAITALL, urgent data, timeouts, splice
 * Source: Linux net/ipv4/tcp.c, v2.6.26
 */
#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

#include <errno.h>

/* The stream's next byte must be the one that follows the last. */
static void check_stream(struct tcp_sock *tp, const struct pkt *p, uint32_t off, uint32_t n,
			 struct payload *got)
{
	uint64_t pos = p->pl.pos + off;

	if (p->pl.stream) {
		if (!tp->stream_in)
			tp->stream_in = p->pl.stream;
		sim_assertf(p->pl.stream == tp->stream_in && pos == tp->in_pos,
			    "stream %u: byte %llu where byte %llu of stream %u is due",
			    p->pl.stream, (unsigned long long)pos, (unsigned long long)tp->in_pos,
			    tp->stream_in);
	}
	if (got) {
		if (!got->len)
			*got = (struct payload){p->pl.stream, 0, tp->in_pos};
		got->len += n;
	}
	tp->in_pos += n;
	tp->tn->bytes_received += n;
}

void tcp_deliver(struct tcp_sock *tp, struct pkt *p, uint32_t off, uint64_t user, uint32_t n,
		 struct payload *got)
{
	path_at(STAGE_sock_recv, p);
	check_stream(tp, p, off, n, got);
	pkt_copy_to_user(p, off, user, n);
}

void tcp_prequeue_process(struct tcp_sock *tp)
{
	struct pkt *p;
	KFN(tcp_prequeue_process);

	SNMP(tp->sk.net, TcpExtTCPPrequeued);
	bh_off();
	while ((p = pkt_dequeue(&tp->ucopy.queue)))
		tcp_v4_do_rcv(tp, p);
	bh_on();
	tp->ucopy.memory = 0;
}

struct reading {
	struct tcp_sock *tp;
	uint64_t user;
	uint32_t left;
	int64_t copied;
	struct payload *got;
	bool installed; /* this task is ucopy.task */
	bool fin;
};

static void eat(struct tcp_sock *tp, struct pkt *p)
{
	mem_rw(tp->sk.addr + SOCK_RX, 24);
	pkt_unlink(&tp->sk.receive_queue, p);
	pkt_free(p, PKT_END_DELIVERED);
}

/* One packet of the queue; false: nothing there for us. */
static bool read_packet(struct reading *r)
{
	struct tcp_sock *tp = r->tp;
	struct pkt *p;
	uint32_t off, n;

	while ((p = tp->sk.receive_queue.head)) {
		kfn_units(1);
		mem_read(pkt_line(p, PKT_LINE_CB), 8);
		sim_assert(!after(p->seq, tp->copied_seq));
		off = tp->copied_seq - p->seq;
		if (off < p->pl.len)
			break;
		if ((p->h.flags & TCPF_FIN) && off == p->pl.len) {
			tp->copied_seq++;
			r->fin = true;
		}
		eat(tp, p);
		if (r->fin)
			return true;
	}
	if (!p)
		return false;
	n = min_u32(p->pl.len - off, r->left);
	tcp_deliver(tp, p, off, r->user, n, r->got);
	tp->copied_seq += n;
	mem_write(tp->sk.addr + SOCK_TCP_RX + 12, 4);
	r->user += n;
	r->left -= n;
	r->copied += n;
	tcp_rcv_space_adjust(tp);
	if (off + n < p->pl.len)
		return true;
	if (p->h.flags & TCPF_FIN) {
		tp->copied_seq++;
		r->fin = true;
	}
	eat(tp, p);
	return true;
}

/* What the reader's context took straight from backlog or prequeue. */
static uint32_t collect_direct(struct reading *r)
{
	struct tcp_sock *tp = r->tp;
	uint32_t n;

	if (!r->installed)
		return 0;
	n = r->left - tp->ucopy.len;
	r->left -= n;
	r->copied += n;
	r->user += n;
	return n;
}

static void install(struct reading *r)
{
	struct tcp_sock *tp = r->tp;

	if (!tp->tn->b.prequeue || tp->tn->b.low_latency || (tp->ucopy.task && !r->installed))
		return;
	r->installed = true;
	tp->ucopy.task = this_task();
	tp->ucopy.buf = r->user;
	tp->ucopy.len = r->left;
	tp->ucopy.got = r->got;
}

static void take_prequeue(struct reading *r)
{
	if (!r->installed || !r->tp->ucopy.queue.len)
		return;
	tcp_prequeue_process(r->tp);
	SNMP_ADD(r->tp->sk.net, TcpExtTCPDirectCopyFromPrequeue, collect_direct(r));
}

/* No data: is the call over? */
static bool finished(const struct reading *r)
{
	const struct sock *sk = &r->tp->sk;

	return sk->err || (sk->shutdown & RCV_SHUTDOWN) || r->tp->state == TCP_CLOSE;
}

static void wait_for_data(struct reading *r, uint32_t target)
{
	struct tcp_sock *tp = r->tp;

	tcp_cleanup_rbuf(tp, r->copied);
	install(r);
	if (r->installed && tp->ucopy.queue.len) {
		take_prequeue(r);
		return;
	}
	if (r->copied >= target) {
		sock_release(&tp->sk);
		sock_lock(&tp->sk);
	} else {
		sock_wait_data(&tp->sk);
	}
	SNMP_ADD(tp->sk.net, TcpExtTCPDirectCopyFromBacklog, collect_direct(r));
	if (tp->rcv_nxt == tp->copied_seq)
		take_prequeue(r);
}

static void uninstall(struct reading *r)
{
	struct tcp_sock *tp = r->tp;

	if (!r->installed)
		return;
	if (tp->ucopy.queue.len) {
		tp->ucopy.len = r->copied > 0 ? r->left : 0;
		tcp_prequeue_process(tp);
		if (r->copied > 0)
			collect_direct(r);
	}
	tp->ucopy.task = NULL;
	tp->ucopy.len = 0;
}

static int64_t receive(struct reading *r)
{
	struct tcp_sock *tp = r->tp;
	struct sock *sk = &tp->sk;
	uint32_t target = min_u32(sk->rcvlowat, r->left);
	bool over = false;

	while (r->left && !r->fin) {
		if (read_packet(r))
			continue;
		if (r->copied >= target && !sk->backlog.tail)
			break;
		over = finished(r);
		if (over)
			break;
		wait_for_data(r, target);
	}
	uninstall(r);
	tcp_cleanup_rbuf(tp, r->copied);
	if (r->copied || r->fin || !over)
		return r->copied;
	return sk->err ? -sk->err : 0;
}

int64_t tcp_recvmsg(struct tcp_sock *tp, struct ubuf buf, struct payload *got)
{
	struct reading r = {.tp = tp, .user = buf.addr, .left = buf.len, .got = got};
	int64_t n;
	KFN(tcp_recvmsg);

	if (got)
		*got = (struct payload){0};
	sock_lock(&tp->sk);
	n = tp->state == TCP_LISTEN ? -ENOTCONN : receive(&r);
	sock_release(&tp->sk);
	return n;
}
