/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/scenario_params.h"

#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/yaml.h"

#define AT(member)     offsetof(struct scenario_params, member)
#define STALL_LEAST_PS 1000000u /* 1 us: less than one frame on a 10 Gb/s wire takes */

static const struct param params[] = {
	{"seed", PARAM_U64, AT(seed), "1", NULL, NULL, NULL,
	 "Start of every random stream; same seed, same bytes.", "assumed"},
	{"warmup", PARAM_TIME, AT(warmup_ps), "200ms", NULL, "1000s", NULL,
	 "Simulated time before anything counts.",
	 "assumed: past slow start and the first window autotuning"},
	{"duration", PARAM_TIME, AT(duration_ps), "1s", "1us", "100000s", NULL,
	 "Simulated time that is measured, after the warm-up.", "assumed"},
	{"batches", PARAM_U32, AT(batches), "10", "2", "1000", NULL,
	 "Equal parts of the measured time for the 95 % intervals (batch means).",
	 "Law, Simulation Modeling and Analysis, section 9.5.3: 10 to 20"},
	{"interval.target", PARAM_DOUBLE, AT(interval_pct), "0", "0", "50", NULL,
	 "End early when the figure's 95 % interval is within this many percent; 0: never.",
	 "assumed"},
	{"interval.figure", PARAM_STRING, AT(interval_figure), "", NULL, NULL, NULL,
	 "Counter that the target is about (flows.bulk.rx_bytes); empty: the throughput of every "
	 "flow.",
	 "assumed"},
	{"stall_limit", PARAM_TIME, AT(stall_ps), "2s", NULL, NULL, NULL,
	 "Simulated time that frames may sit in NICs and on wires without moving before the point "
	 "fails; 0: never.",
	 "assumed: far above pause frames and coalescing timers"},
	{"sample", PARAM_TIME, AT(sample_ps), "1ms", "1us", NULL, NULL,
	 "Interval of the time series.", "assumed"},
	{0},
};

const struct param_table scenario_param_table = {
	"scenario",
	"At the top level of a scenario file, beside `hosts`, `links`, `flows`, `sweep`.",
	params,
	sizeof(struct scenario_params),
};

static const char *const output_names[] = {"timeseries", "folded", "trace", "pcap", "vcd"};
#define OUTPUTS (sizeof(output_names) / sizeof(output_names[0]))

static char *add_output(struct yaml_node *n, uint32_t *outputs)
{
	const char *near;

	if (!yaml_text(n))
		return yaml_error(n, "outputs takes names");
	for (size_t i = 0; i < OUTPUTS; i++) {
		if (strcmp(output_names[i], yaml_text(n)) != 0)
			continue;
		*outputs |= 1u << i;
		return NULL;
	}
	near = nearest_name(yaml_text(n), output_names, OUTPUTS);
	if (near)
		return yaml_error(n, "no output '%s'; did you mean '%s'?", yaml_text(n), near);
	return yaml_error(n, "no output '%s'; there are timeseries, folded, trace, pcap, vcd",
			  yaml_text(n));
}

static char *load_outputs(struct yaml_node *tree, uint32_t *outputs)
{
	struct yaml_node *n = yaml_get(tree, "outputs");
	char *err = NULL;

	if (!n || yaml_is_null(n))
		return NULL;
	if (yaml_kind(n) == YAML_MAP)
		return yaml_error(n, "outputs takes a list of names");
	if (yaml_kind(n) == YAML_SCALAR)
		return add_output(n, outputs);
	for (size_t i = 0; i < yaml_count(n) && !err; i++)
		err = add_output(yaml_at(n, i, NULL), outputs);
	return err;
}

/* Shorter ones would end every run. */
static char *check_stall(const struct yaml_node *tree, const struct scenario_params *p)
{
	const struct yaml_node *n = yaml_find(tree, "stall_limit");

	if (!n || p->stall_ps == 0 || p->stall_ps >= STALL_LEAST_PS)
		return NULL;
	return yaml_error(n, "stall_limit: %s is below the minimum, 1us (0: never)", yaml_text(n));
}

char *scenario_params_load(struct yaml_node *tree, struct scenario_params *out)
{
	char *err;

	param_defaults(&scenario_param_table, out);
	err = param_load(&scenario_param_table, tree, out);
	if (!err)
		err = load_outputs(tree, &out->outputs);
	if (!err)
		err = check_stall(tree, out);
	if (err)
		scenario_params_free(out);
	return err;
}

void scenario_params_free(struct scenario_params *p)
{
	param_free(&scenario_param_table, p);
}
