/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A results folder as `nicpath run` leaves it: run.json (what was asked) and a
 * result.json a finished point.
 */
#ifndef NICPATH_ANALYSIS_LIB_RESULTS_H
#define NICPATH_ANALYSIS_LIB_RESULTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct results_axis {
	char *key;		/* "kernel", "socket.limit" */
	char **value;		/* as in the scenario, in its order */
	double *number;		/* the same as numbers, in base units */
	const char *unit;	/* of those: "", B, ps, bps, Hz */
	bool numeric;		/* every value is a number */
	size_t n;
};

struct results_point {
	char *name;		/* folder */
	char **value;		/* [axes] */
	json_t *result;		/* result.json */
};

struct results {
	char *dir;
	json_t *run;		/* run.json */
	struct results_axis *axis;
	size_t axes;
	struct results_point *point;
	size_t points;
	size_t unfinished;	/* points that failed or did not run */
};

/* Error or NULL. */
char *results_load(const char *dir, struct results *out);
void results_free(struct results *r);

long results_axis_find(const struct results *r, const char *key);
/* Axis value of a point; NULL if there is no such axis. */
const char *results_value(const struct results *r, const struct results_point *p, const char *key);

/*
 * Number at a dotted path of result.json ("hosts.tx.cpu.util_pct"); keys with
 * dots are tried longest first.  False if it is not there.
 */
bool results_number(const json_t *result, const char *path, double *out);
const json_t *results_node(const json_t *result, const char *path);
/* Half of the 95 % interval of a figure; 0 if it has none. */
double results_half(const json_t *result, const char *path);

/* A short title and unit of a figure by its path, for axes and tables. */
const char *results_figure_title(const char *path);

#endif
