/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plots through gnuplot: a data file, a script and an SVG each, below
 * DIR/plots, so that a user can change and replot them by hand.
 */
#ifndef NICPATH_ANALYSIS_LIB_PLOT_H
#define NICPATH_ANALYSIS_LIB_PLOT_H

#include <stdbool.h>
#include <stddef.h>

enum plot_kind { PLOT_LINES, PLOT_BARS, PLOT_HEAT };

struct plot_series {
	char *name;		/* in the key; "" for none */
	double *x, *y, *half;	/* half: of the 95 % interval, 0: none */
	size_t n;
	bool measured;		/* points without lines, on top */
};

struct plot {
	enum plot_kind kind;
	const char *title, *x_label, *y_label;
	bool log_x, log_y;
	bool bytes_x, bytes_y;	/* tick labels in KiB, MiB */
	/* LINES and BARS */
	struct plot_series *series;
	size_t n_series;
	char **category;	/* BARS: name of x = 0, 1, ... */
	size_t n_category;
	/* HEAT: z[row][col], NaN for holes */
	double *heat_x, *heat_y, *z;
	size_t cols, rows;
};

/*
 * Writes DIR/plots/NAME.{dat,gp,svg}.  Error (gnuplot's own words) or NULL.
 */
char *plot_write(const char *dir, const char *name, const struct plot *p);

#endif
