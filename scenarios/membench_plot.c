/* SPDX-License-Identifier: GPL-2.0-or-later */
/* membench's data files and plots (gnuplot, SVG). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scenarios/membench_int.h"
#include "sim/check.h"

static char *open_in(const char *dir, const char *name, FILE **f)
{
	char *path = xasprintf("%s/%s", dir, name);
	char *err = NULL;

	*f = fopen(path, "w");
	if (!*f)
		err = err_fmt("%s: %s", path, strerror(errno));
	free(path);
	return err;
}

static char *close_file(FILE *f, const char *dir, const char *name)
{
	int failed = ferror(f);

	if (fclose(f) || failed)
		return err_fmt("%s/%s: %s", dir, name, strerror(errno));
	return NULL;
}

static char *write_latency(const struct membench_result *r, const char *dir)
{
	FILE *f;
	char *err = open_in(dir, "latency.dat", &f);

	if (err)
		return err;
	fprintf(f, "# working set KiB, ns a load\n");
	for (unsigned int i = 0; i < r->latencies; i++)
		fprintf(f, "%g %.3f\n", (double)r->latency[i].bytes / 1024,
			r->latency[i].ps / 1000);
	fprintf(f, "\n\n# published: size in the middle of the level KiB, ns\n");
	for (unsigned int i = 0; i < r->levels; i++)
		if (r->level[i].published_ps > 0)
			fprintf(f, "%g %.3f\n", (double)membench_typical(r->level, i) / 1024,
				r->level[i].published_ps / 1000);
	return close_file(f, dir, "latency.dat");
}

static char *write_bandwidth(const struct membench_result *r, const char *dir)
{
	FILE *f;
	char *err = open_in(dir, "bandwidth.dat", &f);

	if (err)
		return err;
	fprintf(f, "# working set KiB, read, write, copy MB/s\n");
	for (unsigned int i = 0; i < r->bandwidths; i++)
		fprintf(f, "%g %.0f %.0f %.0f\n", (double)r->bandwidth[i].bytes / 1024,
			r->bandwidth[i].read, r->bandwidth[i].write, r->bandwidth[i].copy);
	return close_file(f, dir, "bandwidth.dat");
}

static char *write_script(const struct membench_result *r, const char *dir)
{
	FILE *f;
	char *err = open_in(dir, "membench.gp", &f);

	if (err)
		return err;
	fprintf(f,
		"set terminal svg size 800,500 dynamic\nset logscale xy\nset grid\n"
		"set xlabel 'working set, KiB'\nset key left top\n"
		"set output 'latency.svg'\nset ylabel 'ns a load'\n"
		"set title 'Load latency of %s'\n"
		"plot 'latency.dat' index 0 with linespoints title 'simulated', "
		"'' index 1 with points pointtype 4 title 'published'\n"
		"set output 'bandwidth.svg'\nset ylabel 'MB/s'\nset key right top\n"
		"set title 'Bandwidth of one CPU of %s'\n"
		"plot 'bandwidth.dat' using 1:2 with linespoints title 'read', "
		"'' using 1:3 with linespoints title 'write', "
		"'' using 1:4 with linespoints title 'copy'\n",
		r->name, r->name);
	return close_file(f, dir, "membench.gp");
}

static char *run_gnuplot(const char *dir)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		if (!chdir(dir))
			execlp("gnuplot", "gnuplot", "membench.gp", (char *)NULL);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return err_fmt("gnuplot: %s", strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return NULL;
	return err_fmt("%s: gnuplot failed (is gnuplot-nox installed?); the data files are there",
		       dir);
}

char *membench_files(const struct membench_result *r, const char *dir)
{
	char *err;

	if (mkdir(dir, 0777) && errno != EEXIST)
		return err_fmt("%s: %s", dir, strerror(errno));
	err = write_latency(r, dir);
	if (!err)
		err = write_bandwidth(r, dir);
	if (!err)
		err = write_script(r, dir);
	return err ? err : run_gnuplot(dir);
}
