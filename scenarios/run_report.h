/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The report after a run. */
#ifndef NICPATH_SCENARIOS_RUN_REPORT_H
#define NICPATH_SCENARIOS_RUN_REPORT_H

struct plan;

/*
 * Runs the report program on a results folder and says where the report is.
 * Returns `status` (of the run), or 1 if that was 0 and an expectation that
 * the report looks at failed, or the report itself did.
 */
int run_report(const char *dir, int status);

/*
 * Would the report understand the scenario's `compare` and `plots`?  Asks the
 * report program, if it is there.  names: each point's folder.  Error or NULL.
 */
char *run_report_check(const struct plan *p, const char *version, char *const *names);

#endif
