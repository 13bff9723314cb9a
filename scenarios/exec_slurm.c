/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Points as a Slurm job array.  Each task writes its exit status and seconds
 * into DIR/.nicpath/slurm/N; that a task is gone without having done so is
 * known when the queue has nothing of ours left.  Nodes see the results folder
 * and this program under the same paths.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "scenarios/exec_int.h"
#include "scenarios/files.h"
#include "scenarios/paths.h"
#include "scenarios/runner.h"
#include "sim/check.h"

/* Slurm's MaxArraySize is 1001 unless somebody raised it. */
#define CHUNK	   1000
#define MAX_CHUNKS 16
/* The controller is asked this often; the files are looked at as often. */
#define ASK_EVERY_S 2
/* Times that an empty queue is seen before missing tasks are given up. */
#define EMPTY_ENOUGH 3

struct slurm {
	char *ids[MAX_CHUNKS];
	size_t chunks;
	time_t asked;
	unsigned int empty; /* times in a row that the queue was */
	bool stopping;
};

/* First line that a command prints; NULL if it failed. Caller frees. */
static char *first_line(const char *command, int *status)
{
	FILE *f = popen(command, "re");
	char *line = NULL;
	size_t room = 0;
	ssize_t n = f ? getline(&line, &room, f) : -1;

	*status = f ? pclose(f) : -1;
	if (n > 0 && line[n - 1] == '\n')
		line[n - 1] = '\0';
	if (n <= 0) {
		free(line);
		return NULL;
	}
	return line;
}

static char *write_script(const struct runner *r)
{
	char *path = xasprintf("%s/.nicpath/task.sh", r->dir);
	char *command = exec_command(r, path_self(), "\"$job\"");
	char *text = xasprintf("#!/bin/sh\n"
			       "n=$((NICPATH_OFFSET + SLURM_ARRAY_TASK_ID))\n"
			       "job=$(sed -n \"${n}p\" .nicpath/list)\n"
			       "start=$(date +%%s)\n"
			       "(%s)\n"
			       "echo \"$? $(($(date +%%s) - start))\" >.nicpath/slurm/$n.tmp\n"
			       "mv .nicpath/slurm/$n.tmp .nicpath/slurm/$n\n",
			       command);
	char *err = file_write(path, text);

	free(text);
	free(command);
	free(path);
	return err;
}

static char *submit(struct runner *r, struct slurm *s, size_t offset, size_t n)
{
	char *dir = exec_quote(r->dir), *partition = exec_quote(r->partition ? r->partition : "");
	char *after = s->chunks ? xasprintf("--dependency=afterany:%s", s->ids[s->chunks - 1])
				: xstrdup("");
	char *command =
		xasprintf("cd %s && NICPATH_OFFSET=%zu sbatch --parsable --export=ALL "
			  "--array=1-%zu%%%u --ntasks=1 --job-name=nicpath "
			  "--output=.nicpath/slurm/%%A_%%a.out %s %s%s .nicpath/task.sh "
			  "2>.nicpath/slurm/sbatch.err",
			  dir, offset, n, r->parallel, after, r->partition ? "--partition=" : "",
			  r->partition ? partition : "");
	char *err = NULL, *id;
	int status;

	id = first_line(command, &status);
	if (status != 0 || !id) {
		char *why = xasprintf("%s/.nicpath/slurm/sbatch.err", r->dir);
		char *text = file_read(why, NULL);

		err = err_fmt("sbatch failed: %.*s", text ? (int)strcspn(text, "\n") : 0,
			      text ? text : "");
		free(text);
		free(why);
		free(id);
	} else {
		id[strcspn(id, ";")] = '\0'; /* "id;cluster" */
		s->ids[s->chunks++] = id;
	}
	free(command);
	free(after);
	free(partition);
	free(dir);
	return err;
}

static char *start(struct runner *r)
{
	struct slurm *s = xcalloc(1, sizeof(*s));
	char *folder = xasprintf("%s/.nicpath/slurm", r->dir), *err;

	r->state = s;
	dir_remove(folder);
	err = dir_make(folder);
	free(folder);
	if (!err)
		err = exec_write_list(r, "list");
	if (!err)
		err = write_script(r);
	for (size_t at = 0; at < r->n && !err; at += CHUNK)
		err = submit(r, s, at, r->n - at < CHUNK ? r->n - at : CHUNK);
	return err;
}

static void look_for_status(struct runner *r, size_t i)
{
	char *path = xasprintf("%s/.nicpath/slurm/%zu", r->dir, i + 1);
	char *text = file_read(path, NULL);
	int status;
	double wall;

	if (text && sscanf(text, "%d %lf", &status, &wall) == 2)
		/* sh: 128 + signal */
		runner_ended(r, i, status > 128 ? 128 - status : status, wall);
	free(text);
	free(path);
}

static bool queue_is_empty(const struct slurm *s)
{
	char *ids = xstrdup(s->ids[0]), *command, *line;
	int status;

	for (size_t i = 1; i < s->chunks; i++) {
		char *more = xasprintf("%s,%s", ids, s->ids[i]);

		free(ids);
		ids = more;
	}
	command = xasprintf("squeue -h -o %%T -j %s 2>/dev/null", ids);
	line = first_line(command, &status);
	free(command);
	free(ids);
	free(line);
	/* squeue fails for jobs that it has forgotten, and when slurmctld is away */
	return !line;
}

static bool poll_jobs(struct runner *r)
{
	struct slurm *s = r->state;
	size_t waiting = 0;
	time_t now = time(NULL);

	if (now - s->asked < ASK_EVERY_S)
		return false;
	s->asked = now;
	for (size_t i = 0; i < r->n; i++) {
		if (r->jobs[i].state == JOB_WAITING)
			look_for_status(r, i);
		waiting += r->jobs[i].state == JOB_WAITING;
	}
	if (waiting == 0)
		return true;
	s->empty = queue_is_empty(s) ? s->empty + 1 : 0;
	return s->empty >= (s->stopping ? 1 : EMPTY_ENOUGH);
}

static void stop(struct runner *r, bool hard)
{
	struct slurm *s = r->state;

	s->stopping = true;
	for (size_t i = 0; i < s->chunks; i++) {
		char *command = xasprintf("scancel %s %s 2>/dev/null",
					  hard ? "--signal=KILL --full" : "", s->ids[i]);
		int status;

		free(first_line(command, &status));
		free(command);
	}
}

static void finish(struct runner *r)
{
	struct slurm *s = r->state;

	for (size_t i = 0; i < r->n && !r->interrupted; i++)
		if (r->jobs[i].state == JOB_WAITING)
			runner_ended(r, i, 125, 0); /* the node or the task was lost */
	for (size_t i = 0; i < s->chunks; i++)
		free(s->ids[i]);
	free(s);
}

const struct executor exec_slurm = {"slurm", start, poll_jobs, stop, finish};
