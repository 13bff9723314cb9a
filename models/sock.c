/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sockets: behaviours, lock, references, options.
 *
 * Called by: system calls, protocol input, timers
 * Calls: spin locks, scheduler, models/rx/backlog.c
 * Models: lock_sock with its owner and wait queue, release_sock, bh_lock_sock,
 *	SO_SNDBUF and SO_RCVBUF as setsockopt treats them
 * Leaves out: lock_sock_fast, security hooks, credentials, SO_MARK and others
 * Source: Linux net/core/sock.c, v2.6.26 to v2.6.37
 */
#include "models/sock.h"

#include <errno.h>
#include <stdlib.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/host/kprofile.h"
#include "models/mem/layout.h"
#include "models/path.h"
#include "sim/check.h"
#include "sim/stats.h"

static const char *const backlog_rules[] = {"none", "2.6.34", "2.6.35", "3.5", "4.20", "6.x", NULL};

#define FIELD(member) offsetof(struct sock_behaviour, member)
static const struct param params[] = {
	{"backlog_limit", PARAM_ENUM, FIELD(backlog_limit), "none", NULL, NULL, backlog_rules,
	 "rule by which a socket's backlog is full",
	 "commits 8eae939f1400, c377411f2494, da882c1f2eca, c9c3321257e1, ec00ed472bdb"},
	{"drain_bh_off", PARAM_BOOL, FIELD(drain_bh_off), "on", NULL, NULL, NULL,
	 "softirqs stay off while a backlog drains", "commit 5413d1babe8f (4.7) ends it"},
	{"mem_give_back", PARAM_BOOL, FIELD(mem_give_back), "off", NULL, NULL, NULL,
	 "a socket keeps less than a page of freed memory, and takes from a CPU's reserve",
	 "sk_mem_uncharge() since 4890b686f408 and 3cd3399dd7a8 (6.0)"},
	{"rmem_default", PARAM_SIZE, FIELD(rmem_default), "124928B", "256B", "1GiB", NULL,
	 "net.core.rmem_default", "(sizeof(sk_buff) + 256) * 256, include/net/sock.h"},
	{"wmem_default", PARAM_SIZE, FIELD(wmem_default), "124928B", "2048B", "1GiB", NULL,
	 "net.core.wmem_default", "as rmem_default"},
	{"rmem_max", PARAM_SIZE, FIELD(rmem_max), "131071B", "256B", "1GiB", NULL,
	 "net.core.rmem_max, bounds SO_RCVBUF before it is doubled",
	 "linux 2.6.26 net/core/sock.c"},
	{"wmem_max", PARAM_SIZE, FIELD(wmem_max), "131071B", "2048B", "1GiB", NULL,
	 "net.core.wmem_max, bounds SO_SNDBUF before it is doubled",
	 "linux 2.6.26 net/core/sock.c"},
	{"page_frag_order", PARAM_U32, FIELD(page_frag_order), "0", "0", "3", NULL,
	 "order of the pages that sent bytes are copied into",
	 "0 to 3.6 (sk_sndmsg_page); 3 since commit 5640f7685831 (3.7)"},
	{"tcp_sock_size", PARAM_SIZE, FIELD(tcp_bytes), "1664B", "1280B", "4KiB", NULL,
	 "object size of the TCP slab cache", "/proc/slabinfo of 2.6.32 x86-64"},
	{"udp_sock_size", PARAM_SIZE, FIELD(udp_bytes), "832B", "512B", "4KiB", NULL,
	 "object size of the UDP slab cache", "/proc/slabinfo of 2.6.32 x86-64"},
	{0},
};
const struct param_table sock_behaviour_table = {
	"sock",
	"Sockets: backlog, buffers, sizes",
	params,
	sizeof(struct sock_behaviour),
};

struct sock_net *sock_net(const struct net *n)
{
	return n->sock;
}

static struct stats_dist *dist(struct net *n, const char *name, const char *unit, const char *help)
{
	char *path = xasprintf("hosts.%s.sock.%s", host_name(n->host), name);
	struct stats_dist *d = stats_dist_new(path, unit, help);

	free(path);
	return d;
}

static void counter(struct net *n, const char *name, const uint64_t *value, const char *help)
{
	char *path = xasprintf("hosts.%s.sock.%s", host_name(n->host), name);

	stats_counter(path, value, help);
	free(path);
}

static void level(struct net *n, const char *name, const uint64_t *value, const char *help)
{
	char *path = xasprintf("hosts.%s.sock.%s", host_name(n->host), name);

	stats_level(path, value, "bytes", help);
	free(path);
}

char *sock_net_new(struct net *n)
{
	struct sock_net *s = xcalloc(1, sizeof(*s));

	n->sock = s;
	s->wmem_alloc_ps =
		dist(n, "wmem_alloc", "ps",
		     "how long a sent packet stayed charged to its socket until it was freed");
	s->wmem_queued_ps =
		dist(n, "wmem_queued", "ps",
		     "how long sent bytes stayed in the write queue until acknowledged");
	s->backlog_bytes = dist(n, "backlog", "bytes", "socket backlog after a packet was added");
	counter(n, "wakeups_rx", &s->wakeups_rx,
		"tasks woken because data came or a state changed");
	counter(n, "wakeups_tx", &s->wakeups_tx, "tasks woken because there was room to send");
	level(n, "backlog_now", &s->level_backlog, "backlog of the socket that last had input");
	level(n, "receive_queue_now", &s->level_rmem,
	      "receive memory of the socket that last had input");
	for (int i = 0; i < 2; i++)
		s->mem[i].addr = layout_static(host_layout(n->host), LAYOUT_STATIC, 64, 64);
	return kprofile_behaviour(host_profile(n->host), &sock_behaviour_table, &s->b);
}

uint32_t sock_new_stream(void)
{
	static uint32_t last;

	return ++last;
}

static void waitq_place(struct waitq *q, uint64_t addr)
{
	*q = (struct waitq){.addr = addr};
	spin_init(&q->lock, "wait", addr);
}

void sock_init(struct sock *sk, struct net *n, const struct sock_proto *prot, uint64_t addr)
{
	const struct sock_behaviour *b = &sock_net(n)->b;

	sk->net = n;
	sk->prot = prot;
	sk->addr = addr;
	sk->refs = 1;
	spin_init(&sk->slock, "sk_lock", addr + SOCK_LOCK);
	waitq_place(&sk->lock_wq, addr + SOCK_LOCK + 16);
	waitq_place(&sk->wq, addr + (prot->l4 == L4_TCP ? SOCK_SLEEP : SOCK_SLEEP_UDP));
	pkt_queue_init(&sk->receive_queue, addr + SOCK_RX);
	pkt_queue_init(&sk->write_queue, addr + SOCK_TX);
	sk->rcvbuf = (uint32_t)b->rmem_default;
	sk->sndbuf = (uint32_t)b->wmem_default;
	sk->rcvlowat = 1;
	sk->stream_out = sock_new_stream();
}

void sock_hold(struct sock *sk)
{
	sk->refs++;
	mem_atomic(sk->addr + SOCK_REFCNT);
}

void sock_put(struct sock *sk)
{
	mem_atomic(sk->addr + SOCK_REFCNT);
	sim_assert(sk->refs > 0);
	if (--sk->refs == 0 && sk->wmem_alloc == 0)
		sk->prot->destroy(sk);
}

void sock_bh_lock(struct sock *sk)
{
	spin_acquire(&sk->slock);
}

void sock_bh_unlock(struct sock *sk)
{
	spin_release(&sk->slock);
}

/* __lock_sock(): entered and left with the spin lock. */
static void wait_for_owner(struct sock *sk)
{
	for (;;) {
		waitq_prepare(&sk->lock_wq);
		spin_release_bh(&sk->slock);
		if (sk->owned)
			task_sleep(SIM_NEVER);
		spin_acquire_bh(&sk->slock);
		if (!sk->owned)
			break;
	}
	waitq_finish(&sk->lock_wq);
}

void sock_lock(struct sock *sk)
{
	KFN(lock_sock_nested);

	spin_acquire_bh(&sk->slock);
	if (sk->owned)
		wait_for_owner(sk);
	sk->owned = true;
	sk->owner = this_task();
	mem_write(sk->addr + SOCK_LOCK + 8, 4);
	spin_release(&sk->slock);
	bh_on();
}

void sock_release(struct sock *sk)
{
	KFN(release_sock);

	spin_acquire_bh(&sk->slock);
	sim_assertf(sk->owned, "release of a socket that nobody owns");
	if (sk->backlog.tail)
		sock_backlog_drain(sk);
	if (sk->prot->release_cb)
		sk->prot->release_cb(sk);
	sk->owned = false;
	sk->owner = NULL;
	mem_write(sk->addr + SOCK_LOCK + 8, 4);
	if (sk->lock_wq.first)
		waitq_wake(&sk->lock_wq);
	spin_release_bh(&sk->slock);
}

/* The user's value is doubled, for what is not payload. */
static uint32_t buffer_size(uint64_t value, uint64_t max, uint64_t min)
{
	if (value > max)
		value = max;
	value *= 2;
	return (uint32_t)(value < min ? min : value);
}

int sock_setopt(struct sock *sk, enum ksock_opt opt, uint64_t value)
{
	const struct sock_behaviour *b = &sock_net(sk->net)->b;

	switch (opt) {
	case KSOCK_SNDBUF:
		sk->sndbuf = buffer_size(value, b->wmem_max, 2048);
		sk->userlocks |= SOCK_SNDBUF_LOCKED;
		sk->prot->write_space(sk);
		return 0;
	case KSOCK_RCVBUF:
		sk->rcvbuf = buffer_size(value, b->rmem_max, 256);
		sk->userlocks |= SOCK_RCVBUF_LOCKED;
		return 0;
	case KSOCK_RCVLOWAT:
		sk->rcvlowat = value > INT32_MAX ? INT32_MAX : value ? (uint32_t)value : 1;
		return 0;
	default:
		return -ENOPROTOOPT;
	}
}
