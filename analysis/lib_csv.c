/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_csv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/yaml.h"

/* A quoted field from behind its quote; *p at its closing quote, or at the end. */
static void quoted(const char **p, char *o)
{
	const char *s = *p;

	for (; *s && !(*s == '"' && s[1] != '"'); s++) {
		if (*s == '"')
			s++;
		*o++ = *s;
	}
	*o = '\0';
	*p = s;
}

/* One field from *p into a new string; leaves *p behind it. NULL: bad quotes. */
static char *field(const char **p)
{
	const char *s = *p;
	char *out = xmalloc(strlen(s) + 1), *o = out;

	if (*s == '"') {
		s++;
		quoted(&s, out);
		if (*s != '"' || (s[1] && s[1] != ',')) {
			free(out);
			return NULL;
		}
		*p = s + 1;
		return out;
	}
	while (*s && *s != ',')
		*o++ = *s++;
	*o = '\0';
	*p = s;
	return out;
}

static void free_list(char **list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(list[i]);
	free(list);
}

/* False: bad quotes. */
static bool split(const char *line, char ***out, size_t *n)
{
	char **list = NULL;

	*n = 0;
	for (;;) {
		char *one = field(&line);

		if (!one) {
			free_list(list, *n);
			return false;
		}
		list = xrealloc(list, (*n + 1) * sizeof(*list));
		list[(*n)++] = one;
		if (*line != ',')
			break;
		line++;
	}
	*out = list;
	return true;
}

static void add_origin(struct csv *c, const char *comment)
{
	char *old = c->origin;

	while (*comment == '#' || *comment == ' ')
		comment++;
	if (!strncmp(comment, "SPDX-", 5))
		return;
	c->origin = old ? xasprintf("%s %s", old, comment) : xstrdup(comment);
	free(old);
}

static char *add_row(struct csv *c, const char *line, unsigned int no)
{
	char **cells;
	size_t n;

	if (!split(line, &cells, &n))
		return err_fmt("%s:%u: a quoted field does not end with its quote", c->path, no);
	if (!c->head) {
		c->head = cells;
		c->cols = n;
		return NULL;
	}
	if (n > c->cols) {
		free_list(cells, n);
		return err_fmt("%s:%u: %zu fields, the header has %zu", c->path, no, n, c->cols);
	}
	cells = xrealloc(cells, c->cols * sizeof(*cells));
	while (n < c->cols)
		cells[n++] = xstrdup("");
	c->cell = xrealloc(c->cell, (c->rows + 1) * sizeof(*c->cell));
	c->line = xrealloc(c->line, (c->rows + 1) * sizeof(*c->line));
	c->line[c->rows] = no;
	c->cell[c->rows++] = cells;
	return NULL;
}

static char *read_lines(FILE *f, struct csv *c)
{
	char *line = NULL, *err = NULL;
	size_t room = 0;
	ssize_t len;
	unsigned int no = 0;

	while (!err && (len = getline(&line, &room, f)) >= 0) {
		no++;
		if (strlen(line) != (size_t)len) {
			err = err_fmt("%s:%u: not a text file", c->path, no);
			break;
		}
		while (len && (line[len - 1] == '\n' || line[len - 1] == '\r'))
			line[--len] = '\0';
		if (line[0] == '#')
			add_origin(c, line);
		else if (len)
			err = add_row(c, line, no);
	}
	free(line);
	return err;
}

char *csv_read(const char *path, struct csv *c)
{
	FILE *f = fopen(path, "r");
	char *err;

	memset(c, 0, sizeof(*c));
	if (!f)
		return err_fmt("%s: cannot be read: %s", path, strerror(errno));
	c->path = xstrdup(path);
	err = read_lines(f, c);
	fclose(f);
	if (!err && !c->head)
		err = err_fmt("%s: empty", path);
	if (err)
		csv_free(c);
	return err;
}

void csv_free(struct csv *c)
{
	for (size_t r = 0; r < c->rows; r++)
		free_list(c->cell[r], c->cols);
	free_list(c->head, c->head ? c->cols : 0);
	free(c->cell);
	free(c->line);
	free(c->origin);
	free(c->path);
	memset(c, 0, sizeof(*c));
}

long csv_col(const struct csv *c, const char *name)
{
	for (size_t i = 0; i < c->cols; i++)
		if (!strcmp(c->head[i], name))
			return (long)i;
	return -1;
}

char *csv_need(const struct csv *c, const char *name)
{
	const char *near;

	if (csv_col(c, name) >= 0)
		return NULL;
	near = nearest_name(name, (const char *const *)c->head, c->cols);
	return err_fmt("%s: no column '%s'%s%s%s", c->path, name, near ? "; did you mean '" : "",
		       near ? near : "", near ? "'?" : "");
}

const char *csv_get(const struct csv *c, size_t row, const char *col)
{
	long i = csv_col(c, col);

	return i < 0 ? "" : c->cell[row][i];
}
