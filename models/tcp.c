/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * TCP sockets: state of a host, creation, hash tables, states, end.
 *
 * Called by: system calls, input, timers
 * Calls: slab
 * Models: established hash with a lock-free walk over bucket and sockets,
 *	listening hash, tcp_init_sock, tcp_set_state, tcp_done
 * Leaves out: bind buckets, time-wait sockets of their own kind, md5, repair
 * Source: Linux net/ipv4/{tcp,tcp_ipv4,inet_hashtables}.c, v2.6.26 to v2.6.37
 */
#include "models/tcp.h"

#include <stdlib.h>
#include <string.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/kprofile.h"
#include "models/inet.h"
#include "models/mem/layout.h"
#include "models/mem/slab.h"
#include "models/path.h"
#include "sim/check.h"
#include "sim/stats.h"

const char *const tcp_state_name[] = {
	"CLOSE",     "LISTEN",	   "SYN_SENT", "SYN_RECV", "ESTABLISHED", "FIN_WAIT1",
	"FIN_WAIT2", "CLOSE_WAIT", "CLOSING",  "LAST_ACK", "TIME_WAIT",
};
const char *const tcp_ca_state_name[] = {"Open", "Disorder", "CWR", "Recovery", "Loss"};

static struct tcp_sock *pool; /* through sk.hash_next */

uint32_t tcp_time_stamp(const struct tcp_sock *tp)
{
	return (uint32_t)host_jiffies(tp->sk.net->host);
}

uint32_t tcp_jiffies(const struct tcp_net *tn, uint64_t ps)
{
	uint64_t tick = host_tick(tn->net->host).ps;

	return (uint32_t)((ps + tick - 1) / tick);
}

static void convert_times(struct tcp_net *tn)
{
	tn->hz = (uint32_t)(1000000000000ull / host_tick(tn->net->host).ps);
	tn->rto_initial = tcp_jiffies(tn, tn->b.rto_initial_ps);
	tn->rto_min = tcp_jiffies(tn, tn->b.rto_min_ps);
	tn->rto_max = tcp_jiffies(tn, tn->b.rto_max_ps);
	tn->delack_min = tcp_jiffies(tn, tn->b.delack_min_ps);
	tn->delack_max = tcp_jiffies(tn, tn->b.delack_max_ps);
}

static void tasklets_new(struct tcp_net *tn)
{
	for (unsigned int i = 0; i < 64; i++)
		tn->tsq_tail[i] = &tn->tsq_head[i];
}

static void level(struct tcp_net *tn, const char *name, const uint64_t *value, const char *unit,
		  const char *help)
{
	char *path = xasprintf("hosts.%s.tcp.%s", host_name(tn->net->host), name);

	stats_level(path, value, unit, help);
	free(path);
}

static void levels_new(struct tcp_net *tn)
{
	level(tn, "cwnd", &tn->level.cwnd, "segments",
	      "congestion window of the last ACK's connection");
	level(tn, "ssthresh", &tn->level.ssthresh, "segments", "its slow start threshold");
	level(tn, "snd_wnd", &tn->level.snd_wnd, "bytes", "the window that its peer advertises");
	level(tn, "in_flight", &tn->level.in_flight, "segments", "its segments in flight");
	level(tn, "rto", &tn->level.rto, "ms", "its retransmission timeout");
}

char *tcp_net_new(struct net *n)
{
	struct tcp_net *tn = xcalloc(1, sizeof(*tn));
	char *err = kprofile_behaviour(host_profile(n->host), &tcp_behaviour_table, &tn->b);
	struct layout *l = host_layout(n->host);

	n->tcp = tn;
	tn->net = n;
	if (err)
		return err;
	convert_times(tn);
	for (int i = 0; i < 3; i++)
		n->sock->mem[0].limit[i] = tn->b.mem[i] / 4096;
	tn->sock_cache =
		slab_cache_new(host_slab(n->host), "TCP", (uint32_t)n->sock->b.tcp_bytes, 64);
	tn->request_cache = slab_cache_new(host_slab(n->host), "request_sock_TCP", 112, 64);
	tn->hash_addr = layout_static(l, LAYOUT_STATIC, TCP_HASH * 16, 64);
	tn->lhash_addr = layout_static(l, LAYOUT_STATIC, 64 * 16, 64);
	tn->cong = tcp_cong_find((enum tcp_cong)tn->b.congestion);
	tasklets_new(tn);
	levels_new(tn);
	tcp_tsq_init(tn);
	return NULL;
}

static void destroy(struct sock *sk)
{
	struct tcp_sock *tp = tcp_sk(sk);
	struct tcp_net *tn = tp->tn;

	sim_assertf(!sk->hashed && !sk->receive_queue.len && !sk->write_queue.len && !tp->ofo.len,
		    "socket destroyed with packets or in the hash");
	sim_assert(!ktimer_armed(&tp->retransmit_timer) && !ktimer_armed(&tp->delack_timer));
	if (sk->frag_page)
		page_put(host_slab(sk->net->host), sk->frag_page);
	slab_free(tn->sock_cache, sk->addr);
	tn->live--;
	sk->hash_next = (struct sock *)pool;
	pool = tp;
}

const struct sock_proto tcp_proto = {
	.name = "tcp",
	.l4 = L4_TCP,
	.backlog_rcv = tcp_backlog_rcv,
	.release_cb = tcp_timers_release,
	.write_space = sock_stream_write_space,
	.destroy = destroy,
};

void tcp_init_sock(struct tcp_sock *tp)
{
	struct tcp_net *tn = tp->tn;
	struct sock *sk = &tp->sk;

	tp->state = TCP_CLOSE;
	tp->rto = tn->rto_initial;
	tp->mdev = tn->rto_initial;
	tp->snd_cwnd = 2;
	tp->snd_ssthresh = TCP_INFINITE_SSTHRESH;
	tp->snd_cwnd_clamp = UINT32_MAX;
	tp->mss_cache = 536;
	tp->reordering = tn->b.reordering;
	tp->ca = tn->cong;
	tp->header_len = 20;
	tp->rx_opt.mss_clamp = 536;
	sk->sndbuf = (uint32_t)tn->b.wmem[1];
	sk->rcvbuf = (uint32_t)tn->b.rmem[1];
	pkt_queue_init(&tp->ofo, sk->addr + SOCK_TCP_OFO);
	pkt_queue_init(&tp->ucopy.queue, sk->addr + SOCK_TCP_RX);
	tcp_init_timers(tp);
}

struct tcp_sock *tcp_sock_new(struct net *n)
{
	struct tcp_sock *tp = pool;

	if (tp)
		pool = (struct tcp_sock *)tp->sk.hash_next;
	else
		tp = xmalloc(sizeof(*tp));
	memset(tp, 0, sizeof(*tp));
	tp->tn = n->tcp;
	n->tcp->live++;
	sock_init(&tp->sk, n, &tcp_proto, slab_alloc(n->tcp->sock_cache));
	mem_write(tp->sk.addr, (uint32_t)n->sock->b.tcp_bytes);
	tcp_init_sock(tp);
	return tp;
}

static uint32_t hash4(uint32_t laddr, uint16_t lport, uint32_t faddr, uint16_t fport)
{
	uint32_t x = (laddr * 0x9e3779b1u) ^ (faddr * 0x85ebca6bu) ^
		     (((uint32_t)lport << 16 | fport) * 0xc2b2ae35u);

	x ^= x >> 15;
	return (x ^ x >> 7) & (TCP_HASH - 1);
}

static struct sock **bucket_of(const struct tcp_sock *tp)
{
	const struct sock *sk = &tp->sk;

	if (tp->state == TCP_LISTEN)
		return &tp->tn->listen[sk->sport & 63];
	return &tp->tn->ehash[hash4(sk->saddr, sk->sport, sk->daddr, sk->dport)];
}

void tcp_hash(struct tcp_sock *tp)
{
	struct sock **b = bucket_of(tp);

	sim_assert(!tp->sk.hashed);
	tp->sk.hash_next = *b;
	*b = &tp->sk;
	tp->sk.hashed = true;
	tp->sk.refs++;
}

void tcp_unhash(struct tcp_sock *tp)
{
	struct sock **pp = bucket_of(tp);

	if (!tp->sk.hashed)
		return;
	while (*pp != &tp->sk)
		pp = &(*pp)->hash_next;
	*pp = tp->sk.hash_next;
	tp->sk.hashed = false;
	sock_put(&tp->sk);
}

static struct tcp_sock *lookup_established(struct tcp_net *tn, const struct hdrs *h)
{
	uint32_t i = hash4(h->daddr, h->dport, h->saddr, h->sport);
	KFN(__inet_lookup_established);

	mem_read(tn->hash_addr + 16u * i, 8);
	for (struct sock *sk = tn->ehash[i]; sk; sk = sk->hash_next) {
		mem_read(sk->addr + SOCK_LOOKUP, 64);
		if (sk->sport == h->dport && sk->dport == h->sport && sk->saddr == h->daddr &&
		    sk->daddr == h->saddr)
			return tcp_sk(sk);
	}
	return NULL;
}

static struct tcp_sock *lookup_listener(struct tcp_net *tn, const struct hdrs *h)
{
	KFN(__inet_lookup_listener);

	mem_read(tn->lhash_addr + 16u * (h->dport & 63u), 8);
	for (struct sock *sk = tn->listen[h->dport & 63]; sk; sk = sk->hash_next) {
		mem_read(sk->addr + SOCK_LOOKUP, 64);
		if (sk->sport == h->dport && (!sk->saddr || sk->saddr == h->daddr))
			return tcp_sk(sk);
	}
	return NULL;
}

struct tcp_sock *tcp_lookup(struct net *n, const struct hdrs *h)
{
	struct tcp_sock *tp = lookup_established(n->tcp, h);

	if (!tp)
		tp = lookup_listener(n->tcp, h);
	if (tp)
		sock_hold(&tp->sk);
	return tp;
}

bool tcp_port_taken(struct net *n, uint16_t port)
{
	for (struct sock *sk = n->tcp->listen[port & 63]; sk; sk = sk->hash_next) {
		if (sk->sport == port)
			return true;
	}
	for (unsigned int i = 0; i < TCP_HASH; i++) {
		for (struct sock *sk = n->tcp->ehash[i]; sk; sk = sk->hash_next) {
			if (sk->sport == port)
				return true;
		}
	}
	return false;
}

void tcp_set_state(struct tcp_sock *tp, int state)
{
	if (state == TCP_CLOSE)
		tcp_unhash(tp); /* by its old state */
	tp->state = state;
	mem_write(tp->sk.addr + SOCK_LOOKUP + 16, 4);
}

static void purge(struct tcp_sock *tp)
{
	struct sock *sk = &tp->sk;
	struct pkt *p;

	while ((p = pkt_dequeue(&sk->receive_queue)))
		pkt_free(p, PKT_END_CLOSED);
	while ((p = pkt_dequeue(&tp->ofo)))
		pkt_free(p, PKT_END_CLOSED);
	while ((p = pkt_dequeue(&tp->ucopy.queue)))
		pkt_free(p, PKT_END_CLOSED);
	while ((p = pkt_dequeue(&sk->write_queue)))
		sock_wmem_free(sk, p, PKT_END_CLOSED);
	tp->send_head = NULL;
	tp->packets_out = 0;
	tcp_clear_retrans(tp);
	sock_mem_reclaim(sk);
}

void tcp_done(struct tcp_sock *tp)
{
	struct sock *sk = &tp->sk;

	if (tp->state == TCP_SYN_SENT || tp->state == TCP_SYN_RECV)
		SNMP(sk->net, TcpAttemptFails);
	tcp_clear_timers(tp);
	tcp_set_state(tp, TCP_CLOSE);
	sk->shutdown = RCV_SHUTDOWN | SEND_SHUTDOWN;
	if (!sk->dead) {
		sock_state_change(sk);
		return;
	}
	purge(tp);
	if (!tp->user_closed)
		return;
	tp->user_closed = false; /* the user's reference goes once */
	sock_put(sk);
}

void tcp_reset_local(struct tcp_sock *tp, int err)
{
	tp->sk.err = err;
	tcp_done(tp);
}

void tcp_purge(struct tcp_sock *tp)
{
	purge(tp);
}
