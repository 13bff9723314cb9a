/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Includes.  `include: [a.yaml, b.yaml]`: b wins over a, the includer over
 * both, at any depth of the mappings.  Only the outermost file's title counts.
 */
#include "scenarios/scenario.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "scenarios/paths.h"
#include "sim/check.h"
#include "sim/yaml.h"

/* In all, however they are nested: doubling includes must not explode. */
#define MAX_FILES 256

struct including {
	dev_t dev;
	ino_t ino;
	const char *path;
	const struct including *by;
	unsigned int depth;
};

static char *load_file(const char *path, const struct including *by, const struct yaml_node *from,
		       unsigned int *files, struct yaml_node **out);

/* "a.yaml -> b.yaml -> a.yaml", from the first time the file was opened. */
static char *loop_text(const struct including *by, const struct including *first, const char *last)
{
	char *text = xstrdup(last);

	for (; by; by = by->by) {
		char *longer = xasprintf("%s -> %s", by->path, text);

		free(text);
		text = longer;
		if (by == first)
			break;
	}
	return text;
}

static char *check_loop(const struct including *self, const struct yaml_node *from)
{
	for (const struct including *i = self->by; i; i = i->by) {
		char *text, *err;

		if (i->dev != self->dev || i->ino != self->ino)
			continue;
		text = loop_text(self->by, i, self->path);
		err = yaml_error(from, "include loop: %s", text);
		free(text);
		return err;
	}
	if (self->depth > YAML_MAX_INCLUDES)
		return yaml_error(from, "includes are more than %d deep", YAML_MAX_INCLUDES);
	return NULL;
}

static char *not_found(const struct yaml_node *at)
{
	char *dir = path_dir(yaml_file(at) ? yaml_file(at) : "");
	char *err = yaml_error(at, "cannot find '%s' in %s or %s", yaml_text(at),
			       dir[0] ? dir : ".", path_data());

	free(dir);
	return err;
}

static char *include_one(struct yaml_node *at, const struct including *self, unsigned int *files,
			 struct yaml_node **merged)
{
	struct yaml_node *tree = NULL;
	char *path, *err;

	if (!yaml_text(at) || !yaml_text(at)[0])
		return yaml_error(at, "include takes file names");
	path = path_find(yaml_text(at), yaml_file(at));
	if (!path)
		return not_found(at);
	err = load_file(path, self, at, files, &tree);
	free(path);
	if (err)
		return err;
	yaml_free(yaml_take(tree, "title"));
	*merged = scenario_merge(*merged, tree);
	if (yaml_size(*merged) > YAML_MAX_NODES)
		return yaml_error(at, "with this include there are more than %d values",
				  YAML_MAX_NODES);
	return NULL;
}

static char *include_all(struct yaml_node *include, const struct including *self,
			 unsigned int *files, struct yaml_node **merged)
{
	char *err = NULL;

	if (yaml_kind(include) == YAML_MAP)
		return yaml_error(include, "include takes a list of file names");
	if (yaml_kind(include) == YAML_SCALAR)
		return include_one(include, self, files, merged);
	for (size_t i = 0; i < yaml_count(include) && !err; i++)
		err = include_one(yaml_at(include, i, NULL), self, files, merged);
	return err;
}

static char *merge_includes(struct yaml_node *tree, const struct including *self,
			    unsigned int *files, struct yaml_node **out)
{
	struct yaml_node *include = yaml_take(tree, "include");
	struct yaml_node *merged = NULL;
	char *err = scenario_normalise(tree);

	if (!err && include)
		err = include_all(include, self, files, &merged);
	yaml_free(include);
	if (err) {
		yaml_free(merged);
		yaml_free(tree);
		return err;
	}
	*out = scenario_merge(merged, tree);
	return NULL;
}

static char *load_file(const char *path, const struct including *by, const struct yaml_node *from,
		       unsigned int *files, struct yaml_node **out)
{
	struct including self = {0, 0, path, by, by ? by->depth + 1 : 0};
	struct yaml_node *tree;
	struct stat st;
	char *err = NULL;

	if (stat(path, &st) == 0) {
		self.dev = st.st_dev;
		self.ino = st.st_ino;
		err = by ? check_loop(&self, from) : NULL;
	}
	if (!err && ++*files > MAX_FILES)
		err = yaml_error(from, "more than %d files are included", MAX_FILES);
	if (err)
		return err;
	err = yaml_load(path, &tree);
	if (err)
		return from ? err_in(err, "%s", yaml_where(from)) : err;
	if (yaml_kind(tree) != YAML_MAP) {
		err = yaml_error(tree, "the file must be a mapping (key: value)");
		yaml_free(tree);
		return err;
	}
	return merge_includes(tree, &self, files, out);
}

/* One of those that `nicpath list scenarios` names; NULL if it is none. */
static char *listed(const char *name)
{
	char *file, *found;

	if (path_is_file(name) || strchr(name, '/'))
		return NULL;
	found = path_find(name, NULL);
	if (found)
		return found;
	file = xasprintf("%s.yaml", name);
	found = path_find(file, NULL);
	free(file);
	return found;
}

char *scenario_load(const char *path, struct yaml_node **out)
{
	unsigned int files = 0;
	char *found = listed(path);
	char *err = load_file(found ? found : path, NULL, NULL, &files, out);

	free(found);
	return err;
}
