/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Machines, kernels and NICs: by name, by file, by mapping. See scenario.h. */
#include "scenarios/scenario.h"

#include <stdlib.h>
#include <string.h>

#include "scenarios/paths.h"
#include "sim/check.h"
#include "sim/yaml.h"

/* How many `base:` may stand on each other. */
#define MAX_CHAIN 16

static const struct kind {
	const char *key, *folder;
} kinds[] = {
	{"machine", "machines"},
	{"kernel", "kernels"},
	{"nic", "nics"},
};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

const char *component_folder(const char *key)
{
	for (size_t i = 0; i < KINDS; i++)
		if (strcmp(kinds[i].key, key) == 0)
			return kinds[i].folder;
	return NULL;
}

static char *normalise_one(struct yaml_node *map, const char *key)
{
	struct yaml_node *n = yaml_find(map, key), *as_map;

	if (!n || yaml_kind(n) == YAML_MAP)
		return NULL;
	if (yaml_kind(n) == YAML_SEQ || yaml_is_null(n) || !yaml_text(n)[0])
		return yaml_error(n, "%s takes a name or a mapping", key);
	/* the place of the name stays, it is what a user would look at */
	n = yaml_take(map, key);
	as_map = yaml_map_at(n);
	yaml_put(as_map, "base", n);
	yaml_put(map, key, as_map);
	return NULL;
}

static char *normalise_host(struct yaml_node *hosts, size_t i)
{
	const char *name;
	struct yaml_node *host = yaml_at(hosts, i, &name);
	char *err = NULL;

	if (yaml_is_null(host)) {
		yaml_put(hosts, name, yaml_map_at(host));
		return NULL;
	}
	if (yaml_kind(host) != YAML_MAP)
		return yaml_error(host, "host %s must be a mapping", name);
	for (size_t k = 0; k < KINDS && !err; k++)
		err = normalise_one(host, kinds[k].key);
	return err;
}

char *scenario_normalise(struct yaml_node *tree)
{
	struct yaml_node *hosts = yaml_find(tree, "hosts");
	char *err = NULL;

	for (size_t k = 0; k < KINDS && !err; k++)
		err = normalise_one(tree, kinds[k].key);
	if (err || !hosts)
		return err;
	if (yaml_kind(hosts) != YAML_MAP)
		return yaml_error(hosts, "hosts must be a mapping (name: {...})");
	for (size_t i = 0; i < yaml_count(hosts) && !err; i++)
		err = normalise_host(hosts, i);
	return err;
}

/* A full description of its own: nothing that overrides something else. */
static bool is_complete(const struct yaml_node *component)
{
	return yaml_find(component, "name") && !yaml_find(component, "base");
}

static struct yaml_node *merge_component(const struct yaml_node *base, const struct yaml_node *over)
{
	if (base && over && yaml_find(over, "base") && is_complete(base))
		return yaml_copy(over);
	return yaml_merge(base, over);
}

/* A mapping in which some keys are components: the top level, or a host. */
static struct yaml_node *merge_with_components(const struct yaml_node *base,
					       const struct yaml_node *over)
{
	struct yaml_node *m = yaml_merge(base, over);

	for (size_t k = 0; k < KINDS; k++) {
		const struct yaml_node *b = yaml_find(base, kinds[k].key);
		const struct yaml_node *o = yaml_find(over, kinds[k].key);

		if (b && o)
			yaml_put(m, kinds[k].key, merge_component(b, o));
	}
	return m;
}

struct yaml_node *scenario_merge(struct yaml_node *base, struct yaml_node *over)
{
	struct yaml_node *m, *b, *o;

	if (!base || !over)
		return base ? base : over;
	m = merge_with_components(base, over);
	b = yaml_find(base, "hosts");
	o = yaml_find(over, "hosts");
	for (size_t i = 0; b && o && i < yaml_count(b); i++) {
		const char *name;
		struct yaml_node *host = yaml_at(b, i, &name);
		struct yaml_node *same = yaml_find(o, name);
		struct yaml_node *hosts = yaml_find(m, "hosts");

		if (same)
			yaml_put(hosts, name, merge_with_components(host, same));
	}
	yaml_free(base);
	yaml_free(over);
	return m;
}

/* The mapping that a path's last key is in, if that key names a component. */
static const char *component_at(const char *path)
{
	const char *key = path;

	if (strncmp(path, "hosts.", 6) == 0) {
		key = strchr(path + 6, '.');
		if (!key)
			return NULL;
		key++;
	}
	return component_folder(key) ? key : NULL;
}

char *scenario_set(struct yaml_node *tree, const char *path, struct yaml_node *value,
		   const char *origin)
{
	struct yaml_node *old = component_at(path) ? yaml_find(tree, path) : NULL;
	char *err;

	if (old && yaml_kind(value) == YAML_SCALAR && yaml_kind(old) == YAML_MAP &&
	    !is_complete(old) && !yaml_is_null(value)) {
		yaml_put(old, "base", value);
		return NULL;
	}
	err = yaml_set_node(tree, path, value, origin);
	return err ? err : scenario_normalise(tree);
}

/* Resolved component files, by kind and path; they live with the process. */
struct cached {
	char *path;
	const char *kind;
	struct yaml_node *node;
	struct cached *next;
};

static struct cached *cache;

static const struct yaml_node *find_cached(const char *kind, const char *path)
{
	for (struct cached *c = cache; c; c = c->next)
		if (c->kind == kind && strcmp(c->path, path) == 0)
			return c->node;
	return NULL;
}

static void add_cached(const char *kind, const char *path, struct yaml_node *node)
{
	struct cached *c = xmalloc(sizeof(*c));

	*c = (struct cached){xstrdup(path), kind, node, cache};
	cache = c;
}

static bool is_file_name(const char *name)
{
	size_t n = strlen(name);

	return n > 5 && strcmp(name + n - 5, ".yaml") == 0;
}

static char *find_component(const struct kind *k, const struct yaml_node *name)
{
	const char *text = yaml_text(name);
	char *file = is_file_name(text) ? xstrdup(text) : xasprintf("%s.yaml", text);
	char *path = is_file_name(text) ? path_find(file, yaml_file(name)) : NULL;
	char *in_folder;

	if (!path) {
		in_folder = xasprintf("%s/%s", k->folder, file);
		path = path_find(in_folder, yaml_file(name));
		free(in_folder);
	}
	free(file);
	return path;
}

static char *no_such(const struct kind *k, const struct yaml_node *name)
{
	char *folder = path_join(path_data(), k->folder);
	const char *near;
	char **names, *err;
	size_t n;

	names = path_list(folder, &n);
	near = nearest_name(yaml_text(name), (const char *const *)names, n);
	if (near)
		err = yaml_error(name, "no %s '%s'; did you mean '%s'?", k->key, yaml_text(name),
				 near);
	else
		err = yaml_error(name, "no %s '%s' in %s (nicpath list %s)", k->key,
				 yaml_text(name), folder, k->folder);
	path_list_free(names, n);
	free(folder);
	return err;
}

static char *resolve(const struct kind *k, struct yaml_node *component, unsigned int depth,
		     struct yaml_node **out);

/* The part of a component's file that describes it, base chain included. */
static char *read_component(const struct kind *k, const char *path, unsigned int depth,
			    struct yaml_node **out)
{
	struct yaml_node *file, *part;
	char *err = scenario_load(path, &file);

	if (err)
		return err;
	part = yaml_take(file, k->key);
	if (!part) {
		err = yaml_error(file, "no '%s:' mapping in this file", k->key);
		yaml_free(file);
		return err;
	}
	yaml_free(file);
	if (!yaml_find(part, "name")) {
		char *stem = path_stem(path);

		yaml_put(part, "name", yaml_scalar(stem, path));
		free(stem);
	}
	return resolve(k, part, depth + 1, out);
}

static char *load_component(const struct kind *k, const struct yaml_node *name, unsigned int depth,
			    const struct yaml_node **out)
{
	struct yaml_node *node = NULL;
	char *path, *err = NULL;

	if (!yaml_text(name) || yaml_is_null(name))
		return yaml_error(name, "base takes the name of a %s", k->key);
	if (depth > MAX_CHAIN)
		return yaml_error(name, "base: '%s' is a loop, or more than %d deep",
				  yaml_text(name), MAX_CHAIN);
	path = find_component(k, name);
	if (!path)
		return no_such(k, name);
	*out = find_cached(k->key, path);
	if (!*out) {
		err = read_component(k, path, depth, &node);
		if (!err)
			add_cached(k->key, path, node);
		*out = node;
	}
	free(path);
	return err;
}

/* Takes the component; gives it back merged over its base. */
static char *resolve(const struct kind *k, struct yaml_node *component, unsigned int depth,
		     struct yaml_node **out)
{
	struct yaml_node *name = yaml_take(component, "base");
	const struct yaml_node *base = NULL;
	char *err = NULL;

	if (name)
		err = load_component(k, name, depth, &base);
	yaml_free(name);
	if (!err)
		*out = base ? yaml_merge(base, component) : yaml_copy(component);
	yaml_free(component);
	return err;
}

static char *resolve_in_host(struct yaml_node *tree, struct yaml_node *host, const struct kind *k)
{
	struct yaml_node *general = yaml_find(tree, k->key), *own = yaml_find(host, k->key);
	struct yaml_node *full;
	char *err;

	if (!general && !own)
		return NULL;
	err = resolve(k, merge_component(general, own), 0, &full);
	if (!err)
		yaml_put(host, k->key, full);
	return err;
}

char *scenario_resolve(struct yaml_node *tree)
{
	struct yaml_node *hosts = yaml_find(tree, "hosts");
	char *err = NULL;

	if (!hosts) {
		hosts = yaml_map_at(tree);
		yaml_put(hosts, "host", yaml_map_at(tree));
		yaml_put(tree, "hosts", hosts);
	}
	for (size_t i = 0; i < yaml_count(hosts) && !err; i++)
		for (size_t k = 0; k < KINDS && !err; k++)
			err = resolve_in_host(tree, yaml_at(hosts, i, NULL), &kinds[k]);
	for (size_t k = 0; k < KINDS; k++)
		yaml_free(yaml_take(tree, kinds[k].key));
	return err;
}

char *component_load(const char *kind, const char *name, struct yaml_node **out)
{
	for (size_t k = 0; k < KINDS; k++) {
		struct yaml_node *n;

		if (strcmp(kinds[k].key, kind) != 0)
			continue;
		n = yaml_map("command line");
		yaml_put(n, "base", yaml_scalar(name, "command line"));
		return resolve(&kinds[k], n, 0, out);
	}
	return err_fmt("'%s' is no component", kind);
}
