/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A nicpath whose simulation is a fake: the whole command line, and a point
 * that waits, fails, crashes or hangs as its scenario says.
 */
#ifndef NICPATH_TESTS_CLI_FAKE_H
#define NICPATH_TESTS_CLI_FAKE_H

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "scenarios/cli.h"
#include "scenarios/point.h"
#include "scenarios/scenario_params.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/yaml.h"

enum { FAKE_OK, FAKE_ERROR, FAKE_CRASH, FAKE_HANG, FAKE_TORN, FAKE_MISSING };

struct fake_params {
	uint64_t busy_ps; /* wall time that the point takes */
	uint64_t size, rate;
	double x;
	int fate;
};

static const char *const fake_fates[] = {"ok", "error", "crash", "hang", "torn", "missing", NULL};

static const struct param fake_params[] = {
	{"busy", PARAM_TIME, offsetof(struct fake_params, busy_ps), "0s", NULL, "60s", NULL,
	 "Wall time.", "assumed"},
	{"buffer.size", PARAM_SIZE, offsetof(struct fake_params, size), "64KiB", "1KiB", "1GiB",
	 NULL, "A size.", "assumed"},
	{"rate", PARAM_RATE, offsetof(struct fake_params, rate), "1Gbps", "1bps", NULL, NULL,
	 "A rate.", "assumed"},
	{"x", PARAM_DOUBLE, offsetof(struct fake_params, x), "0.5", "0", "1", NULL, "A number.",
	 "assumed"},
	{"fate", PARAM_ENUM, offsetof(struct fake_params, fate), "ok", NULL, NULL, fake_fates,
	 "How it ends.", "assumed"},
	{0},
};

static const struct param_table fake_table = {"work", "What the fake does.", fake_params,
					      sizeof(struct fake_params)};

struct fake_component {
	char *name;
	uint64_t l2, hz;
	bool stopped_test, tso;
};

#define FAKE_NAME                                                                                  \
	{                                                                                          \
		"name", PARAM_STRING, offsetof(struct fake_component, name), NULL, NULL, NULL,     \
			NULL, "Its name.", NULL                                                    \
	}

static const struct param fake_machine_params[] = {
	FAKE_NAME,
	{"cache.l2.size", PARAM_SIZE, offsetof(struct fake_component, l2), "512KiB", "1KiB", "1GiB",
	 NULL, "L2.", "assumed"},
	{0},
};
static const struct param fake_kernel_params[] = {
	FAKE_NAME,
	{"hz", PARAM_FREQ, offsetof(struct fake_component, hz), "250Hz", "100Hz", "1kHz", NULL,
	 "Ticks.", "assumed"},
	{"qdisc.stopped_test", PARAM_BOOL, offsetof(struct fake_component, stopped_test), "on",
	 NULL, NULL, NULL, "A behaviour.", "assumed"},
	{0},
};
static const struct param fake_nic_params[] = {
	FAKE_NAME,
	{"tso", PARAM_BOOL, offsetof(struct fake_component, tso), "on", NULL, NULL, NULL, "TSO.",
	 "assumed"},
	{0},
};

static const struct param_table fake_component_tables[] = {
	{"machine", "A machine.", fake_machine_params, sizeof(struct fake_component)},
	{"kernel", "A kernel.", fake_kernel_params, sizeof(struct fake_component)},
	{"nic", "A NIC.", fake_nic_params, sizeof(struct fake_component)},
};

static char *fake_check_host(struct yaml_node *host)
{
	char *err = NULL;

	for (size_t i = 0; i < 3 && !err; i++) {
		const struct param_table *t = &fake_component_tables[i];
		struct yaml_node *n = yaml_get(host, t->name);
		struct fake_component c;

		if (!n)
			continue;
		param_defaults(t, &c);
		err = param_load(t, n, &c);
		param_free(t, &c);
	}
	return err;
}

static char *fake_load(struct yaml_node *tree, struct scenario_params *s, struct fake_params *f)
{
	struct yaml_node *hosts = yaml_get(tree, "hosts");
	char *err = scenario_params_load(tree, s);

	if (err)
		return err;
	param_defaults(&fake_table, f);
	err = param_load(&fake_table, yaml_section(tree, "work"), f);
	for (size_t i = 0; hosts && i < yaml_count(hosts) && !err; i++)
		err = fake_check_host(yaml_at(hosts, i, NULL));
	if (err)
		scenario_params_free(s);
	return err;
}

static char *fake_check(struct yaml_node *tree)
{
	struct scenario_params s;
	struct fake_params f;
	char *err = fake_load(tree, &s, &f);

	if (!err)
		scenario_params_free(&s);
	return err;
}

static char *fake_write(const struct point_job *job, const struct scenario_params *s,
			const struct fake_params *f)
{
	char *path = xasprintf("%s/result.json", job->outdir);
	FILE *out = fopen(path, "w");

	fprintf(out, "{\"scenario\": \"%s\", \"seed\": %llu, \"wall_s\": %g, ", job->scenario,
		(unsigned long long)s->seed, (double)time(NULL));
	if (f->fate != FAKE_TORN)
		fprintf(out,
			"\"flows\": {\"bulk\": {\"size\": %llu, \"mbps\": %.3f, \"list\": [1, 2]}},"
			"\"note\": \"a, \\\"b\\\"\"}\n",
			(unsigned long long)f->size, (double)f->rate / 1e6);
	fclose(out);
	free(path);
	return NULL;
}

static void fake_work(double seconds)
{
	struct timespec step = {0, 5000000};
	double done = 0;

	while (done < seconds && !point_stop_requested()) {
		nanosleep(&step, NULL);
		done += 0.005;
		point_progress(0.1 * done, 0.1 * seconds);
	}
}

static char *fake_run(struct yaml_node *tree, const struct point_job *job)
{
	struct scenario_params s;
	struct fake_params f;
	char *err = fake_load(tree, &s, &f);

	if (err)
		return err;
	printf("the fake begins\n");
	fflush(stdout);
	fake_work((double)f.busy_ps * 1e-12);
	if (f.fate == FAKE_CRASH) {
		signal(SIGSEGV, SIG_DFL); /* a sanitizer would have it */
		raise(SIGSEGV);
	}
	if (f.fate == FAKE_HANG)
		fake_work(1e6);
	if (f.fate == FAKE_ERROR)
		err = err_fmt("the fake failed at size %llu", (unsigned long long)f.size);
	else if (f.fate != FAKE_MISSING)
		err = fake_write(job, &s, &f);
	scenario_params_free(&s);
	return err;
}

static char *fake_membench(struct yaml_node *machine, const char *dir)
{
	struct fake_component c;
	char *err;

	(void)dir;
	param_defaults(&fake_component_tables[0], &c);
	err = param_load(&fake_component_tables[0], machine, &c);
	if (!err)
		err = yaml_unused(machine);
	if (!err)
		printf("L2 %llu\n", (unsigned long long)c.l2);
	param_free(&fake_component_tables[0], &c);
	return err;
}

/* Another tool version, as far as results go. */
static char *fake_identity(void)
{
	const char *s = getenv("FAKE_IDENTITY");

	return xstrdup(s ? s : "fake");
}

static int fake_topic(const struct cli_topic *topic, int argc, char **argv)
{
	printf("%s %s\n", topic->name, argc > 0 ? argv[0] : "-");
	return CLI_DONE;
}

static const struct cli_topic fake_topics[] = {
	{"costs", "KERNEL", "what functions cost", fake_topic},
	{0},
};

static const struct param_table *const fake_tables[] = {
	&scenario_param_table,	   &fake_table,
	&fake_component_tables[0], &fake_component_tables[1],
	&fake_component_tables[2], NULL,
};

static const struct cli_ops fake_ops = {
	.version = "v1-fake",
	.check = fake_check,
	.run = fake_run,
	.identity = fake_identity,
	.membench = fake_membench,
	.tables = fake_tables,
	.show = fake_topics,
};

#endif
