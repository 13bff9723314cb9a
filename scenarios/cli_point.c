/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nicpath point: one process, one simulation.  The point's folder appears
 * under its name only when all of it is written.
 */
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenarios/cli.h"
#include "scenarios/cli_args.h"
#include "scenarios/files.h"
#include "scenarios/paths.h"
#include "scenarios/plan.h"
#include "scenarios/point.h"
#include "scenarios/progress.h"
#include "scenarios/store.h"
#include "sim/check.h"
#include "sim/yaml.h"

/* DIR/.POINT.part-PID beside DIR/POINT: a rename away. */
static char *part_folder(const char *out)
{
	char *dir = path_dir(out), *stem = xstrdup(strrchr(out, '/') ? strrchr(out, '/') + 1 : out);
	char *name = xasprintf(".%s.part-%d", stem, (int)getpid());
	char *part = path_join(dir, name);

	free(dir);
	free(stem);
	free(name);
	return part;
}

static char *check_tree(const char *file, const struct cli_ops *ops, struct yaml_node **tree)
{
	char *err = yaml_load(file, tree);

	if (err)
		return err;
	if (yaml_kind(*tree) != YAML_MAP)
		err = yaml_error(*tree, "the file must be a mapping (key: value)");
	else
		err = ops->check(*tree);
	if (!err)
		err = yaml_unused(*tree);
	if (err)
		yaml_free(*tree);
	return err;
}

static char *check_result(const char *part)
{
	char *path = path_join(part, "result.json");
	json_error_t why;
	json_t *result = json_load_file(path, 0, &why);
	char *err = NULL;

	if (!result && !path_is_file(path))
		err = err_fmt("the run wrote no result.json");
	else if (!result)
		err = err_fmt("result.json:%d:%d: is not whole: %s", why.line, why.column,
			      why.text);
	json_decref(result);
	free(path);
	return err;
}

/* As given, to the byte: that is what a later run compares with. */
static char *write_resolved(const char *file, const char *part)
{
	char *text = file_read(file, NULL), *path = path_join(part, "scenario.resolved.yaml");
	char *err = text ? file_write(path, text)
			 : err_fmt("%s: cannot read: %s", file, strerror(errno));

	free(text);
	free(path);
	return err;
}

static char *publish(const char *part, const char *out)
{
	char *dir = path_dir(out), *err = NULL;

	dir_sync(part);
	if (rename(part, out) != 0)
		err = err_fmt("%s: cannot rename to %s: %s", part, out, strerror(errno));
	dir_sync(dir[0] ? dir : ".");
	free(dir);
	return err;
}

static char *run_in(const char *part, struct yaml_node *tree, const struct cli_args *args,
		    const struct cli_ops *ops)
{
	char *stem = path_stem(args->words.items[0]);
	struct point_job job = {part, args->name ? args->name : stem, ops->version};
	char *err;

	progress_open(part);
	err = ops->run(tree, &job);
	progress_close();
	if (!err && point_stop_requested())
		err = err_fmt("interrupted");
	if (!err)
		err = write_resolved(args->words.items[0], part);
	if (!err)
		err = check_result(part);
	if (!err)
		err = publish(part, args->out);
	free(stem);
	return err;
}

static char *check_out(const struct cli_args *args)
{
	struct stat st;

	if (!args->out)
		return err_fmt("nicpath point: -o DIR is missing");
	if (args->out[0] == '\0' || args->out[strlen(args->out) - 1] == '/')
		return err_fmt("nicpath point: '%s' is not the name of a folder", args->out);
	if (stat(args->out, &st) == 0)
		return err_fmt("%s: exists already", args->out);
	return NULL;
}

/* The run that started us was killed: nobody waits for the result. */
static void follow_parent(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/* A pipe's or a socket's other end is closed: for a file, never. */
static void *wait_for_end(void *arg)
{
	struct pollfd other = {.fd = *(int *)arg, .events = 0};

	while (poll(&other, 1, -1) <= 0)
		;
	kill(getpid(), SIGKILL);
	return NULL;
}

/*
 * The ssh connection that started us is lost: what stands between its server
 * and us may live on (a shell; a wrapper that was not yet watching), but not
 * the other end of what it prints to.
 */
static void follow_reader(const char *fd_word)
{
	static int fd; /* lives as long as the thread */
	sigset_t all, before;
	pthread_t thread;

	fd = atoi(fd_word);
	sigfillset(&all); /* signals are the first thread's */
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (pthread_create(&thread, NULL, wait_for_end, &fd) == 0)
		pthread_detach(thread);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int cli_point(const struct cli_args *args, const struct cli_ops *ops)
{
	struct yaml_node *tree;
	char *err = check_out(args), *part;
	int status = CLI_DONE;

	if (args->with_parent)
		follow_parent();
	if (args->with_reader)
		follow_reader(args->with_reader);
	progress_catch_signals();
	if (!err)
		err = check_tree(args->words.items[0], ops, &tree);
	if (err)
		return cli_fail(CLI_BAD_INPUT, err);
	part = part_folder(args->out);
	err = dir_make(part);
	if (err) {
		status = cli_fail(CLI_BAD_INPUT, err);
	} else {
		err = run_in(part, tree, args, ops);
		if (err)
			status = cli_fail(point_stop_requested() ? CLI_INTERRUPTED : CLI_FAILED,
					  err);
	}
	dir_remove(part);
	free(part);
	yaml_free(tree);
	return status;
}
