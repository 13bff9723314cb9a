/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values that a sweep writes as a formula: log2(1KiB..8MiB), range(1..9 step 2). */
#ifndef NICPATH_SCENARIOS_SWEEP_RANGE_H
#define NICPATH_SCENARIOS_SWEEP_RANGE_H

#include <stdbool.h>
#include <stddef.h>

#define SWEEP_MAX_VALUES 10000

/* "log2(...)" or "range(...)", well-formed or not. */
bool range_is(const char *text);

/*
 * The values, in order, written as parameters take them; the last one is at
 * most the upper bound.  Exact: decimals and units are counted in whole
 * numbers of their smallest digit.  Caller frees each and the array.
 * Error without a place, or NULL.
 */
char *range_values(const char *text, char ***values, size_t *n);

#endif
