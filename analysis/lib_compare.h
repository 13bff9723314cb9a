/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Measured rows held against the points that predict them, as the scenario's
 * `compare` says:
 *
 *	compare:
 *	  file: measured/x.csv
 *	  key: {nic: nic, kernel: kernel}	# column: axis
 *	  only: {machine: laptop}	# rows with this text in a column
 *	  values: {kernel: {before: linux-2.6.26}}	# CSV's word: axis value
 *	  figures:	# column: figure and how far off it may be
 *	    throughput_mbps: {figure: flows.bulk.throughput_mbps, tolerance: 5}
 *	    backlog_drops: {figure: drops.SOCK_BACKLOG_DROP, factor: 10, absolute: 5}
 *	  tolerances: {q4: {throughput_mbps: 10}}	# of single rows
 *	  relative_to_best: real_s	# columns: each value over the smallest one
 *	  relative_group: machine	# ... of the rows with the same text here
 *	  fitted: [q1, q5]	# ids of rows that calibration used
 *	  notes: {q4: text}	# shown where the row misses
 *	  profile, claims: lib_profile.h, lib_claims.h
 *
 * A row's id is the text in column `id`, or row1, row2, ...
 * tolerance is percent of the measured value; factor f accepts from 1/f to f
 * times the measured value; absolute accepts a difference in the figure's own
 * unit.  Where several are given, one is enough.  A measured range ("43-45")
 * counts as its middle, and anything within it as met.
 */
#ifndef NICPATH_ANALYSIS_LIB_COMPARE_H
#define NICPATH_ANALYSIS_LIB_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/lib_csv.h"
#include "analysis/lib_results.h"

struct tolerance {
	double pct, factor, absolute; /* 0: not given */
};

struct compare_cell {
	const char *column;	 /* of the CSV */
	const char *figure;	 /* of the result */
	double measured, spread; /* spread: half of a measured range */
	double raw;		 /* measured, before relative_to_best */
	double best;		 /* relative: the best predicted value; else 0 */
	struct estimate predicted;
	double error_pct; /* (predicted - measured) / measured */
	struct tolerance tolerance;
	bool judged; /* it has a tolerance and is a prediction */
	bool missed;
};

struct compare_row {
	char *id;
	char *label;			   /* the key's values */
	const struct results_group *group; /* NULL: the run has no such point */
	bool fitted;			   /* used by a calibration, so no prediction */
	const char *note;		   /* NULL: none */
	size_t csv_row;
	struct compare_cell *cell;
	size_t cells;
	size_t missed;
};

struct compare {
	const char *file;
	struct csv csv;
	struct compare_row *row;
	size_t rows;
	const char **column; /* that are compared, in the scenario's order */
	size_t columns;
	bool relative;		  /* some column is relative to its best */
	size_t predicted, missed; /* judged cells */
	size_t absent;		  /* rows without a point, or whose point has no result */
	char *doubt;		  /* a figure that no finished point has; NULL: none such */
};

/* out->rows is 0 when the scenario compares nothing. Error or NULL. */
char *compare_load(const struct results *r, struct compare *out);
void compare_free(struct compare *c);

/* "5 %", "factor 10 or within 5"; "" for none. */
void tolerance_print(const struct tolerance *t, char *text, size_t room);
/* "+4.2 %"; "x 67" where percent say nothing; text for people. */
void error_print(const struct compare_cell *x, char *text, size_t room);
/* Does the estimate's mean meet the measured value? */
bool tolerance_met(const struct tolerance *t, double measured, double spread, double predicted);

#endif
