/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a function in a child process and keeps what it printed: for code that
 * is meant to end the process, and for a second simulation.
 */
#ifndef NICPATH_TESTS_CHILD_H
#define NICPATH_TESTS_CHILD_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct child {
	int status; /* exit status; 1000 + signal if one ended it */
	size_t n;
	char out[256 * 1024]; /* stdout and stderr, with a 0 at the end */
};

static inline void child_read(struct child *c, int fd)
{
	ssize_t got;

	c->n = 0;
	while ((got = read(fd, c->out + c->n, sizeof(c->out) - 1 - c->n)) > 0)
		c->n += (size_t)got;
	c->out[c->n] = '\0';
}

/* cmocka takes the signals of crashes; nicpath leaves them to whoever has them. */
static inline void child_reset_signals(void)
{
	static const int sigs[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS};

	for (size_t i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++)
		signal(sigs[i], SIG_DFL);
}

static inline void child_run(struct child *c, void (*fn)(void *arg), void *arg)
{
	int fd[2], status;
	pid_t pid;

	fflush(NULL);
	if (pipe(fd) || (pid = fork()) < 0) {
		perror("child_run");
		exit(1);
	}
	if (pid == 0) {
		dup2(fd[1], STDOUT_FILENO);
		dup2(fd[1], STDERR_FILENO);
		close(fd[0]);
		close(fd[1]);
		child_reset_signals();
		fn(arg);
		fflush(NULL);
		_exit(0);
	}
	close(fd[1]);
	child_read(c, fd[0]);
	close(fd[0]);
	waitpid(pid, &status, 0);
	c->status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

#endif
