/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading what a scenario's `compare` and `plots` say, from run.json. */
#ifndef NICPATH_ANALYSIS_LIB_SPEC_H
#define NICPATH_ANALYSIS_LIB_SPEC_H

#include <jansson.h>
#include <stdbool.h>

/* Text of a key; NULL if absent or no text. */
const char *spec_text(const json_t *map, const char *key);

/* Error for a key that is not one of `known` (NULL-ended), with the nearest. */
char *spec_keys(const json_t *map, const char *const *known, const char *what);

/* A number that may be absent (then *out stays). Error if it is none, or negative. */
char *spec_number(const json_t *map, const char *key, const char *what, double *out);

/* Is the word in a list of texts, or the one text? */
bool spec_listed(const json_t *list, const char *word);

/* i-th text of a list, or of a single text; NULL behind the last. */
const char *spec_item(const json_t *list, size_t i);

#endif
