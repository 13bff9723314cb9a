/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comma-separated tables with a header row and # comments. */
#ifndef NICPATH_ANALYSIS_LIB_CSV_H
#define NICPATH_ANALYSIS_LIB_CSV_H

#include <stdbool.h>
#include <stddef.h>

struct csv {
	char *path;
	char *origin; /* the comment lines, joined; NULL: none */
	char **head;  /* [cols] */
	size_t cols, rows;
	char ***cell;	    /* [rows][cols]; short rows are filled with "" */
	unsigned int *line; /* [rows]: where each row stands in the file */
};

/* Error with file:line, or NULL.  Quotes as in RFC 4180, within one line. */
char *csv_read(const char *path, struct csv *out);
void csv_free(struct csv *c);
/* Column's index, -1 if there is none. */
long csv_col(const struct csv *c, const char *name);
/* Error with the nearest name if there is no such column, else NULL. */
char *csv_need(const struct csv *c, const char *name);
/* Cell by column name; "" if there is no such column. */
const char *csv_get(const struct csv *c, size_t row, const char *col);

#endif
