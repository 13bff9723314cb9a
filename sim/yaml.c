/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/yaml.h"

#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/yaml_int.h"

static void *names; /* tsearch() tree of strings */

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

const char *yaml_intern(const char *name)
{
	void *found = tfind(name, &names, by_text);

	if (!found)
		found = tsearch(xstrdup(name), &names, by_text);
	return *(const char *const *)found;
}

struct yaml_node *yaml_new(enum yaml_kind kind, const char *file, uint32_t line, uint32_t column)
{
	struct yaml_node *n = xcalloc(1, sizeof(*n));

	n->kind = kind;
	n->file = file;
	n->line = line;
	n->column = column;
	return n;
}

struct yaml_node *yaml_map(const char *origin)
{
	return yaml_new(YAML_MAP, yaml_intern(origin), 0, 0);
}

struct yaml_node *yaml_map_at(const struct yaml_node *n)
{
	return yaml_new(YAML_MAP, n->file, n->line, n->column);
}

struct yaml_node *yaml_scalar(const char *text, const char *origin)
{
	struct yaml_node *n = yaml_new(YAML_SCALAR, yaml_intern(origin), 0, 0);

	n->text = xstrdup(text);
	n->quoted = true;
	return n;
}

void yaml_free(struct yaml_node *n)
{
	if (!n)
		return;
	for (size_t i = 0; i < n->n; i++) {
		free(n->kids[i].key);
		yaml_free(n->kids[i].node);
	}
	for (size_t i = 0; i < n->n_asked; i++)
		free(n->asked[i]);
	free(n->asked);
	free(n->kids);
	free(n->text);
	free(n->where);
	free(n);
}

struct yaml_kid *yaml_append(struct yaml_node *parent, const char *key, struct yaml_node *node)
{
	struct yaml_kid *k;

	if (parent->n == parent->room) {
		parent->room = parent->room ? 2 * parent->room : 4;
		parent->kids = xrealloc(parent->kids, parent->room * sizeof(*parent->kids));
	}
	k = &parent->kids[parent->n++];
	*k = (struct yaml_kid){key ? xstrdup(key) : NULL, node->file, node->line, node->column,
			       node};
	return k;
}

struct yaml_kid *yaml_kid(const struct yaml_node *map, const char *key, size_t len)
{
	for (size_t i = 0; i < map->n; i++) {
		const char *k = map->kids[i].key;

		if (k && strncmp(k, key, len) == 0 && k[len] == '\0')
			return &map->kids[i];
	}
	return NULL;
}

enum yaml_kind yaml_kind(const struct yaml_node *n)
{
	return n->kind;
}

const char *yaml_text(const struct yaml_node *n)
{
	return n->text;
}

bool yaml_is_null(const struct yaml_node *n)
{
	if (n->kind != YAML_SCALAR || n->quoted)
		return false;
	return n->text[0] == '\0' || strcmp(n->text, "~") == 0 || strcmp(n->text, "null") == 0;
}

static char *place(const char *file, uint32_t line, uint32_t column)
{
	if (line == 0)
		return xstrdup(file);
	return xasprintf("%s:%u:%u", file, line, column);
}

const char *yaml_where(const struct yaml_node *n)
{
	if (!n->where)
		((struct yaml_node *)n)->where = place(n->file, n->line, n->column);
	return n->where;
}

const char *yaml_file(const struct yaml_node *n)
{
	return n->line ? n->file : NULL;
}

char *yaml_key_where(const struct yaml_node *n, size_t i)
{
	const struct yaml_kid *k = &n->kids[i];

	return place(k->file, k->line, k->column);
}

char *yaml_error(const struct yaml_node *n, const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		text = NULL;
	va_end(ap);
	return err_in(text ? text : xstrdup("out of memory"), "%s", yaml_where(n));
}

/* Remembers what the map was asked for: the words for "did you mean". */
static void ask(struct yaml_node *map, const char *key, size_t len)
{
	for (size_t i = 0; i < map->n_asked; i++)
		if (strncmp(map->asked[i], key, len) == 0 && map->asked[i][len] == '\0')
			return;
	if (map->n_asked == map->asked_room) {
		map->asked_room = map->asked_room ? 2 * map->asked_room : 8;
		map->asked = xrealloc(map->asked, map->asked_room * sizeof(*map->asked));
	}
	map->asked[map->n_asked++] = xasprintf("%.*s", (int)len, key);
}

static struct yaml_kid *sequence_kid(const struct yaml_node *seq, const char *index, size_t len)
{
	size_t i = 0;

	if (len == 0 || len > 6)
		return NULL;
	for (size_t k = 0; k < len; k++) {
		if (index[k] < '0' || index[k] > '9')
			return NULL;
		i = 10 * i + (size_t)(index[k] - '0');
	}
	return i < seq->n ? &seq->kids[i] : NULL;
}

/* One step of a path. */
static struct yaml_kid *step(const struct yaml_node *n, const char *key, size_t len)
{
	if (n->kind == YAML_SEQ)
		return sequence_kid(n, key, len);
	return n->kind == YAML_MAP ? yaml_kid(n, key, len) : NULL;
}

static struct yaml_node *walk(struct yaml_node *n, const char *path, bool mark)
{
	while (n && *path) {
		size_t len = strcspn(path, ".");
		struct yaml_kid *k = step(n, path, len);

		if (mark && n->kind == YAML_MAP)
			ask(n, path, len);
		n = k && !k->node->is_default ? k->node : NULL;
		if (n && mark)
			n->used = true;
		path += len + (path[len] == '.');
	}
	return n;
}

struct yaml_node *yaml_get(struct yaml_node *map, const char *path)
{
	return walk(map, path, true);
}

struct yaml_node *yaml_find(const struct yaml_node *map, const char *path)
{
	return walk((struct yaml_node *)map, path, false);
}

size_t yaml_count(const struct yaml_node *n)
{
	return n->n;
}

struct yaml_node *yaml_at(struct yaml_node *n, size_t i, const char **key)
{
	sim_assert(i < n->n);
	if (key)
		*key = n->kids[i].key;
	n->kids[i].node->used = true;
	return n->kids[i].node;
}

size_t yaml_size(const struct yaml_node *n)
{
	size_t size = 1;

	for (size_t i = 0; i < n->n; i++)
		size += yaml_size(n->kids[i].node);
	return size;
}

void yaml_mark(struct yaml_node *n)
{
	n->used = true;
	for (size_t i = 0; i < n->n; i++)
		yaml_mark(n->kids[i].node);
}

static char *unknown_key(const struct yaml_node *map, const struct yaml_kid *k)
{
	const char *near = nearest_name(k->key, (const char *const *)map->asked, map->n_asked);
	char *at = place(k->file, k->line, k->column);
	char *err;

	if (near)
		err = err_fmt("%s: unknown key '%s'; did you mean '%s'?", at, k->key, near);
	else if (strchr(k->key, '.'))
		err = err_fmt("%s: unknown key '%s'; nest mappings instead of dots", at, k->key);
	else
		err = err_fmt("%s: unknown key '%s'", at, k->key);
	free(at);
	return err;
}

char *yaml_unused(const struct yaml_node *root)
{
	char *err = NULL;

	for (size_t i = 0; i < root->n && !err; i++) {
		const struct yaml_kid *k = &root->kids[i];

		if (k->key && !k->node->used && !k->node->is_default)
			err = unknown_key(root, k);
		else
			err = yaml_unused(k->node);
	}
	return err;
}

char *yaml_misspelt(const struct yaml_node *map, const char *name)
{
	for (size_t i = 0; i < map->n; i++) {
		const struct yaml_kid *k = &map->kids[i];

		if (k->key && !k->node->used && !k->node->is_default &&
		    nearest_name(k->key, &name, 1))
			return unknown_key(map, k);
	}
	return NULL;
}
