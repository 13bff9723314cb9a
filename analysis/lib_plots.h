/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plots that a scenario asks for.  An entry of `plots:` is a word
 * (lib_plot_words.c: throughput, cpu, time_vs_limit, drops_map ...) or a mapping:
 *
 *	figure: hosts.tx.cpu.util_pct	# or a list, or with stars: one series each
 *	x: AXIS		# default: the first numeric axis, else the first one
 *	by: AXIS or [AXIS...]	# series; default: every other axis
 *	panel: AXIS	# one picture for each value, side by side
 *	where: {AXIS: VALUE or [VALUE...]}
 *	kind: lines | bars | heat	# heat: over x and by
 *	log: x | y | xy | none	# default: x where its values span a factor of 16
 *	measured: off	# leave the compared rows out
 *	title: TEXT
 *
 * or, over simulated time, from the points' timeseries.csv (outputs: timeseries):
 *
 *	series: "hosts.*.dev.*.qlen"	# columns; or a list, or "A / B"
 *	rate: on	# a counter's increase: divide by the interval
 *	where, title, log
 */
#ifndef NICPATH_ANALYSIS_LIB_PLOTS_H
#define NICPATH_ANALYSIS_LIB_PLOTS_H

#include "analysis/lib_compare.h"
#include "analysis/lib_figure.h"
#include "analysis/lib_plot.h"
#include "analysis/lib_profile.h"
#include "analysis/lib_results.h"

/* What all plots of a report draw from, and what came of them. */
struct plots {
	const struct results *r;
	const struct compare *compare;
	const struct profiles *profiles;
	struct {
		char *name;    /* DIR/plots/NAME.svg */
		char *caption; /* below it */
	} * made;
	size_t n;
	char **problem; /* entries that could not be drawn, and why */
	size_t problems;
	bool check_only; /* entries are checked, before there are results; nothing is drawn */
};

/* Draws all.  An entry that cannot be drawn is a problem, no error. */
void plots_make(struct plots *p);
void plots_free(struct plots *p);

/* One plot over axes. */
struct plot_request {
	struct figure_list figures;
	const json_t *by, *where;
	const char *x, *panel, *kind, *log, *title;
	bool no_measured;
};

/*
 * lib_plot_axes.c.  Error or NULL; frees nothing of q.  Draws nothing when none
 * of the points that `where` leaves is finished: no fault of the plot.
 */
char *plots_over_axes(struct plots *p, const struct plot_request *q);

/* lib_plot_series.c */
struct series_request {
	const json_t *where;
	const json_t *series; /* globs or ratios */
	const char *title, *log;
	const char *unit; /* of the values; NULL: by the columns' names */
	bool rate;
};
char *plots_over_time(struct plots *p, const struct series_request *q);

/* lib_plot_words.c */
char *plots_word(struct plots *p, const char *word);

/* Writes a plot and notes it. Takes the caption (may be NULL: the title). */
char *plots_add(struct plots *p, const char *name, const struct plot *plot, char *caption);

#endif
