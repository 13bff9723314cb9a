/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A results folder as `nicpath run` leaves it: run.json (what was asked) and a
 * result.json a finished point.  Points that differ only in their seed
 * (`repeat`) are one group, and figures are read from groups.
 */
#ifndef NICPATH_ANALYSIS_LIB_RESULTS_H
#define NICPATH_ANALYSIS_LIB_RESULTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "analysis/lib_estimate.h"

struct results_axis {
	char *key;	  /* "kernel", "socket.limit" */
	char **value;	  /* as in the scenario, in its order */
	double *number;	  /* the same as numbers, in base units */
	const char *unit; /* of those: "", B, ps, bps, Hz */
	bool numeric;	  /* every value is a number */
	bool seed;	  /* it only repeats points */
	bool replaced;	  /* --set gave it other values than the scenario has */
	size_t n;
};

enum point_state { POINT_DONE, POINT_FAILED, POINT_WAITING };

struct results_point {
	char *name;   /* folder */
	char **value; /* [axes] */
	enum point_state state;
	json_t *result; /* result.json; NULL unless DONE */
};

struct results_group {
	const struct results_point **point; /* [n], by seed */
	size_t n, done;
};

struct results {
	char *dir;
	json_t *run; /* run.json */
	const char *title, *scenario, *version;
	struct results_axis *axis;
	size_t axes;
	struct results_point *point;
	size_t points;
	size_t state[3]; /* points by state */
	struct results_group *group;
	size_t groups;
	bool seeds; /* some group has several points */
};

/*
 * Error with the file's name (and line, for broken JSON), or NULL.  A folder
 * without any finished point is no error.
 */
char *results_load(const char *dir, struct results *out);
void results_free(struct results *r);

long results_axis_find(const struct results *r, const char *key);
/* Axis by key, by the key's last word, or by a part of the key; -1. */
long results_axis_like(const struct results *r, const char *word);
/* Index of a value on its axis. */
size_t results_value_index(const struct results_axis *a, const char *value);
/* A group's value on an axis. */
const char *results_group_value(const struct results_group *g, size_t axis);
/* First finished point of a group, of the run; NULL. */
const struct results_point *results_finished(const struct results_group *g);
const struct results_point *results_any(const struct results *r);

/*
 * A word for an axis value: the same text, the same number in another unit
 * ("65536", "64KiB"), the same switch (1, on, yes).
 */
bool results_same_value(const struct results_axis *a, const char *value, const char *word);

/*
 * Does the group have these values?  `where` is {AXIS: VALUE or [VALUE...]},
 * NULL matches all.  results_where_check(): error for an axis or a value that
 * the run does not have (an axis that --set replaced may lack any).
 */
bool results_where(const struct results *r, const json_t *where, const struct results_group *g);
char *results_where_check(const struct results *r, const json_t *where, const char *what);

/* "kernel linux-2.6.26, tso on": axes with more than one value, seeds apart. Caller frees. */
char *results_group_label(const struct results *r, const struct results_group *g);

#endif
