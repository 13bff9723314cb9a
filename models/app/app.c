/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Workloads: the list, their parameters and counters, and the end of a run whose flows are done.
 *
 * Called by: the composition (flows of a scenario).  Calls: the workload named by `kind`.
 * Models: nothing by itself; counters are common to all kinds.
 * Leaves out: what one kind does (netperf.c, loopback_transfer.c, soaker.c, udp_burst.c).
 * Source: netperf's report, for the figures' meaning.
 */
#include "models/app/app.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/cpu.h"
#include "sim/check.h"
#include "sim/stats.h"
#include "sim/yaml.h"

const struct app_ops *const app_list[] = {
	&netperf_ops, &loopback_transfer_ops, &soaker_ops, &udp_burst_ops, NULL,
};

/* Flows that have not done all their work. */
static unsigned int unfinished;

static const struct app_ops *find(const char *kind)
{
	for (unsigned int i = 0; app_list[i]; i++)
		if (!strcmp(app_list[i]->kind, kind))
			return app_list[i];
	return NULL;
}

/* Puts the place of the flow's kind before a message. */
static char *yaml_prefix(struct yaml_node *flow, char *err)
{
	const struct yaml_node *kind = yaml_find(flow, "kind");

	return err_in(err, "%s", yaml_where(kind ? kind : flow));
}

static char *unknown(const char *kind)
{
	const char *names[16];
	size_t n = 0;

	while (app_list[n]) {
		names[n] = app_list[n]->kind;
		n++;
	}
	const char *near = nearest_name(kind, names, n);

	return near ? err_fmt("no workload \"%s\"; did you mean \"%s\"?", kind, near)
		    : err_fmt("no workload \"%s\" (`nicpath list workloads` shows them)", kind);
}

static void counter(const struct app *a, const char *name, const uint64_t *c, const char *help)
{
	char path[128];

	snprintf(path, sizeof(path), "flows.%s.%s", a->name, name);
	stats_counter(path, c, help);
}

static char *load(const struct app_ops *ops, struct yaml_node *flow, void *params)
{
	char *err;

	param_defaults(ops->params, params);
	err = param_load(ops->params, flow, params);
	return err || !ops->check ? err : ops->check(params, flow);
}

char *app_params_check(const char *kind, struct yaml_node *flow)
{
	const struct app_ops *ops = find(kind);
	char *err;

	if (!ops)
		return yaml_prefix(flow, unknown(kind));
	void *params = xcalloc(1, ops->params->struct_size);

	err = load(ops, flow, params);
	param_free(ops->params, params);
	free(params);
	return err;
}

static void register_counters(struct app *a)
{
	counter(a, "tx_bytes", &a->tx_bytes, "bytes that sending calls took");
	counter(a, "rx_bytes", &a->rx_bytes, "bytes that receiving calls returned");
	counter(a, "tx_calls", &a->tx_calls, "sending system calls");
	counter(a, "rx_calls", &a->rx_calls, "receiving system calls");
	counter(a, "transactions", &a->transactions, "request and response pairs");
}

char *app_new(const char *name, const char *kind, struct yaml_node *flow, struct app **out)
{
	const struct app_ops *ops = find(kind);
	char *err;

	if (!ops)
		return yaml_prefix(flow, unknown(kind));
	struct app *a = xcalloc(1, sizeof(*a));

	a->ops = ops;
	snprintf(a->name, sizeof(a->name), "%s", name);
	a->params = xcalloc(1, ops->params->struct_size);
	err = load(ops, flow, a->params);
	if (err)
		return err;
	register_counters(a);
	unfinished++;
	*out = a;
	return NULL;
}

void app_fail(struct app *a, const char *fmt, ...)
{
	va_list ap;
	char text[512];

	if (a->failed)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	a->failed = err_fmt("flow %s: %s", a->name, text);
	sim_stop();
}

void app_finish(struct app *a)
{
	a->finished = true;
	a->finished_at = this_cpu ? cpu_now() : sim_now();
	if (--unfinished)
		return;
	/* The measured window ends where this CPU is, not where the engine was. */
	if (this_cpu)
		cpu_sync();
	sim_stop();
}
