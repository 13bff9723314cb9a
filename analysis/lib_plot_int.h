/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between the files that write gnuplot scripts; nobody else includes it. */
#ifndef NICPATH_ANALYSIS_LIB_PLOT_INT_H
#define NICPATH_ANALYSIS_LIB_PLOT_INT_H

#include "analysis/lib_plot.h"

#define PLOT_MEASURED "measured"
#define PLOT_CHAR_PX  7.2  /* mean width of a character at the font's size */
#define PLOT_ROW_PX   20.0 /* of the legend */
#define PLOT_ZERO_AT  0.5  /* where a count of 0 stands on a log axis */
#define PLOT_GROUP    0.8  /* of a category's width that its bars take */

/* A scale for people: data / div, ticks end in suffix, label names the unit. */
struct plot_scale {
	double div;
	const char *unit, *suffix;
	double low, high; /* range, scaled */
};

struct plot_layout {
	double width, height, left, right, top, bottom; /* margins in pixels */
	double inner;					/* width of one panel's drawing */
	double slot;					/* of a category */
	double legend_height;
	size_t columns; /* of the legend */
	bool tilt;	/* tick names do not fit side by side */
	struct plot_scale x, y;
	bool zeros; /* log axis with counts of 0 */
};

/* lib_plot_layout.c */
struct plot_layout plot_layout(const struct plot *p);
/* A linear scale for values up to `high` base units. */
struct plot_scale plot_scale_for(const char *unit, double high);
bool plot_any_measured(const struct plot *p);
/* The panel with most predicted series: its legend is everybody's. */
const struct plot_panel *plot_fullest(const struct plot *p);
/* Entries of the legend; *widest: characters of the longest. */
size_t plot_legend_entries(const struct plot *p, size_t *widest);

/* lib_plot_gp.c */
void plot_text(FILE *f, const char *s);
const char *plot_colour(size_t i);
void plot_label(FILE *f, const char *axis, const char *label, const char *unit);
/* Ticks at 1, 2, 5 times powers of ten where decades alone are too few. */
void plot_log_ticks(FILE *f, const char *axis, double low, double high);
void plot_legend(FILE *f, const struct plot *p, const struct plot_layout *l);

/* lib_plot_cells.c */
void plot_hbars(FILE *f, const struct plot *p, const struct plot_layout *l, const char *name);
void plot_heat(FILE *f, const struct plot *p, const struct plot_layout *l, const char *name);

#endif
