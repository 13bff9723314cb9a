/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * netperf: which test, buffer sizes as the program chooses them, tasks.
 *
 * Called by: the composition
 * Calls: models/kernel.h through netperf_stream.c, netperf_rr.c, netperf_udp.c
 * Models: send and receive buffer rings (size / call size + 1 buffers), sizes
 *	that follow from the socket buffers when none are given
 * Leaves out: the control connection; netperf's own CPU measurement (looper
 *	or /proc/stat: exact accounting is used instead)
 * Source: netperf 2.4 nettest_bsd.c
 */
#include "models/app/netperf.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "models/host/sched.h"
#include "sim/check.h"
#include "sim/stats.h"
#include "sim/yaml.h"

static const char *const tests[] = {"TCP_STREAM", "TCP_SENDFILE", "TCP_MAERTS", "TCP_RR",
				    "UDP_STREAM", "UDP_RR",	  NULL};

#define OFF(m) offsetof(struct netperf_params, m)
static const struct param params[] = {
	{"test", PARAM_ENUM, OFF(test), "TCP_STREAM", NULL, NULL, tests,
	 "which test, as netperf's -t", "netperf manual"},
	{"message", PARAM_SIZE, OFF(send_bytes), "64KiB", "1", "16MiB", NULL,
	 "bytes of a sending call, as -m", "the published runs' 65536"},
	{"recv_message", PARAM_SIZE, OFF(recv_bytes), "0", "0", "16MiB", NULL,
	 "bytes of a receiving call, as -M; 0: the receive buffer's size",
	 "netperf nettest_bsd.c: recv_size defaults to the socket buffer"},
	{"sndbuf", PARAM_SIZE, OFF(sndbuf), "0", "0", "1GiB", NULL,
	 "SO_SNDBUF; 0: not set, so autotuning stays on", "netperf -s, -S"},
	{"rcvbuf", PARAM_SIZE, OFF(rcvbuf), "0", "0", "1GiB", NULL,
	 "SO_RCVBUF; 0: not set, so autotuning stays on", "netperf -s, -S"},
	{"nodelay", PARAM_BOOL, OFF(nodelay), "off", NULL, NULL, NULL, "TCP_NODELAY", "netperf -D"},
	{"zerocopy", PARAM_BOOL, OFF(zerocopy), "off", NULL, NULL, NULL,
	 "MSG_ZEROCOPY: pages of the program's are sent without a copy (TCP_STREAM on real code)",
	 "netperf has none; Documentation/networking/msg_zerocopy.rst"},
	{"busy_poll", PARAM_TIME, OFF(busy_poll_ps), "0s", NULL, "1s", NULL,
	 "SO_BUSY_POLL: a reader polls the device this long before it sleeps (real code); 0: not "
	 "set",
	 "socket(7)"},
	{"reuseport", PARAM_BOOL, OFF(reuseport), "off", NULL, NULL, NULL,
	 "SO_REUSEPORT: receivers of all connections share one port, the kernel spreads datagrams "
	 "(UDP_STREAM on real code)",
	 "socket(7)"},
	{"request", PARAM_SIZE, OFF(request_bytes), "1", "1", "1MiB", NULL,
	 "bytes of a request (RR tests)", "netperf -r"},
	{"response", PARAM_SIZE, OFF(response_bytes), "1", "1", "1MiB", NULL,
	 "bytes of a response (RR tests)", "netperf -r"},
	{"start", PARAM_TIME, OFF(start_ps), "1ms", "0", "100s", NULL,
	 "when the client connects; the server waits from the start", "assumed"},
	{"connections", PARAM_U32, OFF(connections), "1", "1", "500", NULL,
	 "parallel instances of the test", "as many netperf processes"},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

static const struct param_table table = {
	"workload.netperf",
	"netperf and netserver, one pair of tasks a connection.",
	params,
	sizeof(struct netperf_params),
};

const char *app_test(const struct app *a)
{
	if (a->ops != &netperf_ops)
		return a->ops->kind;
	return tests[((const struct netperf_params *)a->params)->test];
}

/* Options without which the test would be another. */
static void must(struct app *a, const char *option, int err)
{
	if (err < 0)
		app_fail(a, "%s: this kernel refuses it: %s", option, strerror(-err));
}

void netperf_setup(struct app *a, struct app_end *e, struct ksock *s)
{
	const struct netperf_params *p = a->params;
	const struct kernel_ops *k = e->kernel->ops;

	if (p->sndbuf)
		k->setopt(s, KSOCK_SNDBUF, p->sndbuf);
	if (p->rcvbuf)
		k->setopt(s, KSOCK_RCVBUF, p->rcvbuf);
	if (p->nodelay)
		k->setopt(s, KSOCK_NODELAY, 1);
	if (p->zerocopy && e == &a->from)
		must(a, "zerocopy", k->setopt(s, KSOCK_ZEROCOPY, 1));
	if (p->busy_poll_ps)
		must(a, "busy_poll", k->setopt(s, KSOCK_BUSY_POLL, p->busy_poll_ps / 1000000));
	if (p->reuseport)
		must(a, "reuseport", k->setopt(s, KSOCK_REUSEPORT, 1));
}

#define UDP_MAX 65507u /* 64 KiB less headers of IP and UDP */

static char *too_long(struct yaml_node *flow, const char *key)
{
	const struct yaml_node *at = yaml_find(flow, key);

	return yaml_error(at ? at : flow, "%s: a datagram has at most %u bytes", key, UDP_MAX);
}

static char *misplaced(struct yaml_node *flow, const char *key, const char *test)
{
	return yaml_error(yaml_find(flow, key), "%s is for test %s", key, test);
}

static char *netperf_check(const void *params, struct yaml_node *flow)
{
	const struct netperf_params *p = params;

	if (p->zerocopy && p->test != NETPERF_TCP_STREAM)
		return misplaced(flow, "zerocopy", "TCP_STREAM");
	if (p->reuseport && p->test != NETPERF_UDP_STREAM)
		return misplaced(flow, "reuseport", "UDP_STREAM");
	if (p->test == NETPERF_UDP_STREAM && p->send_bytes > UDP_MAX)
		return too_long(flow, "message");
	if (p->test == NETPERF_UDP_RR && p->request_bytes > UDP_MAX)
		return too_long(flow, "request");
	if (p->test == NETPERF_UDP_RR && p->response_bytes > UDP_MAX)
		return too_long(flow, "response");
	return NULL;
}

void netperf_send_failed(struct app *a, int err)
{
	app_fail(a, "sendto: %s%s", strerror(err),
		 err == EMSGSIZE ? " (stages send no IP fragments: the MTU less 28 bytes is most)"
				 : "");
}

struct roles {
	void (*client)(void *arg), (*server)(void *arg);
};

static const struct roles roles[] = {
	[NETPERF_TCP_STREAM] = {netperf_stream_send, netperf_stream_recv},
	[NETPERF_TCP_SENDFILE] = {netperf_stream_send, netperf_stream_recv},
	[NETPERF_TCP_MAERTS] = {netperf_stream_send, netperf_stream_recv},
	[NETPERF_TCP_RR] = {netperf_rr_client, netperf_rr_server},
	[NETPERF_UDP_STREAM] = {netperf_udp_send, netperf_udp_recv},
	[NETPERF_UDP_RR] = {netperf_udp_rr_client, netperf_udp_rr_server},
};

static void start_pair(struct netperf *np, unsigned int i)
{
	struct app *a = np->app;
	const struct netperf_params *p = a->params;
	struct netperf_conn *c = xcalloc(1, sizeof(*c));

	c->np = np;
	c->port = (uint16_t)(a->port + (p->reuseport ? 0 : 2 * i));
	c->client_port = (uint16_t)(a->port + 2 * i + 1);
	task_new(a->to.kernel->host, "netserver", roles[p->test].server, c, a->to.affinity, 0);
	task_new(a->from.kernel->host, "netperf", roles[p->test].client, c, a->from.affinity, 0);
}

static char *netperf_start(struct app *a)
{
	const struct netperf_params *p = a->params;
	struct netperf *np = xcalloc(1, sizeof(*np));
	char path[96];

	np->app = a;
	np->send_bytes = (uint32_t)p->send_bytes;
	np->recv_bytes = (uint32_t)(p->recv_bytes ? p->recv_bytes : p->rcvbuf ? p->rcvbuf : 87380);
	snprintf(path, sizeof(path), "flows.%s.latency_ns", a->name);
	np->latency = stats_dist_new(path, "ns", "request to response");
	snprintf(path, sizeof(path), "flows.%s.read_latency_ns", a->name);
	np->read_latency = stats_dist_new(path, "ns", "one receiving call, blocking included");
	a->priv = np;
	if (p->test == NETPERF_TCP_MAERTS) { /* data flows to the client */
		struct app_end e = a->from;

		a->from = a->to;
		a->to = e;
	}
	for (unsigned int i = 0; i < p->connections; i++)
		start_pair(np, i);
	return NULL;
}

const struct app_ops netperf_ops = {
	.kind = "netperf",
	.help = "netperf tests TCP_STREAM, TCP_SENDFILE, TCP_MAERTS, TCP_RR, UDP_STREAM, UDP_RR",
	.params = &table,
	.check = netperf_check,
	.start = netperf_start,
};
