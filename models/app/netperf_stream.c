/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * netperf's TCP stream tests: one side sends as fast as it can, one reads.
 *
 * Called by: netperf.c (tasks)
 * Calls: models/kernel.h
 * Models: the loops of send_tcp_stream, sendfile_tcp_stream, recv_tcp_stream
 * Leaves out: the test's own timer signal (the run's duration ends it)
 * Source: netperf 2.4 nettest_bsd.c
 */
#include <string.h>

#include "models/app/netperf.h"
#include "models/host/cpu.h"
#include "models/host/sched.h"
#include "sim/stats.h"

static unsigned int ring_width(uint64_t sockbuf, uint32_t call)
{
	return (unsigned int)(sockbuf / call) + 1;
}

void netperf_stream_send(void *arg)
{
	struct netperf_conn *c = arg;
	struct app *a = c->np->app;
	const struct netperf_params *p = a->params;
	struct kernel *k = a->from.kernel;
	struct app_ring ring;
	struct ksock *s;

	app_ring_init(&ring, a, &a->from, c->np->send_bytes,
		      ring_width(p->sndbuf ? p->sndbuf : 65536, c->np->send_bytes));
	task_delay(SIM_PS(p->start_ps));
	s = app_connect(a, &a->from, a->to.ip, c->port, netperf_setup);
	if (!s)
		return;
	a->started_at = cpu_now();
	while (!a->failed) {
		struct ubuf b = app_ring_next(&ring);
		int64_t n;

		user_run(NETPERF_LOOP_INSTRUCTIONS);
		n = p->test == NETPERF_TCP_SENDFILE ? k->ops->sendfile(s, b)
						    : k->ops->send(s, b, 0);
		if (n <= 0) {
			app_fail(a, "send: %s", strerror((int)-n));
			return;
		}
		a->tx_bytes += (uint64_t)n;
		a->tx_calls++;
	}
}

void netperf_stream_recv(void *arg)
{
	struct netperf_conn *c = arg;
	struct app *a = c->np->app;
	const struct netperf_params *p = a->params;
	struct kernel *k = a->to.kernel;
	struct app_follow follow = {0};
	struct app_ring ring;
	struct ksock *s;

	app_ring_init(&ring, a, &a->to, c->np->recv_bytes,
		      ring_width(p->rcvbuf ? p->rcvbuf : 87380, c->np->recv_bytes));
	s = app_accept(a, &a->to, c->port, netperf_setup);
	while (s && !a->failed) {
		struct payload got = {0};
		sim_time began = cpu_now();
		int64_t n;

		user_run(NETPERF_LOOP_INSTRUCTIONS);
		n = k->ops->recv(s, app_ring_next(&ring), &got);
		if (n < 0)
			app_fail(a, "recv: %s", strerror((int)-n));
		if (n <= 0 || !app_follow(a, &follow, &got, n))
			return;
		a->rx_bytes += (uint64_t)n;
		a->rx_calls++;
		stats_dist_add(c->np->read_latency, sim_sub(cpu_now(), began).ps / 1000);
	}
}
