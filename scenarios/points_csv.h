/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * points.csv: a row for each finished point, in the order of the sweep: its
 * folder, the value of each axis, then every single value of its result.json
 * under its flattened key ("flows.bulk.throughput_mbps").  Lists are left out,
 * and what is not the same each time (wall_s, frames_per_wall_s).
 */
#ifndef NICPATH_SCENARIOS_POINTS_CSV_H
#define NICPATH_SCENARIOS_POINTS_CSV_H

struct plan;

/*
 * Makes DIR/points.csv anew.  names: each point's folder; NULL: not finished.
 * Error or NULL; the old file stays whole until the new one is.
 */
char *points_csv_write(const char *dir, const struct plan *p, char *const *names);

#endif
