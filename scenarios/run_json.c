/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/run_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/files.h"
#include "scenarios/paths.h"
#include "scenarios/plan.h"
#include "sim/check.h"
#include "sim/param_value.h"
#include "sim/yaml.h"

/* A path may be any bytes, JSON is UTF-8: other bytes become '?'. */
static json_t *text_json(const char *s)
{
	json_t *j = json_string(s);
	char *safe, *p;

	if (j)
		return j;
	safe = xstrdup(s);
	for (p = safe; *p; p++)
		if ((unsigned char)*p >= 0x80)
			*p = '?';
	j = json_string(safe);
	free(safe);
	return j;
}

static bool is_data_file(const char *text)
{
	size_t n = strlen(text);

	return n > 4 && strcmp(text + n - 4, ".csv") == 0;
}

static json_t *scalar_json(const struct yaml_node *n)
{
	char *found, *full;
	json_t *j;

	if (yaml_is_null(n))
		return json_null();
	found = is_data_file(yaml_text(n)) ? path_find(yaml_text(n), yaml_file(n)) : NULL;
	full = found ? realpath(found, NULL) : NULL;
	j = text_json(full ? full : yaml_text(n));
	free(found);
	free(full);
	return j;
}

static json_t *tree_json(struct yaml_node *n)
{
	json_t *j;

	if (!n)
		return json_null();
	if (yaml_kind(n) == YAML_SCALAR)
		return scalar_json(n);
	j = yaml_kind(n) == YAML_MAP ? json_object() : json_array();
	for (size_t i = 0; i < yaml_count(n); i++) {
		const char *key;
		json_t *child = tree_json(yaml_at(n, i, &key));

		if (key)
			json_object_set_new(j, key, child);
		else
			json_array_append_new(j, child);
	}
	return j;
}

static char *check_files(struct yaml_node *n)
{
	char *err = NULL;

	if (n && yaml_text(n) && is_data_file(yaml_text(n))) {
		char *found = path_find(yaml_text(n), yaml_file(n));

		if (!found)
			err = yaml_error(n, "cannot find '%s' here or in %s", yaml_text(n),
					 path_data());
		free(found);
	}
	for (size_t i = 0; n && i < yaml_count(n) && !err; i++)
		err = check_files(yaml_at(n, i, NULL));
	return err;
}

char *run_json_check(const struct plan *p)
{
	return check_files(p->compare);
}

/* The first kind of number that the text is. */
static json_t *value_json(const char *text)
{
	static const struct {
		enum param_type type;
		const char *unit;
	} kinds[] = {
		{PARAM_U64, ""},     {PARAM_SIZE, "B"},	 {PARAM_TIME, "ps"},
		{PARAM_RATE, "bps"}, {PARAM_FREQ, "Hz"},
	};
	json_t *j = json_pack("{s:s}", "text", text);
	double real;
	char *err;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		uint64_t v = 0;
		bool bad;

		err = param_value_number(kinds[i].type, text, &v);
		bad = err || v > INT64_MAX;
		free(err);
		if (bad)
			continue;
		json_object_set_new(j, "number", json_integer((json_int_t)v));
		json_object_set_new(j, "unit", json_string(kinds[i].unit));
		return j;
	}
	err = param_value_double(text, &real);
	if (!err) {
		json_object_set_new(j, "number", json_real(real));
		json_object_set_new(j, "unit", json_string(""));
	}
	free(err);
	return j;
}

static json_t *axis_json(const struct sweep_axis *a)
{
	json_t *paths = json_array(), *values = json_array();

	for (size_t i = 0; i < a->n_paths; i++)
		json_array_append_new(paths, json_string(a->paths[i]));
	for (size_t i = 0; i < a->n; i++)
		json_array_append_new(values, value_json(yaml_text(a->values[i])));
	return json_pack("{s:s, s:o, s:o, s:s?}", "key", a->key, "paths", paths, "values", values,
			 "zip", a->zip);
}

static json_t *point_json(const struct plan *p, size_t i, const char *name, const char *state)
{
	json_t *values = json_object();

	for (size_t a = 0; a < p->sweep.n; a++)
		json_object_set_new(values, p->sweep.axes[a].key,
				    json_string(sweep_value(&p->sweep, i, a)));
	return json_pack("{s:s, s:s, s:o}", "dir", name, "state", state, "values", values);
}

char *run_json_write(const char *dir, const struct plan *p, const char *version, char *const *names,
		     const char *const *states)
{
	json_t *axes = json_array(), *points = json_array(), *set = json_array(), *all;
	char *path, *text, *err;

	for (size_t i = 0; i < p->n_settings; i++)
		json_array_append_new(set, text_json(plan_setting_text(p, i)));
	for (size_t i = 0; i < p->sweep.n; i++)
		json_array_append_new(axes, axis_json(&p->sweep.axes[i]));
	for (size_t i = 0; i < p->sweep.points; i++)
		json_array_append_new(points, point_json(p, i, names[i], states[i]));
	all = json_pack("{s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o}", "title",
			text_json(p->title), "scenario", text_json(p->name), "file",
			text_json(p->file), "version", version, "set", set, "axes", axes, "points",
			points, "compare", tree_json(p->compare), "plots", tree_json(p->plots));
	sim_assert(all);
	text = json_dumps(all, JSON_INDENT(1));
	path = xasprintf("%s/run.json", dir);
	err = file_write(path, text);
	free(path);
	free(text);
	json_decref(all);
	return err;
}
