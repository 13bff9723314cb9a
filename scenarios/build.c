/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The composition: from a resolved scenario to models, in the order in which
 * they need each other.
 */
#include "scenarios/build.h"

#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/yaml.h"

struct build_host *build_find_host(struct build *b, const char *name)
{
	for (unsigned int i = 0; i < b->hosts; i++)
		if (!strcmp(b->host[i].name, name))
			return &b->host[i];
	return NULL;
}

char *build_check_name(struct yaml_node *at, const char *what, const char *name)
{
	static const char allowed[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

	if (strlen(name) > BUILD_MAX_NAME)
		return yaml_error(at, "%s %s: a name has at most %d characters", what, name,
				  BUILD_MAX_NAME);
	if (!*name || name[strspn(name, allowed)])
		return yaml_error(at, "%s \"%s\": a name has letters, digits, - and _ only", what,
				  name);
	return NULL;
}

static void mark(struct yaml_node *tree, const char *key)
{
	struct yaml_node *n = yaml_get(tree, key);

	if (n)
		yaml_mark(n);
}

/* Keys that belong to the report or to the sweep, not to a simulation. */
static void mark_foreign(struct yaml_node *tree)
{
	static const char *const keys[] = {"title", "compare", "plots", "sweep", "repeat"};

	for (unsigned int i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		mark(tree, keys[i]);
}

char *build_all(struct build *b, struct yaml_node *tree, bool check_only)
{
	char *err = scenario_params_load(tree, &b->params);

	mark_foreign(tree);
	if (!err)
		err = build_hosts(b, tree, check_only);
	if (!err)
		err = build_links(b, tree, check_only);
	if (!err)
		err = build_flows(b, tree, check_only);
	return err;
}
