/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the program is made of: the explicit lists of NIC models, driver cores
 * and parameter tables.  A new model is one file and one row in registry.c.
 */
#ifndef NICPATH_SCENARIOS_REGISTRY_H
#define NICPATH_SCENARIOS_REGISTRY_H

#include "scenarios/cli.h"

struct driver_core;
struct nic_ops;
struct param_table;

extern const struct nic_ops *const registry_nics[];	   /* ends with NULL */
extern const struct driver_core *const registry_drivers[]; /* ends with NULL */
/* Sections of a kernel profile that stages read, without host/kprofile's own. */
extern const struct param_table *const registry_kernel_tables[];
/* Every table, for `show params` and docs/params.md, in reading order. */
const struct param_table *const *registry_tables(void);

const struct nic_ops *registry_nic(const char *name); /* NULL: unknown */
const struct driver_core *registry_driver(const char *name);

/* Words for `show` and `list` (scenarios/topics.c). */
extern const struct cli_topic registry_show[], registry_list[];

#endif
