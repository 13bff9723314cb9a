/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Points through GNU parallel, on this machine or over ssh.  What came of a
 * point is read from parallel's job log, a line of which is written as each
 * job ends:
 *
 *     Seq Host Starttime JobRuntime Send Receive Exitval Signal Command
 *
 * Seq counts our list from 1.  Over ssh the other hosts see this folder and
 * this program under the same paths (a shared file system, and nicpath
 * installed); see docs/scenario-file.md.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scenarios/exec_int.h"
#include "scenarios/files.h"
#include "scenarios/paths.h"
#include "scenarios/runner.h"
#include "sim/check.h"

#define MAX_ARGS 40

struct parallel {
	pid_t pid; /* 0: ended */
	FILE *log; /* parallel's job log; NULL: not there yet */
	char *log_path;
	char *line;
	size_t room;
};

struct args {
	char *argv[MAX_ARGS + 1];
	size_t n;
};

static void add(struct args *a, char *word)
{
	sim_assert(a->n < MAX_ARGS);
	a->argv[a->n++] = word;
}

static void add_copy(struct args *a, const char *word)
{
	add(a, xstrdup(word));
}

static void args_free(struct args *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->argv[i]);
}

/* The user's own settings for parallel must not change what happens here. */
static void set_environment(const struct runner *r)
{
	char *home = xasprintf("%s/.nicpath/parallel", r->dir);
	char *err = dir_make(home);
	char *full = realpath(home, NULL);

	free(err); /* then parallel makes do with the default */
	unsetenv("PARALLEL");
	setenv("PARALLEL_SHELL", "/bin/sh", 1);
	setenv("PARALLEL_HOME", full ? full : home, 1);
	free(full);
	free(home);
}

static void add_hosts(struct args *a, const struct runner *r)
{
	char *here = realpath(r->dir, NULL);

	add_copy(a, "--sshlogin");
	add_copy(a, r->hosts);
	add_copy(a, "--workdir");
	add_copy(a, here ? here : r->dir);
	free(here);
}

static void build(struct args *a, const struct runner *r, bool ssh)
{
	add_copy(a, "parallel");
	add_copy(a, "--plain");
	add_copy(a, "--will-cite");
	add_copy(a, "--ungroup");
	add_copy(a, "--halt");
	add_copy(a, "never");
	add_copy(a, "--jobs");
	add(a, xasprintf("%u", r->parallel));
	add_copy(a, "--joblog");
	add_copy(a, ".nicpath/joblog");
	add_copy(a, "--arg-file");
	add_copy(a, ".nicpath/list");
	add_copy(a, "--termseq");
	add_copy(a, "TERM,2000,KILL,100");
	if (r->timeout_s > 0) {
		add_copy(a, "--timeout");
		add(a, xasprintf("%.3f", r->timeout_s));
	}
	if (ssh)
		add_hosts(a, r);
	add(a, exec_command(r, path_self(), "{}"));
}

static char *start_with(struct runner *r, bool ssh)
{
	struct parallel *p = xcalloc(1, sizeof(*p));
	struct args a = {.n = 0};
	char *log = xasprintf("%s/.nicpath/parallel.log", r->dir);
	char *err = exec_write_list(r, "list");

	r->state = p;
	p->log_path = xasprintf("%s/.nicpath/joblog", r->dir);
	unlink(p->log_path);
	unlink(log);
	set_environment(r);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	build(&a, r, ssh);
	if (!err)
		p->pid = exec_spawn(r, a.argv, log, &err);
	args_free(&a);
	free(log);
	return err;
}

static char *start_local(struct runner *r)
{
	return start_with(r, false);
}

static char *start_ssh(struct runner *r)
{
	return start_with(r, true);
}

static void take_line(struct runner *r, const char *line)
{
	unsigned long seq;
	double started, wall;
	int exit_value, sig;

	/* between tabs, a host may have spaces; the heading does not match */
	if (sscanf(line, "%lu\t%*[^\t]\t%lf\t%lf\t%*[^\t]\t%*[^\t]\t%d\t%d", &seq, &started, &wall,
		   &exit_value, &sig) != 5)
		return;
	if (seq >= 1 && seq <= r->n)
		runner_ended(r, seq - 1, sig ? -sig : exit_value, wall);
}

/* Half a line is left for the next time. */
static void read_log(struct runner *r, struct parallel *p)
{
	if (!p->log)
		p->log = fopen(p->log_path, "re");
	while (p->log) {
		long at = ftell(p->log);
		ssize_t n = getline(&p->line, &p->room, p->log);

		if (n <= 0 || p->line[n - 1] != '\n') {
			clearerr(p->log);
			fseek(p->log, at, SEEK_SET);
			return;
		}
		take_line(r, p->line);
	}
}

/* False: there was none. */
static bool end_children(void)
{
	char *path = xasprintf("/proc/self/task/%d/children", (int)getpid());
	FILE *f = fopen(path, "re");
	bool any = false;
	int pid;

	while (f && fscanf(f, "%d", &pid) == 1) {
		any = true;
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	if (f)
		fclose(f);
	free(path);
	return any;
}

/*
 * What parallel started but did not know of yet when it was told to end is our
 * child now (we adopt orphans): an ssh would otherwise go on without us.  The
 * end of one of them, a shell's, may give us the next.
 */
static void end_orphans(void)
{
	while (end_children())
		;
}

static bool poll_jobs(struct runner *r)
{
	struct parallel *p = r->state;
	int status;
	bool over = p->pid > 0 && waitpid(p->pid, &status, WNOHANG) == p->pid;

	read_log(r, p);
	if (!over)
		return p->pid == 0;
	p->pid = 0;
	end_orphans();
	return true;
}

/*
 * Parallel ends its jobs at SIGINT at any time; at SIGTERM not before the first
 * of them runs.
 */
static void stop(struct runner *r, bool hard)
{
	const struct parallel *p = r->state;

	if (p->pid)
		kill(p->pid, hard ? SIGKILL : SIGINT); /* workers die with it */
}

static void finish(struct runner *r)
{
	struct parallel *p = r->state;

	for (size_t i = 0; i < r->n && !r->interrupted; i++)
		if (r->jobs[i].state == JOB_WAITING)
			runner_ended(r, i, 125, 0); /* parallel did not run it */
	if (p->log)
		fclose(p->log);
	free(p->log_path);
	free(p->line);
	free(p);
}

const struct executor exec_local = {"local", start_local, poll_jobs, stop, finish};
const struct executor exec_ssh = {"ssh", start_ssh, poll_jobs, stop, finish};
