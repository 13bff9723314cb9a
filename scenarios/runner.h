/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs points as processes, many at a time, through an executor; tells what
 * came of each; shows progress.  Knows nothing of scenarios: a job is a name
 * that `nicpath point` finds its files by.
 */
#ifndef NICPATH_SCENARIOS_RUNNER_H
#define NICPATH_SCENARIOS_RUNNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum job_state { JOB_WAITING, JOB_DONE, JOB_FAILED };

struct job {
	char *name; /* folder of the point */
	enum job_state state;
	int status; /* exit status; -signal if a signal ended it */
	double wall_s;
};

struct executor;

struct runner {
	const char *dir;      /* results folder */
	const char *scenario; /* name, for the points */
	struct job *jobs;
	size_t n;
	unsigned int parallel; /* at a time, at least 1 */
	double timeout_s;      /* of one point, wall time; 0: none */
	const char *hosts;     /* ssh: host,host,... */
	const char *partition; /* slurm; NULL: the default one */
	const struct executor *executor;
	/* Called for each job as it ends; may change its state. May be NULL. */
	void (*ended)(const struct runner *r, struct job *job, void *arg);
	void *arg;
	/* executor's own */
	void *state;
	bool interrupted;
	size_t already; /* points that were finished before, for the count */
};

/*
 * One way of running jobs.  start() begins, poll() looks what has happened and
 * calls runner_ended() for each job that has ended; stop() ends what is
 * running (now, or at all costs), poll() goes on until all is over.
 */
struct executor {
	const char *name;
	char *(*start)(struct runner *r);
	/* true: nothing runs or will run any more */
	bool (*poll)(struct runner *r);
	void (*stop)(struct runner *r, bool hard);
	void (*finish)(struct runner *r);
};

extern const struct executor exec_direct; /* one after the other */
extern const struct executor exec_local;  /* GNU parallel */
extern const struct executor exec_ssh;	  /* GNU parallel over ssh */
extern const struct executor exec_slurm;  /* job array */

/*
 * Is what the executor needs installed?  A local one without GNU parallel
 * becomes exec_direct, and so does any for a single local job.
 */
char *exec_available(struct runner *r);

/* For executors. status as in struct job. */
void runner_ended(struct runner *r, size_t i, int status, double wall_s);

/*
 * Runs all jobs.  Error if the executor could not do its work; failed points
 * are no error.  Ctrl-C sets r->interrupted.
 */
char *runner_run(struct runner *r);

/* "killed by SIGSEGV (Segmentation fault)", "exit status 3". Caller frees. */
char *runner_status_text(int status);

/* Last lines of a job's log, indented, to f. */
void runner_log_tail(const struct runner *r, const struct job *job, FILE *f);

#endif
