/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One writer, one reader, a fixed amount of data over one TCP connection: the
 * loopback test of the 2010 thread (and its netcat variant: read_size 1024).
 *
 * Called by: the composition
 * Calls: models/kernel.h
 * Models: a writer that writes `write_size` at a time and a reader that reads
 *	`read_size` at a time, both with the same socket limit
 * Leaves out: the program's option parsing and reports
 * Source: netdev, 2010-11-18, "Loopback performance from kernel 2.6.12 to 2.6.37"
 */
#include <stdio.h>
#include <string.h>

#include "models/app/app.h"
#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/kfn.h"
#include "models/host/sched.h"
#include "sim/check.h"
#include "sim/stats.h"

#define LOOP_INSTRUCTIONS 60u /* user code around a call: assumed */

struct params {
	uint64_t bytes, write_bytes, read_bytes, limit_bytes, start_ps;
	bool written;
};

struct transfer {
	struct stats_dist *read_latency;
	sim_time half_at;		     /* half of the bytes were read */
	unsigned int reader_cpu, writer_cpu; /* where each ran last */
	struct task *reader, *writer;	     /* NULL on a host that runs real code */
};

#define OFF(m) offsetof(struct params, m)
static const struct param param_list[] = {
	{"bytes", PARAM_SIZE, OFF(bytes), "1GiB", "1", "1TiB", NULL, "bytes to move", "assumed"},
	{"write_size", PARAM_SIZE, OFF(write_bytes), "64KiB", "1", "64MiB", NULL,
	 "bytes of a write()", "assumed"},
	{"read_size", PARAM_SIZE, OFF(read_bytes), "4KiB", "1", "64MiB", NULL,
	 "bytes of a read(); 1024 is the netcat variant", "assumed"},
	{"written", PARAM_BOOL, OFF(written), "off", NULL, NULL, NULL,
	 "the writer has filled its buffer before it sends it; a buffer that was never written is "
	 "the zero page, as often as it is long",
	 "assumed"},
	{"limit", PARAM_SIZE, OFF(limit_bytes), "0", "0", "1GiB", NULL,
	 "SO_SNDBUF and SO_RCVBUF of both sockets; 0: not set (autotuning)",
	 "the published test's -l"},
	{"start", PARAM_TIME, OFF(start_ps), "1ms", "0", "100s", NULL, "when the writer connects",
	 "assumed"},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

static const struct param_table table = {
	"workload.loopback_transfer",
	"A fixed amount of data from a writer to a reader.",
	param_list,
	sizeof(struct params),
};

static void setup(struct app *a, struct app_end *e, struct ksock *s)
{
	const struct params *p = a->params;
	const struct kernel_ops *k = e->kernel->ops;

	if (!p->limit_bytes)
		return;
	k->setopt(s, KSOCK_SNDBUF, p->limit_bytes);
	k->setopt(s, KSOCK_RCVBUF, p->limit_bytes);
}

/* What the writer sends from. */
static uint64_t source(struct app *a, const struct params *p)
{
	if (p->written || strcmp(a->from.kernel->ops->kind, "stages"))
		return app_memory(a, &a->from, p->write_bytes);
	return UBUF_UNTOUCHED;
}

/* 0 on a host that runs real code: its CPUs are not ours. */
static unsigned int on_cpu(void)
{
	return this_cpu ? cpu_id(this_cpu) : 0;
}

static void writer(void *arg)
{
	struct app *a = arg;
	const struct params *p = a->params;
	struct kernel *k = a->from.kernel;
	uint64_t addr = source(a, p);
	struct ksock *s;

	task_delay(SIM_PS(p->start_ps));
	s = app_connect(a, &a->from, a->to.ip, a->port, setup);
	if (!s)
		return;
	a->started_at = cpu_now();
	while (a->tx_bytes < p->bytes && !a->failed) {
		uint64_t left = p->bytes - a->tx_bytes;
		struct ubuf b = {addr, (uint32_t)(left < p->write_bytes ? left : p->write_bytes)};
		int64_t n;

		user_run(LOOP_INSTRUCTIONS);
		n = k->ops->send(s, b, 0);
		if (n <= 0) {
			app_fail(a, "write: %s", strerror((int)-n));
			return;
		}
		a->tx_bytes += (uint64_t)n;
		a->tx_calls++;
	}
	k->ops->shutdown(s);
	((struct transfer *)a->priv)->writer_cpu = on_cpu();
}

static void reader(void *arg)
{
	struct app *a = arg;
	const struct params *p = a->params;
	struct transfer *t = a->priv;
	struct kernel *k = a->to.kernel;
	struct ubuf b = {app_memory(a, &a->to, p->read_bytes), (uint32_t)p->read_bytes};
	struct app_follow follow = {0};
	struct ksock *s = app_accept(a, &a->to, a->port, setup);

	while (s && !a->failed) {
		struct payload got = {0};
		sim_time began = cpu_now();
		int64_t n;

		user_run(LOOP_INSTRUCTIONS);
		n = k->ops->recv(s, b, &got);
		if (n < 0)
			app_fail(a, "read: %s", strerror((int)-n));
		if (n <= 0 || !app_follow(a, &follow, &got, n))
			break;
		a->rx_bytes += (uint64_t)n;
		a->rx_calls++;
		if (!t->half_at.ps && a->rx_bytes >= p->bytes / 2)
			t->half_at = cpu_now();
		stats_dist_add(t->read_latency, sim_sub(cpu_now(), began).ps / 1000);
	}
	t->reader_cpu = on_cpu();
	if (!a->failed && a->rx_bytes != p->bytes)
		app_fail(a, "%llu of %llu bytes arrived", (unsigned long long)a->rx_bytes,
			 (unsigned long long)p->bytes);
	app_finish(a);
}

static char *start(struct app *a)
{
	struct transfer *t = xcalloc(1, sizeof(*t));
	char path[96];

	snprintf(path, sizeof(path), "flows.%s.read_latency_ns", a->name);
	t->read_latency = stats_dist_new(path, "ns", "one read(), blocking included");
	a->priv = t;
	t->reader = task_new(a->to.kernel->host, "reader", reader, a, a->to.affinity, 0);
	t->writer = task_new(a->from.kernel->host, "writer", writer, a, a->from.affinity, 0);
	return NULL;
}

/* Percent of the host's busy cycles that are copies on one CPU. */
static double copies(const struct host *h, unsigned int cpu)
{
	uint64_t all = 0, copy = 0;

	for (unsigned int cause = 0; cause < CAUSE_COUNT; cause++) {
		for (unsigned int fn = 0; fn < FN_COUNT; fn++)
			all += host_cycles(h, -1, fn, cause);
		copy += host_cycles(h, (int)cpu, FN_copy_user_generic_string, cause);
	}
	return all ? 100.0 * (double)copy / (double)all : 0;
}

static void figures(const struct app *a, void (*emit)(void *, const char *, double), void *arg)
{
	const struct transfer *t = a->priv;

	if (!a->finished)
		return;
	emit(arg, "transfer_s", sim_seconds(sim_sub(a->finished_at, a->started_at)));
	if (!strcmp(a->to.kernel->ops->kind, "stages") && a->to.kernel == a->from.kernel) {
		emit(arg, "reader_copy_pct", copies(a->to.kernel->host, t->reader_cpu));
		emit(arg, "writer_copy_pct", copies(a->to.kernel->host, t->writer_cpu));
	}
	if (t->reader && t->writer) { /* as time(1) counts them: user and system */
		emit(arg, "reader_cpu_s", sim_seconds(SIM_PS(task_cpu_ps(t->reader))));
		emit(arg, "writer_cpu_s", sim_seconds(SIM_PS(task_cpu_ps(t->writer))));
	}
	/* As a longer transfer goes on: without slow start and the losses in it. */
	emit(arg, "steady_s", 2 * sim_seconds(sim_sub(a->finished_at, t->half_at)));
}

const struct app_ops loopback_transfer_ops = {
	.kind = "loopback_transfer",
	.help = "a fixed amount of data from a writer to a reader task",
	.params = &table,
	.start = start,
	.figures = figures,
};
