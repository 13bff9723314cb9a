/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plots by one word.  WORD draws its figures over the default axis, WORD_vs_AXIS
 * (or _over_) over an axis whose key has AXIS in it, WORD_map a heat map over
 * the run's two axes.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_plots.h"
#include "sim/check.h"
#include "sim/yaml.h"

#define PROFILE_ROWS 14

/* figures: a plot each; those joined by | are series of one plot. */
static const struct word {
	const char *word;
	const char *figures[3];
	const char *log;
} words_table[] = {
	{"throughput", {"flows.*.throughput_mbps"}, NULL},
	{"cpu", {"hosts.*.cpu.util_pct"}, NULL},
	{"service_demand",
	 {"flows.*.tx_service_demand_us_per_kib", "flows.*.rx_service_demand_us_per_kib"},
	 NULL},
	{"time", {"flows.*.transfer_s"}, NULL},
	{"transactions", {"flows.*.transactions_per_s"}, NULL},
	{"interrupts", {"hosts.*.irq_per_s"}, NULL},
	{"context_switches", {"hosts.*.ctxsw_per_s"}, NULL},
	{"drops", {"drops.*|"}, "xy"},
	{"backlog_drops", {"hosts.*.counters.TcpExtTCPBacklogDrop|"}, "xy"},
	{"latency",
	 {"flows.*.read_latency_ns.p50|flows.*.read_latency_ns.p99|flows.*.read_latency_ns.max",
	  "flows.*.latency_ns.p50|flows.*.latency_ns.p99|flows.*.latency_ns.max"},
	 "xy"},
	{"max_latency", {"flows.*.read_latency_ns.max", "flows.*.latency_ns.max"}, NULL},
	{"charged",
	 {"hosts.*.distributions.wmem_alloc.mean|hosts.*.distributions.wmem_alloc.p99|"
	  "hosts.*.distributions.wmem_alloc.max"},
	 "xy"},
	{"backlog",
	 {"hosts.*.distributions.backlog.mean|hosts.*.distributions.backlog.p99|"
	  "hosts.*.distributions.backlog.max"},
	 "xy"},
	{"misses", {"hosts.*.caches.l2.misses", "hosts.*.caches.llc.misses"}, NULL},
	{NULL, {NULL}, NULL},
};

static const char *const other_words[] = {"profile",	    "timeseries",    "queue_series",
					  "backlog_series", "window_series", "miss_series"};

static const struct word *find_word(const char *word, size_t len)
{
	for (const struct word *w = words_table; w->word; w++)
		if (strlen(w->word) == len && !strncmp(w->word, word, len))
			return w;
	return NULL;
}

static char *unknown(const char *word)
{
	const char *names[32], *near;
	size_t n = 0;

	for (const struct word *w = words_table; w->word; w++)
		names[n++] = w->word;
	for (size_t i = 0; i < sizeof(other_words) / sizeof(other_words[0]); i++)
		names[n++] = other_words[i];
	near = nearest_name(word, names, n);
	return err_fmt("no such plot%s%s%s", near ? "; did you mean '" : "", near ? near : "",
		       near ? "'?" : "");
}

/* The patterns of one plot, which stand between |. */
static void expand_all(const struct results *r, const char *patterns, struct figure_list *out)
{
	while (*patterns) {
		size_t n = strcspn(patterns, "|");
		char *one = xasprintf("%.*s", (int)n, patterns);

		if (n)
			figure_expand(r, one, out);
		free(one);
		patterns += n + (patterns[n] == '|');
	}
}

/* flows.NAME or hosts.NAME: figures of one owner share a plot. */
static size_t owner_length(const char *path)
{
	const char *dot = strchr(path, '.'), *next = dot ? strchr(dot + 1, '.') : NULL;

	if (!next || (strncmp(path, "flows.", 6) && strncmp(path, "hosts.", 6)))
		return 0;
	return (size_t)(next - path);
}

static char *draw_owner(struct plots *p, const struct plot_request *base,
			const struct figure_list *all, size_t from, bool *done)
{
	struct plot_request q = *base;
	size_t n = owner_length(all->path[from]);
	char *err;

	q.figures = (struct figure_list){0};
	for (size_t i = from; i < all->n; i++) {
		if (done[i] || owner_length(all->path[i]) != n ||
		    strncmp(all->path[i], all->path[from], n))
			continue;
		done[i] = true;
		figure_list_add(&q.figures, all->path[i]);
	}
	err = plots_over_axes(p, &q);
	figure_list_free(&q.figures);
	return err;
}

/* One pattern group of a word: a plot for each owner, or each figure. */
static char *draw_group(struct plots *p, const struct plot_request *base, const char *patterns,
			size_t *drawn)
{
	struct figure_list all = {0};
	bool *done;
	char *err = NULL;

	expand_all(p->r, patterns, &all);
	done = xcalloc(all.n + 1, sizeof(*done));
	for (size_t i = 0; i < all.n && !err; i++) {
		if (done[i])
			continue;
		err = draw_owner(p, base, &all, i, done);
		(*drawn)++;
	}
	free(done);
	figure_list_free(&all);
	return err;
}

static char *draw_word(struct plots *p, const struct word *w, const struct plot_request *base)
{
	struct plot_request q = *base;
	size_t drawn = 0;
	char *err = NULL;

	if (!q.kind)
		q.log = w->log && p->r->axes && results_any(p->r) ? w->log : NULL;
	for (size_t i = 0; i < 3 && w->figures[i] && !err; i++)
		err = draw_group(p, &q, w->figures[i], &drawn);
	if (!err && !drawn)
		err = strstr(w->word, "drops")
			      ? err_fmt("no packet was lost in any point: nothing to draw")
			      : err_fmt("no finished point has %s", w->figures[0]);
	return err;
}

static int by_measured(const void *a, const void *b)
{
	const struct profile_entry *x = a, *y = b;
	double p =
		fmax(isnan(x->measured) ? 0 : x->measured, isnan(x->predicted) ? 0 : x->predicted);
	double q =
		fmax(isnan(y->measured) ? 0 : y->measured, isnan(y->predicted) ? 0 : y->predicted);

	return p == q ? strcmp(x->symbol, y->symbol) : p < q ? 1 : -1;
}

static bool measured_has(const struct profile *m, const char *symbol)
{
	for (size_t i = 0; i < m->n; i++)
		if (!strcmp(m->entry[i].symbol, symbol))
			return true;
	return false;
}

/* The measured symbols, and the predicted ones that the list does not have. */
static struct profile_entry *joined(const struct profile *m, size_t *n)
{
	size_t all = json_array_size(m->predicted), i;
	struct profile_entry *e = xcalloc(m->n + all + 1, sizeof(*e));
	json_t *row;

	*n = 0;
	for (i = 0; i < m->n; i++)
		if (!m->entry[i].skipped)
			e[(*n)++] = m->entry[i];
	json_array_foreach(m->predicted, i, row) {
		const char *s = json_string_value(json_object_get(row, "symbol"));

		if (s && !measured_has(m, s))
			e[(*n)++] = (struct profile_entry){
				.symbol = s,
				.measured = NAN,
				.predicted = json_number_value(json_object_get(row, "pct"))};
	}
	qsort(e, *n, sizeof(*e), by_measured);
	return e;
}

static char *draw_profile(struct plots *p, const struct profile *m)
{
	size_t n;
	struct profile_entry *e = joined(m, &n);
	struct plot pl = {.kind = PLOT_HBARS, .y_unit = "", .x_label = xstrdup("")};
	struct plot_panel *panel = plot_panel(&pl, xstrdup(""));
	char *name = xasprintf("profile-%s", m->name), *err;

	if (n > PROFILE_ROWS)
		n = PROFILE_ROWS;
	pl.category = xcalloc(n + 1, sizeof(char *));
	pl.n_category = n;
	pl.title = xasprintf("Profile of %s, %s", m->host, m->name);
	pl.y_label = xstrdup("% of the host's busy cycles");
	for (size_t i = 0; i < n; i++) {
		pl.category[i] = (char *)e[i].symbol;
		plot_add(plot_series(panel, xstrdup("predicted"), false), (double)i,
			 isnan(e[i].predicted) ? 0 : e[i].predicted, 0, NULL);
		if (m->n)
			plot_add(plot_series(panel, xstrdup("measured"), false), (double)i,
				 isnan(e[i].measured) ? 0 : e[i].measured, 0, NULL);
	}
	err = plots_add(p, name, &pl,
			xasprintf("%s; measured lists end at their first page", pl.title));
	free(pl.category);
	plot_free(&pl);
	free(name);
	free(e);
	return err;
}

/* Without measured ones, the hosts' profiles of a run of one point. */
static char *draw_plain_profiles(struct plots *p)
{
	const struct results_point *any = results_any(p->r);
	const json_t *hosts = json_object_get(any->result, "hosts");
	const char *name;
	char *err = NULL;
	json_t *h;

	if (p->r->groups > 1)
		return err_fmt(
			"compare.profile names no measured profiles, and the run has %zu points",
			p->r->groups);
	json_object_foreach((json_t *)hosts, name, h) {
		struct profile m = {.name = (char *)name,
				    .host = name,
				    .predicted = json_object_get(h, "profile")};

		if (!err)
			err = draw_profile(p, &m);
	}
	return err;
}

static char *draw_profiles(struct plots *p)
{
	char *err = NULL;

	if (!p->profiles || !p->profiles->n)
		return draw_plain_profiles(p);
	for (size_t i = 0; i < p->profiles->n && !err; i++)
		if (p->profiles->p[i].predicted)
			err = draw_profile(p, &p->profiles->p[i]);
	return err;
}

static char *draw_series(struct plots *p, const char *word)
{
	static const struct {
		const char *word, *title, *globs, *unit;
	} series[] = {
		{"queue_series", "Queue depth", "[\"*.qlen\", \"*.tx_fifo\"]", ""},
		{"backlog_series", "Socket backlog and receive queue",
		 "[\"*.sock.backlog_now\", \"*.sock.receive_queue_now\"]", "B"},
		{"window_series", "Congestion window and segments in flight",
		 "[\"*.tcp.cwnd\", \"*.tcp.in_flight\"]", ""},
		{"miss_series", "Cache miss rate",
		 "[\"*.l2.misses / *.l2.accesses\", \"*.llc.misses / *.llc.accesses\"]", ""},
	};
	bool all = !strcmp(word, "timeseries");
	size_t drawn = 0;
	char *err = NULL;

	for (size_t i = 0; i < 4; i++) {
		json_t *globs;

		if (!all && strcmp(word, series[i].word))
			continue;
		globs = json_loads(series[i].globs, 0, NULL);
		free(err);
		err = plots_over_time(p, &(struct series_request){.series = globs,
								  .title = series[i].title,
								  .unit = series[i].unit});
		json_decref(globs);
		if (err && !strstr(err, "no column"))
			return err;
		drawn += !err;
	}
	if (all && drawn) {
		free(err);
		err = NULL;
	}
	return err;
}

char *plots_word(struct plots *p, const char *word)
{
	const char *vs = strstr(word, "_vs_"), *over = strstr(word, "_over_");
	const char *map = strstr(word, "_map"), *axis = vs ? vs + 4 : over ? over + 6 : NULL;
	size_t len = vs ? (size_t)(vs - word) : over ? (size_t)(over - word) : strlen(word);
	struct plot_request q = {0};
	const struct word *w;
	long a;

	if (!strcmp(word, "profile"))
		return p->check_only ? NULL : draw_profiles(p);
	for (size_t i = 1; i < sizeof(other_words) / sizeof(other_words[0]); i++)
		if (!strcmp(word, other_words[i]))
			return draw_series(p, word);
	if (map && !map[4]) {
		len = (size_t)(map - word);
		q.kind = "heat";
	}
	w = find_word(word, len);
	if (!w)
		return unknown(word);
	a = axis ? results_axis_like(p->r, axis) : -1;
	if (axis && a < 0)
		return err_fmt("the run has no axis like '%s'", axis);
	q.x = axis ? p->r->axis[a].key : NULL;
	return p->check_only ? NULL : draw_word(p, w, &q);
}
