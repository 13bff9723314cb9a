/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scenario's YAML tree, over libfyaml: includes resolved, --set applied,
 * and every node knows the file, line and column it came from.
 *
 * Limits (a hostile file must not hurt): 4 MiB a file, 64 levels deep, 16
 * includes deep, 100000 nodes, aliases included; more is an error.
 *
 * Not taken from YAML: tags, merge keys (<<), keys that are not scalars, and
 * more than one document a file.  Each is an error, none is skipped.
 */
#ifndef NICPATH_SIM_YAML_H
#define NICPATH_SIM_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define YAML_MAX_BYTES	  (4u << 20)
#define YAML_MAX_DEPTH	  64
#define YAML_MAX_NODES	  100000
#define YAML_MAX_INCLUDES 16

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
/* True for "key:" with nothing behind it, and for ~ and null. */
bool yaml_is_null(const struct yaml_node *n);
/* "file:line:column", static until the tree is freed. */
const char *yaml_where(const struct yaml_node *n);

/* The file that a node came from; NULL if it came from none (--set). */
const char *yaml_file(const struct yaml_node *n);
/* "file:line:column: message", for a mistake at this node. Caller frees. */
char *yaml_error(const struct yaml_node *n, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Child by dotted path ("cache.l2.size", "flows.0.rate"); NULL if absent.
 * Marks it, and the maps on the way, used.  Keys with a dot in them cannot be
 * reached like this, only through yaml_at().
 */
struct yaml_node *yaml_get(struct yaml_node *map, const char *path);
/* The same without marking anything. */
struct yaml_node *yaml_find(const struct yaml_node *map, const char *path);
size_t yaml_count(const struct yaml_node *n);
/*
 * i-th child of a map or sequence, in file order; *key (may be NULL) is NULL
 * for sequences.  Marks the child itself used, not what is below it.
 */
struct yaml_node *yaml_at(struct yaml_node *n, size_t i, const char **key);
/* Where the i-th child's key stands; "file:line:column", caller frees. */
char *yaml_key_where(const struct yaml_node *n, size_t i);
/* Nodes in the tree, this one included. */
size_t yaml_size(const struct yaml_node *n);

/* Deep merge: `over` wins; sequences are replaced whole. Copies. */
struct yaml_node *yaml_merge(const struct yaml_node *base, const struct yaml_node *over);
struct yaml_node *yaml_copy(const struct yaml_node *n);
/* New empty map, or string; `origin` is its place in messages. */
struct yaml_node *yaml_map(const char *origin);
struct yaml_node *yaml_scalar(const char *text, const char *origin);
/* New empty map that stands where `n` stands. */
struct yaml_node *yaml_map_at(const struct yaml_node *n);
/* Puts a node (becomes the map's) under a plain key; frees what was there. */
void yaml_put(struct yaml_node *map, const char *key, struct yaml_node *value);
/*
 * Notes below a dotted path the value that a reader used because none was
 * given.  It is written by yaml_write(), so that the tree becomes the resolved
 * scenario; yaml_get(), yaml_find(), yaml_unused() do not see it.
 */
void yaml_default(struct yaml_node *map, const char *path, const char *text);
/*
 * Mapping at a dotted path, marked used; an empty one is made if there is none.
 * NULL if something else than a mapping is there.
 */
struct yaml_node *yaml_section(struct yaml_node *map, const char *path);
/* Takes a child out; the caller owns it.  NULL if absent. */
struct yaml_node *yaml_take(struct yaml_node *map, const char *key);
/*
 * Sets a dotted path to text parsed as YAML, creating maps on the way.
 * `origin` (such as "--set a.b=1") is the new node's place in messages.
 */
char *yaml_set(struct yaml_node *root, const char *path, const char *text, const char *origin);
/* The same with a node, which becomes the tree's (freed on error). */
char *yaml_set_node(struct yaml_node *root, const char *path, struct yaml_node *value,
		    const char *origin);
/* Parses text as yaml_set() does. */
char *yaml_value(const char *text, const char *origin, struct yaml_node **out);

/* Marks a node and all below it as known. */
void yaml_mark(struct yaml_node *n);
/*
 * First key nobody asked for, as an error with its place and the nearest of
 * the names that were asked for in the same map; NULL if every key was used.
 */
char *yaml_unused(const struct yaml_node *root);

/*
 * The first key of the map that nobody used and that is nearly `name`, as an
 * error; NULL if there is none.  For readers that miss a key.
 */
char *yaml_misspelt(const struct yaml_node *map, const char *name);

/* Writes the tree as YAML. Caller frees. */
char *yaml_write(const struct yaml_node *n);

/* Nearest word by edit distance (<= 3 and less than half), or NULL. */
const char *nearest_name(const char *word, const char *const *names, size_t n);

#endif
