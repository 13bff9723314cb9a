/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sections of report.html, in its order. */
#ifndef NICPATH_ANALYSIS_LIB_REPORT_H
#define NICPATH_ANALYSIS_LIB_REPORT_H

#include <stdio.h>

#include "analysis/lib_claims.h"
#include "analysis/lib_compare.h"
#include "analysis/lib_plots.h"
#include "analysis/lib_profile.h"
#include "analysis/lib_results.h"

struct report {
	const struct results *r;
	struct compare compare;
	struct profiles profiles;
	struct claims claims;
	struct plots plots;
	FILE *f;
};

/* lib_report.c: title, headline cards, points without a result, problems. */
void report_head(const struct report *p);
/* lib_report_compare.c */
void report_compare(const struct report *p);
void report_claims(const struct report *p);
void report_profiles(const struct report *p);
/* lib_report.c */
void report_plots(const struct report *p);
/* lib_report_figures.c: the first-class figures. */
void report_losses(const struct report *p);
void report_charged(const struct report *p);
void report_latency(const struct report *p);
void report_interrupts(const struct report *p);
/* lib_report_points.c */
void report_points(const struct report *p);
void report_seeds(const struct report *p);

/* Cells and headings of the axes, for tables with a row a group. */
void report_axes_head(const struct report *p);
void report_axes(const struct report *p, const struct results_group *g);
/* More rows than fit a screen: the text that a table is folded behind; else NULL. */
const char *report_fold(size_t rows);

#endif
