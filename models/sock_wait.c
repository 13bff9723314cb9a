/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Waiting for a socket and waking who waits; copies to and from user memory.
 *
 * Called by: system calls (waiting), protocol input and destructors (waking)
 * Calls: scheduler
 * Models: sk_wait_data, sk_stream_wait_memory, sock_def_readable,
 *	sk_stream_write_space with its threshold (a third of the buffer free)
 * Leaves out: poll and epoll, SIGIO, timeouts, signals
 * Source: Linux net/core/{sock,stream}.c, v2.6.26 to v2.6.37
 */
#include <errno.h>

#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/kernel.h"
#include "models/mem/layout.h"
#include "models/path.h"
#include "models/sock.h"
#include "sim/check.h"

#define ZERO_BYTES 4096u

void sock_wait_event(struct sock *sk, bool (*cond)(struct sock *sk))
{
	waitq_prepare(&sk->wq);
	sock_release(sk);
	if (!cond(sk))
		task_sleep(SIM_NEVER);
	sock_lock(sk);
	waitq_finish(&sk->wq);
}

static bool has_data(struct sock *sk)
{
	return sk->receive_queue.len > 0 || sk->err || (sk->shutdown & RCV_SHUTDOWN);
}

bool sock_wait_data(struct sock *sk)
{
	KFN(sk_wait_data);

	sock_wait_event(sk, has_data);
	return sk->receive_queue.len > 0;
}

static bool has_memory(struct sock *sk)
{
	return stream_memory_free(sk) || sk->err || (sk->shutdown & SEND_SHUTDOWN);
}

int sock_wait_memory(struct sock *sk)
{
	KFN(sk_stream_wait_memory);

	for (;;) {
		if (sk->err)
			return -sk->err;
		if (sk->shutdown & SEND_SHUTDOWN)
			return -EPIPE;
		if (stream_memory_free(sk))
			return 0;
		sk->nospace = true;
		sock_wait_event(sk, has_memory);
	}
}

/* Costs a look when nobody sleeps. how: wake_up_interruptible or its _sync. */
static void wake(struct sock *sk, void (*how)(struct waitq *q), uint64_t *count)
{
	mem_read(sk->addr + SOCK_WAIT, 16);
	mem_read(sk->wq.addr, 8);
	if (!sk->wq.first)
		return;
	++*count;
	how(&sk->wq);
}

void sock_readable(struct sock *sk)
{
	KFN(sock_def_readable);

	wake(sk, waitq_wake_sync, &sock_net(sk->net)->wakeups_rx);
}

void sock_stream_write_space(struct sock *sk)
{
	KFN(sk_stream_write_space);

	if (stream_wspace(sk) < stream_min_wspace(sk) || !sk->nospace)
		return;
	sk->nospace = false;
	wake(sk, waitq_wake, &sock_net(sk->net)->wakeups_tx);
}

/* Datagrams: when half of the buffer is free. */
void sock_def_write_space(struct sock *sk)
{
	KFN(sock_def_write_space);

	if (sk->wmem_alloc << 1 > sk->sndbuf)
		return;
	wake(sk, waitq_wake_sync, &sock_net(sk->net)->wakeups_tx);
}

void sock_state_change(struct sock *sk)
{
	wake(sk, waitq_wake, &sock_net(sk->net)->wakeups_rx);
}

/* One call; the pages are the zero page each, mapped by faults long ago. */
static void copy_zeros(uint64_t dst, uint32_t at, uint32_t len)
{
	while (len) {
		uint32_t n = ZERO_BYTES - at < len ? ZERO_BYTES - at : len;

		mem_copy(dst, LAYOUT_ZERO + at, n);
		dst += n;
		len -= n;
		at = 0;
	}
}

void copy_from_user(uint64_t dst, uint64_t user, uint32_t len)
{
	KFN(copy_user_generic_string);

	if (user & UBUF_UNTOUCHED)
		copy_zeros(dst, (uint32_t)(user % ZERO_BYTES), len);
	else
		mem_copy(dst, user, len);
}

void copy_to_user(uint64_t user, uint64_t src, uint32_t len)
{
	KFN(copy_user_generic_string);

	mem_copy(user, src, len);
}

void pkt_copy_to_user(struct pkt *p, uint32_t off, uint64_t user, uint32_t len)
{
	KFN(skb_copy_datagram_iovec);

	sim_assert(off + len <= p->pl.len);
	mem_read(pkt_line(p, PKT_LINE_LEN), 8);
	mem_read(pkt_line(p, PKT_LINE_DATA), 64);
	if (p->data->nr_frags)
		mem_read(pkt_shinfo_addr(p), 24);
	while (len) {
		uint32_t room;
		uint64_t src = pkt_payload_addr(p, off, &room);
		uint32_t n = room < len ? room : len;

		copy_to_user(user, src, n);
		off += n;
		user += n;
		len -= n;
	}
}
