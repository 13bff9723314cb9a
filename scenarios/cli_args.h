/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Subcommands and their options.  One table a command drives parsing, its
 * --help, and "did you mean"; what is parsed ends in struct cli_args.
 */
#ifndef NICPATH_SCENARIOS_CLI_ARGS_H
#define NICPATH_SCENARIOS_CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct cli_ops;

struct cli_list {
	const char **items;
	size_t n;
};

struct cli_args {
	struct cli_list set, only, words; /* words: what is not an option */
	const char *out, *name, *executor, *hosts, *partition;
	const char *with_reader; /* of this descriptor's other end, a number */
	unsigned int jobs;	 /* 0: not given */
	unsigned int timeout_s;
	bool dry_run, no_report, with_parent, markdown, all, help;
};

enum cli_option_type { CLI_FLAG, CLI_TEXT, CLI_COUNT, CLI_LIST };

struct cli_option {
	const char *name; /* "--set"; NULL ends the table */
	char letter;	  /* 'o' for -o; 0: none */
	enum cli_option_type type;
	size_t offset;	   /* in struct cli_args */
	const char *value; /* "PATH=VALUE" in the help; NULL for a flag */
	const char *help;  /* NULL: works, but is nobody's business */
};

struct cli_command {
	const char *name;  /* NULL ends the table */
	const char *words; /* "FILE.yaml" */
	size_t min_words, max_words;
	const char *summary; /* one line */
	const char *text;    /* more, in its --help; may be NULL */
	const struct cli_option *options;
	int (*run)(const struct cli_args *args, const struct cli_ops *ops);
	bool passes_all; /* all words and options go on to another program */
};

/*
 * Parses what stands behind the command's name.  Error: a message that begins
 * with "nicpath COMMAND: ".  Free with cli_args_free().
 */
char *cli_parse(const struct cli_command *c, int argc, char **argv, struct cli_args *out);
void cli_args_free(struct cli_args *a);

void cli_print_help(const struct cli_command *c, FILE *f);

/* Prints an error and frees it; returns the status. */
int cli_fail(int status, char *err);

int cli_run(const struct cli_args *args, const struct cli_ops *ops);
int cli_point(const struct cli_args *args, const struct cli_ops *ops);
int cli_show(const struct cli_args *args, const struct cli_ops *ops);
int cli_list(const struct cli_args *args, const struct cli_ops *ops);
int cli_membench(const struct cli_args *args, const struct cli_ops *ops);
/* Runs another of our programs in this one's place; words[0] is its name. */
int cli_exec(const char *program, const struct cli_args *args);
int cli_report(const struct cli_args *args, const struct cli_ops *ops);
int cli_validate(const struct cli_args *args, const struct cli_ops *ops);
int cli_calibrate(const struct cli_args *args, const struct cli_ops *ops);
int cli_stats(const struct cli_args *args, const struct cli_ops *ops);
int cli_annotate(const struct cli_args *args, const struct cli_ops *ops);

/* What besides a resolved scenario decides the results, as text. Caller frees. */
char *cli_identity(const struct cli_ops *ops);

#endif
