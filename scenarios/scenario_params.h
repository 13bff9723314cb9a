/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parameters at a scenario's top level. */
#ifndef NICPATH_SCENARIOS_SCENARIO_PARAMS_H
#define NICPATH_SCENARIOS_SCENARIO_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/param.h"

/* `outputs:` files that a point writes besides the fixed ones. */
enum scenario_output {
	OUTPUT_TIMESERIES = 1 << 0, /* timeseries.csv */
	OUTPUT_FOLDED = 1 << 1,	    /* folded.txt */
	OUTPUT_TRACE = 1 << 2,	    /* trace.json */
	OUTPUT_PCAP = 1 << 3,	    /* wire.pcap */
	OUTPUT_VCD = 1 << 4,	    /* wave.vcd */
};

struct scenario_params {
	uint64_t seed;
	uint64_t warmup_ps;   /* nothing counts before */
	uint64_t duration_ps; /* measured, after the warm-up */
	uint32_t batches;
	double interval_pct;   /* 0: run the whole duration */
	char *interval_figure; /* result key; "" : each flow's throughput */
	uint64_t stall_ps;     /* 0: never */
	uint64_t sample_ps;    /* of the time series */
	uint32_t outputs;      /* scenario_output bits */
};

extern const struct param_table scenario_param_table;

/*
 * Defaults, then what the tree's top level gives; marks those keys used.
 * Error with its place.  Free with scenario_params_free().
 */
char *scenario_params_load(struct yaml_node *tree, struct scenario_params *out);
void scenario_params_free(struct scenario_params *p);

#endif
