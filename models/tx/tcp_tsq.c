/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * TCP small queues: completion of a packet below lets the socket send again.
 *
 * Called by: the packet's destructor (tcp_wfree), the tasklet softirq,
 *	release_sock
 * Calls: tcp_write_xmit
 * Models: per-CPU list and tasklet, sockets found owned are left to the owner
 * Leaves out: the pacing timer's use of the same tasklet
 * Source: Linux net/ipv4/tcp_output.c, commit 46d3ceabd8d9 (3.6)
 */
#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

static void send_more(struct tcp_sock *tp)
{
	if (tp->state == TCP_ESTABLISHED || tp->state == TCP_FIN_WAIT1 ||
	    tp->state == TCP_CLOSING || tp->state == TCP_CLOSE_WAIT || tp->state == TCP_LAST_ACK)
		tcp_write_xmit(tp, tcp_current_mss(tp, true), tp->nonagle);
}

static void handle(struct tcp_sock *tp)
{
	sock_bh_lock(&tp->sk);
	tp->tsq_queued = false;
	if (sock_owned(&tp->sk))
		tp->tsq_deferred = true;
	else
		send_more(tp);
	sock_bh_unlock(&tp->sk);
	sock_put(&tp->sk);
}

static void tasklet(void *arg)
{
	struct tcp_net *tn = arg;
	unsigned int cpu = cpu_id(this_cpu);
	struct tcp_sock *tp, *next;
	KFN(tcp_tasklet_func);

	bool flags = irqs_off();

	tp = tn->tsq_head[cpu];
	tn->tsq_head[cpu] = NULL;
	tn->tsq_tail[cpu] = &tn->tsq_head[cpu];
	irqs_restore(flags);
	for (; tp; tp = next) {
		next = tp->tsq_next;
		handle(tp);
	}
}

void tcp_wfree(struct pkt *p)
{
	struct tcp_sock *tp = tcp_sk(p->sk);
	struct tcp_net *tn = tp->tn;
	KFN(tcp_wfree);

	if (!tp->tsq_throttled || tp->tsq_queued || tp->sk.refs == 0) {
		sock_wfree(p);
		return;
	}
	tp->tsq_throttled = false;
	tp->tsq_queued = true;
	tp->sk.refs++;
	sock_wfree(p);

	bool flags = irqs_off();
	unsigned int cpu = cpu_id(this_cpu);

	tp->tsq_next = NULL;
	*tn->tsq_tail[cpu] = tp;
	tn->tsq_tail[cpu] = &tp->tsq_next;
	softirq_raise_irqoff(SOFTIRQ_TASKLET);
	irqs_restore(flags);
}

void tcp_timers_release(struct sock *sk)
{
	struct tcp_sock *tp = tcp_sk(sk);

	if (!tp->tsq_deferred)
		return;
	tp->tsq_deferred = false;
	send_more(tp);
}

void tcp_tsq_init(struct tcp_net *tn)
{
	if (tn->b.tsq)
		softirq_open(tn->net->host, SOFTIRQ_TASKLET, tasklet, tn);
}
