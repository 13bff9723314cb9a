/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"

/* The axis value that a CSV word stands for. */
static const char *translate(const json_t *spec, const char *column, const char *word)
{
	const json_t *map = json_object_get(json_object_get(spec, "values"), column);
	const char *to = json_string_value(json_object_get(map, word));

	return to ? to : word;
}

/* Same text, or same size or time in another unit. */
static bool same_value(const struct results *r, long axis, const char *point, const char *word)
{
	const struct results_axis *a = &r->axis[axis];
	char *end;
	double w = strtod(word, &end);

	if (!strcmp(point, word))
		return true;
	if (!a->numeric || *end || end == word)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (!strcmp(a->value[i], point))
			return a->number[i] == w;
	return false;
}

static bool matches(const struct results *r, const json_t *spec, const struct csv *c, size_t row,
		    const struct results_point *p)
{
	const char *column;
	json_t *axis;

	json_object_foreach(json_object_get(spec, "key"), column, axis) {
		const char *name = json_string_value(axis), *word = csv_get(c, row, column);
		long a;

		if (!name || name[0] == '=')
			continue;
		a = results_axis_find(r, name);
		if (a < 0 || !same_value(r, a, p->value[a], translate(spec, column, word)))
			return false;
	}
	return true;
}

/* Rows that the key's =VALUE parts leave out. */
static bool left_out(const json_t *spec, const struct csv *c, size_t row)
{
	const char *column;
	json_t *axis;

	json_object_foreach(json_object_get(spec, "key"), column, axis) {
		const char *name = json_string_value(axis);

		if (name && name[0] == '=' && strcmp(name + 1, csv_get(c, row, column)))
			return true;
	}
	return false;
}

static char *label(const json_t *spec, const struct csv *c, size_t row)
{
	char *text = xstrdup(""), *more;
	const char *column;
	json_t *axis;

	json_object_foreach(json_object_get(spec, "key"), column, axis) {
		more = xasprintf("%s%s%s %s", text, *text ? ", " : "", column, csv_get(c, row, column));
		free(text);
		text = more;
	}
	return text;
}

static bool listed(const json_t *list, const char *id)
{
	size_t i;
	json_t *v;

	json_array_foreach(list, i, v)
		if (json_string_value(v) && !strcmp(json_string_value(v), id))
			return true;
	return false;
}

static double number(const char *text)
{
	char *end;
	double v = strtod(text, &end);

	return end == text ? NAN : v;
}

static void judge(struct compare *out, const struct compare_row *row, struct compare_cell *x)
{
	double error = x->predicted - x->measured;

	x->error_pct = x->measured != 0 ? 100.0 * error / x->measured : error != 0 ? INFINITY : 0;
	if (x->tolerance_pct <= 0 || row->fitted)
		return;
	out->predicted++;
	x->missed = fabs(x->error_pct) > x->tolerance_pct;
	out->missed += x->missed;
}

static char *fill_cells(struct compare *out, struct compare_row *row, const json_t *spec, size_t r)
{
	const json_t *figures = json_object_get(spec, "figures");
	const char *column;
	json_t *f;

	row->cell = xcalloc(json_object_size(figures) + 1, sizeof(*row->cell));
	json_object_foreach((json_t *)figures, column, f) {
		struct compare_cell *x = &row->cell[row->cells];
		const char *figure = json_string_value(json_object_get(f, "figure"));
		const char *tol = json_string_value(json_object_get(f, "tolerance"));

		if (!figure)
			return err_fmt("compare.figures.%s names no figure", column);
		*x = (struct compare_cell){ .column = column, .figure = figure };
		x->measured = number(csv_get(&out->csv, r, column));
		x->tolerance_pct = tol ? atof(tol) : 0;
		if (isnan(x->measured) || !row->point ||
		    !results_number(row->point->result, figure, &x->predicted))
			continue;
		row->cells++;
	}
	return NULL;
}

/* Value over the best one: for data whose amount is not published. */
static void scale_to_best(struct compare *out, const char *column)
{
	double m = INFINITY, p = INFINITY;

	for (unsigned int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < out->rows; i++)
			for (size_t c = 0; c < out->row[i].cells; c++) {
				struct compare_cell *x = &out->row[i].cell[c];

				if (strcmp(x->column, column))
					continue;
				if (pass) {
					x->measured /= m;
					x->predicted /= p;
				} else {
					m = fmin(m, x->measured);
					p = fmin(p, x->predicted);
				}
			}
}

static char *add_rows(const struct results *r, const json_t *spec, struct compare *out)
{
	const json_t *fitted = json_object_get(spec, "fitted");
	char *err = NULL;

	out->row = xcalloc(out->csv.rows + 1, sizeof(*out->row));
	for (size_t i = 0; i < out->csv.rows && !err; i++) {
		struct compare_row *row;

		if (left_out(spec, &out->csv, i))
			continue;
		row = &out->row[out->rows++];
		row->id = out->csv.cell[i][0];
		row->label = label(spec, &out->csv, i);
		row->fitted = listed(fitted, row->id);
		for (size_t p = 0; p < r->points && !row->point; p++)
			if (matches(r, spec, &out->csv, i, &r->point[p]))
				row->point = &r->point[p];
		err = fill_cells(out, row, spec, i);
	}
	return err;
}

char *compare_load(const struct results *r, struct compare *out)
{
	const json_t *spec = json_object_get(r->run, "compare");
	const char *best, *file = json_string_value(json_object_get(spec, "file"));
	char *err;

	memset(out, 0, sizeof(*out));
	if (!file)
		return NULL;
	out->file = file;
	err = csv_read(file, &out->csv);
	if (!err)
		err = add_rows(r, spec, out);
	if (err)
		return err;
	best = json_string_value(json_object_get(spec, "relative_to_best"));
	if (best)
		scale_to_best(out, best);
	for (size_t i = 0; i < out->rows; i++)
		for (size_t c = 0; c < out->row[i].cells; c++)
			judge(out, &out->row[i], &out->row[i].cell[c]);
	return NULL;
}

void compare_free(struct compare *c)
{
	for (size_t i = 0; i < c->rows; i++) {
		free(c->row[i].label);
		free(c->row[i].cell);
	}
	free(c->row);
	csv_free(&c->csv);
}

static bool at_point(const struct results *r, const json_t *at, const struct results_point *p)
{
	const char *key;
	json_t *v;

	json_object_foreach((json_t *)at, key, v) {
		const char *have = results_value(r, p, key);

		if (!have || !json_string_value(v) || strcmp(have, json_string_value(v)))
			return false;
	}
	return true;
}

static const struct results_point *profile_point(const struct results *r, const json_t *spec,
						 const char *axis, const char *value)
{
	for (size_t i = 0; i < r->points; i++) {
		const char *have = axis ? results_value(r, &r->point[i], axis) : value;

		if (have && !strcmp(have, value) &&
		    at_point(r, json_object_get(spec, "at"), &r->point[i]))
			return &r->point[i];
	}
	return NULL;
}

static struct compare_profile *named(struct compare_profiles *out, const char *name)
{
	for (size_t i = 0; i < out->n; i++)
		if (!strcmp(out->p[i].name, name))
			return &out->p[i];
	out->p = xrealloc(out->p, (out->n + 1) * sizeof(*out->p));
	out->p[out->n] = (struct compare_profile){ .name = xstrdup(name) };
	return &out->p[out->n++];
}

char *compare_profiles_load(const struct results *r, struct compare_profiles *out)
{
	const json_t *whole = json_object_get(r->run, "compare");
	const json_t *spec = json_object_get(whole, "profile");
	const char *column = json_string_value(json_object_get(spec, "column"));
	const char *axis = json_string_value(json_object_get(spec, "axis"));
	char *err;

	memset(out, 0, sizeof(*out));
	out->file = json_string_value(json_object_get(spec, "file"));
	if (!out->file)
		return NULL;
	err = csv_read(out->file, &out->csv);
	if (err)
		return err;
	for (size_t i = 0; i < out->csv.rows; i++) {
		const char *word = column ? csv_get(&out->csv, i, column) : "measured";
		struct compare_profile *p = named(out, word);

		p->symbol = xrealloc(p->symbol, (p->n + 1) * sizeof(*p->symbol));
		p->percent = xrealloc(p->percent, (p->n + 1) * sizeof(*p->percent));
		p->symbol[p->n] = csv_get(&out->csv, i, "symbol");
		p->percent[p->n++] = number(csv_get(&out->csv, i, "percent"));
		p->host = json_string_value(json_object_get(spec, "host"));
		if (!p->point)
			p->point = profile_point(r, spec, axis, translate(whole, column ? column : "", word));
	}
	return NULL;
}
