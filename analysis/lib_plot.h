/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plots through gnuplot: a data file, a script and an SVG each, below
 * DIR/plots, so that a user can change and replot them by hand
 * (cd DIR/plots; gnuplot NAME.gp).
 */
#ifndef NICPATH_ANALYSIS_LIB_PLOT_H
#define NICPATH_ANALYSIS_LIB_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum plot_kind { PLOT_LINES, PLOT_BARS, PLOT_HBARS, PLOT_HEAT };

struct plot_series {
	char *name;	      /* in the legend; "" for none */
	double *x, *y, *half; /* half: of the 95 % interval, 0: none */
	char **label;	      /* beside the point; "" for none */
	size_t n;
	bool measured; /* markers without lines, on top */
	size_t colour; /* which of the palette */
};

struct plot_panel {
	char *title;
	struct plot_series *series;
	size_t n;
};

struct plot {
	enum plot_kind kind;
	char *title, *x_label, *y_label;
	const char *x_unit, *y_unit; /* base units: scaled and printed for people */
	bool log_x, log_y;
	bool time_x;		  /* a time series: thin lines, no markers */
	struct plot_panel *panel; /* side by side, one scale */
	size_t panels;
	/* names of x = 0, 1, ...: BARS and HBARS; LINES: ticks at tick_x, if any */
	char **category;
	const double *tick_x;
	size_t n_category;
	/* HEAT: z[row][col], NaN for holes; names of columns and rows */
	char **heat_x, **heat_y;
	double *z;
	char **z_text; /* numbers in the cells; NULL: none */
	size_t cols, rows;
};

/* Series by name in a panel, made if there is none. Takes the name. */
struct plot_series *plot_series(struct plot_panel *p, char *name, bool measured);
void plot_add(struct plot_series *s, double x, double y, double half, const char *label);
/* Panel by title, made if there is none. Takes the title. */
struct plot_panel *plot_panel(struct plot *p, char *title);
/* What panels and labels own; not categories, nor the struct itself. */
void plot_free(struct plot *p);

/*
 * Writes DIR/plots/NAME.{dat,gp,svg}.  NAME must be of letters, digits, - and
 * _ (plot_file_name() makes it so).  Error (gnuplot's own words) or NULL.
 */
char *plot_write(const char *dir, const char *name, const struct plot *p);
void plot_file_name(char *name);

/* lib_plot_gp.c: the gnuplot script, reading NAME.dat and writing NAME.svg. */
void plot_script(FILE *f, const struct plot *p, const char *name);
/* Index of a data block as written by plot_write(). */
size_t plot_block(const struct plot *p, size_t panel, size_t series);

#endif
