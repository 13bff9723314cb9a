/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/cli.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/cli_args.h"
#include "scenarios/store.h"
#include "sim/check.h"
#include "sim/yaml.h"

#define AT(member) offsetof(struct cli_args, member)

static const struct cli_option run_options[] = {
	{"--set", 's', CLI_LIST, AT(set), "PATH=VALUE",
	 "set a parameter, as if the file had it; again for more"},
	{"--only", 0, CLI_LIST, AT(only), "AXIS=VALUE",
	 "run only the points with this value of an axis"},
	{"--output", 'o', CLI_TEXT, AT(out), "DIR", "results folder (results/FILE)"},
	{"--jobs", 'j', CLI_COUNT, AT(jobs), "N", "points at a time (one a CPU)"},
	{"--executor", 'e', CLI_TEXT, AT(executor), "NAME",
	 "local, ssh or slurm (local): who runs the points"},
	{"--hosts", 0, CLI_TEXT, AT(hosts), "HOST,...",
	 "for ssh; each as GNU parallel's --sshlogin takes it"},
	{"--partition", 0, CLI_TEXT, AT(partition), "NAME", "for slurm"},
	{"--timeout", 0, CLI_COUNT, AT(timeout_s), "SECONDS",
	 "a point fails after so much wall time (never)"},
	{"--dry-run", 'n', CLI_FLAG, AT(dry_run), NULL,
	 "check everything, list the points, run none"},
	{"--no-report", 0, CLI_FLAG, AT(no_report), NULL, "stop after the points"},
	{0},
};

static const struct cli_option point_options[] = {
	{"--output", 'o', CLI_TEXT, AT(out), "DIR", "folder of the point; must not exist"},
	{"--name", 0, CLI_TEXT, AT(name), "NAME", "scenario's name in result.json"},
	{"--with-parent", 0, CLI_FLAG, AT(with_parent), NULL, NULL},
	{"--with-reader", 0, CLI_TEXT, AT(with_reader), "FD", NULL},
	{0},
};

static const struct cli_option show_options[] = {
	{"--set", 's', CLI_LIST, AT(set), "PATH=VALUE", "as for run"},
	{"--only", 0, CLI_LIST, AT(only), "AXIS=VALUE", "as for run"},
	{"--markdown", 0, CLI_FLAG, AT(markdown), NULL, "show params as docs/params.md has it"},
	{0},
};

static const struct cli_option membench_options[] = {
	{"--output", 'o', CLI_TEXT, AT(out), "DIR", "data files and plots (SVG, gnuplot) too"},
	{"--set", 's', CLI_LIST, AT(set), "PATH=VALUE", "below machine: cache.l2.size=1MiB"},
	{0},
};

static const struct cli_option no_options[] = {{0}};

static const struct cli_command commands[] = {
	{"run", "FILE.yaml", 1, 1, "Runs a scenario: every point of its sweep, then the report.",
	 "Finished points are kept: an interrupted run goes on where it was, a changed\n"
	 "parameter or a new nicpath runs only what it changes.  docs/scenario-file.md has\n"
	 "the format, `nicpath show params` every parameter.\n"
	 "Exit status: 0 done, 1 a point or an expectation failed, 2 bad input, 3 internal.",
	 run_options, cli_run, false},
	{"report", "DIR", 1, 64, "Makes report.html of a results folder.", NULL, no_options,
	 cli_report, true},
	{"validate", "[DIR | --all]", 0, 64,
	 "Predictions beside published measurements, with errors.", NULL, no_options, cli_validate,
	 true},
	{"calibrate", "SPEC.yaml", 1, 64, "Fits the few parameters that a calibration may move.",
	 NULL, no_options, cli_calibrate, true},
	{"stats", "A B", 0, 64, "Which figures of two runs differ by more than chance.",
	 "A, B: results folders, or folders of two points.  Welch's t-test over seeds, else over\n"
	 "batch means, corrected for the number of tests (Holm); docs/report.md.\n"
	 "  --figure GLOB   only these figures of result.json\n"
	 "  --all           every number, not only the headline figures\n"
	 "  --alpha LEVEL   of significance (0.05)\n"
	 "  --expect-same   exit status 1 if anything differs",
	 no_options, cli_stats, true},
	{"annotate", "POINT [FUNCTION]", 1, 2,
	 "Source lines of real kernel code with what they cost, or the dearest functions.",
	 "POINT: a folder of results of a point that ran with `kernel.lines: on`.", no_options,
	 cli_annotate, true},
	{"membench", "MACHINE", 1, 1,
	 "Latency by working set and copy bandwidth of a machine's memory model.", NULL,
	 membench_options, cli_membench, false},
	{"show", "WHAT [ARGUMENT]", 0, 8, "Shows parameters, a resolved scenario, and more.",
	 "`nicpath show` says what there is.", show_options, cli_show, false},
	{"list", "WHAT", 0, 8, "Lists scenarios, machines, kernels, nics, and more.",
	 "`nicpath list` says what there is.", no_options, cli_list, false},
	{"point", "RESOLVED.yaml", 1, 1, "Runs one point in this process (what run starts).", NULL,
	 point_options, cli_point, false},
	{0},
};

static void print_usage(FILE *f)
{
	fputs("nicpath: what a NIC and the Linux network path cost, from a scenario file\n\n"
	      "usage: nicpath COMMAND ...\n\n",
	      f);
	for (const struct cli_command *c = commands; c->name; c++) {
		char *left = xasprintf("%s %s", c->name, c->words);

		fprintf(f, "  %-26s %s\n", left, c->summary);
		free(left);
	}
	fputs("\nnicpath COMMAND --help says more; nicpath --version; man nicpath\n", f);
}

static char *unknown_command(const char *word)
{
	const char *names[16], *near;
	size_t n = 0;

	for (; commands[n].name; n++)
		names[n] = commands[n].name;
	near = nearest_name(word, names, n);
	if (near)
		return err_fmt("nicpath: unknown command '%s'; did you mean '%s'?", word, near);
	return err_fmt("nicpath: unknown command '%s' (nicpath --help)", word);
}

static const struct cli_command *find_command(const char *name)
{
	for (const struct cli_command *c = commands; c->name; c++)
		if (strcmp(c->name, name) == 0)
			return c;
	return NULL;
}

static int run_command(const struct cli_command *c, int argc, char **argv,
		       const struct cli_ops *ops)
{
	struct cli_args args;
	char *err = cli_parse(c, argc, argv, &args);
	int status = CLI_DONE;

	if (err)
		return cli_fail(CLI_BAD_INPUT, err);
	if (args.help)
		cli_print_help(c, stdout);
	else
		status = c->run(&args, ops);
	cli_args_free(&args);
	return status;
}

/* A full disk behind stdout must not look like success. */
static int close_output(int status)
{
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == CLI_DONE)
		return cli_fail(CLI_FAILED, err_fmt("nicpath: cannot write the output"));
	return status;
}

static int help_on(int argc, char **argv)
{
	const struct cli_command *c = argc > 2 ? find_command(argv[2]) : NULL;

	if (argc > 2 && !c)
		return cli_fail(CLI_BAD_INPUT, unknown_command(argv[2]));
	if (c)
		cli_print_help(c, stdout);
	else
		print_usage(stdout);
	return CLI_DONE;
}

int cli_main(int argc, char **argv, const struct cli_ops *ops)
{
	const struct cli_command *c;

	signal(SIGXFSZ, SIG_IGN); /* a limit on files is an error that is told */
	if (argc < 2) {
		print_usage(stderr);
		return CLI_BAD_INPUT;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0)
		return close_output(help_on(argc, argv));
	if (strcmp(argv[1], "--version") == 0) {
		printf("nicpath %s\n", ops->version);
		return close_output(CLI_DONE);
	}
	c = find_command(argv[1]);
	if (!c)
		return cli_fail(CLI_BAD_INPUT, unknown_command(argv[1]));
	return close_output(run_command(c, argc - 2, argv + 2, ops));
}

char *cli_identity(const struct cli_ops *ops)
{
	char *more = ops->identity ? ops->identity() : NULL;
	char *all = xasprintf("%s%s%s", store_tool_hash(), more ? ", " : "", more ? more : "");

	free(more);
	return all;
}
