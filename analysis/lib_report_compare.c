/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measured rows, published statements and profiles beside the predictions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_figure.h"
#include "analysis/lib_html.h"
#include "analysis/lib_report.h"
#include "sim/check.h"

#define TOP 20 /* symbols of a profile */

static const struct compare_cell *cell_of(const struct compare_row *row, const char *column)
{
	for (size_t i = 0; i < row->cells; i++)
		if (!strcmp(row->cell[i].column, column))
			return &row->cell[i];
	return NULL;
}

static void measured(FILE *f, const struct compare_cell *x, const char *unit)
{
	char text[FIGURE_TEXT];

	figure_print(unit, x->measured, text, sizeof(text));
	html_num(f, text, "g");
}

static void cell(FILE *f, const struct compare_cell *x)
{
	const char *class = !x || !x->judged ? "" : x->missed ? "miss" : "ok";
	char text[2 * FIGURE_TEXT + 8], tolerance[60];
	const char *unit;

	if (!x) {
		fputs("<td class=g></td><td></td><td></td>", f);
		return;
	}
	unit = x->best > 0 ? "" : figure_unit(x->figure);
	measured(f, x, unit);
	figure_print_estimate(unit, &x->predicted, text, sizeof(text));
	html_num(f, text, NULL);
	tolerance_print(&x->tolerance, tolerance, sizeof(tolerance));
	fprintf(f, "<td class=\"%s\" title=\"allowed: %s\">", class,
		*tolerance ? tolerance : "no tolerance is set");
	error_print(x, text, sizeof(text));
	fputs(text, f);
	fputs(x->missed ? " \342\234\227</td>" : x->judged ? " \342\234\223</td>" : "</td>", f);
}

static void head(const struct report *p)
{
	const struct compare *c = &p->compare;

	fputs("<tr><th rowspan=2>row</th><th rowspan=2 class=l>what</th>", p->f);
	for (size_t k = 0; k < c->columns; k++) {
		fputs("<th colspan=3 class=g>", p->f);
		html_text(p->f, c->column[k]);
		fputs("</th>", p->f);
	}
	fputs("</tr>\n<tr>", p->f);
	for (size_t k = 0; k < c->columns; k++)
		fputs("<th class=g><small>measured</small></th><th><small>predicted</small></th>"
		      "<th><small>error</small></th>",
		      p->f);
	fputs("</tr>\n", p->f);
}

static void row(const struct report *p, const struct compare_row *r)
{
	const struct compare *c = &p->compare;

	fprintf(p->f, "<tr%s><td class=l>", r->fitted ? " class=fit" : "");
	html_text(p->f, r->id);
	fputs(r->fitted ? " (fitted)</td><td class=w>" : "</td><td class=w>", p->f);
	html_text(p->f, r->label);
	if (!r->group)
		fputs(" <span class=dim>(not in this run)</span>", p->f);
	else if (!r->group->done)
		fputs(" <span class=miss>(no result)</span>", p->f);
	fputs("</td>", p->f);
	for (size_t k = 0; k < c->columns; k++)
		cell(p->f, cell_of(r, c->column[k]));
	fputs("</tr>\n", p->f);
	if (!r->missed)
		return;
	fprintf(p->f, "<tr class=note><td></td><td colspan=%zu><b class=miss>missed:</b> ",
		1 + 3 * c->columns);
	html_text(p->f,
		  r->note ? r->note
			  : "no missing mechanism is named yet (docs/validation.md has the list)");
	fputs("</td></tr>\n", p->f);
}

void report_compare(const struct report *p)
{
	const struct compare *c = &p->compare;

	if (!c->rows)
		return;
	html_section(p->f, "compare", "Predicted and measured");
	fputs("<p class=sub>", p->f);
	html_text(p->f, c->csv.origin);
	fprintf(p->f,
		"</p>\n<p>%zu predictions have a tolerance, %zu are within it. Rows marked "
		"<i>fitted</i> were used for calibration and predict nothing.%s%s</p>\n",
		c->predicted, c->predicted - c->missed,
		c->relative ? " Columns whose amount of work is not published are relative to the "
			      "best row, measured and predicted alike."
			    : "",
		p->r->seeds ? " Predicted values are means over seeds, with 95 % t intervals."
			    : "");
	html_table(p->f, NULL);
	head(p);
	for (size_t i = 0; i < c->rows; i++)
		row(p, &c->row[i]);
	html_table_end(p->f, false);
}

void report_claims(const struct report *p)
{
	if (!p->claims.n)
		return;
	html_section(p->f, "claims", "What was published in words");
	html_table(p->f, NULL);
	fputs("<tr><th>statement</th><th></th><th>tested</th><th class=l>for example</th></tr>\n",
	      p->f);
	for (size_t i = 0; i < p->claims.n; i++) {
		const struct claim *c = &p->claims.claim[i];

		fputs("<tr><td class=w>", p->f);
		html_text(p->f, c->text);
		fprintf(p->f, "</td><td class=\"%s\">%s</td><td>%zu</td><td class=w>",
			!c->tested  ? "dim"
			: c->failed ? "miss"
				    : "ok",
			!c->tested  ? "not in this run"
			: c->failed ? "does not hold"
				    : "holds",
			c->tested);
		html_text(p->f, c->detail);
		fputs("</td></tr>\n", p->f);
	}
	html_table_end(p->f, false);
}

static void predicted_cells(FILE *f, const json_t *list, size_t i)
{
	const json_t *row = json_array_get(list, i);
	const char *s = json_string_value(json_object_get(row, "symbol"));

	fprintf(f, "<tr><td>%zu</td>", i + 1);
	html_td(f, s ? s : "");
	if (row)
		fprintf(f, "<td>%.2f</td>", json_number_value(json_object_get(row, "pct")));
	else
		fputs("<td></td>", f);
}

static void measured_cells(FILE *f, const struct profile_entry *e)
{
	fputs("<td class=\"l g\">", f);
	html_text(f, e->symbol);
	fprintf(f, "</td><td>%.2f</td>", e->measured);
	if (e->rank)
		fprintf(f, "<td>%.2f</td><td class=dim>%zu</td>", e->predicted, e->rank);
	else
		fprintf(f, "<td class=dim colspan=2>%s</td>",
			e->skipped ? "the profiler&#39;s own" : "not predicted");
}

static void one_profile(const struct report *p, const struct profile *m)
{
	size_t n = json_array_size(m->predicted);

	fputs("<div><h3>", p->f);
	html_text(p->f, m->name);
	fputs(", host ", p->f);
	html_text(p->f, m->host);
	fputs("</h3>\n", p->f);
	if (!m->predicted) {
		fputs("<p class=dim>no finished point of this run is the measured one</p></div>\n",
		      p->f);
		return;
	}
	html_table(p->f, NULL);
	fputs("<tr><th></th><th class=l>predicted</th><th>%</th><th class=\"g "
	      "l\">measured</th><th>%</th>"
	      "<th>predicted %</th><th>its rank</th></tr>\n",
	      p->f);
	for (size_t i = 0; i < TOP && (i < n || i < m->n); i++) {
		predicted_cells(p->f, m->predicted, i);
		if (i < m->n)
			measured_cells(p->f, &m->entry[i]);
		else
			fputs("<td class=g></td><td></td><td></td><td></td>", p->f);
		fputs("</tr>\n", p->f);
	}
	html_table_end(p->f, false);
	fputs("</div>\n", p->f);
}

void report_profiles(const struct report *p)
{
	if (!p->profiles.n)
		return;
	html_section(p->f, "profiles", "Profiles, predicted beside measured");
	for (size_t i = 0; i < p->profiles.files; i++) {
		fputs("<p class=sub>", p->f);
		html_text(p->f, p->profiles.csv[i].origin);
		fputs("</p>\n", p->f);
	}
	fputs("<div class=row>\n", p->f);
	for (size_t i = 0; i < p->profiles.n; i++)
		one_profile(p, &p->profiles.p[i]);
	fputs("</div>\n", p->f);
}
