/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Measured rows held against the points that predict them, as the scenario's
 * `compare` says:
 *
 *	compare:
 *	  file: measured/x.csv
 *	  key: {nic: nic, test: test}	# column: axis, or =VALUE: rows with it only
 *	  values: {kernel: {before: linux-2.6.26}}	# CSV's word: axis value
 *	  figures:
 *	    throughput_mbps: {figure: flows.bulk.throughput_mbps, tolerance: 5}
 *	  relative_to_best: real_s	# a column: each value over the smallest one
 *	  fitted: [q1, q5]	# ids (first column) that calibration used
 *	  profile: {file: ..., host: tx, column: kernel, axis: kernel, at: {nic: forcedeth}}
 */
#ifndef NICPATH_ANALYSIS_LIB_COMPARE_H
#define NICPATH_ANALYSIS_LIB_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/lib_csv.h"
#include "analysis/lib_results.h"

struct compare_cell {
	const char *column;	/* of the CSV */
	const char *figure;	/* of the result */
	double measured, predicted;
	double error_pct;	/* (predicted - measured) / measured */
	double tolerance_pct;	/* 0: none is set */
	bool missed;
};

struct compare_row {
	const char *id;		/* first column */
	char *label;		/* the key's values */
	const struct results_point *point; /* NULL: no such point */
	bool fitted;		/* used by a calibration, so no prediction */
	struct compare_cell *cell;
	size_t cells;
};

struct compare {
	const char *file;
	struct csv csv;
	struct compare_row *row;
	size_t rows;
	size_t predicted, missed;	/* cells with a tolerance, not fitted */
};

/* out->rows is 0 when the scenario compares nothing. Error or NULL. */
char *compare_load(const struct results *r, struct compare *out);
void compare_free(struct compare *c);

/*
 * Measured profile beside the predicted one, for each value of its column:
 * lists `symbol, percent` in the file's order.
 */
struct compare_profile {
	char *name;			/* the CSV's word ("before") */
	const struct results_point *point;
	const char *host;
	const char **symbol;
	double *percent;
	size_t n;
};

struct compare_profiles {
	struct csv csv;
	const char *file;
	struct compare_profile *p;
	size_t n;
};

char *compare_profiles_load(const struct results *r, struct compare_profiles *out);

#endif
