/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_figure.h"
#include "analysis/lib_spec.h"
#include "sim/check.h"

/* The axis value that a CSV word stands for. */
static const char *translate(const json_t *spec, const char *column, const char *word)
{
	const char *to = spec_text(json_object_get(json_object_get(spec, "values"), column), word);

	return to ? to : word;
}

static bool matches(const struct results *r, const json_t *spec, const struct csv *c, size_t row,
		    const struct results_group *g)
{
	const char *column;
	json_t *axis;

	json_object_foreach(json_object_get(spec, "key"), column, axis) {
		long a = results_axis_find(r, json_string_value(axis));
		const char *word = translate(spec, column, csv_get(c, row, column));

		if (!results_same_value(&r->axis[a], results_group_value(g, (size_t)a), word))
			return false;
	}
	return true;
}

/* Rows that `only` leaves out. */
static bool left_out(const json_t *spec, const struct csv *c, size_t row)
{
	const char *column;
	json_t *words;

	json_object_foreach(json_object_get(spec, "only"), column, words)
		if (!spec_listed(words, csv_get(c, row, column)))
			return true;
	return false;
}

static char *label(const json_t *spec, const struct csv *c, size_t row)
{
	char *text = xstrdup(""), *more;
	const char *column;
	json_t *axis;

	json_object_foreach(json_object_get(spec, "key"), column, axis) {
		more = xasprintf("%s%s%s %s", text, *text ? ", " : "", column,
				 csv_get(c, row, column));
		free(text);
		text = more;
	}
	return text;
}

/* "43", "43-45"; NaN for anything else. */
static double measured_value(const char *text, double *spread)
{
	char *end;
	double low = strtod(text, &end), high;

	*spread = 0;
	if (end == text)
		return NAN;
	if (!*end)
		return low;
	if (*end != '-')
		return NAN;
	text = end + 1;
	high = strtod(text, &end);
	if (end == text || *end || high < low)
		return NAN;
	*spread = (high - low) / 2;
	return (low + high) / 2;
}

bool tolerance_met(const struct tolerance *t, double measured, double spread, double predicted)
{
	double off = fmax(0, fabs(predicted - measured) - spread);

	if (t->pct > 0 && off <= t->pct / 100 * fabs(measured) * (1 + 1e-12))
		return true;
	if (t->factor > 0 && predicted >= measured / t->factor && predicted <= measured * t->factor)
		return true;
	if (t->absolute > 0 && off <= t->absolute)
		return true;
	return off == 0;
}

void tolerance_print(const struct tolerance *t, char *text, size_t room)
{
	size_t n = 0;

	text[0] = '\0';
	if (t->pct > 0)
		n += (size_t)snprintf(text, room, "%g %%", t->pct);
	if (t->factor > 0 && n < room)
		n += (size_t)snprintf(text + n, room - n, "%sfactor %g", n ? " or " : "",
				      t->factor);
	if (t->absolute > 0 && n < room)
		snprintf(text + n, room - n, "%swithin %g", n ? " or " : "", t->absolute);
}

void error_print(const struct compare_cell *x, char *text, size_t room)
{
	if (isinf(x->error_pct))
		snprintf(text, room, "measured 0");
	else if (x->error_pct >= 900)
		snprintf(text, room, "x %.3g", 1 + x->error_pct / 100);
	else if (fabs(x->error_pct) < 0.05)
		snprintf(text, room, "0.0 %%");
	else
		snprintf(text, room, "%+.1f %%", x->error_pct);
}

static void judge(struct compare *out, struct compare_row *row, struct compare_cell *x)
{
	const struct tolerance *t = &x->tolerance;
	double error = x->predicted.mean - x->measured;

	x->error_pct = x->measured != 0 ? 100 * error / fabs(x->measured)
		       : error == 0	? 0
					: INFINITY;
	if (row->fitted || (t->pct <= 0 && t->factor <= 0 && t->absolute <= 0))
		return;
	x->judged = true;
	x->missed = !tolerance_met(t, x->measured, x->spread, x->predicted.mean);
	row->missed += x->missed;
	out->predicted++;
	out->missed += x->missed;
}

static char *read_tolerance(const json_t *spec, const char *column, const json_t *f,
			    const struct compare_row *row, struct tolerance *t)
{
	const json_t *own = json_object_get(json_object_get(spec, "tolerances"), row->id);
	char *what = xasprintf("compare.figures.%s", column), *err;

	*t = (struct tolerance){0};
	err = spec_number(f, "tolerance", what, &t->pct);
	if (!err)
		err = spec_number(f, "factor", what, &t->factor);
	if (!err)
		err = spec_number(f, "absolute", what, &t->absolute);
	free(what);
	what = xasprintf("compare.tolerances.%s", row->id);
	if (!err)
		err = spec_number(own, column, what, &t->pct);
	free(what);
	return err;
}

static char *fill_cell(struct compare *out, struct compare_row *row, const json_t *spec,
		       const char *column, const json_t *f)
{
	struct compare_cell *x = &row->cell[row->cells];
	const char *text = csv_get(&out->csv, row->csv_row, column);
	char *err;

	*x = (struct compare_cell){.column = column, .figure = spec_text(f, "figure")};
	if (!*text)
		return NULL; /* not measured */
	x->measured = x->raw = measured_value(text, &x->spread);
	if (isnan(x->measured))
		return err_fmt("%s:%u: %s: '%s' is neither a number nor a range", out->csv.path,
			       out->csv.line[row->csv_row], column, text);
	err = read_tolerance(spec, column, f, row, &x->tolerance);
	if (!err && row->group && figure_estimate(row->group, x->figure, &x->predicted))
		row->cells++;
	return err;
}

static char *fill_cells(struct compare *out, struct compare_row *row, const json_t *spec)
{
	const json_t *figures = json_object_get(spec, "figures");
	const char *column;
	char *err = NULL;
	json_t *f;

	row->cell = xcalloc(json_object_size(figures) + 1, sizeof(*row->cell));
	json_object_foreach((json_t *)figures, column, f)
		if (!err)
			err = fill_cell(out, row, spec, column, f);
	return err;
}

static char *row_id(const struct csv *c, size_t row)
{
	if (csv_col(c, "id") >= 0)
		return xstrdup(csv_get(c, row, "id"));
	return xasprintf("row%zu", row + 1);
}

static const struct results_group *find_group(const struct results *r, const json_t *spec,
					      const struct csv *c, size_t row)
{
	for (size_t i = 0; i < r->groups; i++)
		if (matches(r, spec, c, row, &r->group[i]))
			return &r->group[i];
	return NULL;
}

static char *add_rows(const struct results *r, const json_t *spec, struct compare *out)
{
	char *err = NULL;

	out->row = xcalloc(out->csv.rows + 1, sizeof(*out->row));
	for (size_t i = 0; i < out->csv.rows && !err; i++) {
		struct compare_row *row = &out->row[out->rows];

		if (left_out(spec, &out->csv, i))
			continue;
		out->rows++;
		row->csv_row = i;
		row->id = row_id(&out->csv, i);
		row->label = label(spec, &out->csv, i);
		row->fitted = spec_listed(json_object_get(spec, "fitted"), row->id);
		row->note = spec_text(json_object_get(spec, "notes"), row->id);
		row->group = find_group(r, spec, &out->csv, i);
		out->absent += !row->group || !row->group->done;
		err = fill_cells(out, row, spec);
	}
	return err;
}

/* The best value of a cell's column among the rows of its group. */
static void best_of(const struct compare *c, const struct compare_row *row, const char *column,
		    const char *group, double *measured, double *predicted)
{
	*measured = *predicted = INFINITY;
	for (size_t i = 0; i < c->rows; i++) {
		const struct compare_row *other = &c->row[i];

		if (strcmp(csv_get(&c->csv, row->csv_row, group),
			   csv_get(&c->csv, other->csv_row, group)))
			continue;
		for (size_t k = 0; k < other->cells; k++) {
			if (strcmp(other->cell[k].column, column))
				continue;
			*measured = fmin(*measured, other->cell[k].raw);
			*predicted = fmin(*predicted, other->cell[k].predicted.mean);
		}
	}
}

/*
 * Value over the best one: for data whose amount is not published.  Both bests
 * are over the same rows, those that were predicted too.
 */
static void scale_to_best(struct compare *out, const char *column, const char *group)
{
	double *m = xcalloc(out->rows + 1, sizeof(*m)), *p = xcalloc(out->rows + 1, sizeof(*p));

	for (size_t i = 0; i < out->rows; i++)
		for (size_t k = 0; k < out->row[i].cells; k++)
			if (!strcmp(out->row[i].cell[k].column, column))
				best_of(out, &out->row[i], column, group, &m[i], &p[i]);
	for (size_t i = 0; i < out->rows; i++)
		for (size_t k = 0; k < out->row[i].cells; k++) {
			struct compare_cell *x = &out->row[i].cell[k];

			if (strcmp(x->column, column))
				continue;
			x->best = p[i];
			x->measured /= m[i];
			x->spread /= m[i];
			x->predicted.mean /= p[i];
			x->predicted.half /= p[i];
		}
	free(m);
	free(p);
	out->relative = true;
}

static char *check_key(const struct results *r, const json_t *spec, const struct csv *c)
{
	const char *column;
	char *err = NULL;
	json_t *axis;

	json_object_foreach(json_object_get(spec, "key"), column, axis) {
		const char *name = json_string_value(axis);

		err = csv_need(c, column);
		if (!err && (!name || results_axis_find(r, name) < 0))
			err = err_fmt("compare.key.%s: the run has no axis '%s'", column,
				      name ? name : "");
		if (err)
			return err;
	}
	json_object_foreach(json_object_get(spec, "only"), column, axis)
		if (!err)
			err = csv_need(c, column);
	return err;
}

static bool anywhere(const struct results *r, const char *figure)
{
	struct estimate e;

	for (size_t i = 0; i < r->groups; i++)
		if (figure_estimate(&r->group[i], figure, &e))
			return true;
	return false;
}

static char *check_figures(const struct results *r, const json_t *spec, struct compare *out)
{
	static const char *const keys[] = {"figure", "tolerance", "factor", "absolute", NULL};
	const json_t *figures = json_object_get(spec, "figures");
	const char *column;
	json_t *f;

	if (!json_object_size(figures))
		return err_fmt("compare: no `figures`");
	out->column = xcalloc(json_object_size(figures), sizeof(char *));
	json_object_foreach((json_t *)figures, column, f) {
		char *what = xasprintf("compare.figures.%s", column);
		char *err = spec_keys(f, keys, what);

		if (!err && !spec_text(f, "figure"))
			err = err_fmt("%s: no `figure`", what);
		if (!err)
			err = csv_need(&out->csv, column);
		if (!err && !out->doubt && results_any(r) && !anywhere(r, spec_text(f, "figure")))
			out->doubt = err_fmt("%s: no result has the figure '%s'", what,
					     spec_text(f, "figure"));
		free(what);
		if (err)
			return err;
		out->column[out->columns++] = column;
	}
	return NULL;
}

static char *check_id(const struct csv *c, const char *id, const char *what)
{
	for (size_t row = 0; row < c->rows; row++) {
		char *have = row_id(c, row);
		bool same = !strcmp(have, id);

		free(have);
		if (same)
			return NULL;
	}
	return err_fmt("compare.%s: %s has no row '%s'", what, c->path, id);
}

/* fitted, notes and tolerances name rows: a misspelt id must not pass. */
static char *check_ids(const json_t *spec, const struct csv *c)
{
	static const char *const maps[] = {"notes", "tolerances"};
	const json_t *fitted = json_object_get(spec, "fitted");
	char *err = NULL;
	const char *id;
	json_t *v;

	for (size_t i = 0; !err && (id = spec_item(fitted, i)); i++)
		err = check_id(c, id, "fitted");
	for (size_t k = 0; k < 2; k++)
		json_object_foreach(json_object_get(spec, maps[k]), id, v)
			if (!err)
				err = check_id(c, id, maps[k]);
	return err;
}

static char *check(const struct results *r, const json_t *spec, struct compare *out)
{
	const char *group = spec_text(spec, "relative_group"), *item;
	char *err = csv_read(out->file, &out->csv);

	if (!err)
		err = check_key(r, spec, &out->csv);
	if (!err)
		err = check_figures(r, spec, out);
	if (!err)
		err = check_ids(spec, &out->csv);
	if (!err && group)
		err = csv_need(&out->csv, group);
	for (size_t i = 0; !err && (item = spec_item(json_object_get(spec, "relative_to_best"), i));
	     i++)
		if (!json_object_get(json_object_get(spec, "figures"), item))
			err = err_fmt("compare.relative_to_best: '%s' is not among the figures",
				      item);
	return err;
}

char *compare_load(const struct results *r, struct compare *out)
{
	static const char *const keys[] = {"file",
					   "key",
					   "only",
					   "values",
					   "figures",
					   "tolerances",
					   "relative_to_best",
					   "relative_group",
					   "fitted",
					   "notes",
					   "profile",
					   "claims",
					   NULL};
	const json_t *spec = json_object_get(r->run, "compare"), *best;
	const char *item, *group = spec_text(spec, "relative_group");
	char *err = NULL;

	memset(out, 0, sizeof(*out));
	if (!spec || json_is_null(spec))
		return NULL;
	err = spec_keys(spec, keys, "compare");
	out->file = spec_text(spec, "file");
	if (!err && out->file && !*out->file)
		err = err_fmt("compare: `file` is empty");
	if (!err && !out->file && json_object_get(spec, "figures"))
		err = err_fmt("compare: figures, but no `file` of measurements");
	if (err || !out->file)
		return err;
	err = check(r, spec, out);
	if (!err)
		err = add_rows(r, spec, out);
	best = json_object_get(spec, "relative_to_best");
	for (size_t i = 0; !err && (item = spec_item(best, i)); i++)
		scale_to_best(out, item, group ? group : "");
	for (size_t i = 0; !err && i < out->rows; i++)
		for (size_t c = 0; c < out->row[i].cells; c++)
			judge(out, &out->row[i], &out->row[i].cell[c]);
	if (err)
		compare_free(out);
	return err;
}

void compare_free(struct compare *c)
{
	for (size_t i = 0; i < c->rows; i++) {
		free(c->row[i].id);
		free(c->row[i].label);
		free(c->row[i].cell);
	}
	free(c->row);
	free(c->column);
	free(c->doubt);
	csv_free(&c->csv);
	memset(c, 0, sizeof(*c));
}
