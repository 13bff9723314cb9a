/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which axis of a sweep is what in a plot: x, series, panels. */
#ifndef NICPATH_ANALYSIS_LIB_PLOT_ROLES_H
#define NICPATH_ANALYSIS_LIB_PLOT_ROLES_H

#include "analysis/lib_plots.h"

#define PLOT_MAX_SERIES 8 /* the palette's colours */

enum role { ROLE_NONE, ROLE_X, ROLE_SERIES, ROLE_PANEL };

struct roles {
	const struct results *r;
	const struct plot_request *q;
	enum role *role; /* [axes] */
	long x;		 /* axis; -1: none */
};

/* Roles as asked for, and defaults for the rest. Error or NULL. */
char *roles_assign(const struct results *r, const struct plot_request *q, struct roles *out);
void roles_free(struct roles *o);

bool roles_wanted(const struct roles *o, const struct results_group *g);
/* How many different values the wanted groups have on an axis; 0 for seeds. */
size_t roles_spread(const struct roles *o, size_t axis);
/* These values, in the axis's order; the list is the caller's, the texts are not. */
char **roles_values(const struct roles *o, long axis, size_t *n);
/* "linux-2.6.26, tso on": the group's values on the axes of a role. Caller frees. */
char *roles_text(const struct roles *o, const struct results_group *g, enum role role);
/* An axis value for people; with_key: "tso on", unless it speaks for itself. */
char *roles_value_text(const struct results_axis *a, const char *value, bool with_key);
/* "a, b"; frees both. */
char *roles_join(char *a, char *b);

#endif
