/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/plan.h"

#include <stdlib.h>
#include <string.h>

#include "scenarios/paths.h"
#include "scenarios/scenario.h"
#include "sim/check.h"
#include "sim/yaml.h"
#include "sim/yaml_text.h"

struct plan_setting {
	char *path, *text, *origin;
	bool structural; /* done: it changed the tree or an axis */
};

/* "PATH=VALUE"; the value may contain "=". */
static char *split_setting(const char *arg, const char *option, struct plan_setting *s)
{
	const char *eq = strchr(arg, '=');

	if (!eq || eq == arg)
		return err_fmt("%s %s: PATH=VALUE is expected", option, arg);
	s->path = xasprintf("%.*s", (int)(eq - arg), arg);
	s->text = xstrdup(eq + 1);
	s->origin = xasprintf("%s %s", option, arg);
	return NULL;
}

static bool has_prefix(const char *s, const char *prefix)
{
	return strncmp(s, prefix, strlen(prefix)) == 0;
}

/* Does an entry of `sweep:` set this path?  Its node, and in *slot its values. */
static struct yaml_node *entry_for(struct yaml_node *sweep, const char *path, const char **key,
				   bool *is_long)
{
	for (size_t i = 0; i < yaml_count(sweep); i++) {
		struct yaml_node *n = yaml_at(sweep, i, key);
		const struct yaml_node *p = yaml_find(n, "path");

		*is_long = yaml_kind(n) == YAML_MAP;
		if (!p && strcmp(*key, path) == 0)
			return n;
		if (p && yaml_text(p) && strcmp(yaml_text(p), path) == 0)
			return n;
	}
	return NULL;
}

/* --set of a path that is swept: these values instead of the axis's. */
static char *replace_axis(struct yaml_node *tree, struct plan_setting *s)
{
	struct yaml_node *sweep = yaml_find(tree, "sweep"), *entry, *value;
	const char *key;
	bool is_long;
	char *err;

	if (!sweep || yaml_kind(sweep) != YAML_MAP)
		return NULL;
	entry = entry_for(sweep, s->path, &key, &is_long);
	if (!entry)
		return NULL;
	err = yaml_value(s->text, s->origin, &value);
	if (err)
		return err;
	s->structural = true;
	if (is_long)
		yaml_put(entry, "values", value);
	else
		yaml_put(sweep, key, value);
	return NULL;
}

static struct yaml_node *entry_named(struct yaml_node *sweep, const char *name)
{
	for (size_t i = 0; i < yaml_count(sweep); i++) {
		const char *key;
		struct yaml_node *n = yaml_at(sweep, i, &key);

		if (strcmp(key, name) == 0)
			return n;
	}
	return NULL;
}

/* `--set sweep.socket.limit=...`: the axis's key has dots, it is no path. */
static char *set_axis(struct yaml_node *tree, struct plan_setting *s)
{
	struct yaml_node *sweep = yaml_find(tree, "sweep"), *value, *entry;
	const char *name = s->path + strlen("sweep.");
	char *err;

	if (sweep && yaml_kind(sweep) != YAML_MAP)
		return yaml_error(sweep, "sweep must be a mapping (path: values)");
	err = yaml_value(s->text, s->origin, &value);
	if (err)
		return err;
	if (!sweep) {
		sweep = yaml_map(s->origin);
		yaml_put(tree, "sweep", sweep);
	}
	entry = entry_named(sweep, name);
	/* other values of an axis that has a path, or a whole axis */
	if (entry && yaml_find(entry, "path") && yaml_kind(value) != YAML_MAP)
		yaml_put(entry, "values", value);
	else
		yaml_put(sweep, name, value);
	s->structural = true;
	return NULL;
}

static char *apply_structural(struct yaml_node *tree, struct plan_setting *s)
{
	if (strcmp(s->path, "include") == 0 || has_prefix(s->path, "include."))
		return err_fmt("%s: include cannot be set on the command line", s->origin);
	if (has_prefix(s->path, "sweep.") && s->path[6])
		return set_axis(tree, s);
	if (strcmp(s->path, "sweep") == 0 || strcmp(s->path, "repeat") == 0 ||
	    strcmp(s->path, "title") == 0 || has_prefix(s->path, "compare") ||
	    strcmp(s->path, "plots") == 0 ||
	    (strcmp(s->path, "seed") == 0 && yaml_find(tree, "repeat"))) {
		s->structural = true;
		return yaml_set(tree, s->path, s->text, s->origin);
	}
	return replace_axis(tree, s);
}

/* A new name below `hosts` would quietly make a new host. */
static char *check_host(const struct yaml_node *tree, const char *path, const char *origin)
{
	struct yaml_node *hosts = yaml_find(tree, "hosts");
	size_t len, n = hosts ? yaml_count(hosts) : 1;
	const char **names, *near;
	bool found = false;
	char *name, *err;

	if (!has_prefix(path, "hosts."))
		return NULL;
	len = strcspn(path + 6, ".");
	name = xasprintf("%.*s", (int)len, path + 6);
	names = xcalloc(n + 1, sizeof(*names));
	names[0] = "host"; /* of a scenario without hosts */
	for (size_t i = 0; hosts && i < n; i++)
		yaml_at(hosts, i, &names[i]);
	for (size_t i = 0; i < n; i++)
		found = found || strcmp(names[i], name) == 0;
	near = nearest_name(name, names, n);
	err = found  ? NULL
	      : near ? err_fmt("%s: no host '%s'; did you mean '%s'?", origin, name, near)
		     : err_fmt("%s: no host '%s' in this scenario", origin, name);
	free(names);
	free(name);
	return err;
}

/* A default for all hosts that every host overrides does nothing. */
static char *check_effect(const struct yaml_node *tree, const char *path, const char *origin)
{
	struct yaml_node *hosts = yaml_find(tree, "hosts"), *own = NULL;
	char *kind = xasprintf("%.*s", (int)strcspn(path, "."), path);
	const char *name = NULL;
	bool all = component_folder(kind) && hosts && yaml_count(hosts) > 0;

	for (size_t i = 0; all && i < yaml_count(hosts); i++) {
		struct yaml_node *host = yaml_at(hosts, i, &name);

		own = yaml_find(host, path);
		if (own && strcmp(path, kind) == 0 && !yaml_find(own, "base") &&
		    !yaml_find(own, "name"))
			own = NULL;
		all = own != NULL;
	}
	free(kind);
	if (!all)
		return NULL;
	return err_fmt("%s: has no effect, each host has its own (%s); set hosts.%s.%s", origin,
		       yaml_where(own), name, path);
}

static char *check_target(const struct plan *p, const char *path, const char *origin)
{
	char *err = check_host(p->tree, path, origin);

	return err ? err : check_effect(p->tree, path, origin);
}

static char *check_targets(const struct plan *p)
{
	char *err = NULL;

	for (size_t i = 0; i < p->n_settings && !err; i++)
		if (!p->settings[i].structural)
			err = check_target(p, p->settings[i].path, p->settings[i].origin);
	for (size_t i = 0; i < p->sweep.n && !err; i++)
		for (size_t k = 0; k < p->sweep.axes[i].n_paths && !err; k++)
			err = check_target(p, p->sweep.axes[i].paths[k], p->sweep.axes[i].where);
	return err;
}

static char *read_settings(struct plan *p, const char *const *sets, size_t n)
{
	char *err = NULL;

	p->settings = xcalloc(n + 1, sizeof(*p->settings));
	for (size_t i = 0; i < n && !err; i++) {
		err = split_setting(sets[i], "--set", &p->settings[i]);
		if (err)
			break;
		p->n_settings++;
		err = apply_structural(p->tree, &p->settings[i]);
	}
	return err;
}

/* What only the report needs must not make finished points stale. */
static char *take_presentation(struct plan *p)
{
	struct yaml_node *title = yaml_take(p->tree, "title");
	char *err = NULL;

	p->compare = yaml_take(p->tree, "compare");
	p->plots = yaml_take(p->tree, "plots");
	if (title && !yaml_text(title))
		err = yaml_error(title, "title takes a text");
	p->title = xstrdup(title && !err && !yaml_is_null(title) ? yaml_text(title) : p->name);
	yaml_free(title);
	return err;
}

static char *no_such_axis(const struct plan *p, const struct plan_setting *s)
{
	const char **names = xcalloc(p->sweep.n + 1, sizeof(*names));
	const char *near;
	char *err;

	for (size_t i = 0; i < p->sweep.n; i++)
		names[i] = p->sweep.axes[i].key;
	near = nearest_name(s->path, names, p->sweep.n);
	err = near ? err_fmt("%s: no axis '%s'; did you mean '%s'?", s->origin, s->path, near)
		   : err_fmt("%s: the sweep has no axis '%s'", s->origin, s->path);
	free(names);
	return err;
}

static char *check_only(const struct plan *p, const struct plan_setting *s, long axis)
{
	const struct sweep_axis *a = &p->sweep.axes[axis];

	for (size_t i = 0; i < a->n; i++)
		if (strcmp(yaml_text(a->values[i]), s->text) == 0)
			return NULL;
	return err_fmt("%s: axis '%s' has no value '%s' (%s)", s->origin, s->path, s->text,
		       a->where);
}

/* Several values of one axis: any of them. Several axes: all of them. */
static bool keeps(const struct plan *p, const struct plan_setting *only, size_t n, size_t point,
		  size_t axis)
{
	bool asked = false;

	for (size_t i = 0; i < n; i++) {
		if (strcmp(only[i].path, p->sweep.axes[axis].key) != 0)
			continue;
		if (strcmp(only[i].text, sweep_value(&p->sweep, point, axis)) == 0)
			return true;
		asked = true;
	}
	return !asked;
}

static char *read_only(const char *const *args, size_t n, const struct plan *p,
		       struct plan_setting *only)
{
	char *err = NULL;

	for (size_t i = 0; i < n && !err; i++) {
		long axis;

		err = split_setting(args[i], "--only", &only[i]);
		if (err)
			break;
		axis = sweep_find(&p->sweep, only[i].path);
		err = axis < 0 ? no_such_axis(p, &only[i]) : check_only(p, &only[i], axis);
	}
	return err;
}

static void free_settings(struct plan_setting *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(s[i].path);
		free(s[i].text);
		free(s[i].origin);
	}
	free(s);
}

static char *select_points(struct plan *p, const char *const *args, size_t n)
{
	struct plan_setting *only = xcalloc(n + 1, sizeof(*only));
	char *err = read_only(args, n, p, only);
	size_t left = 0;

	p->selected = xcalloc(p->sweep.points, sizeof(*p->selected));
	for (size_t i = 0; i < p->sweep.points && !err; i++) {
		p->selected[i] = true;
		for (size_t a = 0; a < p->sweep.n; a++)
			p->selected[i] = p->selected[i] && keeps(p, only, n, i, a);
		left += p->selected[i];
	}
	if (!err && left == 0)
		err = err_fmt("--only leaves no point: zipped values do not meet");
	free_settings(only, n);
	return err;
}

/* A file's name may be any bytes, the scenario's is text. */
static char *name_of(const char *file)
{
	char *name = path_stem(file);
	char *err = yaml_text_check("", name, strlen(name));

	for (char *p = name; err && *p; p++)
		if ((unsigned char)*p < 0x20 || (unsigned char)*p >= 0x7f)
			*p = '_';
	free(err);
	return name;
}

char *plan_make(const char *file, const char *const *sets, size_t n_sets, const char *const *only,
		size_t n_only, struct plan *out)
{
	struct plan p = {0};
	char *err = scenario_load(file, &p.tree);

	if (err)
		return err;
	p.file = xstrdup(file);
	p.name = name_of(file);
	err = read_settings(&p, sets, n_sets);
	if (!err)
		err = take_presentation(&p);
	if (!err)
		err = sweep_read(p.tree, &p.sweep);
	if (!err)
		err = check_targets(&p);
	if (!err)
		err = select_points(&p, only, n_only);
	if (err)
		plan_free(&p);
	else
		*out = p;
	return err;
}

const char *plan_setting_text(const struct plan *p, size_t i)
{
	return p->settings[i].origin + strlen("--set ");
}

void plan_free(struct plan *p)
{
	free(p->file);
	free(p->name);
	free(p->title);
	free(p->selected);
	yaml_free(p->tree);
	yaml_free(p->compare);
	yaml_free(p->plots);
	sweep_free(&p->sweep);
	free_settings(p->settings, p->n_settings);
	memset(p, 0, sizeof(*p));
}

/* One value to be set in a point's tree. */
struct assignment {
	const char *path, *origin;
	const struct yaml_node *node; /* of an axis */
	const char *text;	      /* of a --set */
	size_t depth, order;
};

static int by_depth(const void *a, const void *b)
{
	const struct assignment *x = a, *y = b;

	if (x->depth != y->depth)
		return x->depth < y->depth ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static size_t depth_of(const char *path)
{
	size_t n = 1;

	for (; *path; path++)
		n += *path == '.';
	return n;
}

static size_t count_assignments(const struct plan *p)
{
	size_t n = p->n_settings;

	for (size_t i = 0; i < p->sweep.n; i++)
		n += p->sweep.axes[i].n_paths;
	return n;
}

static size_t collect(const struct plan *p, size_t point, struct assignment *out)
{
	size_t n = 0;

	for (size_t i = 0; i < p->sweep.n; i++) {
		const struct sweep_axis *a = &p->sweep.axes[i];
		const struct yaml_node *v = a->values[sweep_choice(&p->sweep, point, i)];

		for (size_t k = 0; k < a->n_paths; k++, n++)
			out[n] = (struct assignment){a->paths[k], yaml_where(v),	 v,
						     NULL,	  depth_of(a->paths[k]), n};
	}
	for (size_t i = 0; i < p->n_settings; i++) {
		const struct plan_setting *s = &p->settings[i];

		if (s->structural)
			continue;
		out[n] = (struct assignment){s->path, s->origin,	 NULL,
					     s->text, depth_of(s->path), n};
		n++;
	}
	qsort(out, n, sizeof(*out), by_depth);
	return n;
}

static char *assign(struct yaml_node *tree, const struct assignment *a)
{
	struct yaml_node *value;
	char *err;

	if (a->node)
		return scenario_set(tree, a->path, yaml_copy(a->node), a->origin);
	err = yaml_value(a->text, a->origin, &value);
	return err ? err : scenario_set(tree, a->path, value, a->origin);
}

char *plan_point(const struct plan *p, size_t point, struct yaml_node **out)
{
	struct assignment *all = xcalloc(count_assignments(p) + 1, sizeof(*all));
	size_t n = collect(p, point, all);
	struct yaml_node *tree = yaml_copy(p->tree);
	char *err = NULL;

	for (size_t i = 0; i < n && !err; i++)
		err = assign(tree, &all[i]);
	free(all);
	if (!err)
		err = scenario_resolve(tree);
	if (err)
		yaml_free(tree);
	else
		*out = tree;
	return err;
}

char *plan_checked_point(const struct plan *p, size_t point, char *(*check)(struct yaml_node *),
			 struct yaml_node **out)
{
	char *err = plan_point(p, point, out);

	if (err)
		return err;
	if (check) {
		err = check(*out);
		if (!err)
			err = yaml_unused(*out);
	}
	if (err) {
		yaml_free(*out);
		*out = NULL;
	}
	return err;
}
