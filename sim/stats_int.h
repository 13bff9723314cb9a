/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of sim/stats*.c share. Private to sim/. */
#ifndef NICPATH_SIM_STATS_INT_H
#define NICPATH_SIM_STATS_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/stats.h"

enum stats_kind { STATS_COUNTER, STATS_LEVEL, STATS_DIST };

struct stats_entry {
	char *path;
	enum stats_kind kind;
	const uint64_t *value; /* NULL for a distribution */
	struct stats_dist *dist;
	const char *unit, *help;
	uint64_t opened, closed; /* the value at these moments */
	uint64_t *marks;	 /* the value at each batch boundary, from the window's start */
};

struct stats_tree {
	struct stats_entry **entries; /* in the order of registration */
	size_t n, room;
	bool is_open, is_closed;
	uint64_t open_ps, close_ps;
};

extern struct stats_tree stats_tree;

struct stats_entry *stats_add(const char *path, enum stats_kind kind, const char *unit,
			      const char *help);
struct stats_entry *stats_find(const char *path, enum stats_kind kind);
/* The counter's value now, or at the end of the window. */
uint64_t stats_value(const struct stats_entry *e);
bool stats_below(const char *path, const char *prefix);

void stats_dist_reset(struct stats_dist *d);
void stats_batches_open(void);
void stats_batches_close(void);

#endif
