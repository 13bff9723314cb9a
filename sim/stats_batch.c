/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Batch means.  Source: Law, Simulation Modeling and Analysis, section 9.5.3;
 * ten to thirty batches are advised there, hence the default.
 */
#include "sim/stats.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>

#include "sim/check.h"
#include "sim/stats_int.h"

#define CONFIDENCE 0.95

static struct {
	unsigned int n, done;
	uint64_t window_ps;
	struct sim_event ev;
} batches;

/* Start of batch i, from the window's start; batches differ by 1 ps at most. */
static uint64_t boundary_ps(unsigned int i)
{
	return (uint64_t)((unsigned __int128)batches.window_ps * i / batches.n);
}

static void take_marks(void)
{
	for (size_t i = 0; i < stats_tree.n; i++) {
		struct stats_entry *e = stats_tree.entries[i];

		if (e->kind == STATS_COUNTER)
			e->marks[batches.done] = *e->value;
	}
}

static void batch_ends(void *arg)
{
	(void)arg;
	batches.done++;
	take_marks();
	if (batches.done < batches.n)
		sim_at(&batches.ev, SIM_PS(stats_tree.open_ps + boundary_ps(batches.done + 1)));
}

void stats_batches(unsigned int n, sim_time window)
{
	sim_assert(!stats_tree.is_open && window.ps > 0);
	batches.n = n ? n : STATS_BATCHES;
	batches.window_ps = window.ps;
	sim_assertf(window.ps >= batches.n, "%u batches of a window of %llu ps", batches.n,
		    (unsigned long long)window.ps);
}

void stats_batches_open(void)
{
	if (!batches.n)
		return;
	for (size_t i = 0; i < stats_tree.n; i++)
		if (stats_tree.entries[i]->kind == STATS_COUNTER)
			stats_tree.entries[i]->marks = xcalloc(batches.n + 1, sizeof(uint64_t));
	take_marks();
	sim_event_init(&batches.ev, "batch", SIM_PRIO_MONITOR, batch_ends, NULL);
	sim_event_background(&batches.ev);
	sim_at(&batches.ev, SIM_PS(stats_tree.open_ps + boundary_ps(1)));
}

/* A batch that ends at this very moment is complete. */
void stats_batches_close(void)
{
	if (!sim_pending(&batches.ev))
		return;
	sim_cancel(&batches.ev);
	if (batches.ev.ps == sim_now().ps) {
		batches.done++;
		take_marks();
	}
}

static double batch_rate(const struct stats_entry *e, unsigned int i)
{
	uint64_t ps = boundary_ps(i + 1) - boundary_ps(i);

	return (double)(e->marks[i + 1] - e->marks[i]) / sim_seconds(SIM_PS(ps));
}

static double half_width(const struct stats_entry *e, unsigned int n)
{
	double *rates = xcalloc(n, sizeof(*rates)), half;

	for (unsigned int i = 0; i < n; i++)
		rates[i] = batch_rate(e, i);
	half = gsl_cdf_tdist_Pinv(1 - (1 - CONFIDENCE) / 2, n - 1) * gsl_stats_sd(rates, 1, n) /
	       sqrt(n);
	free(rates);
	return half;
}

struct stats_interval stats_rate(const char *path)
{
	const struct stats_entry *e = stats_find(path, STATS_COUNTER);
	double seconds = sim_seconds(stats_window());

	sim_assertf(e, "no counter '%s'", path);
	return (struct stats_interval){
		.mean = seconds > 0 ? (double)(stats_value(e) - e->opened) / seconds : 0,
		.half = batches.done >= 2 ? half_width(e, batches.done) : INFINITY,
		.batches = batches.done,
	};
}
