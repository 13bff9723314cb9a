/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One point after the other, each a child of ours: what a single point needs,
 * and all there is where GNU parallel is not installed.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

#include "scenarios/exec_int.h"
#include "scenarios/paths.h"
#include "scenarios/runner.h"
#include "scenarios/store.h"
#include "sim/check.h"

struct direct {
	size_t next; /* job to be started */
	pid_t pid;   /* of job next - 1; 0: none runs */
	struct timespec started;
};

static double since(const struct timespec *t)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - t->tv_sec) + 1e-9 * (double)(now.tv_nsec - t->tv_nsec);
}

static char *start(struct runner *r)
{
	r->state = xcalloc(1, sizeof(struct direct));
	return NULL;
}

static void start_next(struct runner *r, struct direct *d)
{
	const char *job = r->jobs[d->next].name;
	char *command = exec_command(r, path_self(), job);
	char *argv[] = {(char *)"/bin/sh", (char *)"-c", command, NULL};
	char *err = NULL;

	clock_gettime(CLOCK_MONOTONIC, &d->started);
	d->pid = exec_spawn(r, argv, "/dev/null", &err);
	if (d->pid < 0) {
		fprintf(stderr, "%s\n", err);
		d->pid = 0;
		runner_ended(r, d->next, 126, 0);
	}
	free(err);
	free(command);
	d->next++;
}

static bool poll_jobs(struct runner *r)
{
	struct direct *d = r->state;
	int status;

	if (d->pid && r->timeout_s > 0 && since(&d->started) > r->timeout_s)
		kill(-d->pid, SIGKILL);
	if (d->pid && waitpid(d->pid, &status, WNOHANG) == d->pid) {
		d->pid = 0;
		runner_ended(r, d->next - 1, exec_status(status), since(&d->started));
	}
	if (!d->pid && d->next < r->n && !r->interrupted)
		start_next(r, d);
	return !d->pid && (d->next == r->n || r->interrupted);
}

static void stop(struct runner *r, bool hard)
{
	struct direct *d = r->state;

	if (d->pid)
		kill(-d->pid, hard ? SIGKILL : SIGTERM);
}

static void finish(struct runner *r)
{
	free(r->state);
}

const struct executor exec_direct = {"direct", start, poll_jobs, stop, finish};
