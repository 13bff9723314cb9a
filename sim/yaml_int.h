/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files sim/yaml*.c share: the tree itself.  Nobody else includes
 * this.
 */
#ifndef NICPATH_SIM_YAML_INT_H
#define NICPATH_SIM_YAML_INT_H

#include "sim/yaml.h"

struct yaml_kid {
	char *key;	       /* NULL in a sequence */
	const char *file;      /* of the key */
	uint32_t line, column; /* of the key; 0: not from a file */
	struct yaml_node *node;
};

struct yaml_node {
	enum yaml_kind kind;
	bool used;	       /* somebody knows this node */
	bool quoted;	       /* the scalar was not plain: never a null */
	bool is_default;       /* put in by yaml_default(): lookups pass it over */
	uint32_t line, column; /* from 1; 0: file is the whole place */
	const char *file;      /* interned */
	char *where;	       /* made when first asked for */
	char *text;	       /* YAML_SCALAR */
	struct yaml_kid *kids; /* YAML_MAP, YAML_SEQ */
	size_t n, room;
	char **asked; /* names looked up in this map */
	size_t n_asked, asked_room;
};

/* A name that lives as long as the process; equal names, one pointer. */
const char *yaml_intern(const char *name);
struct yaml_node *yaml_new(enum yaml_kind kind, const char *file, uint32_t line, uint32_t column);
/* Appends; key is copied (NULL in a sequence), node becomes the parent's. */
struct yaml_kid *yaml_append(struct yaml_node *parent, const char *key, struct yaml_node *node);
struct yaml_kid *yaml_kid(const struct yaml_node *map, const char *key, size_t len);

#endif
