/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"

/* One field from *p into a new string; leaves *p behind it. */
static char *field(const char **p)
{
	const char *s = *p;
	char *out = xmalloc(strlen(s) + 1), *o = out;

	if (*s == '"') {
		for (s++; *s && !(*s == '"' && s[1] != '"'); s++) {
			if (*s == '"')
				s++;
			*o++ = *s;
		}
		if (*s == '"')
			s++;
	}
	while (*s && *s != ',')
		*o++ = *s++;
	*o = '\0';
	*p = s;
	return out;
}

static size_t split(const char *line, char ***out)
{
	char **list = NULL;
	size_t n = 0;

	for (;;) {
		list = xrealloc(list, (n + 1) * sizeof(*list));
		list[n++] = field(&line);
		if (*line != ',')
			break;
		line++;
	}
	*out = list;
	return n;
}

static void add_origin(struct csv *c, const char *comment)
{
	char *old = c->origin;

	while (*comment == '#' || *comment == ' ')
		comment++;
	c->origin = old ? xasprintf("%s %s", old, comment) : xstrdup(comment);
	free(old);
}

static char *add_row(struct csv *c, const char *line, const char *path, unsigned int no)
{
	char **cells;
	size_t n = split(line, &cells);

	if (!c->head) {
		c->head = cells;
		c->cols = n;
		return NULL;
	}
	if (n > c->cols) {
		for (size_t i = 0; i < n; i++)
			free(cells[i]);
		free(cells);
		return err_fmt("%s:%u: %zu fields, the header has %zu", path, no, n, c->cols);
	}
	cells = xrealloc(cells, c->cols * sizeof(*cells));
	while (n < c->cols)
		cells[n++] = xstrdup("");
	c->cell = xrealloc(c->cell, (c->rows + 1) * sizeof(*c->cell));
	c->cell[c->rows++] = cells;
	return NULL;
}

char *csv_read(const char *path, struct csv *c)
{
	FILE *f = fopen(path, "r");
	char *line = NULL, *err = NULL;
	size_t room = 0;
	ssize_t len;
	unsigned int no = 0;

	memset(c, 0, sizeof(*c));
	if (!f)
		return err_fmt("%s: cannot be read", path);
	while (!err && (len = getline(&line, &room, f)) >= 0) {
		no++;
		while (len && (line[len - 1] == '\n' || line[len - 1] == '\r'))
			line[--len] = '\0';
		if (line[0] == '#')
			add_origin(c, line);
		else if (len)
			err = add_row(c, line, path, no);
	}
	free(line);
	fclose(f);
	if (!err && !c->head)
		err = err_fmt("%s: empty", path);
	if (err)
		csv_free(c);
	return err;
}

void csv_free(struct csv *c)
{
	for (size_t r = 0; r < c->rows; r++) {
		for (size_t i = 0; i < c->cols; i++)
			free(c->cell[r][i]);
		free(c->cell[r]);
	}
	for (size_t i = 0; c->head && i < c->cols; i++)
		free(c->head[i]);
	free(c->cell);
	free(c->head);
	free(c->origin);
	memset(c, 0, sizeof(*c));
}

long csv_col(const struct csv *c, const char *name)
{
	for (size_t i = 0; i < c->cols; i++)
		if (!strcmp(c->head[i], name))
			return (long)i;
	return -1;
}

const char *csv_get(const struct csv *c, size_t row, const char *col)
{
	long i = csv_col(c, col);

	return i < 0 ? "" : c->cell[row][i];
}
