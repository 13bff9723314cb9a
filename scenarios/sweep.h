/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scenario's sweep: axes, and the points that they span.  Points are in the
 * order of the axes in the file, the last one changing fastest; axes of one
 * zip group advance together, at the place of the first of them.
 */
#ifndef NICPATH_SCENARIOS_SWEEP_H
#define NICPATH_SCENARIOS_SWEEP_H

#include <stddef.h>

struct yaml_node;

/* More in one scenario is taken for a slip. */
#define SWEEP_MAX_POINTS 10000

struct sweep_axis {
	char *key;    /* as in the file: "kernel", "socket.limit" */
	char **paths; /* what it sets */
	size_t n_paths;
	struct yaml_node **values; /* scalars */
	size_t n;
	char *zip;	  /* group; NULL: none */
	size_t dimension; /* axes of a group share one */
	char *where;	  /* place of the key */
};

struct sweep {
	struct sweep_axis *axes;
	size_t n;
	size_t *lengths; /* of each dimension, slowest first */
	size_t dimensions;
	size_t points; /* 1 without axes */
};

/* Reads `sweep` and `repeat` and takes them out of the tree. */
char *sweep_read(struct yaml_node *tree, struct sweep *out);
void sweep_free(struct sweep *s);

/* Which of the axis's values a point has. */
size_t sweep_choice(const struct sweep *s, size_t point, size_t axis);
/* Its text. */
const char *sweep_value(const struct sweep *s, size_t point, size_t axis);

/* Axis by key; -1 if there is none. */
long sweep_find(const struct sweep *s, const char *key);

#endif
