/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The first-class figures: where packets were lost, how long a sent packet's
 * memory stays charged, latencies with their maxima, interrupts and polls.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_figure.h"
#include "analysis/lib_html.h"
#include "analysis/lib_losses.h"
#include "analysis/lib_report.h"
#include "sim/check.h"

/* The mean over a group's finished points; false if none has the figure. */
static bool mean_of(const struct results_group *g, const char *path, double *out)
{
	struct estimate e;

	if (!figure_estimate(g, path, &e))
		return false;
	*out = e.mean;
	return true;
}

struct loss_row {
	const struct results_group *g;
	char *where;	    /* host, or "" */
	const char *reason; /* last part of the path */
	double count;
	char *path;
};

struct loss_rows {
	struct loss_row *row;
	size_t n;
};

static void add_loss(struct loss_rows *l, const struct results_group *g, const char *path)
{
	const char *dot = strchr(path, '.') + 1;
	size_t host = strncmp(path, "hosts.", 6) ? 0 : strcspn(dot, ".");
	double count;

	if (!mean_of(g, path, &count) || count == 0)
		return;
	l->row = xrealloc(l->row, (l->n + 1) * sizeof(*l->row));
	l->row[l->n++] = (struct loss_row){.g = g,
					   .where = xasprintf("%.*s", (int)host, dot),
					   .count = count,
					   .path = xstrdup(path)};
	l->row[l->n - 1].reason = strrchr(l->row[l->n - 1].path, '.') + 1;
}

static void find_losses(const struct results *r, struct loss_rows *out)
{
	static const char *const patterns[] = {"hosts.*.drops.*", "hosts.*.nic.*.rx_no_buffer",
					       "hosts.*.nic.*.rx_fifo_drop", "hosts.*.nic.*.rx_bad",
					       "drops.wire"};
	struct figure_list all = {0};

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		figure_expand(r, patterns[i], &all);
	for (size_t g = 0; g < r->groups; g++)
		for (size_t i = 0; i < all.n; i++)
			if (loss_find(strrchr(all.path[i], '.') + 1))
				add_loss(out, &r->group[g], all.path[i]);
	figure_list_free(&all);
}

void report_losses(const struct report *p)
{
	struct loss_rows l = {0};
	const char *fold;

	find_losses(p->r, &l);
	html_section(p->f, "losses", "Where packets were lost");
	fold = report_fold(l.n);
	if (!l.n) {
		fprintf(p->f, "<p>No packet was lost in any of the %zu finished points.</p>\n",
			p->r->state[POINT_DONE]);
		return;
	}
	html_table(p->f, fold);
	fputs("<tr>", p->f);
	report_axes_head(p);
	fputs("<th class=l>host</th><th class=l>place</th><th "
	      "class=l>counter</th><th>packets</th></tr>\n",
	      p->f);
	for (size_t i = 0; i < l.n; i++) {
		const struct loss *loss = loss_find(l.row[i].reason);

		fputs("<tr>", p->f);
		report_axes(p, l.row[i].g);
		html_td(p->f, l.row[i].where);
		html_td(p->f, loss->place);
		html_td(p->f, loss->counter);
		html_value(p->f, "", l.row[i].count);
		fputs("</tr>\n", p->f);
		free(l.row[i].where);
		free(l.row[i].path);
	}
	html_table_end(p->f, fold);
	free(l.row);
}

/* Distributions: objects with `count`, `mean`, ..., `max` below a pattern. */
static void distributions(const struct results *r, const char *pattern, struct figure_list *out)
{
	char *counts = xasprintf("%s.count", pattern);
	struct figure_list all = {0};

	figure_expand(r, counts, &all);
	for (size_t i = 0; i < all.n; i++) {
		all.path[i][strlen(all.path[i]) - strlen(".count")] = '\0';
		figure_list_add(out, all.path[i]);
	}
	figure_list_free(&all);
	free(counts);
}

static const char *unit_of(const char *path)
{
	char *mean = xasprintf("%s.mean", path);
	const char *unit = figure_unit(mean);
	size_t n = strlen(path);

	free(mean);
	if (!*unit && n > 3 && (!strcmp(path + n - 3, "_ns") || !strcmp(path + n - 3, "ncy")))
		unit = "ns"; /* irq_latency, wakeup_latency */
	if (!*unit && n > 3 && !strcmp(path + n - 3, "_ps"))
		unit = "ps";
	return unit;
}

static void distribution_row(const struct report *p, const struct results_group *g,
			     const char *path)
{
	static const char *const columns[] = {"count", "mean", "p50", "p99", "p999", "max"};
	const char *dot = strchr(path, '.') + 1;
	char *who = xasprintf("%.*s", (int)strcspn(dot, "."), dot);
	const char *rest = dot + strlen(who) + 1;

	if (!strncmp(rest, "distributions.", 14))
		rest += 14;
	fputs("<tr>", p->f);
	report_axes(p, g);
	html_td(p->f, who);
	html_td(p->f, rest);
	for (size_t i = 0; i < 6; i++) {
		char *figure = xasprintf("%s.%s", path, columns[i]);
		double v = NAN;

		mean_of(g, figure, &v);
		html_value(p->f, i ? unit_of(path) : "", v);
		free(figure);
	}
	fputs("</tr>\n", p->f);
	free(who);
}

static size_t count_rows(const struct report *p, const struct figure_list *l)
{
	size_t n = 0;

	for (size_t g = 0; g < p->r->groups; g++)
		for (size_t i = 0; i < l->n; i++) {
			char *figure = xasprintf("%s.count", l->path[i]);
			double v;

			n += mean_of(&p->r->group[g], figure, &v);
			free(figure);
		}
	return n;
}

static void distribution_table(const struct report *p, const struct figure_list *l)
{
	size_t rows = count_rows(p, l);
	const char *fold = report_fold(rows);

	if (!rows) {
		fputs("<p class=dim>No finished point has such a figure.</p>\n", p->f);
		return;
	}
	html_table(p->f, fold);
	fputs("<tr>", p->f);
	report_axes_head(p);
	fputs("<th class=l>of</th><th "
	      "class=l>figure</th><th>samples</th><th>mean</th><th>median</th>"
	      "<th>99 %</th><th>99.9 %</th><th>maximum</th></tr>\n",
	      p->f);
	for (size_t g = 0; g < p->r->groups; g++)
		for (size_t i = 0; i < l->n; i++) {
			char *figure = xasprintf("%s.count", l->path[i]);
			double v;

			if (mean_of(&p->r->group[g], figure, &v))
				distribution_row(p, &p->r->group[g], l->path[i]);
			free(figure);
		}
	html_table_end(p->f, fold);
}

void report_charged(const struct report *p)
{
	struct figure_list l = {0};

	html_section(p->f, "charged",
		     "How long a sent packet\342\200\231s memory stays charged to its socket");
	fputs("<p class=sub>wmem_alloc: from the charge to the free after completion. "
	      "wmem_queued: from the write queue to the acknowledgement. The delay times the "
	      "socket&#39;s limit bounds a flow.</p>\n",
	      p->f);
	distributions(p->r, "hosts.*.distributions.wmem*", &l);
	distribution_table(p, &l);
	figure_list_free(&l);
}

void report_latency(const struct report *p)
{
	struct figure_list l = {0}, all = {0};

	html_section(p->f, "latency", "Latencies and queues, with their maxima");
	fputs("<p class=sub>Quantiles are exact to 1/64; the maximum is exact: it shows what a "
	      "percentile hides.</p>\n",
	      p->f);
	distributions(p->r, "flows.*.*", &l);
	distributions(p->r, "hosts.*.distributions.*", &all);
	for (size_t i = 0; i < all.n; i++)
		if (!strstr(all.path[i], ".wmem"))
			figure_list_add(&l, all.path[i]);
	distribution_table(p, &l);
	figure_list_free(&all);
	figure_list_free(&l);
}

/* Sum over a pattern's figures, such as one for each CPU. */
static bool sum_of(const struct report *p, const struct results_group *g, const char *host,
		   const char *tail, double *out)
{
	char *pattern = xasprintf("hosts.%s.%s", host, tail);
	struct figure_list l = {0};
	double v;
	bool found = false;

	*out = 0;
	figure_expand(p->r, pattern, &l);
	for (size_t i = 0; i < l.n; i++)
		if (mean_of(g, l.path[i], &v)) {
			*out += v;
			found = true;
		}
	figure_list_free(&l);
	free(pattern);
	return found;
}

static void ratio_cell(const struct report *p, const struct results_group *g, const char *host,
		       const char *over, const char *under)
{
	double a, b;

	if (sum_of(p, g, host, over, &a) && sum_of(p, g, host, under, &b) && b > 0)
		html_value(p->f, "", a / b);
	else
		html_num(p->f, "", NULL);
}

static void sum_cell(const struct report *p, const struct results_group *g, const char *host,
		     const char *tail)
{
	double v;

	if (sum_of(p, g, host, tail, &v))
		html_value(p->f, "", v);
	else
		html_num(p->f, "", NULL);
}

static void interrupt_row(const struct report *p, const struct results_group *g, const char *host)
{
	fputs("<tr>", p->f);
	report_axes(p, g);
	html_td(p->f, host);
	sum_cell(p, g, host, "irq_per_s");
	ratio_cell(p, g, host, "nic.*.rx_frames", "nic.*.irqs");
	ratio_cell(p, g, host, "nic.*.tx_frames", "nic.*.irqs");
	sum_cell(p, g, host, "packets_per_poll");
	sum_cell(p, g, host, "softnet.*.time_squeeze");
	sum_cell(p, g, host, "ctxsw_per_s");
	fputs("</tr>\n", p->f);
}

void report_interrupts(const struct report *p)
{
	const struct results_point *any = results_any(p->r);
	const json_t *hosts = any ? json_object_get(any->result, "hosts") : NULL;
	const char *fold, *host;
	size_t rows = 0;
	json_t *h;

	for (size_t g = 0; g < p->r->groups; g++)
		rows += p->r->group[g].done ? json_object_size(hosts) : 0;
	fold = report_fold(rows);
	html_section(p->f, "interrupts", "Interrupts and packets per poll");
	html_table(p->f, fold);
	fputs("<tr>", p->f);
	report_axes_head(p);
	fputs("<th class=l>host</th><th>interrupts/s</th><th>received frames an interrupt</th>"
	      "<th>sent frames an interrupt</th><th>packets a poll</th><th>time_squeeze</th>"
	      "<th>context switches/s</th></tr>\n",
	      p->f);
	for (size_t g = 0; g < p->r->groups; g++)
		if (p->r->group[g].done)
			json_object_foreach((json_t *)hosts, host, h)
				interrupt_row(p, &p->r->group[g], host);
	html_table_end(p->f, fold);
	(void)h;
}
