/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One value and its unit: what parameters, sweep ranges and the report share.
 * Errors name the value but no place; the caller knows that.
 */
#ifndef NICPATH_SIM_PARAM_VALUE_H
#define NICPATH_SIM_PARAM_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/param.h"

/* For U32, U64, SIZE, TIME, RATE, FREQ: exact, in the base unit. */
char *param_value_number(enum param_type type, const char *text, uint64_t *out);
char *param_value_double(const char *text, double *out);
char *param_value_bool(const char *text, bool *out);
char *param_value_enum(const char *const *choices, const char *text, int *out);
/* With the largest unit that loses nothing: 64KiB, 75us. Caller frees. */
char *param_value_print(enum param_type type, uint64_t v);

/* In words, for messages and the reference: "size", "bit rate". */
const char *param_type_name(enum param_type type);
const char *param_type_example(enum param_type type);

#endif
