/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What one `nicpath run` is to do: a scenario file, the command line's --set
 * and --only, and the points that come of it.
 *
 * Values are set shorter paths first, whether they come from an axis or from
 * --set, and --set after an axis of equal length: so `--set kernel.hz=1000`
 * holds for each value of an axis `kernel`.  --set of an axis's own path
 * replaces the axis's values.
 */
#ifndef NICPATH_SCENARIOS_PLAN_H
#define NICPATH_SCENARIOS_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "scenarios/sweep.h"

struct yaml_node;
struct plan_setting;

struct plan {
	char *file;			   /* the scenario file */
	char *name;			   /* its stem */
	char *title;			   /* never NULL */
	struct yaml_node *tree;		   /* less what is below */
	struct yaml_node *compare, *plots; /* for the report; may be NULL */
	struct sweep sweep;
	struct plan_setting *settings;
	size_t n_settings;
	bool *selected; /* of each point: does --only leave it in? */
};

/* "PATH=VALUE" and "AXIS=VALUE" as on the command line. */
char *plan_make(const char *file, const char *const *sets, size_t n_sets, const char *const *only,
		size_t n_only, struct plan *out);
void plan_free(struct plan *p);
/* The i-th --set as given ("PATH=VALUE"), i < n_settings. */
const char *plan_setting_text(const struct plan *p, size_t i);

/*
 * The resolved tree of a point.  Error with its place.  Caller frees *out.
 */
char *plan_point(const struct plan *p, size_t point, struct yaml_node **out);

/* plan_point(), and check (may be NULL), and no key that nobody knows. */
char *plan_checked_point(const struct plan *p, size_t point, char *(*check)(struct yaml_node *),
			 struct yaml_node **out);

#endif
