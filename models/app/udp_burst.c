/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bursts of datagrams at a reader: how long until the first of a burst, and each
 * other one, has been read?  While the reader owns its socket a burst goes to the
 * socket's backlog, and the reader gets it only after the whole backlog moved.
 *
 * Called by: the composition
 * Calls: models/kernel.h
 * Models: a sender that sends `burst` datagrams as fast as it can every
 *	`interval`, a reader that works `work` instructions on each
 * Leaves out: several readers, recvmmsg
 * Source: commits 95766fff6b9a (2.6.25), c377411f2494 and 8a74ad60a546 (2.6.35)
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "models/app/app.h"
#include "models/host/cpu.h"
#include "models/host/sched.h"
#include "sim/check.h"
#include "sim/stats.h"

#define LOOP_INSTRUCTIONS 60u /* user code around a call: assumed */

/* Sent so long before the call, a datagram waits in the socket: past a NIC's 75 us. */
#define QUEUED_PS 150000000ull

struct params {
	uint64_t burst, message, interval_ps, bursts, work, limit_bytes, start_ps;
};

struct bursts {
	struct stats_dist *first, *each, *call;
	sim_time *sent; /* of each datagram */
	uint64_t total, lost;
	bool all_sent;
};

#define OFF(m) offsetof(struct params, m)
static const struct param param_list[] = {
	{"burst", PARAM_U64, OFF(burst), "64", "1", "100000", NULL, "datagrams of a burst",
	 "assumed"},
	{"message", PARAM_SIZE, OFF(message), "64", "1", "16000", NULL, "bytes of a datagram",
	 "assumed"},
	{"interval", PARAM_TIME, OFF(interval_ps), "2ms", "1us", "10s", NULL,
	 "from the end of a burst to the next", "assumed"},
	{"bursts", PARAM_U64, OFF(bursts), "200", "1", "1000000", NULL, "how many", "assumed"},
	{"work", PARAM_U64, OFF(work), "2000", "0", "100000000", NULL,
	 "instructions that the reader spends on a datagram", "assumed"},
	{"limit", PARAM_SIZE, OFF(limit_bytes), "0", "0", "1GiB", NULL,
	 "SO_RCVBUF of the reader; 0: not set", "assumed"},
	{"start", PARAM_TIME, OFF(start_ps), "1ms", "0", "100s", NULL, "when the sender begins",
	 "assumed"},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

static const struct param_table table = {
	"workload.udp_burst",
	"Bursts of datagrams, and how long each takes to the reader.",
	param_list,
	sizeof(struct params),
};

static bool send_burst(struct app *a, struct ksock *s, struct ubuf b)
{
	const struct params *p = a->params;
	struct bursts *u = a->priv;

	for (uint64_t i = 0; i < p->burst && !a->failed; i++) {
		int64_t n;

		user_run(LOOP_INSTRUCTIONS);
		u->sent[a->tx_calls] = cpu_now();
		n = a->from.kernel->ops->sendto(s, b, a->to.ip, a->port);
		if (n < 0) {
			app_fail(a, "sendto: %s", strerror((int)-n));
			return false;
		}
		a->tx_bytes += (uint64_t)n;
		a->tx_calls++;
	}
	return !a->failed;
}

/* What has not come an interval after the last burst is lost. */
static void sender(void *arg)
{
	struct app *a = arg;
	const struct params *p = a->params;
	struct bursts *u = a->priv;
	struct kernel *k = a->from.kernel;
	struct ubuf b = {app_memory(a, &a->from, p->message), (uint32_t)p->message};
	struct ksock *s = k->ops->socket(k, L4_UDP);
	uint64_t before;

	k->ops->bind(s, 0, (uint16_t)(a->port + 1));
	task_delay(SIM_PS(p->start_ps));
	a->started_at = cpu_now();
	for (uint64_t i = 0; i < p->bursts; i++) {
		if (!send_burst(a, s, b))
			return;
		task_delay(SIM_PS(p->interval_ps));
	}
	do {
		before = a->rx_calls;
		task_delay(SIM_PS(p->interval_ps));
	} while (a->rx_calls != before);
	u->lost = u->total - a->rx_calls;
	if (!a->failed)
		app_finish(a);
}

static void note(struct app *a, uint64_t nth, sim_time began)
{
	const struct params *p = a->params;
	const struct bursts *u = a->priv;
	uint64_t ns = sim_sub(cpu_now(), u->sent[nth]).ps / 1000;

	stats_dist_add(u->each, ns);
	if (nth % p->burst == 0)
		stats_dist_add(u->first, ns);
	if (u->sent[nth].ps + QUEUED_PS < began.ps)
		stats_dist_add(u->call, sim_sub(cpu_now(), began).ps / 1000);
}

static void reader(void *arg)
{
	struct app *a = arg;
	const struct params *p = a->params;
	struct kernel *k = a->to.kernel;
	struct ubuf b = {app_memory(a, &a->to, p->message), (uint32_t)p->message};
	struct ksock *s = k->ops->socket(k, L4_UDP);

	if (p->limit_bytes)
		k->ops->setopt(s, KSOCK_RCVBUF, p->limit_bytes);
	k->ops->bind(s, 0, a->port);
	while (!a->failed) {
		struct payload got = {0};
		sim_time began = cpu_now();
		int64_t n;

		user_run(LOOP_INSTRUCTIONS);
		n = k->ops->recvfrom(s, b, &got);
		if (n < 0) {
			app_fail(a, "recvfrom: %s", strerror((int)-n));
			return;
		}
		a->rx_bytes += (uint64_t)n;
		a->rx_calls++;
		note(a, got.pos / p->message, began);
		if (p->work)
			user_run(p->work);
	}
}

static struct stats_dist *dist(const struct app *a, const char *name, const char *help)
{
	char path[128];

	snprintf(path, sizeof(path), "flows.%s.%s", a->name, name);
	return stats_dist_new(path, "ns", help);
}

static char *start(struct app *a)
{
	const struct params *p = a->params;
	struct bursts *u = xcalloc(1, sizeof(*u));

	u->total = p->burst * p->bursts;
	u->sent = xcalloc(u->total, sizeof(*u->sent));
	u->first = dist(a, "first_read_latency_ns", "first datagram of a burst: sendto() to read");
	u->each = dist(a, "datagram_latency_ns", "each datagram: sendto() to read");
	u->call = dist(a, "read_latency_ns",
		       "one recvfrom() of a datagram sent 150 us before the call or earlier: it "
		       "does not block");
	a->priv = u;
	task_new(a->to.kernel->host, "reader", reader, a, a->to.affinity, 0);
	task_new(a->from.kernel->host, "sender", sender, a, a->from.affinity, 0);
	return NULL;
}

static void figures(const struct app *a, void (*emit)(void *, const char *, double), void *arg)
{
	const struct bursts *u = a->priv;

	if (a->finished)
		emit(arg, "datagrams_lost", (double)u->lost);
}

const struct app_ops udp_burst_ops = {
	.kind = "udp_burst",
	.help = "bursts of datagrams at a reader that works on each",
	.params = &table,
	.start = start,
	.figures = figures,
};
