/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/stats.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/stats_int.h"

static struct {
	char **globs;
	size_t nglobs;
	uint64_t dt_ps;
	struct sim_event ev;
	const struct stats_entry **columns; /* resolved with the first row */
	uint64_t *last;			    /* by column: a counter's value at the row before */
	size_t ncolumns;
	uint64_t *rows; /* time in ps, then the columns */
	size_t nrows, room;
} series;

static bool wanted(const struct stats_entry *e)
{
	if (e->kind == STATS_DIST)
		return false;
	for (size_t i = 0; i < series.nglobs; i++)
		if (fnmatch(series.globs[i], e->path, 0) == 0)
			return true;
	return false;
}

/* With the first row, when everybody has registered. */
static void resolve(void)
{
	series.columns = xcalloc(stats_tree.n + 1, sizeof(struct stats_entry *));
	series.last = xcalloc(stats_tree.n + 1, sizeof(*series.last));
	for (size_t i = 0; i < stats_tree.n; i++)
		if (wanted(stats_tree.entries[i]))
			series.columns[series.ncolumns++] = stats_tree.entries[i];
}

static uint64_t *new_row(void)
{
	size_t width = series.ncolumns + 1;

	if (series.nrows == series.room) {
		series.room = series.room ? series.room * 2 : 64;
		series.rows = xrealloc(series.rows, series.room * width * sizeof(*series.rows));
	}
	return &series.rows[series.nrows++ * width];
}

static void sample(void *arg)
{
	uint64_t *row;

	(void)arg;
	if (!series.columns)
		resolve();
	row = new_row();
	*row++ = sim_now().ps;
	for (size_t i = 0; i < series.ncolumns; i++) {
		uint64_t v = *series.columns[i]->value;

		row[i] = series.columns[i]->kind == STATS_COUNTER ? v - series.last[i] : v;
		series.last[i] = v;
	}
	sim_after(&series.ev, SIM_PS(series.dt_ps));
}

void stats_series(const char *glob, sim_time dt)
{
	sim_assert(dt.ps > 0 && !series.columns);
	sim_assertf(!series.nglobs || series.dt_ps == dt.ps, "two intervals for one time series");
	series.globs = xrealloc(series.globs, (series.nglobs + 1) * sizeof(*series.globs));
	series.globs[series.nglobs++] = xstrdup(glob);
	series.dt_ps = dt.ps;
	if (series.nglobs > 1)
		return;
	sim_event_init(&series.ev, "time series", SIM_PRIO_MONITOR, sample, NULL);
	sim_event_watches(&series.ev);
	sim_after(&series.ev, dt);
}

static void write_rows(FILE *f)
{
	const uint64_t *row = series.rows;

	fprintf(f, "time_s");
	for (size_t i = 0; i < series.ncolumns; i++)
		fprintf(f, ",%s", series.columns[i]->path);
	fputc('\n', f);
	for (size_t r = 0; r < series.nrows; r++, row += series.ncolumns + 1) {
		fprintf(f, "%llu.%012llu", (unsigned long long)(row[0] / 1000000000000u),
			(unsigned long long)(row[0] % 1000000000000u));
		for (size_t i = 1; i <= series.ncolumns; i++)
			fprintf(f, ",%llu", (unsigned long long)row[i]);
		fputc('\n', f);
	}
}

char *stats_series_write(const char *file)
{
	FILE *f = fopen(file, "w");
	bool bad;

	if (!f)
		return err_fmt("%s: %s", file, strerror(errno));
	if (!series.columns)
		resolve();
	write_rows(f);
	bad = ferror(f);
	if (fclose(f) || bad)
		return err_fmt("%s: write failed: %s", file, strerror(errno));
	return NULL;
}
