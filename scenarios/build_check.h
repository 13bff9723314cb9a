/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loading every parameter of a component without making it. */
#ifndef NICPATH_SCENARIOS_BUILD_CHECK_H
#define NICPATH_SCENARIOS_BUILD_CHECK_H

struct build_host;
struct yaml_node;
struct param_table;

/* Loads a table from a mapping (NULL: nothing given) into nothing. */
char *check_table(const struct param_table *t, struct yaml_node *map);
char *check_host(struct yaml_node *machine, struct yaml_node *kernel);
/* nic, kernel: a host's resolved mappings. */
char *check_nic(struct yaml_node *nic, struct yaml_node *kernel);
/* hosts.NAME's own settings: a discipline that exists, with its options; nothing that its kernel
 * would ignore. */
char *check_settings(struct build_host *h);

/* The kernel of a host, stages or real code by `kernel.kind`; sets h->kernel. */
char *kernel_new(struct build_host *h, struct yaml_node *machine, struct yaml_node *kernel,
		 unsigned long seed);

#endif
