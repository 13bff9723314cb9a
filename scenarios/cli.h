/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command line.  main.c is one call; what the composition adds comes in
 * through struct cli_ops, so that tests run the whole of it with fakes.
 */
#ifndef NICPATH_SCENARIOS_CLI_H
#define NICPATH_SCENARIOS_CLI_H

#include <stddef.h>

struct param_table;
struct point_job;
struct yaml_node;

enum cli_exit {
	CLI_DONE = 0,
	CLI_FAILED = 1, /* ran, but a point or an expectation failed */
	CLI_BAD_INPUT = 2,
	CLI_INTERNAL = 3,
	CLI_INTERRUPTED = 130,
};

/* One word behind `show` or `list`; returns an exit status. */
struct cli_topic {
	const char *name; /* NULL ends an array */
	const char *args; /* "FILE", "[TABLE]", "" */
	const char *help;
	int (*run)(const struct cli_topic *topic, int argc, char **argv);
};

struct cli_ops {
	const char *version;
	/* scenarios/point.h */
	char *(*check)(struct yaml_node *resolved);
	char *(*run)(struct yaml_node *resolved, const struct point_job *job);
	/*
	 * Optional: what besides the program itself decides the results (a
	 * kernel image that is loaded, say), as text. Caller frees.
	 */
	char *(*identity)(void);
	/*
	 * Optional: prints latency and bandwidth of a resolved machine; with a
	 * folder (or NULL), also writes data files and plots.
	 */
	char *(*membench)(struct yaml_node *machine, const char *dir);
	/* Parameter tables, NULL-terminated: `show params` */
	const struct param_table *const *tables;
	/* More words for show and list; end with name NULL. Optional. */
	const struct cli_topic *show, *list;
};

/* All but the version: scenarios/registry.c. */
extern const struct cli_ops registry_ops;

/* Returns the exit status. */
int cli_main(int argc, char **argv, const struct cli_ops *ops);

#endif
