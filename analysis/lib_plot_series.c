/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What happened over simulated time, from the points' timeseries.csv: a level
 * as it is, a counter's increase, or the ratio of two columns.
 */
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_csv.h"
#include "analysis/lib_plots.h"
#include "analysis/lib_spec.h"
#include "sim/check.h"

#define MAX_LINES   8
#define NAME_SEP    ": "
#define MAX_SAMPLES 1200 /* of a line; more are joined, the largest of each bucket stays */

struct drawing {
	struct plots *p;
	const struct series_request *q;
	struct plot plot;
	size_t files, lines, dropped, joined;
	char *column; /* of all lines so far; NULL: none yet */
	bool mixed;   /* lines of several columns */
};

/* What the star of `glob` stands for at a column that matches; else NULL. */
static char *star_text(const char *glob, const char *column)
{
	const char *star = strchr(glob, '*');
	size_t head = (size_t)(star - glob), tail = strlen(star + 1), len = strlen(column);

	if (len < head + tail || strncmp(glob, column, head) ||
	    strcmp(star + 1, column + len - tail))
		return NULL;
	return xasprintf("%.*s", (int)(len - head - tail), column + head);
}

/* The column that "*.l2.accesses" means beside a "*.l2.misses". */
static long partner(const struct csv *c, const char *over, const char *under, const char *column)
{
	char *middle, *name;
	const char *star = strchr(under, '*');
	long at;

	if (!star || !strchr(over, '*'))
		return csv_col(c, under);
	middle = star_text(over, column);
	if (!middle)
		return -1;
	name = xasprintf("%.*s%s%s", (int)(star - under), under, middle, star + 1);
	at = csv_col(c, name);
	free(middle);
	free(name);
	return at;
}

/* A short name: without "hosts.", and with the point where there are several. */
static char *line_name(const struct drawing *d, const struct results_group *g, const char *column)
{
	char *point = d->p->r->groups > 1 ? results_group_label(d->p->r, g) : xstrdup("");
	const char *name = strncmp(column, "hosts.", 6) ? column : column + 6;
	char *text = xasprintf("%s%s%s", name, *point ? NAME_SEP : "", point);

	free(point);
	return text;
}

static double cell(const struct csv *c, size_t row, long col)
{
	return atof(c->cell[row][col]);
}

static double sample(const struct drawing *d, const struct csv *c, size_t row, long col, long under)
{
	double v = cell(c, row, col), dt;

	if (under >= 0)
		return cell(c, row, under) > 0 ? v / cell(c, row, under) : 0;
	if (!d->q->rate)
		return v;
	dt = cell(c, row, 0) - (row ? cell(c, row - 1, 0) : 0);
	return dt > 0 ? v / dt : 0;
}

static void add_line(struct drawing *d, const struct csv *c, const struct results_group *g,
		     long col, long under)
{
	size_t bucket = (c->rows + MAX_SAMPLES - 1) / MAX_SAMPLES;
	struct plot_series *s;

	if (d->lines >= MAX_LINES) {
		d->dropped++;
		return;
	}
	d->lines++;
	d->mixed |= d->column && strcmp(d->column, c->head[col]) != 0;
	if (!d->column)
		d->column = xstrdup(c->head[col]);
	if (bucket > d->joined)
		d->joined = bucket;
	s = plot_series(plot_panel(&d->plot, xstrdup("")), line_name(d, g, c->head[col]), false);
	for (size_t i = 0; i < c->rows; i += bucket) {
		double most = -INFINITY;

		for (size_t k = i; k < i + bucket && k < c->rows; k++)
			most = fmax(most, sample(d, c, k, col, under));
		plot_add(s, cell(c, i, 0), most, 0, NULL);
	}
}

static bool moves(const struct csv *c, long col)
{
	for (size_t i = 1; i < c->rows; i++)
		if (strcmp(c->cell[i][col], c->cell[0][col]))
			return true;
	return c->rows == 1;
}

static void add_glob(struct drawing *d, const struct csv *c, const struct results_group *g,
		     const char *glob)
{
	const char *op = strstr(glob, " / ");
	char *over = op ? xasprintf("%.*s", (int)(op - glob), glob) : xstrdup(glob);

	for (size_t i = 1; i < c->cols; i++) {
		long under = -1;

		if (fnmatch(over, c->head[i], 0))
			continue;
		if (op)
			under = partner(c, over, op + 3, c->head[i]);
		/* A wildcard's flat lines would hide the others. */
		if ((!op || under >= 0) && (!strchr(over, '*') || moves(c, (long)i)))
			add_line(d, c, g, (long)i, under);
	}
	free(over);
}

static char *add_point(struct drawing *d, const struct results_group *g)
{
	const struct results_point *point = results_finished(g);
	char *path = xasprintf("%s/%s/timeseries.csv", d->p->r->dir, point->name), *err;
	FILE *f = fopen(path, "r");
	const char *glob;
	struct csv c;

	if (!f) {
		free(path);
		return NULL;
	}
	fclose(f);
	err = csv_read(path, &c);
	free(path);
	if (err)
		return err;
	d->files++;
	for (size_t i = 0; (glob = spec_item(d->q->series, i)); i++)
		add_glob(d, &c, g, glob);
	csv_free(&c);
	return NULL;
}

static char *caption(const struct drawing *d)
{
	char *text = xstrdup(d->plot.title), *more;

	if (d->joined > 1) {
		more = xasprintf("%s, the largest of each %zu samples", text, d->joined);
		free(text);
		text = more;
	}
	if (d->dropped) {
		more = xasprintf("%s; %zu more series match and are not shown: narrow it with "
				 "`series` or `where`",
				 text, d->dropped);
		free(text);
		text = more;
	}
	return text;
}

/* Where all lines are one column, only the points tell them apart. */
static void shorten_names(struct drawing *d)
{
	struct plot_panel *panel = d->plot.panel;

	for (size_t i = 0; i < panel->n && !d->mixed; i++) {
		char *point = strstr(panel->series[i].name, NAME_SEP), *name;

		if (!point)
			continue;
		name = xstrdup(point + strlen(NAME_SEP));
		free(panel->series[i].name);
		panel->series[i].name = name;
	}
}

static char *draw(struct drawing *d)
{
	const struct results *r = d->p->r;
	const char *first = spec_item(d->q->series, 0);
	char *err = NULL;

	for (size_t i = 0; i < r->groups && !err; i++)
		if (results_where(r, d->q->where, &r->group[i]) && results_finished(&r->group[i]))
			err = add_point(d, &r->group[i]);
	if (err)
		return err;
	if (!d->files)
		return err_fmt("no point has a timeseries.csv; the scenario needs `outputs: "
			       "[timeseries]`");
	if (!d->lines)
		return err_fmt("no column of timeseries.csv matches %s, or it never changes",
			       first);
	shorten_names(d);
	if (d->q->unit)
		d->plot.y_unit = d->q->unit;
	else if (strstr(d->column, "bytes") && !d->mixed && !strstr(first, " / "))
		d->plot.y_unit = "B";
	d->plot.y_label =
		xasprintf("%s%s", d->mixed || strstr(first, " / ") ? d->plot.title : d->column,
			  d->q->rate ? ", /s" : "");
	return plots_add(d->p, d->q->title ? d->q->title : first, &d->plot, caption(d));
}

char *plots_over_time(struct plots *p, const struct series_request *q)
{
	struct drawing d = {.p = p, .q = q};
	char *err = results_where_check(p->r, q->where, "where");

	if (!err && !spec_item(q->series, 0))
		err = err_fmt("`series` names no column");
	if (err || p->check_only)
		return err;
	d.plot = (struct plot){.kind = PLOT_LINES,
			       .time_x = true,
			       .x_unit = "",
			       .y_unit = "",
			       .log_y = q->log && strchr(q->log, 'y'),
			       .x_label = xstrdup("simulated time, s"),
			       .title = xstrdup(q->title ? q->title : spec_item(q->series, 0))};
	err = draw(&d);
	plot_free(&d.plot);
	free(d.column);
	return err;
}
