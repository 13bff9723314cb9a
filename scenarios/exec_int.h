/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the executors share. */
#ifndef NICPATH_SCENARIOS_EXEC_INT_H
#define NICPATH_SCENARIOS_EXEC_INT_H

#include <sys/types.h>

struct runner;

/*
 * Starts a program in the results folder and in a process group of its own, so
 * that the terminal's Ctrl-C reaches us alone; it is killed when we are, even
 * by SIGKILL.  stdin is /dev/null; output goes to `log` (appended).  -1: error
 * in *err.
 */
pid_t exec_spawn(const struct runner *r, char *const argv[], const char *log, char **err);

/* Status as in struct job, from waitpid()'s. */
int exec_status(int wait_status);

/* 'text' quoted for sh. Caller frees. */
char *exec_quote(const char *text);

/* One line a job into DIR/.nicpath/NAME. Error or NULL. */
char *exec_write_list(const struct runner *r, const char *name);

/* The command of a job for sh, run in the results folder; JOB stands for its name. */
char *exec_command(const struct runner *r, const char *self, const char *job);

#endif
