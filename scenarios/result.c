/* SPDX-License-Identifier: GPL-2.0-or-later */
/* result.json: top level, flows, links. */
#include "scenarios/result.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/host.h"
#include "models/pkt.h"
#include "sim/check.h"
#include "sim/stats.h"

/* JSON knows no infinity: too few batches give no interval. */
static json_t *interval(struct stats_interval i, double scale)
{
	if (!isfinite(i.half))
		return json_null();
	return json_pack("{s:f, s:f, s:i}", "mean", i.mean * scale, "half", i.half * scale,
			 "batches", (int)i.batches);
}

static void add(json_t *o, const char *key, double v)
{
	json_object_set_new(o, key, json_real(isfinite(v) ? v : 0));
}

static uint64_t moved(const struct app *a, const char *what)
{
	char path[96];

	snprintf(path, sizeof(path), "flows.%s.%s", a->name, what);
	return stats_get(path, NULL);
}

static void emit(void *arg, const char *key, double value)
{
	add(arg, key, value);
}

struct dist_arg {
	json_t *into;
	size_t skip;
};

static void add_dist(const char *path, const struct stats_dist *d, void *arg)
{
	struct dist_arg *a = arg;
	json_t *o;

	if (!stats_dist_count(d))
		return;
	o = json_pack("{s:I, s:f, s:I, s:I, s:I, s:I}", "count", (json_int_t)stats_dist_count(d),
		      "mean", stats_dist_mean(d), "p50", (json_int_t)stats_dist_quantile(d, 0.5),
		      "p99", (json_int_t)stats_dist_quantile(d, 0.99), "p999",
		      (json_int_t)stats_dist_quantile(d, 0.999), "max",
		      (json_int_t)stats_dist_max(d));
	json_object_set_new(a->into, path + a->skip, o);
}

/* Distributions below a prefix, keyed by what follows it. */
static void add_dists(json_t *into, const char *prefix)
{
	struct dist_arg a = {into, strlen(prefix) + 1};

	stats_dist_each(prefix, add_dist, &a);
}

json_t *result_flow(const struct build *b, const struct app *a)
{
	json_t *o = json_object();
	uint64_t bytes = moved(a, "rx_bytes");
	double window = sim_seconds(stats_window());
	char path[96];

	(void)b;
	json_object_set_new(o, "kind", json_string(a->ops->kind));
	json_object_set_new(o, "test", json_string(app_test(a)));
	add(o, "throughput_mbps", window > 0 ? (double)bytes * 8e-6 / window : 0);
	snprintf(path, sizeof(path), "flows.%s.rx_bytes", a->name);
	json_object_set_new(o, "throughput_mbps_ci95", interval(stats_rate(path), 8e-6));
	add(o, "tx_service_demand_us_per_kib", service_demand(a->from.kernel->host, bytes));
	add(o, "rx_service_demand_us_per_kib", service_demand(a->to.kernel->host, bytes));
	add(o, "transactions_per_s", window > 0 ? (double)moved(a, "transactions") / window : 0);
	json_object_set_new(o, "rx_bytes", json_integer((json_int_t)bytes));
	json_object_set_new(o, "tx_bytes", json_integer((json_int_t)moved(a, "tx_bytes")));
	json_object_set_new(o, "tx_calls", json_integer((json_int_t)moved(a, "tx_calls")));
	json_object_set_new(o, "rx_calls", json_integer((json_int_t)moved(a, "rx_calls")));
	if (a->finished)
		json_object_set_new(o, "finished", json_true());
	if (a->ops->figures)
		a->ops->figures(a, emit, o);
	snprintf(path, sizeof(path), "flows.%s", a->name);
	add_dists(o, path);
	return o;
}

static json_t *wire_end(const struct wire_stats *s)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "frames", (json_int_t)s->frames, "bytes",
			 (json_int_t)s->bytes, "lost", (json_int_t)s->lost, "duplicated",
			 (json_int_t)s->duplicated, "reordered", (json_int_t)s->reordered,
			 "corrupted", (json_int_t)s->corrupted);
}

static json_t *result_links(const struct build *b)
{
	json_t *o = json_object();

	for (unsigned int i = 0; i < b->links; i++) {
		const struct build_link *l = &b->link[i];
		char key[128];

		snprintf(key, sizeof(key), "%s-%s", l->end[0]->name, l->end[1]->name);
		json_object_set_new(o, key,
				    json_pack("{s:o, s:o}", l->end[0]->name,
					      wire_end(wire_stats(l->wire, 0)), l->end[1]->name,
					      wire_end(wire_stats(l->wire, 1))));
	}
	return o;
}

static void add_drop(const char *path, uint64_t delta, void *arg)
{
	const char *name = strstr(path, ".drops.");
	json_t *into = arg, *old;

	if (!name || !delta)
		return;
	name += strlen(".drops.");
	old = json_object_get(into, name);
	json_object_set_new(into, name,
			    json_integer((json_int_t)delta + (old ? json_integer_value(old) : 0)));
}

/* Places of a NIC, named as its counters. */
static void add_nic_drops(json_t *into, const char *nic)
{
	static const char *const places[] = {"rx_no_buffer", "rx_fifo_drop", "rx_bad"};
	const char *dot = strchr(nic, '.');
	char path[128], drop[64];

	for (unsigned int i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(path, sizeof(path), "hosts.%.*s.nic.%s.%s", (int)(dot - nic), nic, dot + 1,
			 places[i]);
		snprintf(drop, sizeof(drop), ".drops.%s", places[i]);
		add_drop(drop, stats_get(path, NULL), into);
	}
}

/* By reason, over all hosts and links, in the measured window. */
static json_t *result_drops(const struct build *b)
{
	json_t *o = json_object();
	uint64_t lost = 0;

	stats_each("hosts", add_drop, o);
	for (unsigned int i = 0; i < b->hosts; i++)
		for (unsigned int n = 0; n < b->host[i].nics; n++)
			add_nic_drops(o, b->host[i].nic[n]->name);
	for (unsigned int i = 0; i < b->links; i++)
		lost += wire_stats(b->link[i].wire, 0)->lost + wire_stats(b->link[i].wire, 1)->lost;
	if (lost)
		json_object_set_new(o, "wire", json_integer((json_int_t)lost));
	return o;
}

json_t *result_json(const struct build *b, const struct point_job *job,
		    const struct result_run *run)
{
	json_t *flows = json_object(), *hosts = json_object(), *o = json_object();

	json_object_set_new(o, "scenario", json_string(job->scenario));
	json_object_set_new(o, "version", json_string(job->version));
	json_object_set_new(o, "seed", json_integer((json_int_t)b->params.seed));
	add(o, "simulated_s", run->simulated_s);
	add(o, "wall_s", run->wall_s);
	add(o, "frames_per_wall_s", run->wall_s > 0 ? (double)run->wire_frames / run->wall_s : 0);
	json_object_set_new(o, "converged", json_boolean(run->converged));
	for (unsigned int i = 0; i < b->flows; i++)
		json_object_set_new(flows, b->flow[i]->name, result_flow(b, b->flow[i]));
	json_object_set_new(o, "flows", flows);
	for (unsigned int i = 0; i < b->hosts; i++)
		json_object_set_new(hosts, b->host[i].name, result_host(b, &b->host[i]));
	json_object_set_new(o, "hosts", hosts);
	json_object_set_new(o, "links", result_links(b));
	json_object_set_new(o, "drops", result_drops(b));
	return o;
}

char *result_write(const struct build *b, const struct point_job *job, const struct result_run *run)
{
	char *path = xasprintf("%s/result.json", job->outdir), *err = NULL;
	json_t *o = result_json(b, job, run);

	if (json_dump_file(o, path, JSON_INDENT(1) | JSON_REAL_PRECISION(9)))
		err = err_fmt("%s: cannot be written: %s", path, strerror(errno));
	json_decref(o);
	free(path);
	return err;
}
