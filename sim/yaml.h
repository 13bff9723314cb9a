/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scenario's YAML tree, over libfyaml: includes resolved, --set applied,
 * and every node knows the file, line and column it came from.
 *
 * Limits (a hostile file must not hurt): 4 MiB a file, 64 levels deep, 16
 * includes deep, 100000 nodes, no aliases beyond that; more is an error.
 */
#ifndef NICPATH_SIM_YAML_H
#define NICPATH_SIM_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct yaml_node;

enum yaml_kind { YAML_SCALAR, YAML_MAP, YAML_SEQ };

/* Reads a file (no includes resolved). The tree lives until yaml_free(). */
char *yaml_load(const char *path, struct yaml_node **out);
/* Parses text; `name` stands for the file in messages. */
char *yaml_parse(const char *name, const char *text, struct yaml_node **out);
void yaml_free(struct yaml_node *root);

enum yaml_kind yaml_kind(const struct yaml_node *n);
/* Scalar's text; NULL for others. */
const char *yaml_text(const struct yaml_node *n);
/* "file:line:column", static until the tree is freed. */
const char *yaml_where(const struct yaml_node *n);

/* Child by dotted path ("cache.l2.size"); NULL if absent. Marks it used. */
struct yaml_node *yaml_get(struct yaml_node *map, const char *path);
size_t yaml_count(const struct yaml_node *n);
/* i-th child of a map or sequence, in file order; *key NULL for sequences. */
struct yaml_node *yaml_at(struct yaml_node *n, size_t i, const char **key);

/* Deep merge: `over` wins; sequences are replaced whole. Copies. */
struct yaml_node *yaml_merge(const struct yaml_node *base,
			     const struct yaml_node *over);
/* Sets a dotted path to text parsed as YAML, creating maps on the way. */
char *yaml_set(struct yaml_node *root, const char *path, const char *text,
	       const char *origin);

/* Marks a node and all below it as known. */
void yaml_mark(struct yaml_node *n);
/*
 * First key nobody asked for, as an error with its place and the nearest of
 * `known` (NULL-terminated; may be NULL); NULL if every key was used.
 */
char *yaml_unused(const struct yaml_node *root);

/* Writes the tree as YAML. Caller frees. */
char *yaml_write(const struct yaml_node *n);

/* Nearest word by edit distance (<= 3 and less than half), or NULL. */
const char *nearest_name(const char *word, const char *const *names, size_t n);

#endif
