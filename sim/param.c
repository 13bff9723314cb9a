/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/param.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/param_value.h"
#include "sim/yaml.h"

union value {
	uint64_t u64;
	double d;
	bool b;
	int e;
	const char *s; /* the text itself */
};

static void *member(const struct param *p, const void *strct)
{
	return (char *)strct + p->offset;
}

static char *parse(const struct param *p, const char *text, union value *v)
{
	switch (p->type) {
	case PARAM_DOUBLE:
		return param_value_double(text, &v->d);
	case PARAM_BOOL:
		return param_value_bool(text, &v->b);
	case PARAM_ENUM:
		return param_value_enum(p->choices, text, &v->e);
	case PARAM_STRING:
		v->s = text;
		return NULL;
	default:
		return param_value_number(p->type, text, &v->u64);
	}
}

/* -1, 0, 1; numbers only. */
static int compare(const struct param *p, const union value *a, const union value *b)
{
	if (p->type == PARAM_DOUBLE)
		return (a->d > b->d) - (a->d < b->d);
	return (a->u64 > b->u64) - (a->u64 < b->u64);
}

/* A bound is ours: if it does not parse, the table is wrong. */
static bool beyond(const struct param *p, const union value *v, const char *bound, int side)
{
	union value limit;
	char *err;

	if (!bound)
		return false;
	err = parse(p, bound, &limit);
	sim_assertf(!err, "parameter %s: bound %s: %s", p->name, bound, err);
	return compare(p, v, &limit) == side;
}

static char *check_range(const struct param *p, const char *text, const union value *v)
{
	if (p->type == PARAM_BOOL || p->type == PARAM_ENUM || p->type == PARAM_STRING)
		return NULL;
	if (!beyond(p, v, p->min, -1) && !beyond(p, v, p->max, 1))
		return NULL;
	if (!p->max)
		return err_fmt("%s is below the minimum, %s", text, p->min);
	if (!p->min)
		return err_fmt("%s is above the maximum, %s", text, p->max);
	return err_fmt("%s is out of range %s..%s", text, p->min, p->max);
}

static void store(const struct param *p, const union value *v, void *strct)
{
	void *to = member(p, strct);

	switch (p->type) {
	case PARAM_U32:
		*(uint32_t *)to = (uint32_t)v->u64;
		break;
	case PARAM_DOUBLE:
		*(double *)to = v->d;
		break;
	case PARAM_BOOL:
		*(bool *)to = v->b;
		break;
	case PARAM_ENUM:
		*(int *)to = v->e;
		break;
	case PARAM_STRING:
		free(*(char **)to);
		*(char **)to = xstrdup(v->s);
		break;
	default:
		*(uint64_t *)to = v->u64;
		break;
	}
}

char *param_parse(const struct param *p, const char *text, void *out)
{
	union value v;
	char *err = parse(p, text, &v);

	if (!err)
		err = check_range(p, text, &v);
	if (!err)
		store(p, &v, out);
	return err;
}

void param_defaults(const struct param_table *t, void *out)
{
	memset(out, 0, t->struct_size);
	for (const struct param *p = t->params; p->name; p++) {
		char *err = NULL;

		sim_assertf(p->offset < t->struct_size, "table %s: %s is outside", t->name,
			    p->name);
		if (p->def)
			err = param_parse(p, p->def, out);
		else if (p->type == PARAM_STRING)
			err = param_parse(p, "", out);
		sim_assertf(!err, "table %s: default of %s: %s", t->name, p->name, err);
	}
}

/* The shortest of the forms that reads back as the same double. */
static char *print_double(double v)
{
	for (int digits = 6; digits < 17; digits++) {
		char *s = xasprintf("%.*g", digits, v);

		if (strtod(s, NULL) == v)
			return s;
		free(s);
	}
	return xasprintf("%.17g", v);
}

/* The value's text, not quoted. */
static char *param_text(const struct param *p, const void *strct)
{
	const void *from = member(p, strct);

	switch (p->type) {
	case PARAM_U32:
		return xasprintf("%u", *(const uint32_t *)from);
	case PARAM_DOUBLE:
		return print_double(*(const double *)from);
	case PARAM_BOOL:
		return xstrdup(*(const bool *)from ? "on" : "off");
	case PARAM_ENUM:
		return xstrdup(p->choices[*(const int *)from]);
	case PARAM_STRING:
		return xstrdup(*(char *const *)from);
	default:
		return param_value_print(p->type, *(const uint64_t *)from);
	}
}

static char *load_one(const struct param *p, struct yaml_node *n, void *out)
{
	const char *text = yaml_text(n);
	char *err;

	if (!text)
		return yaml_error(n, "%s takes one value (%s), not a %s", p->name,
				  param_type_name(p->type),
				  yaml_kind(n) == YAML_MAP ? "mapping" : "list");
	if (yaml_is_null(n))
		return yaml_error(n, "%s has no value", p->name);
	err = param_parse(p, text, out);
	if (err)
		return err_in(err, "%s: %s", yaml_where(n), p->name);
	return NULL;
}

/* "a.b.c" needs maps at "a" and "a.b": says so where there is none. */
static char *check_way(const struct param *p, struct yaml_node *map)
{
	for (const char *dot = strchr(p->name, '.'); dot; dot = strchr(dot + 1, '.')) {
		char *upper = xasprintf("%.*s", (int)(dot - p->name), p->name);
		struct yaml_node *n = yaml_find(map, upper);
		char *err = NULL;

		if (n && yaml_kind(n) != YAML_MAP)
			err = yaml_error(n, "%s must be a mapping (%s is below it)", upper,
					 p->name);
		free(upper);
		if (err)
			return err;
	}
	return NULL;
}

static char *must_be_given(const struct param_table *t, const struct param *p,
			   struct yaml_node *map)
{
	/* a misspelt key is a better answer than "missing" */
	char *err = map ? yaml_misspelt(map, p->name) : NULL;

	if (err)
		return err;
	if (!map)
		return err_fmt("%s: '%s' must be given: %s", t->name, p->name, p->help);
	return yaml_error(map, "%s: '%s' must be given: %s", t->name, p->name, p->help);
}

static void note_default(const struct param *p, struct yaml_node *map, const void *strct)
{
	char *text = param_text(p, strct);

	yaml_default(map, p->name, text);
	free(text);
}

char *param_load(const struct param_table *t, struct yaml_node *map, void *out)
{
	char *err = NULL;

	if (map && yaml_kind(map) != YAML_MAP && !yaml_is_null(map))
		return yaml_error(map, "%s must be a mapping", t->name);
	for (const struct param *p = t->params; map && p->name && !err; p++) {
		struct yaml_node *n = yaml_get(map, p->name);

		err = check_way(p, map);
		if (!err && n)
			err = load_one(p, n, out);
	}
	for (const struct param *p = t->params; p->name && !err; p++) {
		if (map && yaml_find(map, p->name))
			continue;
		if (!p->def)
			err = must_be_given(t, p, map);
		else if (map)
			note_default(p, map, out);
	}
	return err;
}

void param_free(const struct param_table *t, void *out)
{
	for (const struct param *p = t->params; p->name; p++) {
		char **s = member(p, out);

		if (p->type != PARAM_STRING)
			continue;
		free(*s);
		*s = NULL;
	}
}

char *param_print(const struct param *p, const void *strct)
{
	char *text = param_text(p, strct), *quoted;
	struct yaml_node *n;

	if (p->type != PARAM_STRING)
		return text;
	n = yaml_scalar(text, "");
	free(text);
	quoted = yaml_write(n);
	quoted[strcspn(quoted, "\n")] = '\0'; /* newlines in it are escaped */
	yaml_free(n);
	return quoted;
}
