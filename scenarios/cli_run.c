/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nicpath run.  First everything is checked, every point's parameters
 * included; only then is anything written.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "scenarios/cli.h"
#include "scenarios/cli_args.h"
#include "scenarios/files.h"
#include "scenarios/paths.h"
#include "scenarios/plan.h"
#include "scenarios/points_csv.h"
#include "scenarios/run_json.h"
#include "scenarios/run_report.h"
#include "scenarios/runner.h"
#include "scenarios/store.h"
#include "sim/check.h"
#include "sim/yaml.h"

/* points.csv is made anew while points run, but at most this often. */
#define CSV_EVERY_S 10.0

struct run {
	const struct cli_args *args;
	const struct cli_ops *ops;
	struct plan plan;
	char *dir;
	char *identity;
	char **names;	   /* of each point */
	bool *finished;	   /* of each point */
	struct job *jobs;  /* of those to be run */
	size_t *job_point; /* which point a job is */
	size_t n_jobs, n_kept, n_failed;
	double csv_at;
};

static double wall_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned int cpus(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) != 0)
		return 1;
	return CPU_COUNT(&set) ? (unsigned int)CPU_COUNT(&set) : 1;
}

static char *resolved_text(const struct run *run, size_t point, char **text)
{
	struct yaml_node *tree;
	char *err = plan_checked_point(&run->plan, point, run->ops->check, &tree);

	if (err)
		return err;
	*text = store_resolved_text(tree, run->ops->version, run->identity);
	yaml_free(tree);
	return NULL;
}

/* Every point, also those that --only leaves out: points.csv has them. */
static char *check_points(struct run *run)
{
	size_t n = run->plan.sweep.points;

	run->names = xcalloc(n, sizeof(*run->names));
	run->finished = xcalloc(n, sizeof(*run->finished));
	for (size_t i = 0; i < n; i++) {
		char *text, *err = resolved_text(run, i, &text);

		if (err)
			return err;
		run->names[i] = store_point_name(&run->plan, i, text);
		run->finished[i] = store_is_finished(run->dir, run->names[i], text);
		free(text);
	}
	return NULL;
}

static void pick_jobs(struct run *run)
{
	size_t n = run->plan.sweep.points;

	run->jobs = xcalloc(n, sizeof(*run->jobs));
	run->job_point = xcalloc(n, sizeof(*run->job_point));
	for (size_t i = 0; i < n; i++) {
		if (!run->plan.selected[i])
			continue;
		if (run->finished[i]) {
			run->n_kept++;
			continue;
		}
		run->jobs[run->n_jobs].name = run->names[i];
		run->job_point[run->n_jobs++] = i;
	}
}

/* What stands under the point's name without being it is in the way. */
static char *write_job(const struct run *run, size_t job)
{
	const char *name = run->jobs[job].name;
	char *folder = path_join(run->dir, name), *file = store_job_file(run->dir, name);
	char *log = store_log_file(run->dir, name), *text = NULL;
	char *err = resolved_text(run, run->job_point[job], &text);

	dir_remove(folder);
	unlink(log);
	if (!err)
		err = file_write(file, text);
	free(text);
	free(log);
	free(file);
	free(folder);
	return err;
}

static char *write_tables(const struct run *run)
{
	size_t n = run->plan.sweep.points;
	char **done = xcalloc(n, sizeof(*done));
	const char **states = xcalloc(n, sizeof(*states));
	char *err;

	for (size_t i = 0; i < n; i++) {
		done[i] = run->finished[i] ? run->names[i] : NULL;
		states[i] = run->finished[i] ? "done" : "waiting";
	}
	for (size_t i = 0; i < run->n_jobs; i++)
		if (run->jobs[i].state == JOB_FAILED)
			states[run->job_point[i]] = "failed";
	err = points_csv_write(run->dir, &run->plan, done);
	if (!err)
		err = run_json_write(run->dir, &run->plan, run->ops->version, run->names, states);
	free(done);
	free(states);
	return err;
}

static void write_tables_sometimes(struct run *run)
{
	double now = wall_now();

	if (now - run->csv_at < CSV_EVERY_S)
		return;
	free(write_tables(run)); /* the last one's error counts */
	/* where it takes long, it is done more seldom */
	run->csv_at = wall_now() + 10 * (wall_now() - now);
}

static void say_failed(const struct runner *r, const struct job *job)
{
	bool late = r->timeout_s > 0 && job->wall_s >= r->timeout_s;
	char *why = late ? xasprintf("took longer than %.0f s", r->timeout_s)
			 : runner_status_text(job->status);

	fprintf(stderr, "%s: failed: %s\n", job->name, why);
	runner_log_tail(r, job, stderr);
	fprintf(stderr, "    (%s/.nicpath/logs/%s.log)\n", r->dir, job->name);
	free(why);
}

static void on_ended(const struct runner *r, struct job *job, void *arg)
{
	struct run *run = arg;
	size_t i = (size_t)(job - r->jobs), ended = 0;
	char *result = xasprintf("%s/%s/result.json", run->dir, job->name);

	/* an executor may say that all is well; the folder knows */
	if (job->state == JOB_DONE && !path_is_file(result)) {
		job->state = JOB_FAILED;
		job->status = 125;
	}
	free(result);
	for (size_t k = 0; k < r->n; k++)
		ended += r->jobs[k].state != JOB_WAITING;
	if (job->state == JOB_FAILED) {
		run->n_failed++;
		say_failed(r, job);
	} else {
		run->finished[run->job_point[i]] = true;
		if (!isatty(STDERR_FILENO))
			printf("%zu/%zu %s: done in %.1f s\n", run->n_kept + ended,
			       run->n_kept + r->n, job->name, job->wall_s);
		fflush(stdout);
	}
	write_tables_sometimes(run);
}

static const struct executor *find_executor(const char *name)
{
	static const struct executor *const all[] = {&exec_local, &exec_ssh, &exec_slurm};

	for (size_t i = 0; i < 3; i++)
		if (strcmp(all[i]->name, name) == 0)
			return all[i];
	return NULL;
}

/* Without GNU parallel points run one after the other, and that is said. */
static char *pick_executor(const struct cli_args *args, struct runner *r)
{
	static const char *const names[] = {"local", "ssh", "slurm"};
	const char *name = args->executor ? args->executor : "local", *near;

	r->executor = find_executor(name);
	if (!r->executor) {
		near = nearest_name(name, names, 3);
		return err_fmt("nicpath run: no executor '%s'; %s%s%s", name,
			       near ? "did you mean '" : "there are local, ssh, slurm",
			       near ? near : "", near ? "'?" : "");
	}
	if (r->executor == &exec_ssh && !args->hosts)
		return err_fmt("nicpath run: --executor ssh needs --hosts HOST,...");
	if (r->executor != &exec_ssh && args->hosts)
		return err_fmt("nicpath run: --hosts goes with --executor ssh");
	if (r->executor != &exec_slurm && args->partition)
		return err_fmt("nicpath run: --partition goes with --executor slurm");
	return exec_available(r);
}

static void list_points(const struct run *run)
{
	for (size_t i = 0; i < run->plan.sweep.points; i++)
		if (run->plan.selected[i])
			printf("%s  %s\n", run->finished[i] ? "done" : "new ", run->names[i]);
	printf("%zu point%s, %zu finished, %zu to run\n", run->n_kept + run->n_jobs,
	       run->n_kept + run->n_jobs == 1 ? "" : "s", run->n_kept, run->n_jobs);
}

static char *run_jobs(struct run *run, struct runner *r)
{
	char *err = NULL;

	for (size_t i = 0; i < run->n_jobs && !err; i++)
		err = write_job(run, i);
	if (!err)
		err = write_tables(run);
	if (err || run->n_jobs == 0)
		return err;
	err = runner_run(r);
	store_clean(run->dir);
	return err;
}

static int summary(struct run *run, const struct runner *r, double wall_s)
{
	size_t done = 0, all = run->n_kept + run->n_jobs;

	for (size_t i = 0; i < run->n_jobs; i++)
		done += run->jobs[i].state == JOB_DONE;
	if (r->interrupted) {
		fprintf(stderr,
			"interrupted: %zu of %zu points are done and kept in %s; "
			"the same command goes on from there\n",
			run->n_kept + done, all, run->dir);
		return CLI_INTERRUPTED;
	}
	printf("%zu point%s: %zu run in %.1f s, %zu finished before, %zu failed\n", all,
	       all == 1 ? "" : "s", done, wall_s, run->n_kept, run->n_failed);
	printf("results: %s/points.csv\n", run->dir);
	fflush(stdout);
	return run->n_failed ? CLI_FAILED : CLI_DONE;
}

static int run_and_report(struct run *run, struct runner *r)
{
	double started = wall_now();
	char *err;
	int status, lock;

	err = store_open(run->dir, &lock);
	if (err)
		return cli_fail(CLI_BAD_INPUT, err);
	run->csv_at = started;
	err = run_jobs(run, r);
	if (!err)
		err = write_tables(run);
	status = err ? cli_fail(CLI_FAILED, err) : summary(run, r, wall_now() - started);
	if (!r->interrupted && !err && !run->args->no_report)
		status = run_report(run->dir, status);
	store_close(lock);
	return status;
}

static char *prepare(struct run *run, struct runner *r)
{
	const struct cli_args *a = run->args;
	char *err = plan_make(a->words.items[0], a->set.items, a->set.n, a->only.items, a->only.n,
			      &run->plan);

	if (err)
		return err;
	run->dir = a->out ? xstrdup(a->out) : xasprintf("results/%s", run->plan.name);
	run->identity = cli_identity(run->ops);
	err = run_json_check(&run->plan);
	if (!err)
		err = check_points(run);
	if (!err)
		err = run_report_check(&run->plan, run->ops->version, run->names);
	if (err)
		return err;
	pick_jobs(run);
	*r = (struct runner){
		.dir = run->dir,
		.scenario = run->plan.name,
		.jobs = run->jobs,
		.n = run->n_jobs,
		.parallel = a->jobs ? a->jobs : cpus(),
		.timeout_s = a->timeout_s,
		.hosts = a->hosts,
		.partition = a->partition,
		.ended = on_ended,
		.arg = run,
		.already = run->n_kept,
	};
	return pick_executor(a, r);
}

static void run_free(struct run *run)
{
	for (size_t i = 0; run->names && i < run->plan.sweep.points; i++)
		free(run->names[i]);
	free(run->names);
	free(run->finished);
	free(run->jobs);
	free(run->job_point);
	free(run->dir);
	free(run->identity);
	plan_free(&run->plan);
}

int cli_run(const struct cli_args *args, const struct cli_ops *ops)
{
	struct run run = {.args = args, .ops = ops};
	struct runner r;
	char *err = prepare(&run, &r);
	int status = CLI_DONE;

	if (err)
		status = cli_fail(CLI_BAD_INPUT, err);
	else if (args->dry_run)
		list_points(&run);
	else
		status = run_and_report(&run, &r);
	run_free(&run);
	return status;
}
