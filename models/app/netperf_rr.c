/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * netperf's request/response tests over TCP and UDP.
 *
 * Called by: netperf.c (tasks)
 * Calls: models/kernel.h
 * Models: one transaction at a time; the server answers each request
 * Leaves out: bursts (-b); UDP_RR stops when a datagram is lost, as netperf does
 * Source: netperf 2.4 nettest_bsd.c
 */
#include <string.h>

#include "models/app/netperf.h"
#include "models/host/cpu.h"
#include "models/host/sched.h"
#include "sim/stats.h"

/* Reads exactly `bytes`. False: end of stream or failure. */
static bool read_all(struct app *a, struct kernel *k, struct ksock *s, struct ubuf b,
		     uint64_t bytes, struct app_follow *f)
{
	while (bytes) {
		struct payload got = {0};
		struct ubuf part = {b.addr, bytes < b.len ? (uint32_t)bytes : b.len};
		int64_t n = k->ops->recv(s, part, &got);

		if (n < 0)
			app_fail(a, "recv: %s", strerror((int)-n));
		if (n <= 0 || !app_follow(a, f, &got, n))
			return false;
		a->rx_bytes += (uint64_t)n;
		a->rx_calls++;
		bytes -= (uint64_t)n;
	}
	return true;
}

static bool write_all(struct app *a, struct kernel *k, struct ksock *s, struct ubuf b)
{
	while (b.len) {
		int64_t n = k->ops->send(s, b, 0);

		if (n <= 0) {
			app_fail(a, "send: %s", strerror((int)-n));
			return false;
		}
		a->tx_bytes += (uint64_t)n;
		a->tx_calls++;
		b.len -= (uint32_t)n;
		b.addr += (uint64_t)n;
	}
	return true;
}

void netperf_rr_client(void *arg)
{
	struct netperf_conn *c = arg;
	struct app *a = c->np->app;
	const struct netperf_params *p = a->params;
	struct kernel *k = a->from.kernel;
	struct ubuf req = {app_memory(a, &a->from, p->request_bytes), (uint32_t)p->request_bytes};
	struct ubuf rsp = {app_memory(a, &a->from, p->response_bytes), (uint32_t)p->response_bytes};
	struct app_follow follow = {0};
	struct ksock *s;

	task_delay(SIM_PS(p->start_ps));
	s = app_connect(a, &a->from, a->to.ip, c->port, netperf_setup);
	while (s && !a->failed) {
		sim_time began = cpu_now();

		user_run(NETPERF_LOOP_INSTRUCTIONS);
		if (!write_all(a, k, s, req) || !read_all(a, k, s, rsp, p->response_bytes, &follow))
			return;
		a->transactions++;
		stats_dist_add(c->np->latency, sim_sub(cpu_now(), began).ps / 1000);
	}
}

void netperf_rr_server(void *arg)
{
	struct netperf_conn *c = arg;
	struct app *a = c->np->app;
	const struct netperf_params *p = a->params;
	struct kernel *k = a->to.kernel;
	struct ubuf req = {app_memory(a, &a->to, p->request_bytes), (uint32_t)p->request_bytes};
	struct ubuf rsp = {app_memory(a, &a->to, p->response_bytes), (uint32_t)p->response_bytes};
	struct app_follow follow = {0};
	struct ksock *s = app_accept(a, &a->to, c->port, netperf_setup);

	while (s && !a->failed) {
		user_run(NETPERF_LOOP_INSTRUCTIONS);
		if (!read_all(a, k, s, req, p->request_bytes, &follow) || !write_all(a, k, s, rsp))
			return;
	}
}

void netperf_udp_rr_client(void *arg)
{
	struct netperf_conn *c = arg;
	struct app *a = c->np->app;
	const struct netperf_params *p = a->params;
	struct kernel *k = a->from.kernel;
	struct ubuf req = {app_memory(a, &a->from, p->request_bytes), (uint32_t)p->request_bytes};
	struct ubuf rsp = {app_memory(a, &a->from, p->response_bytes), (uint32_t)p->response_bytes};
	struct ksock *s = k->ops->socket(k, L4_UDP);

	netperf_setup(a, &a->from, s);
	k->ops->bind(s, 0, c->client_port);
	task_delay(SIM_PS(p->start_ps));
	while (!a->failed) {
		sim_time began = cpu_now();
		struct payload got;
		int64_t n;

		user_run(NETPERF_LOOP_INSTRUCTIONS);
		n = k->ops->sendto(s, req, a->to.ip, c->port);
		if (n < 0) {
			netperf_send_failed(a, (int)-n);
			return;
		}
		a->tx_bytes += req.len;
		a->tx_calls++;
		if (k->ops->recvfrom(s, rsp, &got) < 0)
			return;
		a->rx_bytes += got.len;
		a->rx_calls++;
		a->transactions++;
		stats_dist_add(c->np->latency, sim_sub(cpu_now(), began).ps / 1000);
	}
}

void netperf_udp_rr_server(void *arg)
{
	struct netperf_conn *c = arg;
	struct app *a = c->np->app;
	const struct netperf_params *p = a->params;
	struct kernel *k = a->to.kernel;
	struct ubuf req = {app_memory(a, &a->to, p->request_bytes), (uint32_t)p->request_bytes};
	struct ubuf rsp = {app_memory(a, &a->to, p->response_bytes), (uint32_t)p->response_bytes};
	struct ksock *s = k->ops->socket(k, L4_UDP);

	netperf_setup(a, &a->to, s);
	k->ops->bind(s, 0, c->port);
	while (!a->failed) {
		struct payload got;
		int64_t n;

		user_run(NETPERF_LOOP_INSTRUCTIONS);
		if (k->ops->recvfrom(s, req, &got) < 0)
			return;
		n = k->ops->sendto(s, rsp, a->from.ip, c->client_port);
		if (n < 0) {
			netperf_send_failed(a, (int)-n);
			return;
		}
	}
}
