/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One point, put together: hosts with their kernels, NICs, links, workloads.
 * Everything here lives until the process ends.
 */
#ifndef NICPATH_SCENARIOS_BUILD_H
#define NICPATH_SCENARIOS_BUILD_H

#include <stdbool.h>
#include <stdint.h>

#include "models/app/app.h"
#include "models/kernel.h"
#include "nic_model/nic.h"
#include "nic_model/wire.h"
#include "scenarios/scenario_params.h"

struct usb_shared;
struct yaml_node;

#define BUILD_MAX_HOSTS 16
#define BUILD_MAX_LINKS 32
#define BUILD_MAX_FLOWS 64
#define BUILD_MAX_NICS	4  /* a host */
#define BUILD_MAX_NAME	20 /* letters of a host's or flow's name */

/* hosts.NAME: what the experiment's author set up on that host. */
struct host_params {
	char *ip;	     /* dotted quad; "": 10.0.0.N by order */
	bool tap;	     /* a packet socket sees every frame */
	uint32_t tap_filter; /* instructions of its filter until it rejects */
	bool shared_irq;     /* the NIC's INTx line is shared with a USB controller */
	uint32_t rps_mask;   /* CPUs that receive packet steering spreads over */
	char *qdisc;	     /* of its devices; "": the kernel's default */
};
extern const struct param_table host_param_table; /* "host" */
extern const struct param_table flow_param_table; /* "flow" */
extern const struct param_table nic_param_table;  /* "nic" */

struct build_host {
	const char *name;
	struct yaml_node *tree; /* hosts.NAME */
	struct host_params params;
	struct host *host;
	struct kernel *kernel;
	uint32_t ip;
	/* Batch means of the CPU's use: sum and sum of squares of its percent. */
	double util_sum, util_squares;
	unsigned int util_batches;
	uint64_t busy_ps; /* at the last batch's end */
	unsigned int cpus;
	bool linked; /* an end of some link */
	struct nic *nic[BUILD_MAX_NICS];
	unsigned int nics;
};

struct build_link {
	struct wire_params params;
	struct wire *wire;
	struct build_host *end[2];
	struct nic *nic[2];
};

struct build {
	struct scenario_params params;
	struct build_host host[BUILD_MAX_HOSTS];
	struct build_link link[BUILD_MAX_LINKS];
	struct app *flow[BUILD_MAX_FLOWS];
	unsigned int hosts, links, flows;
};

/*
 * Parts of build_all(); tree is a resolved scenario.  check_only: parameters
 * are loaded and marked, nothing is made.  Error with its place.
 */
char *build_all(struct build *b, struct yaml_node *tree, bool check_only);
char *build_hosts(struct build *b, struct yaml_node *tree, bool check_only);
char *build_links(struct build *b, struct yaml_node *tree, bool check_only);
char *build_flows(struct build *b, struct yaml_node *tree, bool check_only);

/* Names become parts of dotted paths and of other names. */
char *build_check_name(struct yaml_node *at, const char *what, const char *name);
struct build_host *build_find_host(struct build *b, const char *name);

#endif
