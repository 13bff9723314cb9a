/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/run_report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scenarios/cli.h"
#include "scenarios/cli_args.h"
#include "scenarios/files.h"
#include "scenarios/paths.h"
#include "scenarios/plan.h"
#include "scenarios/run_json.h"
#include "sim/check.h"

static int run_program(const char *program, const char *dir)
{
	int status = 0;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		execl(program, program, dir, (char *)NULL);
		_exit(127);
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 126;
	return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

int run_report(const char *dir, int status)
{
	char *program = path_program("report"), *file = path_join(dir, "report.html");
	int ended = program ? run_program(program, dir) : CLI_DONE;

	if (!program)
		fprintf(stderr, "no report: the report program is not beside %s\n", path_self());
	else if (ended > CLI_FAILED)
		fprintf(stderr, "no report: %s ended with status %d\n", program, ended);
	else if (path_is_file(file))
		printf("report: %s\n", file);
	free(program);
	free(file);
	if (status == CLI_DONE && ended != CLI_DONE)
		return CLI_FAILED;
	return status;
}

/* The program's words on stderr, without the last newline; "": it has nothing to say. */
static char *words_of(const char *program, const char *dir)
{
	char text[4096];
	size_t n = 0;
	ssize_t got = 1;
	int fd[2];
	pid_t pid;

	if (pipe2(fd, O_CLOEXEC))
		return xstrdup("");
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		dup2(fd[1], STDERR_FILENO);
		execl(program, program, "--check", dir, (char *)NULL);
		_exit(127);
	}
	close(fd[1]);
	while (pid > 0 && got > 0 && n < sizeof(text) - 1) {
		got = read(fd[0], text + n, sizeof(text) - 1 - n);
		n += got > 0 ? (size_t)got : 0;
	}
	close(fd[0]);
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	while (n && text[n - 1] == '\n')
		n--;
	return xasprintf("%.*s", (int)n, text);
}

static char *check_in(const char *dir, const char *program, const struct plan *p,
		      const char *version, char *const *names)
{
	const char **states = xcalloc(p->sweep.points + 1, sizeof(*states));
	char *err, *words;

	for (size_t i = 0; i < p->sweep.points; i++)
		states[i] = "waiting";
	err = run_json_write(dir, p, version, names, states);
	free(states);
	if (err)
		return err;
	words = words_of(program, dir);
	if (*words)
		return words;
	free(words);
	return NULL;
}

char *run_report_check(const struct plan *p, const char *version, char *const *names)
{
	char *program = p->compare || p->plots ? path_program("report") : NULL, *err = NULL;
	const char *temp = getenv("TMPDIR");
	char *dir = xasprintf("%s/nicpath-XXXXXX", temp && *temp ? temp : "/tmp");

	/* Nowhere to write: the report itself will tell. */
	if (program && mkdtemp(dir)) {
		err = check_in(dir, program, p, version, names);
		dir_remove(dir);
	}
	free(dir);
	free(program);
	return err;
}

int cli_exec(const char *program, const struct cli_args *args)
{
	char **argv = xcalloc(args->words.n + 2, sizeof(*argv));
	char *path = path_program(program);

	if (!path) {
		free(argv);
		return cli_fail(CLI_INTERNAL,
				err_fmt("nicpath %s: there is no %s program beside %s", program,
					program, path_self()));
	}
	argv[0] = path;
	for (size_t i = 0; i < args->words.n; i++)
		argv[i + 1] = (char *)args->words.items[i];
	fflush(NULL);
	execv(path, argv);
	free(argv);
	return cli_fail(CLI_INTERNAL, err_fmt("%s: cannot run: %s", path, strerror(errno)));
}

int cli_report(const struct cli_args *args, const struct cli_ops *ops)
{
	(void)ops;
	return cli_exec("report", args);
}

int cli_validate(const struct cli_args *args, const struct cli_ops *ops)
{
	(void)ops;
	return cli_exec("validate", args);
}

int cli_calibrate(const struct cli_args *args, const struct cli_ops *ops)
{
	(void)ops;
	return cli_exec("calibrate", args);
}

int cli_stats(const struct cli_args *args, const struct cli_ops *ops)
{
	(void)ops;
	return cli_exec("stats", args);
}

int cli_annotate(const struct cli_args *args, const struct cli_ops *ops)
{
	(void)ops;
	return cli_exec("annotate", args);
}
