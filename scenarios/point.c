/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One point: built, run through warm-up and measurement, checked, written. */
#include "scenarios/point.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "models/host/host.h"
#include "models/frame.h"
#include "nic_model/linux/kernel.h"
#include "nic_model/nic.h"
#include "scenarios/build.h"
#include "scenarios/registry.h"
#include "scenarios/result.h"
#include "sim/check.h"
#include "sim/stall.h"
#include "sim/stats.h"
#include "sim/trace.h"
#include "sim/yaml.h"

static struct build build;
static uint64_t booted_at; /* ps; real kernels boot before the warm-up */

char *scenario_check_point(struct yaml_node *resolved)
{
	struct build *b = xcalloc(1, sizeof(*b));
	char *err;

	nic_models_set(registry_nics);
	err = build_all(b, resolved, true);
	free(b);
	return err;
}

static double wall_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static sim_time end_of(const struct build *b)
{
	return SIM_PS(booted_at + b->params.warmup_ps + b->params.duration_ps);
}

static void on_wall_tick(void *arg)
{
	const struct build *b = arg;

	point_progress(sim_seconds(sim_now()), sim_seconds(end_of(b)));
	if (point_stop_requested())
		sim_stop();
}

static char *in_dir(const struct point_job *job, const char *name)
{
	return xasprintf("%s/%s", job->outdir, name);
}

#define LEVEL_BITS 64

static void level_wave(const char *path, const uint64_t *level, void *arg)
{
	(void)arg;
	trace_vcd_level(path, level, LEVEL_BITS);
}

static char *open_outputs(struct build *b, const struct point_job *job)
{
	char *path, *err = NULL;

	if (b->params.outputs & OUTPUT_TRACE) {
		path = in_dir(job, "trace.json");
		err = trace_open(path, ~0u);
		free(path);
	}
	if (!err && (b->params.outputs & OUTPUT_VCD)) {
		path = in_dir(job, "wave.vcd");
		err = trace_vcd_open(path);
		if (!err)
			stats_levels_each(level_wave, NULL);
		free(path);
	}
	for (unsigned int i = 0; i < b->links && !err && (b->params.outputs & OUTPUT_PCAP); i++) {
		path = i ? xasprintf("%s/wire-%u.pcap", job->outdir, i) : in_dir(job, "wire.pcap");
		err = wire_capture(b->link[i].wire, 0, path);
		free(path);
	}
	if (!err && (b->params.outputs & OUTPUT_TIMESERIES))
		stats_series("*", SIM_PS(b->params.sample_ps));
	return err;
}

static char *write_outputs(struct build *b, const struct point_job *job)
{
	char *path, *err = NULL;

	err = trace_close();
	if (!err)
		err = trace_vcd_close();
	for (unsigned int i = 0; i < b->links && !err; i++)
		err = wire_capture_end(b->link[i].wire, 0);
	if (!err && (b->params.outputs & OUTPUT_FOLDED))
		err = result_folded(b, job->outdir);
	if (!err && (b->params.outputs & OUTPUT_TIMESERIES)) {
		path = in_dir(job, "timeseries.csv");
		err = stats_series_write(path);
		free(path);
	}
	return err;
}

static uint64_t wire_frames(const struct build *b)
{
	uint64_t n = 0;

	for (unsigned int i = 0; i < b->links; i++)
		n += wire_stats(b->link[i].wire, 0)->frames +
		     wire_stats(b->link[i].wire, 1)->frames;
	return n;
}

static char *flow_error(const struct build *b)
{
	for (unsigned int i = 0; i < b->flows; i++)
		if (b->flow[i]->failed)
			return xstrdup(b->flow[i]->failed);
	return NULL;
}

static bool all_finished(const struct build *b)
{
	for (unsigned int i = 0; i < b->flows; i++)
		if (!b->flow[i]->finished)
			return false;
	return b->flows > 0;
}

static void window(struct build *b, bool open)
{
	for (unsigned int i = 0; i < b->hosts; i++) {
		if (open)
			host_window_open(b->host[i].host);
		else
			host_window_close(b->host[i].host);
	}
	if (open)
		stats_open();
	else
		stats_close();
}

static bool is_narrow(const struct build *b, const char *counter)
{
	struct stats_interval v = stats_rate(counter);

	return v.batches >= 4 && v.half <= v.mean * b->params.interval_pct / 100;
}

/* True when the figure's interval, or each flow's, is as narrow as the scenario asks. */
static bool narrow_enough(const struct build *b)
{
	if (b->params.interval_pct <= 0)
		return false;
	if (*b->params.interval_figure)
		return is_narrow(b, b->params.interval_figure);
	for (unsigned int i = 0; i < b->flows; i++) {
		char path[96];

		snprintf(path, sizeof(path), "flows.%s.rx_bytes", b->flow[i]->name);
		if (!is_narrow(b, path))
			return false;
	}
	return true;
}

/* A batch is over (length 0: the first begins). */
static void batch_util(struct build *b, sim_time length)
{
	for (unsigned int i = 0; i < b->hosts; i++) {
		struct build_host *h = &b->host[i];
		uint64_t busy;
		double pct;

		if (!host_busy_now(h->host, &busy))
			continue;
		if (length.ps) {
			pct = 100.0 * (double)(busy - h->busy_ps) / (double)length.ps /
			      host_cpus(h->host);
			h->util_sum += pct;
			h->util_squares += pct * pct;
			h->util_batches++;
		}
		h->busy_ps = busy;
	}
}

static void run_measured(struct build *b, struct result_run *run)
{
	sim_time batch = SIM_PS(b->params.duration_ps / b->params.batches);
	sim_time start = sim_now();

	stats_batches(b->params.batches, SIM_PS(b->params.duration_ps));
	window(b, true);
	batch_util(b, SIM_PS(0));
	for (unsigned int i = 1; i <= b->params.batches; i++) {
		sim_time until = i == b->params.batches
					 ? sim_add(start, SIM_PS(b->params.duration_ps))
					 : sim_add(start, SIM_PS(batch.ps * i));

		if (sim_run(until) != SIM_END_TIME)
			break;
		batch_util(b, batch);
		run->converged = narrow_enough(b);
		if (run->converged)
			break;
	}
	window(b, false);
	run->converged |= b->params.interval_pct <= 0;
	run->simulated_s = sim_seconds(sim_sub(sim_now(), start));
}

static char *run(struct build *b, struct result_run *r)
{
	double began = wall_now();
	char *err;

	sim_on_wall_tick(200, on_wall_tick, b);
	/* Frames in NICs and on wires move whatever TCP waits for. */
	if (b->params.stall_ps)
		stall_watch("frames", frames_live_counter(), NULL, SIM_PS(b->params.stall_ps));
	err = kernel_linux_boot();
	if (err)
		return err;
	booted_at = sim_now().ps;
	if (b->params.warmup_ps)
		sim_run(sim_add(sim_now(), SIM_PS(b->params.warmup_ps)));
	if (!flow_error(b) && !point_stop_requested())
		run_measured(b, r);
	r->finished = all_finished(b);
	r->wall_s = wall_now() - began;
	r->wire_frames = wire_frames(b);
	err = flow_error(b);
	if (!err && point_stop_requested())
		err = err_fmt("stopped at %.6f s of simulated time", sim_seconds(sim_now()));
	return err;
}

char *scenario_run_point(struct yaml_node *resolved, const struct point_job *job)
{
	struct result_run r = {0};
	char *err;

	nic_models_set(registry_nics);
	err = build_all(&build, resolved, false);
	if (!err)
		err = open_outputs(&build, job);
	if (!err)
		err = run(&build, &r);
	if (!err)
		err = result_check(&build);
	if (!err)
		err = write_outputs(&build, job);
	if (!err)
		err = result_texts(&build, job->outdir);
	if (!err)
		err = result_write(&build, job, &r);
	if (!err)
		err = kernel_linux_end();
	return err;
}
