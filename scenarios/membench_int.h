/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What membench.c measures and its siblings write. */
#ifndef NICPATH_SCENARIOS_MEMBENCH_INT_H
#define NICPATH_SCENARIOS_MEMBENCH_INT_H

#include <stdint.h>
#include <stdio.h>

#include "models/mem/membench.h"

#define MEMBENCH_SIZES 64

struct membench_point {
	uint64_t bytes;
	double ps;
};

struct membench_bandwidth {
	uint64_t bytes;		  /* of the working set: copies use half for each buffer */
	double read, write, copy; /* MB/s, 10^6 bytes */
};

struct membench_result {
	const char *name;
	double cycle_ps;
	struct membench_published published;
	unsigned int levels, latencies, bandwidths;
	struct membench_level level[MEMBENCH_LEVELS];
	double plateau[MEMBENCH_LEVELS]; /* ps */
	double core, die, socket;	 /* ps; 0: no such pair */
	uint64_t largest;		 /* bytes */
	struct membench_point latency[MEMBENCH_SIZES];
	struct membench_bandwidth bandwidth[MEMBENCH_SIZES];
};

/* Largest measured working set whose latency is nearer to level i's than to the next one's. */
uint64_t membench_knee(const struct membench_result *r, unsigned int i);

void membench_print(const struct membench_result *r, FILE *out);
char *membench_files(const struct membench_result *r, const char *dir);

#endif
