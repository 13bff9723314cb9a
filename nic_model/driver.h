/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Driver cores: what makes a struct netdev of a NIC on a host made of stages.
 * The table of them is the composition's (scenarios/registry.c); each core's
 * object is declared in its device folder's driver.h.
 */
#ifndef NICPATH_NIC_MODEL_DRIVER_H
#define NICPATH_NIC_MODEL_DRIVER_H

struct net;
struct netdev;
struct nic;
struct param_table;
struct yaml_node;

struct driver_core {
	const char *name;		  /* "forcedeth", as in `driver:` */
	const struct param_table *params; /* for the reference */
	/*
	 * Sets n->space and the interrupt lines, fills the rings, adds the netdev
	 * (up and running: `open` has been done).  settings: the scenario's driver
	 * mapping, may be NULL.  Free of cost: called before the run, outside
	 * CPU context.  Error or NULL.
	 */
	char *(*probe)(struct net *net, struct nic *n, const char *ifname,
		       struct yaml_node *settings, struct netdev **out);
};

#endif
