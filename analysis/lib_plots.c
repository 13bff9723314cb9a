/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_plots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_plot.h"
#include "sim/check.h"

struct spec {
	const char *y, *x, *by, *kind, *log, *title, *measured;
	const json_t *where;
	long xa, ya;		/* axes */
};

static const char *str(const json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

static char *read_spec(const struct results *r, const json_t *o, struct spec *s)
{
	*s = (struct spec){ .y = str(o, "y"), .x = str(o, "x"), .by = str(o, "by"),
			    .kind = str(o, "kind"), .log = str(o, "log"), .title = str(o, "title"),
			    .measured = str(o, "measured"), .where = json_object_get(o, "where") };
	if (!s->y)
		return err_fmt("a plot without `y` (the figure to draw)");
	if (!s->x && r->axes)
		s->x = r->axis[0].key;
	s->xa = s->x ? results_axis_find(r, s->x) : -1;
	s->ya = s->by ? results_axis_find(r, s->by) : -1;
	if (s->xa < 0)
		return err_fmt("plot of %s: no axis \"%s\"", s->y, s->x ? s->x : "");
	if (s->by && s->ya < 0)
		return err_fmt("plot of %s: no axis \"%s\"", s->y, s->by);
	return NULL;
}

static bool wanted(const struct results *r, const struct spec *s, const struct results_point *p)
{
	const char *key;
	json_t *v;

	json_object_foreach((json_t *)s->where, key, v) {
		const char *have = results_value(r, p, key);

		if (!have || !json_string_value(v) || strcmp(have, json_string_value(v)))
			return false;
	}
	return true;
}

static bool fixed(const struct spec *s, const char *key)
{
	return json_object_get(s->where, key) != NULL;
}

/* What tells a point's series apart: every axis that is not x and not fixed. */
static char *series_name(const struct results *r, const struct spec *s,
			 const struct results_point *p)
{
	char *text = xstrdup(""), *more;

	for (size_t a = 0; a < r->axes; a++) {
		if ((long)a == s->xa || fixed(s, r->axis[a].key) || !strcmp(r->axis[a].key, "seed") ||
		    r->axis[a].n < 2)
			continue;
		more = xasprintf("%s%s%s %s", text, *text ? ", " : "", r->axis[a].key, p->value[a]);
		free(text);
		text = more;
	}
	return text;
}

static struct plot_series *series(struct plot *pl, char *name, bool measured)
{
	for (size_t i = 0; i < pl->n_series; i++)
		if (!strcmp(pl->series[i].name, name) && pl->series[i].measured == measured) {
			free(name);
			return &pl->series[i];
		}
	pl->series = xrealloc(pl->series, (pl->n_series + 1) * sizeof(*pl->series));
	pl->series[pl->n_series] = (struct plot_series){ .name = name, .measured = measured };
	return &pl->series[pl->n_series++];
}

static void add_point(struct plot_series *s, double x, double y, double half)
{
	s->x = xrealloc(s->x, (s->n + 1) * sizeof(*s->x));
	s->y = xrealloc(s->y, (s->n + 1) * sizeof(*s->y));
	s->half = xrealloc(s->half, (s->n + 1) * sizeof(*s->half));
	s->x[s->n] = x;
	s->y[s->n] = y;
	s->half[s->n++] = half;
}

static size_t value_index(const struct results_axis *a, const char *value)
{
	for (size_t i = 0; i < a->n; i++)
		if (!strcmp(a->value[i], value))
			return i;
	return 0;
}

static double x_of(const struct results_axis *a, const char *value, bool numbers)
{
	size_t i = value_index(a, value);

	return numbers ? a->number[i] : (double)i;
}

/* Where the compared file has this figure, its values beside the points. */
static void add_measured(const struct results *r, const struct compare *c, const struct spec *s,
			 struct plot *pl, bool numbers)
{
	for (size_t i = 0; i < c->rows; i++) {
		const struct compare_row *row = &c->row[i];

		if (!row->point || !wanted(r, s, row->point))
			continue;
		for (size_t k = 0; k < row->cells; k++) {
			char *name, *full;

			if (strcmp(row->cell[k].figure, s->y))
				continue;
			name = series_name(r, s, row->point);
			full = xasprintf("measured%s%s", *name ? ": " : "", name);
			free(name);
			add_point(series(pl, full, true),
				  x_of(&r->axis[s->xa], row->point->value[s->xa], numbers),
				  row->cell[k].measured, 0);
		}
	}
}

static char *add_predicted(const struct results *r, const struct spec *s, struct plot *pl,
			   bool numbers)
{
	size_t n = 0;

	for (size_t i = 0; i < r->points; i++) {
		const struct results_point *p = &r->point[i];
		double y;

		if (!wanted(r, s, p) || !results_number(p->result, s->y, &y))
			continue;
		add_point(series(pl, series_name(r, s, p), false),
			  x_of(&r->axis[s->xa], p->value[s->xa], numbers), y,
			  results_half(p->result, s->y));
		n++;
	}
	return n ? NULL : err_fmt("plot of %s: no result has that figure", s->y);
}

static char *draw_heat(const struct results *r, const struct spec *s, struct plot *pl,
		       const char *name)
{
	const struct results_axis *x = &r->axis[s->xa], *y;

	if (s->ya < 0)
		return err_fmt("plot of %s: a heat map needs `by`, its second axis", s->y);
	y = &r->axis[s->ya];
	pl->cols = x->n;
	pl->rows = y->n;
	pl->heat_x = x->number;
	pl->heat_y = y->number;
	pl->bytes_y = y->unit && !strcmp(y->unit, "B");
	pl->z = xcalloc(pl->cols * pl->rows + 1, sizeof(double));
	for (size_t i = 0; i < pl->cols * pl->rows; i++)
		pl->z[i] = NAN;
	for (size_t i = 0; i < r->points; i++) {
		const struct results_point *p = &r->point[i];
		double v;

		if (wanted(r, s, p) && results_number(p->result, s->y, &v))
			pl->z[value_index(y, p->value[s->ya]) * pl->cols +
			      value_index(x, p->value[s->xa])] = v;
	}
	pl->y_label = s->by;
	return plot_write(r->dir, name, pl);
}

static char *draw(const struct results *r, const struct compare *c, const struct spec *s,
		  const char *name, const char *title)
{
	const struct results_axis *x = &r->axis[s->xa];
	bool lines = s->kind ? strcmp(s->kind, "bars") != 0 : x->numeric;
	struct plot pl = { .kind = lines ? PLOT_LINES : PLOT_BARS, .title = title, .x_label = s->x,
			   .y_label = results_figure_title(s->y) };
	char *err;

	pl.log_x = lines && s->log && strchr(s->log, 'x');
	pl.log_y = s->log && strchr(s->log, 'y');
	pl.bytes_x = x->unit && !strcmp(x->unit, "B");
	if (s->kind && !strcmp(s->kind, "heat")) {
		pl.kind = PLOT_HEAT;
		return draw_heat(r, s, &pl, name);
	}
	pl.category = x->value;
	pl.n_category = x->n;
	err = add_predicted(r, s, &pl, lines && x->numeric);
	if (err)
		return err;
	add_measured(r, c, s, &pl, lines && x->numeric);
	return plot_write(r->dir, name, &pl);
}

static char *one(const struct results *r, const struct compare *c, const json_t *entry,
		 struct plots_made *out)
{
	struct spec s;
	char *err = read_spec(r, entry, &s), *name, *title;

	if (err)
		return err;
	name = xasprintf("%02zu-%s-%s", out->n + 1, strrchr(s.y, '.') ? strrchr(s.y, '.') + 1 : s.y, s.x);
	for (char *p = name; *p; p++)
		if (*p == '/' || *p == '\'' || *p == ' ')
			*p = '-';
	title = s.title ? xstrdup(s.title) : xasprintf("%s over %s", results_figure_title(s.y), s.x);
	err = draw(r, c, &s, name, title);
	if (err) {
		free(name);
		free(title);
		return err;
	}
	out->name = xrealloc(out->name, (out->n + 1) * sizeof(char *));
	out->title = xrealloc(out->title, (out->n + 1) * sizeof(char *));
	out->name[out->n] = name;
	out->title[out->n++] = title;
	return NULL;
}

char *plots_make(const struct results *r, const struct compare *c, struct plots_made *out)
{
	const json_t *list = json_object_get(r->run, "plots");
	size_t i;
	json_t *entry;
	char *err = NULL;

	memset(out, 0, sizeof(*out));
	json_array_foreach(list, i, entry) {
		err = one(r, c, entry, out);
		if (err)
			return err;
	}
	return NULL;
}
