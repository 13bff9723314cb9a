/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What netperf, mpstat and /proc/interrupts would have printed, of the measured window. */
#ifndef NICPATH_SCENARIOS_RESULT_TOOLS_H
#define NICPATH_SCENARIOS_RESULT_TOOLS_H

#include <stdio.h>

struct build;

/* As netperf -c -C does each flow; workloads that netperf does not know get a line of their own. */
void text_netperf(const struct build *b, FILE *f);
/* As mpstat -P ALL sums up; no date, for results repeat. */
void text_mpstat(const struct build *b, FILE *f);
/* As the difference of two looks at /proc/interrupts. */
void text_interrupts(const struct build *b, FILE *f);

#endif
