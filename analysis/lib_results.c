/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"

static const char *text_of(const json_t *o, const char *key)
{
	const char *s = json_string_value(json_object_get(o, key));

	return s ? s : "";
}

static void load_axis(struct results_axis *x, const json_t *a)
{
	const json_t *values = json_object_get(a, "values");
	const json_t *paths = json_object_get(a, "paths");
	size_t j;
	json_t *v;

	x->key = xstrdup(text_of(a, "key"));
	x->n = json_array_size(values);
	x->value = xcalloc(x->n ? x->n : 1, sizeof(char *));
	x->number = xcalloc(x->n ? x->n : 1, sizeof(double));
	x->numeric = x->n > 0;
	x->unit = "";
	x->seed = !strcmp(x->key, "seed") ||
		  (json_array_size(paths) == 1 &&
		   !strcmp(json_string_value(json_array_get(paths, 0)), "seed"));
	json_array_foreach(values, j, v) {
		const json_t *number = json_object_get(v, "number");

		x->value[j] = xstrdup(text_of(v, "text"));
		x->number[j] = json_number_value(number);
		if (!number)
			x->numeric = false;
		else if (*text_of(v, "unit"))
			x->unit = text_of(v, "unit");
	}
}

/* Is it one of the paths that `set` ("PATH=VALUE", ...) names, or sweep.KEY? */
static bool is_set(const json_t *set, const char *path, const char *before)
{
	size_t i, skip = strlen(before), n = strlen(path);
	json_t *v;

	json_array_foreach(set, i, v) {
		const char *text = json_string_value(v);

		if (text && !strncmp(text, before, skip) && !strncmp(text + skip, path, n) &&
		    text[skip + n] == '=')
			return true;
	}
	return false;
}

static bool is_replaced(const json_t *set, const struct results_axis *x, const json_t *paths)
{
	const char *path;

	for (size_t i = 0; (path = json_string_value(json_array_get(paths, i))); i++)
		if (is_set(set, path, ""))
			return true;
	return is_set(set, x->key, "") || is_set(set, x->key, "sweep.");
}

/* An axis zipped to an earlier one says nothing that the first does not. */
static bool follows(const json_t *axes, size_t i)
{
	const char *group = json_string_value(json_object_get(json_array_get(axes, i), "zip"));

	for (size_t k = 0; group && k < i; k++) {
		const json_t *other = json_object_get(json_array_get(axes, k), "zip");

		if (json_string_value(other) && !strcmp(json_string_value(other), group))
			return true;
	}
	return false;
}

static void load_axes(struct results *r)
{
	const json_t *axes = json_object_get(r->run, "axes");
	size_t i;
	json_t *a;

	r->axis = xcalloc(json_array_size(axes) + 1, sizeof(*r->axis));
	json_array_foreach(axes, i, a) {
		struct results_axis *x = &r->axis[r->axes];

		if (follows(axes, i))
			continue;
		load_axis(x, a);
		x->replaced =
			is_replaced(json_object_get(r->run, "set"), x, json_object_get(a, "paths"));
		r->axes++;
	}
}

static char *load_result(const struct results *r, struct results_point *p)
{
	char *path = xasprintf("%s/%s/result.json", r->dir, p->name), *err = NULL;
	json_error_t e;

	p->result = json_load_file(path, 0, &e);
	if (!p->result && e.line > 0)
		err = err_fmt("%s:%d:%d: %s", path, e.line, e.column, e.text);
	else if (!p->result)
		err = err_fmt("%s: cannot be read, but run.json calls the point done", path);
	else if (!json_is_object(p->result))
		err = err_fmt("%s: not a result", path);
	free(path);
	return err;
}

static char *load_point(struct results *r, const json_t *from)
{
	struct results_point *p = &r->point[r->points];
	const json_t *values = json_object_get(from, "values");
	const char *state = text_of(from, "state");

	p->name = xstrdup(text_of(from, "dir"));
	p->value = xcalloc(r->axes ? r->axes : 1, sizeof(char *));
	r->points++;
	for (size_t i = 0; i < r->axes; i++) {
		const char *v = json_string_value(json_object_get(values, r->axis[i].key));

		if (!v)
			return err_fmt("%s/run.json: point %s has no value for %s", r->dir, p->name,
				       r->axis[i].key);
		p->value[i] = xstrdup(v);
	}
	p->state = !strcmp(state, "done")     ? POINT_DONE
		   : !strcmp(state, "failed") ? POINT_FAILED
					      : POINT_WAITING;
	r->state[p->state]++;
	return p->state == POINT_DONE ? load_result(r, p) : NULL;
}

static char *load_points(struct results *r)
{
	const json_t *points = json_object_get(r->run, "points");
	char *err = NULL;
	size_t i;
	json_t *p;

	if (!json_is_array(points))
		return err_fmt("%s/run.json: no list of points", r->dir);
	r->point = xcalloc(json_array_size(points) + 1, sizeof(*r->point));
	json_array_foreach(points, i, p) {
		err = load_point(r, p);
		if (err)
			break;
	}
	return err;
}

static bool same_but_seed(const struct results *r, const struct results_point *a,
			  const struct results_point *b)
{
	for (size_t i = 0; i < r->axes; i++)
		if (!r->axis[i].seed && strcmp(a->value[i], b->value[i]))
			return false;
	return true;
}

static struct results_group *group_of(struct results *r, const struct results_point *p)
{
	for (size_t i = r->groups; i-- > 0;)
		if (same_but_seed(r, r->group[i].point[0], p))
			return &r->group[i];
	return &r->group[r->groups++];
}

static void make_groups(struct results *r)
{
	r->group = xcalloc(r->points + 1, sizeof(*r->group));
	for (size_t i = 0; i < r->points; i++) {
		struct results_group *g = group_of(r, &r->point[i]);

		g->point = xrealloc(g->point, (g->n + 1) * sizeof(struct results_point *));
		g->point[g->n++] = &r->point[i];
		g->done += r->point[i].state == POINT_DONE;
		r->seeds |= g->n > 1;
	}
}

char *results_load(const char *dir, struct results *r)
{
	char *path = xasprintf("%s/run.json", dir), *err = NULL;
	json_error_t e;

	memset(r, 0, sizeof(*r));
	r->dir = xstrdup(dir);
	r->run = json_load_file(path, 0, &e);
	if (!r->run && e.line > 0)
		err = err_fmt("%s:%d:%d: %s", path, e.line, e.column, e.text);
	else if (!r->run)
		err = err_fmt("%s: cannot be read; is %s a folder that `nicpath run -o` made?",
			      path, dir);
	free(path);
	if (!err) {
		r->title = text_of(r->run, "title");
		r->scenario = text_of(r->run, "scenario");
		r->version = text_of(r->run, "version");
		load_axes(r);
		err = load_points(r);
	}
	if (err)
		results_free(r);
	else
		make_groups(r);
	return err;
}

static void free_axis(struct results_axis *x)
{
	for (size_t i = 0; i < x->n; i++)
		free(x->value[i]);
	free(x->value);
	free(x->number);
	free(x->key);
}

void results_free(struct results *r)
{
	for (size_t i = 0; i < r->points; i++) {
		for (size_t a = 0; a < r->axes; a++)
			free(r->point[i].value[a]);
		free(r->point[i].value);
		free(r->point[i].name);
		json_decref(r->point[i].result);
	}
	for (size_t i = 0; i < r->groups; i++)
		free(r->group[i].point);
	for (size_t a = 0; a < r->axes; a++)
		free_axis(&r->axis[a]);
	free(r->group);
	free(r->point);
	free(r->axis);
	free(r->dir);
	json_decref(r->run);
	memset(r, 0, sizeof(*r));
}

long results_axis_find(const struct results *r, const char *key)
{
	for (size_t i = 0; i < r->axes; i++)
		if (!strcmp(r->axis[i].key, key))
			return (long)i;
	return -1;
}

long results_axis_like(const struct results *r, const char *word)
{
	long exact = results_axis_find(r, word);

	for (size_t i = 0; i < r->axes && exact < 0; i++) {
		const char *dot = strrchr(r->axis[i].key, '.');

		if (dot && !strcmp(dot + 1, word))
			exact = (long)i;
	}
	for (size_t i = 0; i < r->axes && exact < 0; i++)
		if (strstr(r->axis[i].key, word))
			exact = (long)i;
	return exact;
}

size_t results_value_index(const struct results_axis *a, const char *value)
{
	for (size_t i = 0; i < a->n; i++)
		if (!strcmp(a->value[i], value))
			return i;
	return 0;
}

const char *results_group_value(const struct results_group *g, size_t axis)
{
	return g->point[0]->value[axis];
}

const struct results_point *results_finished(const struct results_group *g)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->point[i]->result)
			return g->point[i];
	return NULL;
}

const struct results_point *results_any(const struct results *r)
{
	for (size_t i = 0; i < r->points; i++)
		if (r->point[i].result)
			return &r->point[i];
	return NULL;
}

char *results_group_label(const struct results *r, const struct results_group *g)
{
	char *text = xstrdup(""), *more;

	for (size_t a = 0; a < r->axes; a++) {
		if (r->axis[a].n < 2 || r->axis[a].seed)
			continue;
		more = xasprintf("%s%s%s %s", text, *text ? ", " : "", r->axis[a].key,
				 results_group_value(g, a));
		free(text);
		text = more;
	}
	return text;
}
