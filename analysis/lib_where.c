/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which groups a scenario's `where` means, and when two values are the same. */
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_results.h"
#include "sim/check.h"
#include "sim/param_value.h"
#include "sim/yaml.h"

/* The word as a number in the axis's base unit. */
static bool word_number(const char *unit, const char *word, double *out)
{
	static const struct {
		const char *unit;
		enum param_type type;
	} types[] = {
		{"B", PARAM_SIZE}, {"ps", PARAM_TIME}, {"bps", PARAM_RATE}, {"Hz", PARAM_FREQ}};
	uint64_t v = 0;
	char *err, *end;

	*out = strtod(word, &end);
	if (*word && !*end)
		return true;
	for (size_t i = 0; i < 4; i++) {
		if (strcmp(types[i].unit, unit))
			continue;
		err = param_value_number(types[i].type, word, &v);
		*out = (double)v;
		free(err);
		return !err;
	}
	return false;
}

/* on: 1, off: 0, neither: -1 */
static int switch_of(const char *word)
{
	bool on = false;
	char *err;

	if (!strcmp(word, "1") || !strcmp(word, "0"))
		return *word == '1';
	err = param_value_bool(word, &on);
	free(err);
	return err ? -1 : on;
}

bool results_same_value(const struct results_axis *a, const char *value, const char *word)
{
	double number;

	if (!strcmp(value, word))
		return true;
	if (a->numeric && word_number(a->unit, word, &number))
		return a->number[results_value_index(a, value)] == number;
	return switch_of(value) >= 0 && switch_of(value) == switch_of(word);
}

static bool one_of(const struct results_axis *a, const char *value, const json_t *want)
{
	size_t i;
	json_t *v;

	if (json_is_string(want))
		return results_same_value(a, value, json_string_value(want));
	json_array_foreach(want, i, v)
		if (json_is_string(v) && results_same_value(a, value, json_string_value(v)))
			return true;
	return false;
}

bool results_where(const struct results *r, const json_t *where, const struct results_group *g)
{
	const char *key;
	json_t *v;

	json_object_foreach((json_t *)where, key, v) {
		long a = results_axis_find(r, key);

		if (a < 0 || !one_of(&r->axis[a], results_group_value(g, (size_t)a), v))
			return false;
	}
	return true;
}

static char *check_value(const struct results_axis *a, const json_t *want, const char *what)
{
	const char *word = json_string_value(want), *near;

	if (!word)
		return err_fmt("%s.%s: not a value", what, a->key);
	for (size_t i = 0; i < a->n; i++)
		if (results_same_value(a, a->value[i], word))
			return NULL;
	if (a->replaced)
		return NULL;
	near = nearest_name(word, (const char *const *)a->value, a->n);
	return err_fmt("%s.%s: the axis has no value '%s'%s%s%s", what, a->key, word,
		       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

char *results_where_check(const struct results *r, const json_t *where, const char *what)
{
	const char *key;
	char *err = NULL;
	size_t i;
	json_t *v, *w;

	if (where && !json_is_object(where))
		return err_fmt("%s: not a mapping of axes to values", what);
	json_object_foreach((json_t *)where, key, v) {
		long a = results_axis_find(r, key);

		if (a < 0)
			return err_fmt("%s: the run has no axis '%s'", what, key);
		if (!json_is_array(v))
			err = check_value(&r->axis[a], v, what);
		json_array_foreach(v, i, w)
			if (!err)
				err = check_value(&r->axis[a], w, what);
		if (err)
			return err;
	}
	return NULL;
}
