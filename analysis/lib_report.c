/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_report.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/lib_figure.h"
#include "analysis/lib_html.h"
#include "sim/check.h"

#define FOLD_ROWS 30

void report_axes_head(const struct report *p)
{
	for (size_t a = 0; a < p->r->axes; a++)
		if (!p->r->axis[a].seed)
			html_th(p->f, p->r->axis[a].key);
}

void report_axes(const struct report *p, const struct results_group *g)
{
	for (size_t a = 0; a < p->r->axes; a++)
		if (!p->r->axis[a].seed)
			html_td(p->f, results_group_value(g, a));
}

const char *report_fold(size_t rows)
{
	static char text[40];

	if (rows <= FOLD_ROWS)
		return NULL;
	snprintf(text, sizeof(text), "%zu rows", rows);
	return text;
}

static void card(FILE *f, const char *class, const char *what, const char *fmt, size_t a, size_t b)
{
	fprintf(f, "<div class=\"card %s\"><b>", class);
	fprintf(f, fmt, a, b);
	fputs("</b>", f);
	html_text(f, what);
	fputs("</div>\n", f);
}

static void cards(const struct report *p)
{
	const struct compare *c = &p->compare;
	size_t undone = p->r->state[POINT_FAILED] + p->r->state[POINT_WAITING];

	fputs("<div class=cards>\n", p->f);
	card(p->f, undone ? "bad" : "", undone ? "points finished" : "points", "%zu of %zu",
	     p->r->state[POINT_DONE], p->r->points);
	if (c->predicted)
		card(p->f, c->missed ? "bad" : "good", "predictions within their tolerance",
		     "%zu of %zu", c->predicted - c->missed, c->predicted);
	if (p->claims.tested)
		card(p->f, p->claims.failed ? "bad" : "good", "published statements hold",
		     "%zu of %zu", p->claims.tested - p->claims.failed, p->claims.tested);
	fputs("</div>\n", p->f);
}

static void failed(const struct report *p, const struct results_point *pt)
{
	fputs("<p>", p->f);
	html_text(p->f, pt->name);
	fputs(" <b class=miss>failed</b>, <a href=\".nicpath/logs/", p->f);
	html_href(p->f, pt->name);
	fputs(".log\">log</a></p>\n", p->f);
}

static void waiting(const struct report *p)
{
	fprintf(p->f, "<details><summary>%zu points were not run, or not to their end</summary>\n",
		p->r->state[POINT_WAITING]);
	for (size_t i = 0; i < p->r->points; i++) {
		if (p->r->point[i].state != POINT_WAITING)
			continue;
		html_text(p->f, p->r->point[i].name);
		fputs("<br>\n", p->f);
	}
	fputs("</details>\n", p->f);
}

static void unfinished(const struct report *p)
{
	fputs("<div class=box><p><b>Not in this report:</b></p>\n", p->f);
	for (size_t i = 0; i < p->r->points; i++)
		if (p->r->point[i].state == POINT_FAILED)
			failed(p, &p->r->point[i]);
	if (p->r->state[POINT_WAITING])
		waiting(p);
	fputs("<p>The same <code>nicpath run</code> again completes it.</p></div>\n", p->f);
}

static void problems(const struct report *p)
{
	if (p->compare.doubt) {
		fputs("<div class=box><p><b>Not compared:</b> ", p->f);
		html_text(p->f, p->compare.doubt);
		fputs("</p></div>\n", p->f);
	}
	if (!p->plots.problems)
		return;
	fputs("<div class=box><p><b>Plots that could not be drawn:</b></p>\n", p->f);
	for (size_t i = 0; i < p->plots.problems; i++) {
		fputs("<p>", p->f);
		html_text(p->f, p->plots.problem[i]);
		fputs("</p>\n", p->f);
	}
	fputs("</div>\n", p->f);
}

static void contents(const struct report *p)
{
	fputs("<nav>", p->f);
	if (p->compare.rows)
		fputs("<a href=\"#compare\">Predicted and measured</a>", p->f);
	if (p->claims.n)
		fputs("<a href=\"#claims\">Statements</a>", p->f);
	if (p->plots.n)
		fputs("<a href=\"#plots\">Plots</a>", p->f);
	if (p->profiles.n)
		fputs("<a href=\"#profiles\">Profiles</a>", p->f);
	fputs("<a href=\"#losses\">Losses</a><a href=\"#charged\">Charged memory</a>"
	      "<a href=\"#latency\">Latency</a><a href=\"#interrupts\">Interrupts and polls</a>"
	      "<a href=\"#points\">All points</a></nav>\n",
	      p->f);
}

void report_head(const struct report *p)
{
	html_open(p->f, *p->r->title ? p->r->title : "nicpath run");
	fputs("<p class=sub>Scenario <code>", p->f);
	html_text(p->f, p->r->scenario);
	fputs("</code>, nicpath ", p->f);
	html_text(p->f, p->r->version);
	fputs(". Each point&#39;s <code>scenario.resolved.yaml</code> has all its parameters; the "
	      "table of "
	      "all points is in <a href=\"points.csv\">points.csv</a>.</p>\n",
	      p->f);
	contents(p);
	cards(p);
	if (p->r->state[POINT_DONE] < p->r->points)
		unfinished(p);
	problems(p);
}

void report_plots(const struct report *p)
{
	if (!p->plots.n)
		return;
	html_section(p->f, "plots", "Plots");
	fputs("<p class=sub>Each is in <code>plots/</code> as SVG, with its data "
	      "(<code>.dat</code>) and "
	      "gnuplot script (<code>.gp</code>).</p>\n",
	      p->f);
	for (size_t i = 0; i < p->plots.n; i++) {
		char *path = xasprintf("%s/plots/%s.svg", p->r->dir, p->plots.made[i].name);

		html_svg(p->f, path, p->plots.made[i].caption);
		free(path);
	}
}
