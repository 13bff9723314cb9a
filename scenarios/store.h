/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A results folder.
 *
 *     DIR/POINT/            one finished point; made elsewhere, renamed when whole
 *     DIR/.POINT.part-PID/  one being run
 *     DIR/points.csv, run.json    made anew from the finished points
 *     DIR/.nicpath/lock     held by the run that uses the folder
 *     DIR/.nicpath/jobs/POINT.yaml, logs/POINT.log
 *
 * POINT is what the axes say and a hash of the resolved scenario and the tool.
 * A point is finished if its folder has a result.json and its
 * scenario.resolved.yaml is, to the byte, what would be run now.
 */
#ifndef NICPATH_SCENARIOS_STORE_H
#define NICPATH_SCENARIOS_STORE_H

#include <stdbool.h>
#include <stddef.h>

struct plan;
struct yaml_node;

/*
 * The text of scenario.resolved.yaml: a line that names the tool, then the
 * tree.  identity: what makes two builds of the tool different. Caller frees.
 */
char *store_resolved_text(const struct yaml_node *tree, const char *version, const char *identity);
/* Folder name of a point with that text. Caller frees. */
char *store_point_name(const struct plan *p, size_t point, const char *resolved_text);
bool store_is_finished(const char *dir, const char *name, const char *resolved_text);

/* Hash of the running program, as text. Lives with the process. */
const char *store_tool_hash(void);

/*
 * Makes the folder if need be, and takes its lock (until the process ends, or
 * store_close()); removes what killed runs left.  Error or NULL.
 */
char *store_open(const char *dir, int *lock);
void store_close(int lock);
/* Removes folders of points that nobody is running any more. */
void store_clean(const char *dir);

/* Paths in the folder. Caller frees. */
char *store_job_file(const char *dir, const char *name);
char *store_log_file(const char *dir, const char *name);

#endif
