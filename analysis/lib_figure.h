/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Figures of result.json by dotted path: "hosts.tx.cpu.util_pct".
 *
 * Elements of lists go by their `name` or `symbol`, or by number
 * ("hosts.tx.caches.l2.misses", "hosts.tx.profile.tcp_ack.pct",
 * "hosts.tx.cpu.per_cpu.0.softirq").  "A / B" is a ratio, "A + B" a sum.  A
 * counter that a host does not list is 0 (result.json has only those that
 * counted).
 */
#ifndef NICPATH_ANALYSIS_LIB_FIGURE_H
#define NICPATH_ANALYSIS_LIB_FIGURE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "analysis/lib_results.h"

const json_t *figure_node(const json_t *result, const char *path);
/* False if the figure is not there. */
bool figure_number(const json_t *result, const char *path, double *out);
/* The value with its own 95 % interval, where result.json has one. */
bool figure_sample(const json_t *result, const char *path, struct sample *out);
/* Over the group's finished points; false if none has the figure. */
bool figure_estimate(const struct results_group *g, const char *path, struct estimate *out);

struct figure_list {
	char **path;
	size_t n;
};

/*
 * Figures that any finished point has, for a path in which a star stands for
 * one part ("flows.*.throughput_mbps").  A path without a star stays.
 */
void figure_expand(const struct results *r, const char *pattern, struct figure_list *out);
void figure_list_add(struct figure_list *l, const char *path);
void figure_list_free(struct figure_list *l);

/*
 * A figure's title and unit, "" if it has none.  The unit is one of: %, /s,
 * Mb/s, us/KiB, s, ns, ps, B, or empty.  Caller frees.  The subject is the
 * host or flow, left out when the run has only one.
 */
char *figure_title(const struct results *r, const char *path);
const char *figure_unit(const char *path);

/* A number with its unit in a form for people ("12.3 us", "1.35 M"); to text. */
void figure_print(const char *unit, double v, char *text, size_t room);
#define FIGURE_TEXT 40
/* "12.3 us +- 0.4", with a mark if seeds disagree. */
void figure_print_estimate(const char *unit, const struct estimate *e, char *text, size_t room);

#endif
