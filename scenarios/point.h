/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The line between the command line and the composition: what `nicpath` asks
 * of the program's models.  scenarios/build.c implements it; tests have fakes.
 */
#ifndef NICPATH_SCENARIOS_POINT_H
#define NICPATH_SCENARIOS_POINT_H

#include <stdbool.h>

struct yaml_node;

/* What a point's run is told besides its parameters. */
struct point_job {
	const char *outdir;   /* exists, empty; files go here */
	const char *scenario; /* the scenario's name, for result.json */
	const char *version;  /* of the tool */
};

/*
 * Loads every parameter of a resolved scenario as a run would, and simulates
 * nothing; called many times in one process, before any point runs, so that
 * mistakes come with the place in the user's files.  Marks the keys that it
 * knows (the caller calls yaml_unused()); the defaults that param_load() notes
 * in the tree make it the scenario.resolved.yaml.  Error: with place.
 */
char *scenario_check_point(struct yaml_node *resolved);

/*
 * Runs one point in this process, once, and writes its files below
 * job->outdir; result.json is the one that must be there.  The folder gets its
 * final name after this returned NULL, so nothing half-written is ever taken
 * for a result.  The tree is what scenario_check_point() left, written and
 * read again.  Error: a message for the user.
 */
char *scenario_run_point(struct yaml_node *resolved, const struct point_job *job);

/*
 * For sim_on_wall_tick(): says how far the run is.  Cheap, may be called
 * often; simulated_s of end_s seconds (0: unknown) of simulated time.
 */
void point_progress(double simulated_s, double end_s);

/* Somebody wants the run to end (Ctrl-C): stop soon, and return any error. */
bool point_stop_requested(void);

#endif
