/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/runner.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "scenarios/files.h"
#include "scenarios/paths.h"
#include "scenarios/progress.h"
#include "scenarios/store.h"
#include "sim/check.h"

#define POLL_MS	     50
#define SHOW_EVERY_S 0.5
/* Time for workers to end by themselves after Ctrl-C. */
#define PATIENCE_S 5.0
#define TAIL_LINES 12

static volatile sig_atomic_t caught;

static void on_signal(int sig)
{
	caught = caught ? 2 : 1;
	(void)sig;
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

static void catch_signals(struct sigaction *old)
{
	struct sigaction sa = {.sa_handler = on_signal};

	caught = 0;
	for (size_t i = 0; i < 3; i++) {
		sigaction(signals[i], NULL, &old[i]);
		/* nohup's choice stands */
		if (old[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &sa, NULL);
	}
}

static double wall_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static size_t count(const struct runner *r, enum job_state state)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		n += r->jobs[i].state == state;
	return n;
}

static void time_text(double s, char *text, size_t room)
{
	unsigned long t = (unsigned long)(s + 0.5);

	if (t < 100)
		snprintf(text, room, "%lu s", t);
	else if (t < 6000)
		snprintf(text, room, "%lu min %02lu s", t / 60, t % 60);
	else
		snprintf(text, room, "%lu h %02lu min", t / 3600, t / 60 % 60);
}

/*
 * What is left, from the mean time of the finished points, or of the running
 * ones while none has finished.  Negative: not known yet.
 */
static double time_left(const struct runner *r, const struct progress *p)
{
	double sum = 0, left, each;
	size_t ended = 0, waiting = count(r, JOB_WAITING);

	for (size_t i = 0; i < r->n; i++) {
		if (r->jobs[i].state != JOB_DONE)
			continue;
		sum += r->jobs[i].wall_s;
		ended++;
	}
	each = ended ? sum / (double)ended : p->estimate_s;
	if (each <= 0)
		return -1;
	left = each * ((double)waiting - p->fraction);
	left /= (double)(r->parallel < waiting ? r->parallel : waiting ? waiting : 1);
	return left > 0 ? left : 0;
}

static void show(const struct runner *r)
{
	size_t ended = r->n - count(r, JOB_WAITING), failed = count(r, JOB_FAILED);
	char text[32] = "", bad[32] = "";
	struct progress p;
	double left;

	progress_read(r->dir, &p);
	left = time_left(r, &p);
	if (left >= 0)
		time_text(left, text, sizeof(text));
	if (failed)
		snprintf(bad, sizeof(bad), ", %zu failed", failed);
	fprintf(stderr, "\r%zu/%zu points%s, %zu running", r->already + ended, r->already + r->n,
		bad, p.running);
	if (p.running)
		fprintf(stderr, " at %.3g simulated/wall", p.ratio);
	if (text[0])
		fprintf(stderr, ", %s left", text);
	fputs("\033[K", stderr);
	fflush(stderr);
}

static void hide(void)
{
	fputs("\r\033[K", stderr);
	fflush(stderr);
}

void runner_ended(struct runner *r, size_t i, int status, double wall_s)
{
	struct job *job = &r->jobs[i];

	if (job->state != JOB_WAITING)
		return;
	job->status = status;
	job->wall_s = wall_s;
	job->state = status == 0 ? JOB_DONE : JOB_FAILED;
	if (r->interrupted && status != 0) {
		job->state = JOB_WAITING; /* ended by us: not its fault */
		return;
	}
	if (isatty(STDERR_FILENO))
		hide();
	if (r->ended)
		r->ended(r, job, r->arg);
}

static void pause_ms(long ms)
{
	struct timespec t = {ms / 1000, ms % 1000 * 1000000};

	nanosleep(&t, NULL); /* a signal may end it early, which is fine */
}

/* The first Ctrl-C asks, the second one, or too long a silence, forces. */
static void handle_signals(struct runner *r, double *asked, bool *forced)
{
	if (!caught)
		return;
	if (!r->interrupted) {
		r->interrupted = true;
		*asked = wall_now();
		r->executor->stop(r, false);
	} else if (!*forced && (caught > 1 || wall_now() - *asked > PATIENCE_S)) {
		*forced = true;
		r->executor->stop(r, true);
	}
}

/* A point may have got its folder in the moment in which it was told to end. */
static void take_late(struct runner *r)
{
	for (size_t i = 0; i < r->n; i++) {
		char *file = xasprintf("%s/%s/result.json", r->dir, r->jobs[i].name);

		if (r->jobs[i].state == JOB_WAITING && path_is_file(file))
			runner_ended(r, i, 0, 0);
		free(file);
	}
}

char *runner_run(struct runner *r)
{
	bool terminal = isatty(STDERR_FILENO), forced = false;
	double shown = 0, asked = 0;
	struct sigaction old[3];
	char *err;

	catch_signals(old);
	err = r->executor->start(r);
	while (!err && !r->executor->poll(r)) {
		handle_signals(r, &asked, &forced);
		if (terminal && wall_now() - shown >= SHOW_EVERY_S) {
			show(r);
			shown = wall_now();
		}
		pause_ms(POLL_MS);
	}
	if (terminal)
		hide();
	if (!err)
		r->executor->finish(r);
	if (!err && r->interrupted)
		take_late(r);
	for (size_t i = 0; i < 3; i++)
		sigaction(signals[i], &old[i], NULL);
	return err;
}

char *runner_status_text(int status)
{
	if (status >= 0)
		return xasprintf("exit status %d", status);
	return xasprintf("killed by SIG%s (%s)",
			 sigabbrev_np(-status) ? sigabbrev_np(-status) : "?", strsignal(-status));
}

/* A full disk takes no log; the point's own files, gone by now, made room again. */
static void say_empty(const struct runner *r, FILE *f)
{
	struct statvfs st;
	unsigned long long kib;

	if (statvfs(r->dir, &st) != 0)
		return;
	kib = (unsigned long long)st.f_bavail * st.f_frsize / 1024;
	fprintf(f, "    its log is empty; %llu KiB are free in %s: was the disk full?\n", kib,
		r->dir);
}

void runner_log_tail(const struct runner *r, const struct job *job, FILE *f)
{
	char *path = store_log_file(r->dir, job->name);
	size_t len = 0, lines = 0, from;
	char *text = file_read(path, &len);

	for (; len && text[len - 1] == '\n'; len--)
		;
	for (from = len; from > 0; from--)
		if (text[from - 1] == '\n' && ++lines == TAIL_LINES)
			break;
	while (text && from < len) {
		size_t n = strcspn(text + from, "\n");

		fprintf(f, "    %.*s\n", (int)(n > 400 ? 400 : n), text + from);
		from += n + 1;
	}
	if (!len)
		say_empty(r, f);
	free(text);
	free(path);
}
