/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/points_csv.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/files.h"
#include "scenarios/plan.h"
#include "sim/check.h"
#include "sim/yaml.h"

struct columns {
	char **keys;
	size_t n, room;
	size_t cursor; /* where the next key most likely is: results look alike */
};

/* Called for each single value. */
typedef void visit_fn(const char *key, const json_t *value, void *arg);

static void flatten(const json_t *object, const char *prefix, visit_fn *fn, void *arg)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value) {
		char *path = xasprintf("%s%s%s", prefix, prefix[0] ? "." : "", key);

		if (json_is_object(value))
			flatten(value, path, fn, arg);
		else if (!json_is_array(value))
			fn(path, value, arg);
		free(path);
	}
}

static long find_column(struct columns *c, const char *key)
{
	for (size_t i = 0; i < c->n; i++) {
		size_t at = (c->cursor + i) % c->n;

		if (strcmp(c->keys[at], key) == 0) {
			c->cursor = at + 1;
			return (long)at;
		}
	}
	return -1;
}

static bool left_out(const char *key)
{
	return strcmp(key, "scenario") == 0 || strcmp(key, "wall_s") == 0 ||
	       strcmp(key, "frames_per_wall_s") == 0;
}

static void add_column(const char *key, const json_t *value, void *arg)
{
	struct columns *c = arg;

	(void)value;
	if (left_out(key) || find_column(c, key) >= 0)
		return;
	if (c->n == c->room) {
		c->room = c->room ? 2 * c->room : 64;
		c->keys = xrealloc(c->keys, c->room * sizeof(*c->keys));
	}
	c->keys[c->n++] = xstrdup(key);
}

static void write_text(const char *s, FILE *f)
{
	if (!strpbrk(s, ",\"\n\r")) {
		fputs(s, f);
		return;
	}
	fputc('"', f);
	for (; *s; s++) {
		if (*s == '"')
			fputc('"', f);
		fputc(*s, f);
	}
	fputc('"', f);
}

/* The shortest form that reads back as the same number. */
static void write_real(double v, FILE *f)
{
	char text[40];

	for (int digits = 6; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, v);
		if (strtod(text, NULL) == v)
			break;
	}
	fputs(text, f);
}

static void write_cell(const json_t *v, FILE *f)
{
	if (json_is_string(v))
		write_text(json_string_value(v), f);
	else if (json_is_integer(v))
		fprintf(f, "%lld", (long long)json_integer_value(v));
	else if (json_is_real(v))
		write_real(json_real_value(v), f);
	else if (json_is_boolean(v))
		fputs(json_is_true(v) ? "1" : "0", f);
}

static json_t *read_result(const char *dir, const char *name)
{
	char *path = xasprintf("%s/%s/result.json", dir, name);
	json_t *result = json_load_file(path, 0, NULL);

	free(path);
	return result;
}

struct cell {
	const json_t *value;
};

struct row {
	struct columns *columns;
	struct cell *cells;
};

static void take_cell(const char *key, const json_t *value, void *arg)
{
	struct row *row = arg;
	long at = find_column(row->columns, key);

	if (at >= 0)
		row->cells[at].value = value;
}

static void write_row(const struct plan *p, size_t point, const char *name, struct columns *c,
		      const json_t *result, FILE *f)
{
	struct row row = {c, xcalloc(c->n + 1, sizeof(*row.cells))};

	c->cursor = 0;
	flatten(result, "", take_cell, &row);
	write_text(name, f);
	for (size_t a = 0; a < p->sweep.n; a++) {
		fputc(',', f);
		write_text(sweep_value(&p->sweep, point, a), f);
	}
	/* the first columns are the point's and the axes' own */
	for (size_t i = p->sweep.n + 1; i < c->n; i++) {
		fputc(',', f);
		if (row.cells[i].value)
			write_cell(row.cells[i].value, f);
	}
	fputc('\n', f);
	free(row.cells);
}

static void find_columns(const char *dir, const struct plan *p, char *const *names,
			 struct columns *c)
{
	add_column("point", NULL, c);
	for (size_t a = 0; a < p->sweep.n; a++)
		add_column(p->sweep.axes[a].key, NULL, c);
	for (size_t i = 0; i < p->sweep.points; i++) {
		json_t *result = names[i] ? read_result(dir, names[i]) : NULL;

		c->cursor = 0;
		if (result)
			flatten(result, "", add_column, c);
		json_decref(result);
	}
}

static void write_rows(const char *dir, const struct plan *p, char *const *names, struct columns *c,
		       FILE *f)
{
	for (size_t i = 0; i < c->n; i++) {
		fputs(i ? "," : "", f);
		write_text(c->keys[i], f);
	}
	fputc('\n', f);
	for (size_t i = 0; i < p->sweep.points; i++) {
		json_t *result = names[i] ? read_result(dir, names[i]) : NULL;

		if (result)
			write_row(p, i, names[i], c, result, f);
		json_decref(result);
	}
}

/* Read twice, for the columns and for the rows: memory stays small. */
char *points_csv_write(const char *dir, const struct plan *p, char *const *names)
{
	char *path = xasprintf("%s/points.csv", dir), *text = NULL, *err;
	struct columns c = {0};
	size_t len;
	FILE *f = open_memstream(&text, &len);

	sim_assert(f);
	find_columns(dir, p, names, &c);
	write_rows(dir, p, names, &c, f);
	fclose(f);
	err = file_write(path, text);
	for (size_t i = 0; i < c.n; i++)
		free(c.keys[i]);
	free(c.keys);
	free(text);
	free(path);
	return err;
}
