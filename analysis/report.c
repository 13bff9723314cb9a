/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report DIR: draws a run's plots and writes DIR/report.html, one file with
 * everything in it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_compare.h"
#include "analysis/lib_html.h"
#include "analysis/lib_plots.h"
#include "analysis/lib_results.h"
#include "sim/check.h"

#define TOP 20		/* symbols of a profile */

static void section_head(FILE *f, const struct results *r)
{
	const char *title = json_string_value(json_object_get(r->run, "title"));

	html_open(f, title && *title ? title : "nicpath run");
	fprintf(f, "<p class=sub>scenario ");
	html_text(f, json_string_value(json_object_get(r->run, "scenario")));
	fprintf(f, ", nicpath ");
	html_text(f, json_string_value(json_object_get(r->run, "version")));
	fprintf(f, ", %zu points", r->points);
	if (r->unfinished)
		fprintf(f, "; <b class=miss>%zu points have no result</b>", r->unfinished);
	fputs("</p>\n", f);
}

static void compare_cell(FILE *f, const struct compare_row *row, const struct compare_cell *x)
{
	const char *class = row->fitted || x->tolerance_pct <= 0 ? "" : x->missed ? "miss" : "ok";

	fprintf(f, "<td>%.4g</td><td>%.4g</td><td class=\"%s\">%+.1f %%</td>", x->measured,
		x->predicted, class, x->error_pct);
}

static void section_compare(FILE *f, const struct compare *c)
{
	if (!c->rows)
		return;
	fputs("<h2>Predicted and measured</h2>\n<p class=sub>", f);
	html_text(f, c->csv.origin);
	fprintf(f, "</p>\n<p>%zu predictions have a tolerance; %zu of them miss it. Rows marked "
		   "<i>fitted</i> were used for calibration and predict nothing.</p>\n",
		c->predicted, c->missed);
	fputs("<table><tr><th>row</th><th>what</th>", f);
	for (size_t k = 0; c->rows && k < c->csv.cols; k++) {
		bool used = false;

		for (size_t i = 0; i < c->rows; i++)
			for (size_t j = 0; j < c->row[i].cells; j++)
				used |= !strcmp(c->row[i].cell[j].column, c->csv.head[k]);
		if (used) {
			fputs("<th colspan=3>", f);
			html_text(f, c->csv.head[k]);
			fputs("<br><small>measured, predicted, error</small></th>", f);
		}
	}
	fputs("</tr>\n", f);
	for (size_t i = 0; i < c->rows; i++) {
		const struct compare_row *row = &c->row[i];

		fputs("<tr><td>", f);
		html_text(f, row->id);
		fputs(row->fitted ? " <i>fitted</i></td><td>" : "</td><td>", f);
		html_text(f, row->label);
		fputs(row->point ? "</td>" : " <i>(not in this run)</i></td>", f);
		for (size_t k = 0; k < c->csv.cols; k++)
			for (size_t j = 0; j < row->cells; j++)
				if (!strcmp(row->cell[j].column, c->csv.head[k]))
					compare_cell(f, row, &row->cell[j]);
		fputs("</tr>\n", f);
	}
	fputs("</table>\n", f);
}

static void section_plots(FILE *f, const struct results *r, const struct plots_made *p)
{
	if (p->n)
		fputs("<h2>Plots</h2>\n", f);
	for (size_t i = 0; i < p->n; i++) {
		char *path = xasprintf("%s/plots/%s.svg", r->dir, p->name[i]);

		html_svg(f, path, p->title[i]);
		free(path);
	}
}

/* Rank of a symbol in a point's profile, from 1; 0: not there. *pct its share. */
static size_t rank_of(const json_t *profile, const char *symbol, double *pct)
{
	size_t i;
	json_t *row;

	json_array_foreach(profile, i, row) {
		const char *s = json_string_value(json_object_get(row, "symbol"));

		if (!s || strcmp(s, symbol))
			continue;
		*pct = json_number_value(json_object_get(row, "pct"));
		return i + 1;
	}
	return 0;
}

static void profile_rows(FILE *f, const struct compare_profile *p, const json_t *profile)
{
	size_t n = json_array_size(profile);

	for (size_t i = 0; i < TOP && (i < n || i < p->n); i++) {
		const json_t *row = json_array_get(profile, i);
		const char *s = json_string_value(json_object_get(row, "symbol"));
		double pct = 0;

		fprintf(f, "<tr><td>%zu</td><td class=l>", i + 1);
		html_text(f, s ? s : "");
		fprintf(f, "</td><td>%.2f</td>", json_number_value(json_object_get(row, "pct")));
		if (i < p->n) {
			size_t rank = rank_of(profile, p->symbol[i], &pct);

			fputs("<td class=l>", f);
			html_text(f, p->symbol[i]);
			fprintf(f, "</td><td>%.2f</td>", p->percent[i]);
			if (rank)
				fprintf(f, "<td>%.2f (%zu)</td>", pct, rank);
			else
				fputs("<td><i>not modelled</i></td>", f);
		}
		fputs("</tr>\n", f);
	}
}

static void section_profiles(FILE *f, const struct compare_profiles *c)
{
	if (!c->n)
		return;
	fputs("<h2>Profiles: predicted beside measured</h2>\n<p class=sub>", f);
	html_text(f, c->csv.origin);
	fputs("</p>\n<div class=row>", f);
	for (size_t i = 0; i < c->n; i++) {
		const struct compare_profile *p = &c->p[i];
		char *path = xasprintf("hosts.%s.profile", p->host ? p->host : "host");
		const json_t *profile = p->point ? results_node(p->point->result, path) : NULL;

		free(path);
		if (!profile)
			continue;
		fputs("<div><h3>", f);
		html_text(f, p->name);
		fputs("</h3><table><tr><th></th><th>predicted</th><th>%</th><th>measured</th><th>%</th>"
		      "<th>predicted there (rank)</th></tr>\n",
		      f);
		profile_rows(f, p, profile);
		fputs("</table></div>\n", f);
	}
	fputs("</div>\n", f);
}

static void number_cell(FILE *f, const struct results_point *p, const char *figure)
{
	double v;

	if (results_number(p->result, figure, &v))
		fprintf(f, "<td>%.5g</td>", v);
	else
		fputs("<td></td>", f);
}

/* Columns of the table of points: what every flow and host has. */
static void point_figures(const struct results *r, char ***out, size_t *n)
{
	static const char *const flow[] = { "throughput_mbps", "transfer_s", "transactions_per_s" };
	static const char *const host[] = { "cpu.util_pct", "irq_per_s", "ctxsw_per_s" };
	const json_t *result = r->point[0].result;
	const char *name;
	json_t *v;

	*out = NULL;
	*n = 0;
#define ADD(text)                                                    \
	do {                                                         \
		*out = xrealloc(*out, (*n + 1) * sizeof(char *));    \
		(*out)[(*n)++] = text;                               \
	} while (0)
	json_object_foreach(json_object_get(result, "flows"), name, v)
		for (size_t i = 0; i < sizeof(flow) / sizeof(flow[0]); i++) {
			double x = 0;

			if (results_number(v, flow[i], &x) && x != 0)
				ADD(xasprintf("flows.%s.%s", name, flow[i]));
		}
	json_object_foreach(json_object_get(result, "hosts"), name, v)
		for (size_t i = 0; i < sizeof(host) / sizeof(host[0]); i++)
			ADD(xasprintf("hosts.%s.%s", name, host[i]));
#undef ADD
}

static void losses(FILE *f, const json_t *result)
{
	const char *reason;
	json_t *v;
	bool any = false;

	json_object_foreach(json_object_get(result, "drops"), reason, v) {
		fprintf(f, "%s%s %lld", any ? ", " : "", reason, (long long)json_integer_value(v));
		any = true;
	}
	if (!any)
		fputs("none", f);
}

static void section_points(FILE *f, const struct results *r)
{
	char **figure;
	size_t n;

	if (!r->points)
		return;
	point_figures(r, &figure, &n);
	fputs("<h2>All points</h2>\n<div class=wide><table><tr>", f);
	for (size_t a = 0; a < r->axes; a++)
		html_th(f, r->axis[a].key);
	for (size_t i = 0; i < n; i++)
		html_th(f, figure[i]);
	fputs("<th>lost packets, by reason</th><th>files</th></tr>\n", f);
	for (size_t i = 0; i < r->points; i++) {
		const struct results_point *p = &r->point[i];

		fputs("<tr>", f);
		for (size_t a = 0; a < r->axes; a++)
			html_td(f, p->value[a]);
		for (size_t k = 0; k < n; k++)
			number_cell(f, p, figure[k]);
		fputs("<td class=l>", f);
		losses(f, p->result);
		fprintf(f, "</td><td><a href=\"%s/\">files</a></td></tr>\n", p->name);
	}
	fputs("</table></div>\n", f);
	for (size_t i = 0; i < n; i++)
		free(figure[i]);
	free(figure);
}

static char *write_report(const struct results *r)
{
	struct compare c;
	struct compare_profiles profiles;
	struct plots_made plots;
	char *path, *err = compare_load(r, &c);
	FILE *f;

	if (!err)
		err = compare_profiles_load(r, &profiles);
	if (!err)
		err = plots_make(r, &c, &plots);
	if (err)
		return err;
	path = xasprintf("%s/report.html", r->dir);
	f = fopen(path, "w");
	if (!f)
		return err_fmt("%s: cannot be written", path);
	section_head(f, r);
	section_compare(f, &c);
	section_plots(f, r, &plots);
	section_profiles(f, &profiles);
	section_points(f, r);
	html_close(f);
	if (fclose(f))
		err = err_fmt("%s: cannot be written", path);
	free(path);
	compare_free(&c);
	return err;
}

int main(int argc, char **argv)
{
	struct results r;
	char *err;

	if (argc != 2 || argv[1][0] == '-') {
		fprintf(argc == 2 && !strcmp(argv[1], "--help") ? stdout : stderr,
			"usage: nicpath report DIR\nDraws DIR/plots/*.svg and writes DIR/report.html from the "
			"finished points of a run.\n");
		return argc == 2 && !strcmp(argv[1], "--help") ? 0 : 2;
	}
	err = results_load(argv[1], &r);
	if (!err)
		err = write_report(&r);
	if (err) {
		fprintf(stderr, "nicpath report: %s\n", err);
		free(err);
		return 2;
	}
	results_free(&r);
	return 0;
}
