/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every point with its headline figures; what seeds say. */
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_figure.h"
#include "analysis/lib_html.h"
#include "analysis/lib_report.h"
#include "sim/check.h"

#define MOST_SEEDS 8 /* lines about seeds */

static const char *const headline_table[] = {
	"flows.*.throughput_mbps",
	"flows.*.transfer_s",
	"flows.*.transactions_per_s",
	"flows.*.tx_service_demand_us_per_kib",
	"flows.*.rx_service_demand_us_per_kib",
	"hosts.*.cpu.util_pct",
	"hosts.*.irq_per_s",
	"hosts.*.ctxsw_per_s",
};

/* A figure that is 0 everywhere says nothing (transactions of a bulk flow). */
static bool says_something(const struct results *r, const char *path)
{
	struct estimate e;

	for (size_t i = 0; i < r->groups; i++)
		if (figure_estimate(&r->group[i], path, &e) && (e.low != 0 || e.high != 0))
			return true;
	return false;
}

static void headlines(const struct results *r, struct figure_list *out)
{
	struct figure_list all = {0};

	for (size_t i = 0; i < sizeof(headline_table) / sizeof(headline_table[0]); i++)
		figure_expand(r, headline_table[i], &all);
	for (size_t i = 0; i < all.n; i++)
		if (says_something(r, all.path[i]))
			figure_list_add(out, all.path[i]);
	figure_list_free(&all);
}

static void head(const struct report *p, const struct figure_list *l)
{
	fputs("<tr>", p->f);
	report_axes_head(p);
	for (size_t i = 0; i < l->n; i++) {
		char *title = figure_title(p->r, l->path[i]);
		const char *unit = figure_unit(l->path[i]);
		bool scaled = !strcmp(unit, "ns") || !strcmp(unit, "ps") || !strcmp(unit, "B");

		fputs("<th>", p->f);
		html_text(p->f, title);
		if (*unit && !scaled) {
			fputs("<br><small>", p->f);
			html_text(p->f, unit);
			fputs("</small>", p->f);
		}
		fputs("</th>", p->f);
		free(title);
	}
	fputs("<th>files</th></tr>\n", p->f);
}

static void figure_cell(const struct report *p, const struct results_group *g, const char *path)
{
	char text[2 * FIGURE_TEXT + 8];
	struct estimate e;

	if (!figure_estimate(g, path, &e)) {
		html_num(p->f, "", NULL);
		return;
	}
	figure_print_estimate(figure_unit(path), &e, text, sizeof(text));
	fputs("<td>", p->f);
	html_text(p->f, text);
	if (e.seeds != SEEDS_AGREE)
		fputs(" <span class=miss title=\"seeds disagree\">!</span>", p->f);
	fputs("</td>", p->f);
}

static void files(const struct report *p, const struct results_group *g)
{
	static const char *const words[] = {"", "failed", "not run"};

	fputs("<td class=l>", p->f);
	for (size_t i = 0; i < g->n; i++) {
		const struct results_point *pt = g->point[i];

		if (i)
			fputc(' ', p->f);
		if (pt->state != POINT_DONE) {
			fprintf(p->f, "<span class=miss>%s</span>", words[pt->state]);
			continue;
		}
		fputs("<a href=\"", p->f);
		html_href(p->f, pt->name);
		fprintf(p->f, "/\">%s</a>", g->n > 1 ? "seed" : "files");
	}
	fputs("</td>", p->f);
}

void report_points(const struct report *p)
{
	struct figure_list l = {0};
	const char *fold = report_fold(p->r->groups);

	html_section(p->f, "points", "All points");
	headlines(p->r, &l);
	html_table(p->f, fold);
	head(p, &l);
	for (size_t i = 0; i < p->r->groups; i++) {
		fputs("<tr>", p->f);
		report_axes(p, &p->r->group[i]);
		for (size_t k = 0; k < l.n; k++)
			figure_cell(p, &p->r->group[i], l.path[k]);
		files(p, &p->r->group[i]);
		fputs("</tr>\n", p->f);
	}
	html_table_end(p->f, fold);
	figure_list_free(&l);
}

static void disagreement(const struct report *p, const struct results_group *g, const char *path,
			 const struct estimate *e)
{
	char *label = results_group_label(p->r, g), *title = figure_title(p->r, path);
	char low[FIGURE_TEXT], high[FIGURE_TEXT];

	figure_print(figure_unit(path), e->low, low, sizeof(low));
	figure_print(figure_unit(path), e->high, high, sizeof(high));
	fputs("<p>", p->f);
	html_text(p->f, label);
	html_text(p->f, *label ? ": " : "");
	html_text(p->f, title);
	fputs(" ranges from ", p->f);
	html_text(p->f, low);
	fputs(" to ", p->f);
	html_text(p->f, high);
	fprintf(p->f, " over %zu seeds%s</p>\n", e->n,
		e->seeds == SEEDS_TWO_STATES ? ", in two separate groups: the system has two states"
					     : "");
	free(label);
	free(title);
}

void report_seeds(const struct report *p)
{
	struct figure_list l = {0};
	struct estimate e;
	size_t found = 0;

	if (!p->r->seeds)
		return;
	headlines(p->r, &l);
	for (size_t g = 0; g < p->r->groups; g++)
		for (size_t i = 0; i < l.n; i++) {
			if (!figure_estimate(&p->r->group[g], l.path[i], &e) ||
			    e.seeds == SEEDS_AGREE)
				continue;
			if (!found)
				fputs("<div class=box><p><b>Seeds disagree</b> by more than chance "
				      "explains:</p>\n",
				      p->f);
			if (found++ < MOST_SEEDS)
				disagreement(p, &p->r->group[g], l.path[i], &e);
		}
	if (found > MOST_SEEDS)
		fprintf(p->f, "<p>... and %zu more (! in the table of all points).</p>\n",
			found - MOST_SEEDS);
	fputs(found ? "<p>A single mean does not describe these points; look at their time "
		      "series.</p></div>\n"
		    : "<p class=sub>All seeds agree.</p>\n",
	      p->f);
	figure_list_free(&l);
}
