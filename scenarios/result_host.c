/* SPDX-License-Identifier: GPL-2.0-or-later */
/* result.json: one host. */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/netdev.h"
#include "models/path.h"
#include "scenarios/result.h"
#include "sim/check.h"
#include "sim/stats.h"

#define PROFILE_ROWS 60 /* in result.json; profile.txt has all */

struct sub {
	json_t *into;
	size_t skip;
	bool zeros; /* also what stayed zero */
};

/* "0.polls" becomes {"0": {"polls": n}}: paths of figures go down dot by dot. */
static void add_counter(const char *path, uint64_t delta, void *arg)
{
	struct sub *s = arg;
	const char *key = path + s->skip, *dot;
	json_t *o = s->into;

	if (!delta && !s->zeros)
		return;
	for (; (dot = strchr(key, '.')); key = dot + 1) {
		size_t n = (size_t)(dot - key);

		if (!json_object_getn(o, key, n))
			json_object_setn_new(o, key, n, json_object());
		o = json_object_getn(o, key, n);
	}
	json_object_set_new(o, key, json_integer((json_int_t)delta));
}

/* Counters below hosts.NAME.what, keyed by the rest of the path. */
static json_t *counters(const struct build_host *h, const char *what, bool zeros)
{
	char prefix[96];
	struct sub s = {json_object(), 0, zeros};

	s.skip = 1 + (size_t)snprintf(prefix, sizeof(prefix), "hosts.%s.%s", h->name, what);
	stats_each(prefix, add_counter, &s);
	return s.into;
}

/* Student's t over the batches; NULL: too few, or the kernel's own accounts. */
static json_t *util_interval(const struct build_host *h)
{
	double n = h->util_batches, mean, var;

	if (h->util_batches < 2)
		return NULL;
	mean = h->util_sum / n;
	var = (h->util_squares - n * mean * mean) / (n - 1);
	return json_pack("{s:f, s:f, s:i}", "mean", mean, "half",
			 gsl_cdf_tdist_Pinv(0.975, n - 1) * sqrt(var > 0 ? var / n : 0), "batches",
			 (int)h->util_batches);
}

static json_t *cpu_json(const struct build_host *h)
{
	static const char *const key[CPU_KINDS] = {"usr", "sys", "irq", "softirq", "idle"};
	json_t *list = json_array();

	for (unsigned int c = 0; c < host_cpus(h->host); c++) {
		json_t *o = json_object();

		for (unsigned int k = 0; k < CPU_KINDS; k++)
			json_object_set_new(o, key[k], json_real(host_kind_pct(h->host, c, k)));
		json_array_append_new(list, o);
	}
	return json_pack("{s:f, s:o*, s:o}", "util_pct", host_util_pct(h->host), "util_pct_ci95",
			 util_interval(h), "per_cpu", list);
}

static json_t *profile_json(const struct build_host *h)
{
	json_t *list = json_array();
	unsigned int n;
	uint64_t total;
	struct profile_row *rows = profile_collect(h, &n, &total);

	for (unsigned int i = 0; i < n && i < PROFILE_ROWS; i++) {
		json_t *causes = json_object();

		for (unsigned int c = 0; c < CAUSE_COUNT; c++)
			if (rows[i].cause[c])
				json_object_set_new(causes, cpu_cause_name[c],
						    json_integer((json_int_t)rows[i].cause[c]));
		json_array_append_new(
			list,
			json_pack("{s:s, s:I, s:f, s:I, s:I, s:o}", "symbol", rows[i].symbol,
				  "cycles", (json_int_t)rows[i].cycles, "pct",
				  total ? 100.0 * (double)rows[i].cycles / (double)total : 0.0,
				  "calls", (json_int_t)rows[i].calls, "instructions",
				  (json_int_t)rows[i].instructions, "causes", causes));
	}
	free(rows);
	return list;
}

/* Counters hosts.NAME.caches.CACHE.{accesses,misses} as a list; others (coherence, prefetch, dma)
 * as `memory`. */
static void add_caches(json_t *o, const struct build_host *h)
{
	json_t *all = counters(h, "caches", true), *list = json_array(), *others = json_object(),
	       *v;
	const char *key;

	json_object_foreach(all, key, v) {
		if (json_object_get(v, "accesses"))
			json_array_append_new(list,
					      json_pack("{s:s, s:O, s:O?}", "name", key, "accesses",
							json_object_get(v, "accesses"), "misses",
							json_object_get(v, "misses")));
		else
			json_object_set(others, key, v);
	}
	json_object_set_new(o, "caches", list);
	json_object_set_new(o, "memory", others);
	json_decref(all);
}

static json_t *nic_json(const struct nic *n)
{
	const struct nic_stats *s = &n->stats;

	return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}",
			 "name", n->name, "model", n->ops->name, "tx_frames",
			 (json_int_t)s->tx_frames, "tx_bytes", (json_int_t)s->tx_bytes, "rx_frames",
			 (json_int_t)s->rx_frames, "rx_bytes", (json_int_t)s->rx_bytes,
			 "rx_no_buffer", (json_int_t)s->rx_no_buffer, "rx_fifo_drop",
			 (json_int_t)s->rx_fifo_drop, "rx_bad", (json_int_t)s->rx_bad, "irqs",
			 (json_int_t)s->irqs, "reg_reads", (json_int_t)s->reg_reads, "reg_writes",
			 (json_int_t)s->reg_writes, "reg_unknown", (json_int_t)s->reg_unknown,
			 "bad_dma", (json_int_t)s->bad_dma);
}

static void rate(json_t *o, const struct build_host *h, const char *key, const char *counter)
{
	char path[128];
	double w = sim_seconds(stats_window());
	bool found;
	uint64_t n;

	snprintf(path, sizeof(path), "hosts.%s.%s", h->name, counter);
	n = stats_get(path, &found);
	json_object_set_new(o, key, json_real(found && w > 0 ? (double)n / w : 0));
}

/* Over all CPUs; real code keeps no such count. */
static void add_polls(json_t *o, const struct build_host *h)
{
	double w = sim_seconds(stats_window());
	uint64_t polls = 0, packets = 0;
	bool found = false;

	for (unsigned int c = 0; c < host_cpus(h->host); c++) {
		char path[128];

		snprintf(path, sizeof(path), "hosts.%s.softnet.%u.polls", h->name, c);
		polls += stats_get(path, &found);
		snprintf(path, sizeof(path), "hosts.%s.softnet.%u.polled", h->name, c);
		packets += stats_get(path, NULL);
	}
	if (!found || w <= 0)
		return;
	json_object_set_new(o, "polls_per_s", json_real((double)polls / w));
	json_object_set_new(o, "packets_per_poll",
			    json_real(polls ? (double)packets / (double)polls : 0));
}

static void add_host_dist(const char *path, const struct stats_dist *d, void *arg)
{
	const char *dot = strrchr(path, '.');

	if (!stats_dist_count(d))
		return;
	json_object_set_new(arg, dot + 1,
			    json_pack("{s:s, s:I, s:f, s:I, s:I, s:I, s:I}", "unit",
				      stats_dist_unit(d), "count", (json_int_t)stats_dist_count(d),
				      "mean", stats_dist_mean(d), "p50",
				      (json_int_t)stats_dist_quantile(d, 0.5), "p99",
				      (json_int_t)stats_dist_quantile(d, 0.99), "p999",
				      (json_int_t)stats_dist_quantile(d, 0.999), "max",
				      (json_int_t)stats_dist_max(d)));
}

json_t *result_host(const struct build *b, const struct build_host *h)
{
	json_t *o = json_object(), *nics = json_array(), *dists = json_object();
	char prefix[96];

	(void)b;
	json_object_set_new(o, "kernel", json_string(h->kernel->ops->kind));
	json_object_set_new(o, "cpu", cpu_json(h));
	rate(o, h, "irq_per_s", "irqs");
	add_polls(o, h);
	rate(o, h, "ctxsw_per_s", "ctxsw");
	json_object_set_new(o, "counters", counters(h, "counters", false));
	json_object_set_new(o, "softnet", counters(h, "softnet", false));
	json_object_set_new(o, "drops", counters(h, "drops", true));
	json_object_set_new(o, "dev", counters(h, "dev", true));
	if (strcmp(h->kernel->ops->kind, "stages"))
		json_object_set_new(o, "qdisc", counters(h, "qdisc", true));
	snprintf(prefix, sizeof(prefix), "hosts.%s", h->name);
	stats_dist_each(prefix, add_host_dist, dists);
	json_object_set_new(o, "distributions", dists);
	json_object_set_new(o, "profile", profile_json(h));
	add_caches(o, h);
	for (unsigned int i = 0; i < h->nics; i++)
		json_array_append_new(nics, nic_json(h->nic[i]));
	json_object_set_new(o, "nic", nics);
	return o;
}
