/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plots that a scenario asks for.  An entry of `plots:` is a mapping
 *
 *	{y: FIGURE, x: AXIS, by: AXIS, where: {AXIS: VALUE}, kind: lines|bars|heat,
 *	 log: x|y|xy, measured: COLUMN, title: TEXT}
 *
 * or a name of one of those below.  FIGURE is a dotted path of result.json.
 * Axes that are neither x, by nor fixed by `where` become part of the series.
 */
#ifndef NICPATH_ANALYSIS_LIB_PLOTS_H
#define NICPATH_ANALYSIS_LIB_PLOTS_H

#include "analysis/lib_compare.h"
#include "analysis/lib_results.h"

struct plots_made {
	char **name;		/* DIR/plots/NAME.svg */
	char **title;
	size_t n;
};

/* Draws all; an entry that cannot be drawn is an error that names it. */
char *plots_make(const struct results *r, const struct compare *c, struct plots_made *out);

#endif
