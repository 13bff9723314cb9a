/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_figure.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"

/* An element of a list, by name, symbol or number. */
static const json_t *element(const json_t *list, const char *key)
{
	char *end;
	size_t i, number = strtoul(key, &end, 10);
	json_t *v;

	json_array_foreach(list, i, v) {
		const char *name = json_string_value(json_object_get(v, "name"));

		if (!name)
			name = json_string_value(json_object_get(v, "symbol"));
		if (name ? !strcmp(name, key) : !*end && i == number)
			return v;
	}
	return !*end && *key ? json_array_get(list, number) : NULL;
}

static const json_t *child_of(const json_t *node, const char *key)
{
	return json_is_array(node) ? element(node, key) : json_object_get(node, key);
}

const json_t *figure_node(const json_t *node, const char *path)
{
	char key[256];
	size_t len = strlen(path);

	if (!*path)
		return node;
	if (len >= sizeof(key))
		return NULL;
	/* Longest key first: names may have dots in them. */
	for (size_t n = len; n; n--) {
		const json_t *child, *found;

		if (n != len && path[n] != '.')
			continue;
		memcpy(key, path, n);
		key[n] = '\0';
		child = child_of(node, key);
		found = child ? figure_node(child, path[n] ? path + n + 1 : path + n) : NULL;
		if (found)
			return found;
	}
	return NULL;
}

/* hosts.NAME.counters.X and the like of a host that is there: counted nothing. */
static bool never_counted(const json_t *result, const char *path)
{
	static const char *const kinds[] = {"counters", "softnet", "drops"};
	const json_t *hosts = json_object_get(result, "hosts"), *h;
	const char *name;

	if (!strncmp(path, "drops.", 6))
		return json_is_object(json_object_get(result, "drops"));
	if (strncmp(path, "hosts.", 6))
		return false;
	json_object_foreach((json_t *)hosts, name, h) {
		size_t n = strlen(name);

		if (strncmp(path + 6, name, n) || path[6 + n] != '.')
			continue;
		for (size_t i = 0; i < 3; i++) {
			size_t k = strlen(kinds[i]);

			if (!strncmp(path + 7 + n, kinds[i], k) && path[7 + n + k] == '.')
				return json_object_get(h, kinds[i]) != NULL;
		}
	}
	return false;
}

static bool plain_number(const json_t *result, const char *path, double *out)
{
	const json_t *n = figure_node(result, path);

	if (json_is_boolean(n))
		*out = json_is_true(n);
	else if (json_is_number(n))
		*out = json_number_value(n);
	else if (!n && never_counted(result, path))
		*out = 0;
	else
		return false;
	return true;
}

/* "A / B" and "A + B": the parts around the first operator. */
static const char *operator_in(const char *path)
{
	const char *slash = strstr(path, " / "), *plus = strstr(path, " + ");

	return slash ? slash : plus;
}

bool figure_number(const json_t *result, const char *path, double *out)
{
	const char *op = operator_in(path);
	double a = 0, b = 0;
	bool found;
	char *left;

	if (!op)
		return plain_number(result, path, out);
	left = xasprintf("%.*s", (int)(op - path), path);
	found = figure_number(result, left, &a) && figure_number(result, op + 3, &b);
	free(left);
	if (!found || (op[1] == '/' && b == 0))
		return false;
	*out = op[1] == '/' ? a / b : a + b;
	return true;
}

bool figure_sample(const json_t *result, const char *path, struct sample *out)
{
	char *key = xasprintf("%s_ci95", path);
	const json_t *ci = operator_in(path) ? NULL : figure_node(result, key);

	free(key);
	*out = (struct sample){0};
	if (!figure_number(result, path, &out->value))
		return false;
	out->half = json_number_value(json_object_get(ci, "half"));
	out->batches = (unsigned int)json_number_value(json_object_get(ci, "batches"));
	return true;
}

bool figure_estimate(const struct results_group *g, const char *path, struct estimate *out)
{
	struct sample *s = xcalloc(g->n, sizeof(*s));
	size_t n = 0;

	for (size_t i = 0; i < g->n; i++)
		n += g->point[i]->result && figure_sample(g->point[i]->result, path, &s[n]);
	if (n)
		*out = estimate_of(s, n);
	free(s);
	return n > 0;
}

void figure_list_add(struct figure_list *l, const char *path)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->path[i], path))
			return;
	l->path = xrealloc(l->path, (l->n + 1) * sizeof(char *));
	l->path[l->n++] = xstrdup(path);
}

void figure_list_free(struct figure_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->path[i]);
	free(l->path);
	*l = (struct figure_list){0};
}

static void expand(const json_t *node, const char *done, const char *rest, struct figure_list *out);

static void expand_key(const json_t *child, const char *done, const char *key, const char *rest,
		       struct figure_list *out)
{
	char *path = xasprintf("%s%s%s", done, *done ? "." : "", key);

	expand(child, path, rest, out);
	free(path);
}

/* One part of the pattern against all that is there. */
static void expand(const json_t *node, const char *done, const char *rest, struct figure_list *out)
{
	size_t n = strcspn(rest, "."), i;
	char *part = xasprintf("%.*s", (int)n, rest);
	const char *key, *next = rest[n] ? rest + n + 1 : rest + n;
	json_t *v;

	if (!*rest) {
		if (json_is_number(node) || json_is_boolean(node))
			figure_list_add(out, done);
		free(part);
		return;
	}
	json_object_foreach((json_t *)node, key, v)
		if (!fnmatch(part, key, 0))
			expand_key(v, done, key, next, out);
	json_array_foreach(node, i, v) {
		const char *name = json_string_value(json_object_get(v, "name"));

		if (!name)
			name = json_string_value(json_object_get(v, "symbol"));
		if (name && !fnmatch(part, name, 0))
			expand_key(v, done, name, next, out);
	}
	free(part);
}

void figure_expand(const struct results *r, const char *pattern, struct figure_list *out)
{
	if (!strpbrk(pattern, "*?[") || operator_in(pattern)) {
		figure_list_add(out, pattern);
		return;
	}
	for (size_t i = 0; i < r->points; i++)
		if (r->point[i].result)
			expand(r->point[i].result, "", pattern, out);
}
