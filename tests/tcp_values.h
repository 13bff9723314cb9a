/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a script's `check` can ask for: fields of the socket, counters, states. */
#ifndef NICPATH_TESTS_TCP_VALUES_H
#define NICPATH_TESTS_TCP_VALUES_H

#include "tests/tcp_host.h"

static inline long long script_ms(const struct tcp_sock *tp, uint32_t jiffies)
{
	return (long long)jiffies * 1000 / tp->tn->hz;
}

/* tp may be NULL: the socket is gone. where: of the check. */
static inline long long script_value(struct kernel *k, const struct tcp_sock *tp, const char *where,
				     const char *name)
{
	uint64_t v;

	if (k->ops->counter(k, name, &v))
		return (long long)v;
	if (!strcmp(name, "state"))
		return tp ? tp->state : TCP_CLOSE;
	if (!tp)
		fail_msg("%s: '%s': there is no socket any more", where, name);
#define VALUE(word, expr)                                                                          \
	if (!strcmp(name, word))                                                                   \
	return (long long)(expr)
	VALUE("cwnd", tp->snd_cwnd);
	VALUE("ssthresh", tp->snd_ssthresh);
	VALUE("rto", script_ms(tp, tp->rto));
	VALUE("srtt", script_ms(tp, tp->srtt >> 3));
	VALUE("mss", tp->mss_cache);
	VALUE("rcv_mss", tp->ack.rcv_mss);
	VALUE("sndbuf", tp->sk.sndbuf);
	VALUE("rcvbuf", tp->sk.rcvbuf);
	VALUE("rcv_wnd", tp->rcv_wnd);
	VALUE("rcv_ssthresh", tp->rcv_ssthresh);
	VALUE("snd_wnd", tp->snd_wnd);
	VALUE("ca_state", tp->ca_state);
	VALUE("reordering", tp->reordering);
	VALUE("packets_out", tp->packets_out);
	VALUE("sacked_out", tp->sacked_out);
	VALUE("lost_out", tp->lost_out);
	VALUE("retrans_out", tp->retrans_out);
	VALUE("ofo", tp->ofo.len);
	VALUE("receive_queue", tp->sk.receive_queue.len);
	VALUE("rmem_alloc", tp->sk.rmem_alloc);
	VALUE("wmem_alloc", tp->sk.wmem_alloc);
	VALUE("wmem_queued", tp->sk.wmem_queued);
	VALUE("backlog", tp->sk.backlog.packets);
	VALUE("backlog_len", tp->sk.backlog.len);
	VALUE("err", tp->sk.err);
	VALUE("pingpong", tp->ack.pingpong);
	VALUE("backoff", tp->backoff);
#undef VALUE
	fail_msg("%s: nothing is called '%s'", where, name);
	return 0;
}

static inline long long script_constant(const char *word)
{
	for (int i = 0; i <= TCP_TIME_WAIT; i++) {
		if (!strcmp(tcp_state_name[i], word))
			return i;
	}
	for (int i = 0; i <= TCP_CA_Loss; i++) {
		if (!strcmp(tcp_ca_state_name[i], word))
			return i;
	}
	return strtoll(word, NULL, 0);
}

#endif
