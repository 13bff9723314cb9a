/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures over a sweep's axes: curves, bars, heat maps. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_plot_roles.h"
#include "analysis/lib_plots.h"
#include "sim/check.h"

#define LOG_SPAN    16 /* x values that span so much are drawn on a log axis */
#define NAMED_TICKS 40

struct drawing {
	struct plots *p;
	const struct plot_request *q;
	struct roles roles;
	bool numeric;
	char **value; /* values of x that occur, in their order */
	size_t values;
	struct plot plot;
	char **names, **y_names; /* of ticks */
	double *ticks;
	size_t y_count;
	bool scaled; /* measured values were scaled to the predicted best */
	size_t dropped;
};

static char *series_name(const struct drawing *d, const struct results_group *g, size_t figure)
{
	char *text = roles_text(&d->roles, g, ROLE_SERIES);

	if (d->q->figures.n > 1)
		text = roles_join(text, figure_title(d->p->r, d->q->figures.path[figure]));
	return text;
}

static double x_of(const struct drawing *d, const struct results_group *g)
{
	const struct results_axis *a;
	const char *value;

	if (d->roles.x < 0)
		return 0;
	a = &d->p->r->axis[d->roles.x];
	value = results_group_value(g, (size_t)d->roles.x);
	if (d->numeric)
		return a->number[results_value_index(a, value)];
	for (size_t i = 0; i < d->values; i++)
		if (!strcmp(d->value[i], value))
			return (double)i;
	return 0;
}

/* Series beyond the palette are left out, and said to be. */
static bool room_for(struct drawing *d, const struct plot_panel *panel, const char *name)
{
	size_t n = 0;

	for (size_t i = 0; i < panel->n; i++) {
		if (panel->series[i].measured)
			continue;
		if (!strcmp(panel->series[i].name, name))
			return true;
		n++;
	}
	d->dropped += n >= PLOT_MAX_SERIES;
	return n < PLOT_MAX_SERIES;
}

static char *add_predicted(struct drawing *d)
{
	const struct results *r = d->p->r;
	size_t n = 0;

	for (size_t f = 0; f < d->q->figures.n; f++)
		for (size_t i = 0; i < r->groups; i++) {
			const struct results_group *g = &r->group[i];
			struct plot_panel *panel;
			struct estimate e;
			char *name;

			if (!roles_wanted(&d->roles, g) ||
			    !figure_estimate(g, d->q->figures.path[f], &e))
				continue;
			panel = plot_panel(&d->plot, roles_text(&d->roles, g, ROLE_PANEL));
			name = series_name(d, g, f);
			n++;
			if (room_for(d, panel, name))
				plot_add(plot_series(panel, name, false), x_of(d, g), e.mean,
					 e.half, NULL);
			else
				free(name);
		}
	return n ? NULL : err_fmt("no finished point has the figure %s", d->q->figures.path[0]);
}

static void add_measured_cell(struct drawing *d, const struct compare_row *row,
			      const struct compare_cell *x, size_t figure)
{
	struct plot_panel *panel =
		plot_panel(&d->plot, roles_text(&d->roles, row->group, ROLE_PANEL));
	const char *label = strncmp(row->id, "row", 3) ? row->id : NULL;

	d->scaled |= x->best > 0;
	plot_add(plot_series(panel, series_name(d, row->group, figure), true), x_of(d, row->group),
		 x->best > 0 ? x->measured * x->best : x->measured, 0, label);
}

/* Where the compared file has a figure, its values on top. */
static void add_measured(struct drawing *d)
{
	const struct compare *c = d->p->compare;

	for (size_t i = 0; c && i < c->rows && !d->q->no_measured; i++) {
		const struct compare_row *row = &c->row[i];

		for (size_t k = 0; k < row->cells; k++)
			for (size_t f = 0; f < d->q->figures.n; f++)
				if (roles_wanted(&d->roles, row->group) &&
				    !strcmp(row->cell[k].figure, d->q->figures.path[f]))
					add_measured_cell(d, row, &row->cell[k], f);
	}
}

static char **tick_names(const struct drawing *d, long axis, char *const *values, size_t n)
{
	char **names = xcalloc(n + 1, sizeof(char *));

	for (size_t i = 0; i < n; i++)
		names[i] = roles_value_text(&d->p->r->axis[axis], values[i], false);
	return names;
}

/* The scale of x: names, numbers, logarithm. */
static void prepare_x(struct drawing *d, bool bars)
{
	const struct results_axis *a = &d->p->r->axis[d->roles.x];
	double low = INFINITY, high = 0;

	d->value = roles_values(&d->roles, d->roles.x, &d->values);
	d->numeric = a->numeric && !bars;
	for (size_t i = 0; i < d->values; i++) {
		low = fmin(low, a->number[results_value_index(a, d->value[i])]);
		high = fmax(high, a->number[results_value_index(a, d->value[i])]);
	}
	d->plot.x_unit = a->unit;
	d->plot.log_x = d->numeric && low > 0 &&
			(d->q->log ? strchr(d->q->log, 'x') != NULL && strcmp(d->q->log, "none")
				   : d->values > 3 && high >= LOG_SPAN * low);
	if (d->numeric && (!d->plot.log_x || d->values > NAMED_TICKS))
		return;
	d->names = tick_names(d, d->roles.x, d->value, d->values);
	d->plot.category = d->names;
	d->plot.n_category = d->values;
	d->ticks = xcalloc(d->values + 1, sizeof(double));
	for (size_t i = 0; i < d->values; i++)
		d->ticks[i] = a->number[results_value_index(a, d->value[i])];
	if (d->numeric)
		d->plot.tick_x = d->ticks;
}

static char *default_title(const struct drawing *d, const char *y_key)
{
	const struct figure_list *l = &d->q->figures;
	char *title = figure_title(d->p->r, l->path[0]), *comma = strchr(title, ',');
	const char *key = d->roles.x >= 0 ? d->p->r->axis[d->roles.x].key : NULL;
	char *both;

	if (l->n > 1 && comma) /* "read() latency" of its median, p99, maximum */
		*comma = '\0';
	both = !key    ? xstrdup(title)
	       : y_key ? xasprintf("%s over %s and %s", title, key, y_key)
		       : xasprintf("%s over %s", title, key);
	/* Names of hosts and functions stay as they are. */
	if (strcspn(title, ":(") > strcspn(title, ",") || !strpbrk(title, ":("))
		both[0] = (char)toupper((unsigned char)both[0]);
	free(title);
	return both;
}

static char *y_label(const struct drawing *d)
{
	char *title = figure_title(d->p->r, d->q->figures.path[0]);
	char *comma = strchr(title, ',');

	if (d->q->figures.n > 1 && comma)
		*comma = '\0';
	return title;
}

static char *caption(const struct drawing *d)
{
	char *text = xstrdup(d->plot.title);
	bool intervals = false;

	for (size_t i = 0; i < d->plot.panels; i++)
		for (size_t k = 0; k < d->plot.panel[i].n; k++)
			for (size_t j = 0; j < d->plot.panel[i].series[k].n; j++)
				intervals |= d->plot.panel[i].series[k].half[j] > 0;
	if (intervals)
		text = roles_join(text, xstrdup("with 95 % intervals"));
	if (d->scaled)
		text = roles_join(text, xstrdup("measured values scaled to the same best value"));
	if (d->dropped)
		text = roles_join(text, xasprintf("only the first %d series", PLOT_MAX_SERIES));
	return text;
}

static char *heat_axes(struct drawing *d, long *y)
{
	*y = -1;
	for (size_t a = 0; a < d->p->r->axes; a++) {
		if (d->roles.role[a] == ROLE_PANEL)
			d->roles.role[a] = ROLE_SERIES;
		if (d->roles.role[a] != ROLE_SERIES)
			continue;
		if (*y >= 0)
			return err_fmt("a heat map has two axes: fix '%s' with `where`",
				       d->p->r->axis[a].key);
		*y = (long)a;
	}
	if (d->roles.x < 0 || *y < 0)
		return err_fmt("a heat map needs two axes with more than one value");
	return NULL;
}

static size_t place(char *const *list, size_t n, const char *value)
{
	size_t i = 0;

	while (i < n && strcmp(list[i], value))
		i++;
	return i;
}

static char *fill_heat(struct drawing *d, long y)
{
	struct plot *pl = &d->plot;
	const struct results *r = d->p->r;
	char **rows = roles_values(&d->roles, y, &pl->rows);
	char **cols = roles_values(&d->roles, d->roles.x, &pl->cols), text[FIGURE_TEXT];
	size_t n = 0, at;

	pl->z = xcalloc(pl->rows * pl->cols + 1, sizeof(double));
	pl->z_text = xcalloc(pl->rows * pl->cols + 1, sizeof(char *));
	for (size_t i = 0; i < pl->rows * pl->cols; i++)
		pl->z[i] = NAN;
	for (size_t i = 0; i < r->groups; i++) {
		const struct results_group *g = &r->group[i];
		struct estimate e;

		if (!roles_wanted(&d->roles, g) || !figure_estimate(g, d->q->figures.path[0], &e))
			continue;
		at = place(rows, pl->rows, results_group_value(g, (size_t)y)) * pl->cols +
		     place(cols, pl->cols, results_group_value(g, (size_t)d->roles.x));
		pl->z[at] = e.mean;
		figure_print(pl->y_unit, e.mean, text, sizeof(text));
		pl->z_text[at] = xstrdup(text);
		n++;
	}
	pl->heat_x = d->names = tick_names(d, d->roles.x, cols, pl->cols);
	pl->heat_y = d->y_names = tick_names(d, y, rows, pl->rows);
	d->values = pl->cols;
	d->y_count = pl->rows;
	free(rows);
	d->value = cols;
	return n ? NULL : err_fmt("no finished point has the figure %s", d->q->figures.path[0]);
}

static char *draw_heat(struct drawing *d)
{
	long y;
	char *err = heat_axes(d, &y);

	if (!err && d->q->figures.n > 1)
		err = err_fmt("a heat map shows one figure");
	if (!err)
		err = fill_heat(d, y);
	if (err)
		return err;
	d->plot.y_label = xstrdup(d->p->r->axis[y].key);
	return NULL;
}

/* Beside measured values a lone nameless series is named. */
static void name_predicted(struct plot *p)
{
	bool measured = false;

	for (size_t i = 0; i < p->panels; i++)
		for (size_t k = 0; k < p->panel[i].n; k++)
			measured |= p->panel[i].series[k].measured;
	for (size_t i = 0; i < p->panels && measured; i++)
		for (size_t k = 0; k < p->panel[i].n; k++) {
			struct plot_series *s = &p->panel[i].series[k];

			if (s->measured || *s->name)
				continue;
			free(s->name);
			s->name = xstrdup("predicted");
		}
}

static char *draw_curves(struct drawing *d)
{
	bool lines = d->q->kind ? !strcmp(d->q->kind, "lines")
				: d->roles.x >= 0 && d->p->r->axis[d->roles.x].numeric;
	char *err;

	d->plot.kind = lines ? PLOT_LINES : PLOT_BARS;
	if (d->roles.x >= 0) {
		prepare_x(d, !lines);
	} else {
		d->names = xcalloc(1, sizeof(char *));
		d->names[0] = xstrdup("");
		d->values = 1;
		d->plot.kind = PLOT_BARS;
		d->plot.category = d->names;
		d->plot.n_category = 1;
	}
	err = add_predicted(d);
	if (!err) {
		add_measured(d);
		name_predicted(&d->plot);
	}
	d->plot.y_label = y_label(d);
	return err;
}

static void release(struct drawing *d)
{
	for (size_t i = 0; d->names && i < d->values; i++)
		free(d->names[i]);
	for (size_t i = 0; d->y_names && i < d->y_count; i++)
		free(d->y_names[i]);
	free(d->names);
	free(d->y_names);
	free(d->value);
	free(d->ticks);
	roles_free(&d->roles);
	plot_free(&d->plot);
}

static bool any_finished(const struct drawing *d)
{
	for (size_t i = 0; i < d->p->r->groups; i++)
		if (d->p->r->group[i].done && roles_wanted(&d->roles, &d->p->r->group[i]))
			return true;
	return false;
}

static char *check(const struct plots *p, const struct plot_request *q)
{
	static const char *const kinds[] = {"lines", "bars", "heat"};
	bool known = !q->kind;

	for (size_t i = 0; i < 3 && !known; i++)
		known = !strcmp(q->kind, kinds[i]);
	if (!known)
		return err_fmt("kind is lines, bars or heat, not '%s'", q->kind);
	if (q->log && strcmp(q->log, "none") && strspn(q->log, "xy") != strlen(q->log))
		return err_fmt("log is x, y, xy or none, not '%s'", q->log);
	return results_where_check(p->r, q->where, "where");
}

static char *file_stem(const struct drawing *d)
{
	const char *path = d->q->figures.path[0], *dot = strchr(path, '.');
	const char *key = d->roles.x >= 0 ? d->p->r->axis[d->roles.x].key : "run";
	const char *word = strrchr(key, '.') ? strrchr(key, '.') + 1 : key;

	if (dot && (!strncmp(path, "flows.", 6) || !strncmp(path, "hosts.", 6)))
		path = dot + 1;
	return xasprintf("%.60s-%s%s", path, word,
			 d->q->kind && !strcmp(d->q->kind, "heat") ? "-map" : "");
}

char *plots_over_axes(struct plots *p, const struct plot_request *q)
{
	struct drawing d = {.p = p, .q = q};
	bool heat = q->kind && !strcmp(q->kind, "heat");
	char *err = check(p, q), *stem;

	if (!err)
		err = roles_assign(p->r, q, &d.roles);
	if (!err && !any_finished(&d)) {
		release(&d);
		return NULL;
	}
	if (!err) {
		d.plot.kind = PLOT_HEAT;
		d.plot.y_unit = figure_unit(q->figures.path[0]);
		d.plot.log_y = q->log && strchr(q->log, 'y');
		d.plot.x_label = xstrdup(d.roles.x >= 0 ? p->r->axis[d.roles.x].key : "");
		err = heat ? draw_heat(&d) : draw_curves(&d);
	}
	if (!err) {
		d.plot.title = q->title ? xstrdup(q->title)
					: default_title(&d, heat ? d.plot.y_label : NULL);
	}
	if (!err) {
		stem = file_stem(&d);
		err = plots_add(p, stem, &d.plot, caption(&d));
		free(stem);
	}
	release(&d);
	return err;
}
