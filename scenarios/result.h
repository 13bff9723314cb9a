/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a finished point writes: result.json with stable keys, and the texts
 * that the familiar tools print.
 */
#ifndef NICPATH_SCENARIOS_RESULT_H
#define NICPATH_SCENARIOS_RESULT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "scenarios/build.h"
#include "scenarios/point.h"

/* How the run went, besides what the models counted. */
struct result_run {
	double simulated_s; /* measured window */
	double wall_s;
	uint64_t wire_frames; /* over the whole run */
	bool converged;	      /* interval target reached, or none was set */
	bool finished;	      /* every workload with an end reached it */
};

/* One symbol of a host's profile. */
struct profile_row {
	const char *symbol;
	uint64_t cycles, calls, instructions;
	uint64_t cause[CAUSE_COUNT];
};

/*
 * Rows of a host with any cycles, most first; *total: busy cycles of all CPUs
 * (idle left out).  Caller frees.
 */
struct profile_row *profile_collect(const struct build_host *h, unsigned int *rows,
				    uint64_t *total);

/* Percent of all the host's CPUs that was not idle. */
double host_util_pct(const struct host *h);
/* Percent of one CPU's window in one kind of time. */
double host_kind_pct(const struct host *h, unsigned int cpu, enum cpu_kind kind);
/* Microseconds of CPU a KiB; 0 when nothing was moved. */
double service_demand(const struct host *h, uint64_t bytes);

json_t *result_json(const struct build *b, const struct point_job *job,
		    const struct result_run *run);
json_t *result_flow(const struct build *b, const struct app *a);
json_t *result_host(const struct build *b, const struct build_host *h);

/* Writes result.json (canonical order, full precision). */
char *result_write(const struct build *b, const struct point_job *job,
		   const struct result_run *run);
/* profile.txt, netperf.txt, mpstat.txt, nstat.txt, softnet_stat.txt, ... */
char *result_texts(const struct build *b, const char *outdir);
char *result_folded(const struct build *b, const char *outdir);

/*
 * Everything that must balance at the end: CPU time, packets, frames, bytes.
 * Error (a defect of the simulator, with the figures) or NULL.
 */
char *result_check(const struct build *b);

#endif
