/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How far points are: a point writes a line into its folder now and then, the
 * run that started it reads the lines.
 */
#ifndef NICPATH_SCENARIOS_PROGRESS_H
#define NICPATH_SCENARIOS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#define PROGRESS_FILE "progress"

/* In the point's process: opens the file below its folder; see point.h. */
void progress_open(const char *partdir);
/* Closes and removes it. */
void progress_close(void);
/* SIGINT and SIGTERM make point_stop_requested() true; a second one kills. */
void progress_catch_signals(void);

struct progress {
	size_t running;	   /* points that have written a line */
	double fraction;   /* sum over them of what is done, 0..1 each */
	double ratio;	   /* simulated over wall time, their mean */
	double estimate_s; /* wall time of a whole point, their mean; 0: unknown */
};

/* In the run: sums up what the points below dir are writing. */
void progress_read(const char *dir, struct progress *out);

#endif
