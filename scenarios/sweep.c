/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/sweep.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/sweep_range.h"
#include "sim/check.h"
#include "sim/param_value.h"
#include "sim/yaml.h"

static void add_path(struct sweep_axis *a, const char *path)
{
	a->paths = xrealloc(a->paths, (a->n_paths + 1) * sizeof(*a->paths));
	a->paths[a->n_paths++] = xstrdup(path);
}

static void add_value(struct sweep_axis *a, struct yaml_node *v)
{
	if ((a->n & (a->n - 1)) == 0)
		/* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers it is */
		a->values = xrealloc(a->values, (a->n ? 2 * a->n : 1) * sizeof(*a->values));
	a->values[a->n++] = v;
}

static char *add_range(struct sweep_axis *a, const struct yaml_node *at)
{
	char **values;
	size_t n;
	char *err = range_values(yaml_text(at), &values, &n);

	if (err)
		return err_in(err, "%s", yaml_where(at));
	for (size_t i = 0; i < n; i++) {
		add_value(a, yaml_scalar(values[i], yaml_where(at)));
		free(values[i]);
	}
	free(values);
	return NULL;
}

static char *check_value(const struct sweep_axis *a, const struct yaml_node *v)
{
	if (!yaml_text(v))
		return yaml_error(v, "sweep '%s': a value cannot be a list or a mapping", a->key);
	if (yaml_is_null(v))
		return yaml_error(v, "sweep '%s': a value is missing", a->key);
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(yaml_text(a->values[i]), yaml_text(v)) == 0)
			return yaml_error(v, "sweep '%s': '%s' is there twice", a->key,
					  yaml_text(v));
	return NULL;
}

static char *add_list(struct sweep_axis *a, struct yaml_node *list)
{
	char *err = NULL;

	if (yaml_count(list) > SWEEP_MAX_VALUES)
		return yaml_error(list, "sweep '%s': more than %d values", a->key,
				  SWEEP_MAX_VALUES);
	for (size_t i = 0; i < yaml_count(list) && !err; i++) {
		struct yaml_node *v = yaml_at(list, i, NULL);

		err = check_value(a, v);
		if (!err)
			add_value(a, yaml_copy(v));
	}
	if (!err && a->n == 0)
		err = yaml_error(list, "sweep '%s' has no values", a->key);
	return err;
}

static char *read_values(struct sweep_axis *a, struct yaml_node *n)
{
	char *err;

	if (yaml_kind(n) == YAML_SEQ)
		return add_list(a, n);
	if (yaml_kind(n) == YAML_SCALAR && range_is(yaml_text(n)))
		return add_range(a, n);
	err = check_value(a, n);
	if (!err)
		add_value(a, yaml_copy(n));
	return err;
}

static char *read_paths(struct sweep_axis *a, struct yaml_node *n)
{
	if (!n)
		return NULL;
	if (yaml_kind(n) == YAML_MAP || yaml_is_null(n))
		return yaml_error(n, "sweep '%s': path takes a path or a list of paths", a->key);
	if (yaml_kind(n) == YAML_SCALAR) {
		add_path(a, yaml_text(n));
		return NULL;
	}
	for (size_t i = 0; i < yaml_count(n); i++) {
		struct yaml_node *p = yaml_at(n, i, NULL);

		if (!yaml_text(p) || yaml_is_null(p))
			return yaml_error(p, "sweep '%s': not a path", a->key);
		add_path(a, yaml_text(p));
	}
	return a->n_paths ? NULL : yaml_error(n, "sweep '%s': no path is given", a->key);
}

/* {path: P or [P, Q], values: ..., zip: GROUP} */
static char *read_long_form(struct sweep_axis *a, struct yaml_node *n)
{
	struct yaml_node *path = yaml_get(n, "path");
	struct yaml_node *values = yaml_get(n, "values");
	struct yaml_node *zip = yaml_get(n, "zip");
	char *err = NULL;

	if (path)
		yaml_mark(path);
	if (values)
		yaml_mark(values);
	err = yaml_unused(n);
	if (!err)
		err = read_paths(a, path);
	if (!err && !values)
		err = yaml_error(n, "sweep '%s' has no values", a->key);
	if (!err)
		err = read_values(a, values);
	if (!err && zip && (!yaml_text(zip) || yaml_is_null(zip)))
		err = yaml_error(zip, "sweep '%s': zip takes the name of a group", a->key);
	if (!err && zip)
		a->zip = xstrdup(yaml_text(zip));
	return err;
}

static struct sweep_axis *new_axis(struct sweep *s, const char *key, char *where)
{
	struct sweep_axis *a;

	s->axes = xrealloc(s->axes, (s->n + 1) * sizeof(*s->axes));
	a = &s->axes[s->n++];
	*a = (struct sweep_axis){.key = xstrdup(key), .where = where};
	return a;
}

static char *read_axis(struct sweep *s, struct yaml_node *sweep, size_t i)
{
	const char *key;
	struct yaml_node *n = yaml_at(sweep, i, &key);
	struct sweep_axis *a = new_axis(s, key, yaml_key_where(sweep, i));
	char *err = yaml_kind(n) == YAML_MAP ? read_long_form(a, n) : read_values(a, n);

	if (!err && a->n_paths == 0)
		add_path(a, key);
	return err;
}

/* repeat: N is an axis over the seed. */
static char *read_repeat(struct sweep *s, struct yaml_node *repeat, struct yaml_node *tree)
{
	const struct yaml_node *first = yaml_find(tree, "seed");
	struct sweep_axis *a;
	uint64_t n, seed = 1;
	char *err;

	if (!yaml_text(repeat))
		return yaml_error(repeat, "repeat takes a count");
	err = param_value_number(PARAM_U32, yaml_text(repeat), &n);
	if (!err && (n < 1 || n > SWEEP_MAX_VALUES))
		err = err_fmt("%s is out of range 1..%d", yaml_text(repeat), SWEEP_MAX_VALUES);
	if (err)
		return err_in(err, "%s: repeat", yaml_where(repeat));
	if (first && yaml_text(first))
		err = param_value_number(PARAM_U64, yaml_text(first), &seed);
	if (err)
		return err_in(err, "%s: seed", yaml_where(first));
	if (sweep_find(s, "seed") >= 0)
		return yaml_error(repeat, "repeat and a sweep over seed exclude each other");
	a = new_axis(s, "seed", xstrdup(yaml_where(repeat)));
	add_path(a, "seed");
	for (uint64_t i = 0; i < n; i++) {
		char *text = xasprintf("%llu", (unsigned long long)seed + i);

		add_value(a, yaml_scalar(text, a->where));
		free(text);
	}
	return NULL;
}

static char *join_group(struct sweep *s, size_t i)
{
	struct sweep_axis *a = &s->axes[i];

	for (size_t k = 0; a->zip && k < i; k++) {
		const struct sweep_axis *b = &s->axes[k];

		if (!b->zip || strcmp(a->zip, b->zip) != 0)
			continue;
		if (a->n != b->n)
			return err_fmt("%s: sweep '%s' has %zu values, '%s' of the same zip "
				       "group %zu",
				       a->where, a->key, a->n, b->key, b->n);
		a->dimension = b->dimension;
		return NULL;
	}
	a->dimension = s->dimensions;
	s->lengths[s->dimensions++] = a->n;
	return NULL;
}

/* Two axes over one path would silently undo each other. */
static char *check_paths(const struct sweep *s, size_t i)
{
	const struct sweep_axis *a = &s->axes[i];

	for (size_t p = 0; p < a->n_paths; p++)
		for (size_t k = 0; k <= i; k++)
			for (size_t q = 0; q < (k == i ? p : s->axes[k].n_paths); q++)
				if (strcmp(a->paths[p], s->axes[k].paths[q]) == 0)
					return err_fmt("%s: sweep '%s': '%s' is swept already",
						       a->where, a->key, a->paths[p]);
	return NULL;
}

static char *span(struct sweep *s)
{
	char *err = NULL;

	s->lengths = xcalloc(s->n + 1, sizeof(*s->lengths));
	s->points = 1;
	for (size_t i = 0; i < s->n && !err; i++) {
		err = check_paths(s, i);
		if (!err)
			err = join_group(s, i);
	}
	for (size_t d = 0; d < s->dimensions && !err; d++) {
		s->points *= s->lengths[d];
		if (s->points > SWEEP_MAX_POINTS)
			err = err_fmt("%s: the sweep has more than %d points", s->axes[0].where,
				      SWEEP_MAX_POINTS);
	}
	return err;
}

static char *read_axes(struct yaml_node *sweep, struct yaml_node *repeat, struct yaml_node *tree,
		       struct sweep *s)
{
	char *err = NULL;

	if (sweep && yaml_kind(sweep) != YAML_MAP && !yaml_is_null(sweep))
		return yaml_error(sweep, "sweep must be a mapping (path: values)");
	for (size_t i = 0; sweep && i < yaml_count(sweep) && !err; i++)
		err = read_axis(s, sweep, i);
	if (!err && repeat)
		err = read_repeat(s, repeat, tree);
	return err ? err : span(s);
}

char *sweep_read(struct yaml_node *tree, struct sweep *out)
{
	struct yaml_node *sweep = yaml_take(tree, "sweep");
	struct yaml_node *repeat = yaml_take(tree, "repeat");
	char *err;

	memset(out, 0, sizeof(*out));
	err = read_axes(sweep, repeat, tree, out);
	yaml_free(sweep);
	yaml_free(repeat);
	if (err)
		sweep_free(out);
	return err;
}

void sweep_free(struct sweep *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct sweep_axis *a = &s->axes[i];

		for (size_t k = 0; k < a->n_paths; k++)
			free(a->paths[k]);
		for (size_t k = 0; k < a->n; k++)
			yaml_free(a->values[k]);
		free(a->paths);
		free(a->values);
		free(a->key);
		free(a->zip);
		free(a->where);
	}
	free(s->axes);
	free(s->lengths);
	memset(s, 0, sizeof(*s));
}

size_t sweep_choice(const struct sweep *s, size_t point, size_t axis)
{
	for (size_t d = s->dimensions; d-- > s->axes[axis].dimension + 1;)
		point /= s->lengths[d];
	return point % s->lengths[s->axes[axis].dimension];
}

const char *sweep_value(const struct sweep *s, size_t point, size_t axis)
{
	return yaml_text(s->axes[axis].values[sweep_choice(s, point, axis)]);
}

long sweep_find(const struct sweep *s, const char *key)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->axes[i].key, key) == 0)
			return (long)i;
	return -1;
}
