/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/progress.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "scenarios/files.h"
#include "scenarios/point.h"
#include "sim/check.h"

#define MIN_INTERVAL_S 0.2

static char *file;
static int fd = -1;
static double started, last;
static volatile sig_atomic_t stop;

static double wall_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_open(const char *partdir)
{
	file = xasprintf("%s/%s", partdir, PROGRESS_FILE);
	fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	started = wall_now();
	last = -1;
}

void progress_close(void)
{
	if (fd >= 0)
		close(fd);
	fd = -1;
	if (file)
		unlink(file);
	free(file);
	file = NULL;
}

/* One line of fixed length over the last one: a reader never sees half. */
void point_progress(double simulated_s, double end_s)
{
	double wall;
	char line[80];
	int n;

	if (fd < 0)
		return;
	wall = wall_now() - started;
	if (last >= 0 && wall - last < MIN_INTERVAL_S)
		return;
	last = wall;
	n = snprintf(line, sizeof(line), "%20.9g %20.9g %20.9g\n", simulated_s, end_s, wall);
	if (pwrite(fd, line, (size_t)n, 0) != n)
		last = wall; /* only progress: the run itself must not care */
}

bool point_stop_requested(void)
{
	return stop;
}

static void on_signal(int sig)
{
	stop = sig;
}

void progress_catch_signals(void)
{
	struct sigaction sa = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
}

static void add_line(const char *path, struct progress *p)
{
	double simulated, end, wall;
	char *text = file_read(path, NULL);
	bool ok = text && sscanf(text, "%lf %lf %lf", &simulated, &end, &wall) == 3;

	free(text);
	if (!ok || wall <= 0)
		return;
	p->running++;
	p->ratio += simulated / wall;
	if (end <= 0 || simulated <= 0)
		return;
	p->fraction += simulated < end ? simulated / end : 1;
	p->estimate_s += simulated < end ? wall * end / simulated : wall;
}

void progress_read(const char *dir, struct progress *out)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	memset(out, 0, sizeof(*out));
	while (d && (e = readdir(d))) {
		char *path;

		if (e->d_name[0] != '.' || !strstr(e->d_name, ".part-"))
			continue;
		path = xasprintf("%s/%s/%s", dir, e->d_name, PROGRESS_FILE);
		add_line(path, out);
		free(path);
	}
	if (d)
		closedir(d);
	if (out->running) {
		out->ratio /= (double)out->running;
		out->estimate_s /= (double)out->running;
	}
}
