/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a scenario file to a tree that a simulation can be built from: includes
 * merged, components named by the user replaced by what they are.
 *
 * A component is a host's `machine`, `kernel` or `nic`; given at the top level
 * it is the default for every host.  Its value is a name (machines/NAME.yaml
 * and so on), a file, or a mapping; a mapping with `base: NAME` overrides what
 * the named one says.  In memory a name is always the mapping {base: NAME}.
 */
#ifndef NICPATH_SCENARIOS_SCENARIO_H
#define NICPATH_SCENARIOS_SCENARIO_H

#include <stdbool.h>

struct yaml_node;

/*
 * Reads a scenario with its includes. Error: "file:line:column: ...".  path: a
 * file, or what `nicpath list scenarios` names.
 */
char *scenario_load(const char *path, struct yaml_node **out);

/*
 * Sets a path in a loaded tree (the value becomes the tree's).  A name onto a
 * component that is only partly described (a mapping without `name`) sets its
 * base and keeps the rest; onto a full one it replaces it.
 */
char *scenario_set(struct yaml_node *tree, const char *path, struct yaml_node *value,
		   const char *origin);

/*
 * Gives every host complete machine, kernel and nic mappings, as far as the
 * scenario names any, and takes the top-level ones away.  A scenario without
 * `hosts` gets one host, "host".  Components keep their `name`.
 */
char *scenario_resolve(struct yaml_node *tree);

/*
 * The resolved mapping of a component that a user named on the command line;
 * kind is "machine", "kernel" or "nic".  Caller frees *out.
 */
char *component_load(const char *kind, const char *name, struct yaml_node **out);

/* Merges trees, minding components; frees both, NULL is empty. */
struct yaml_node *scenario_merge(struct yaml_node *base, struct yaml_node *over);

/* Makes {base: NAME} of names, checks the shape of components and hosts. */
char *scenario_normalise(struct yaml_node *tree);

/* "machine" -> "machines"; NULL if it is no component. */
const char *component_folder(const char *kind);

#endif
