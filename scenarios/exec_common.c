/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/exec_int.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scenarios/files.h"
#include "scenarios/runner.h"
#include "sim/check.h"

static void redirect(const char *path, int flags, int to)
{
	int fd = open(path, flags | O_CLOEXEC, 0666);

	if (fd < 0)
		_exit(126);
	dup2(fd, to);
}

static void become(const struct runner *r, char *const argv[], const char *log, pid_t parent)
{
	struct sigaction sa = {.sa_handler = SIG_DFL};

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent) /* it ended before the line above */
		_exit(126);
	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGHUP, &sa, NULL);
	redirect("/dev/null", O_RDONLY, STDIN_FILENO);
	redirect(log, O_WRONLY | O_CREAT | O_APPEND, STDERR_FILENO);
	dup2(STDERR_FILENO, STDOUT_FILENO);
	if (chdir(r->dir) != 0)
		_exit(126);
	execvp(argv[0], argv);
	fprintf(stderr, "cannot run %s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

pid_t exec_spawn(const struct runner *r, char *const argv[], const char *log, char **err)
{
	pid_t parent = getpid(), pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0)
		become(r, argv, log, parent);
	if (pid < 0)
		*err = err_fmt("cannot start a process: %s", strerror(errno));
	return pid;
}

int exec_status(int wait_status)
{
	if (WIFSIGNALED(wait_status))
		return -WTERMSIG(wait_status);
	return WEXITSTATUS(wait_status);
}

char *exec_quote(const char *text)
{
	char *quoted = xmalloc(4 * strlen(text) + 3), *q = quoted;

	*q++ = '\'';
	for (; *text; text++) {
		if (*text == '\'')
			q = stpcpy(q, "'\\''");
		else
			*q++ = *text;
	}
	*q++ = '\'';
	*q = '\0';
	return quoted;
}

char *exec_write_list(const struct runner *r, const char *name)
{
	char *path = xasprintf("%s/.nicpath/%s", r->dir, name);
	char *text = NULL, *err;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	sim_assert(f);
	for (size_t i = 0; i < r->n; i++)
		fprintf(f, "%s\n", r->jobs[i].name);
	fclose(f);
	err = file_write(path, text);
	free(text);
	free(path);
	return err;
}

/*
 * "exec": the worker is a child of whoever started the shell, and dies with it.
 * Over ssh that is not all: it dies with the connection too, which it knows by
 * the other end of descriptor 3.
 */
char *exec_command(const struct runner *r, const char *self, const char *job)
{
	char *program = exec_quote(self), *name = exec_quote(r->scenario);
	const char *tie = r->executor == &exec_ssh ? "--with-reader 3 3>&1 " : "";
	char *command = xasprintf("exec %s point .nicpath/jobs/%s.yaml -o %s --name %s "
				  "--with-parent %s>.nicpath/logs/%s.log 2>&1",
				  program, job, job, name, tie, job);

	free(program);
	free(name);
	return command;
}

static bool in_path(const char *program)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		size_t n = strcspn(path, ":");
		char *file = xasprintf("%.*s/%s", (int)n, path, program);
		bool found = access(file, X_OK) == 0;

		free(file);
		if (found)
			return true;
		path += n + (path[n] == ':');
	}
	return false;
}

char *exec_available(struct runner *r)
{
	if (r->executor == &exec_slurm)
		return in_path("sbatch") ? NULL : err_fmt("nicpath run: sbatch is not installed");
	if (r->executor == &exec_local && (r->n <= 1 || r->parallel == 1)) {
		r->executor = &exec_direct;
		return NULL;
	}
	if (in_path("parallel"))
		return NULL;
	if (r->executor == &exec_ssh)
		return err_fmt("nicpath run: GNU parallel is not installed (package parallel)");
	fprintf(stderr, "GNU parallel is not installed: one point after the other\n");
	r->executor = &exec_direct;
	r->parallel = 1;
	return NULL;
}
