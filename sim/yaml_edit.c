/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Making trees from trees: copy, merge, set. */
#include "sim/yaml.h"

#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/yaml_int.h"

static void append_copy(struct yaml_node *to, const struct yaml_kid *k)
{
	struct yaml_kid *new = yaml_append(to, k->key, yaml_copy(k->node));

	new->file = k->file;
	new->line = k->line;
	new->column = k->column;
}

static struct yaml_node *copy_head(const struct yaml_node *n)
{
	struct yaml_node *c = yaml_new(n->kind, n->file, n->line, n->column);

	c->quoted = n->quoted;
	c->is_default = n->is_default;
	if (n->text)
		c->text = xstrdup(n->text);
	return c;
}

struct yaml_node *yaml_copy(const struct yaml_node *n)
{
	struct yaml_node *c = copy_head(n);

	for (size_t i = 0; i < n->n; i++)
		append_copy(c, &n->kids[i]);
	return c;
}

/* The place of the key moves with the value that won. */
static void merge_kid(struct yaml_node *to, const struct yaml_kid *k)
{
	struct yaml_kid *old = yaml_kid(to, k->key, strlen(k->key));
	struct yaml_node *merged;

	if (!old) {
		append_copy(to, k);
		return;
	}
	if (k->node->is_default && !old->node->is_default)
		return;
	merged = yaml_merge(old->node, k->node);
	yaml_free(old->node);
	old->node = merged;
	old->file = k->file;
	old->line = k->line;
	old->column = k->column;
}

struct yaml_node *yaml_merge(const struct yaml_node *base, const struct yaml_node *over)
{
	struct yaml_node *m;

	if (!over)
		return yaml_copy(base);
	if (!base || base->kind != YAML_MAP || over->kind != YAML_MAP)
		return yaml_copy(over);
	m = yaml_copy(base);
	m->file = over->file;
	m->line = over->line;
	m->column = over->column;
	for (size_t i = 0; i < over->n; i++)
		merge_kid(m, &over->kids[i]);
	return m;
}

void yaml_put(struct yaml_node *map, const char *key, struct yaml_node *value)
{
	struct yaml_kid *k = yaml_kid(map, key, strlen(key));

	if (!k) {
		yaml_append(map, key, value);
		return;
	}
	if (k->node != value)
		yaml_free(k->node);
	k->node = value;
	k->file = value->file;
	k->line = value->line;
	k->column = value->column;
}

struct yaml_node *yaml_take(struct yaml_node *map, const char *key)
{
	struct yaml_kid *k = yaml_kid(map, key, strlen(key));
	struct yaml_node *n;

	if (!k)
		return NULL;
	n = k->node;
	free(k->key);
	map->n--;
	memmove(k, k + 1, (size_t)(map->kids + map->n - k) * sizeof(*k));
	return n;
}

/* The command line has no lines: the origin alone is the place. */
static void set_place(struct yaml_node *n, const char *file)
{
	n->file = file;
	n->line = 0;
	for (size_t i = 0; i < n->n; i++) {
		n->kids[i].file = file;
		n->kids[i].line = 0;
		set_place(n->kids[i].node, file);
	}
}

char *yaml_value(const char *text, const char *origin, struct yaml_node **out)
{
	const char *word = text + strspn(text, " \t");
	char *err;

	/* As a file, these would be an empty one. */
	if (*word == '\0' || strcmp(word, "~") == 0 || strcmp(word, "null") == 0) {
		*out = yaml_scalar(word, origin);
		return NULL;
	}
	err = yaml_parse(origin, text, out);
	if (!err)
		set_place(*out, yaml_intern(origin));
	return err;
}

static char *check_path(const char *path, const char *origin)
{
	size_t levels = 1;

	for (const char *p = path; *p; p++)
		levels += *p == '.';
	if (path[0] == '\0' || path[0] == '.' || path[strlen(path) - 1] == '.' ||
	    strstr(path, ".."))
		return err_fmt("%s: '%s' is not a path: name.name.name is", origin, path);
	if (levels > YAML_MAX_DEPTH / 2)
		return err_fmt("%s: the path is more than %d levels deep", origin,
			       YAML_MAX_DEPTH / 2);
	return NULL;
}

/*
 * Goes one step down from *at, making a map where there is nothing (or a
 * null).  `done` is the length of the path so far, for the message.
 */
static char *descend(struct yaml_node **at, const char *path, size_t done, size_t len,
		     const char *origin)
{
	struct yaml_node *n = *at;
	char *key = xasprintf("%.*s", (int)len, path + done);
	struct yaml_node *next = yaml_find(n, key);

	if (!next && n->kind == YAML_SEQ) {
		free(key);
		return err_fmt("%s: '%.*s' is a list of %zu: '%.*s' is not in it", origin,
			       done ? (int)done - 1 : 0, path, n->n, (int)len, path + done);
	}
	if (!next || (n->kind == YAML_MAP && yaml_is_null(next))) {
		next = yaml_map(origin);
		yaml_put(n, key, next);
	}
	free(key);
	*at = next;
	if (next->kind == YAML_SCALAR)
		return err_fmt("%s: '%.*s' is the value '%.40s', nothing can be below it", origin,
			       (int)(done + len), path, next->text);
	return NULL;
}

static char *put_last(struct yaml_node *n, const char *path, size_t done, struct yaml_node *value,
		      const char *origin)
{
	struct yaml_node *old;

	if (n->kind == YAML_MAP) {
		yaml_put(n, path + done, value);
		return NULL;
	}
	old = yaml_find(n, path + done);
	for (size_t i = 0; i < n->n; i++) {
		if (n->kids[i].node != old)
			continue;
		yaml_free(old);
		n->kids[i].node = value;
		return NULL;
	}
	yaml_free(value);
	return err_fmt("%s: '%.*s' is a list of %zu: '%s' is not in it", origin,
		       done ? (int)done - 1 : 0, path, n->n, path + done);
}

char *yaml_set_node(struct yaml_node *root, const char *path, struct yaml_node *value,
		    const char *origin)
{
	struct yaml_node *n = root;
	size_t done = 0;
	char *err = check_path(path, origin);

	sim_assert(root->kind == YAML_MAP);
	while (!err && strchr(path + done, '.')) {
		size_t len = strcspn(path + done, ".");

		err = descend(&n, path, done, len, origin);
		done += len + 1;
	}
	if (!err)
		return put_last(n, path, done, value, origin);
	yaml_free(value);
	return err;
}

char *yaml_set(struct yaml_node *root, const char *path, const char *text, const char *origin)
{
	struct yaml_node *value;
	char *err = check_path(path, origin);

	if (!err)
		err = yaml_value(text, origin, &value);
	return err ? err : yaml_set_node(root, path, value, origin);
}

struct yaml_node *yaml_section(struct yaml_node *map, const char *path)
{
	struct yaml_node *n = yaml_get(map, path);

	while (!n && *path) {
		char *key = xasprintf("%.*s", (int)strcspn(path, "."), path);
		struct yaml_node *next = yaml_get(map, key);

		if (!next || yaml_is_null(next)) {
			next = yaml_map(map->file);
			yaml_put(map, key, next);
			next->used = true;
		}
		free(key);
		if (next->kind != YAML_MAP)
			return NULL;
		map = next;
		path += strcspn(path, ".");
		path += *path == '.';
		if (*path == '\0')
			n = map;
	}
	return n && n->kind == YAML_MAP ? n : NULL;
}

void yaml_default(struct yaml_node *map, const char *path, const char *text)
{
	const char *last = strrchr(path, '.');
	struct yaml_node *value;

	if (last) {
		char *upper = xasprintf("%.*s", (int)(last - path), path);

		map = yaml_section(map, upper);
		free(upper);
		path = last + 1;
	}
	if (!map || yaml_kid(map, path, strlen(path)))
		return;
	value = yaml_scalar(text, "default");
	value->is_default = true;
	yaml_append(map, path, value);
}
