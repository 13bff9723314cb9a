/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * netperf's UDP_STREAM: datagrams as fast as the sender can, counted at both
 * ends; what is missing at the reader was lost on the way.
 *
 * Called by: netperf.c (tasks)
 * Calls: models/kernel.h
 * Models: send_udp_stream, recv_udp_stream
 * Leaves out: intervals and bursts
 * Source: netperf 2.4 nettest_bsd.c
 */
#include <errno.h>
#include <string.h>

#include "models/app/netperf.h"
#include "models/host/cpu.h"
#include "models/host/sched.h"
#include "sim/stats.h"

void netperf_udp_send(void *arg)
{
	struct netperf_conn *c = arg;
	struct app *a = c->np->app;
	const struct netperf_params *p = a->params;
	struct kernel *k = a->from.kernel;
	struct ksock *s = k->ops->socket(k, L4_UDP);
	struct app_ring ring;

	app_ring_init(&ring, a, &a->from, c->np->send_bytes, 65536 / c->np->send_bytes + 1);
	netperf_setup(a, &a->from, s);
	k->ops->bind(s, 0, c->client_port);
	task_delay(SIM_PS(p->start_ps));
	while (!a->failed) {
		int64_t n;

		user_run(NETPERF_LOOP_INSTRUCTIONS);
		n = k->ops->sendto(s, app_ring_next(&ring), a->to.ip, c->port);
		if (n < 0 && n != -ENOBUFS) {
			netperf_send_failed(a, (int)-n);
			return;
		}
		a->tx_bytes += n > 0 ? (uint64_t)n : 0;
		a->tx_calls++;
	}
}

void netperf_udp_recv(void *arg)
{
	struct netperf_conn *c = arg;
	struct app *a = c->np->app;
	struct kernel *k = a->to.kernel;
	struct ksock *s = k->ops->socket(k, L4_UDP);
	struct app_ring ring;

	app_ring_init(&ring, a, &a->to, c->np->recv_bytes, 2);
	netperf_setup(a, &a->to, s);
	k->ops->bind(s, 0, c->port);
	while (!a->failed) {
		struct payload got = {0};
		sim_time began = cpu_now();
		int64_t n;

		user_run(NETPERF_LOOP_INSTRUCTIONS);
		n = k->ops->recvfrom(s, app_ring_next(&ring), &got);
		if (n < 0) {
			app_fail(a, "recvfrom: %s", strerror((int)-n));
			return;
		}
		a->rx_bytes += (uint64_t)n;
		a->rx_calls++;
		stats_dist_add(c->np->read_latency, sim_sub(cpu_now(), began).ps / 1000);
	}
}
