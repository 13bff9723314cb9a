/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the composition adds to `show` and `list`, and the command line's hooks. */
#include <stdio.h>
#include <stdlib.h>

#include "models/app/app.h"
#include "models/host/kprofile.h"
#include "models/path.h"
#include "models/tx/qdisc.h"
#include "nic_model/driver.h"
#include "nic_model/linux/stubs.h"
#include "nic_model/linux/kernel_qdisc.h"
#include "nic_model/nic.h"
#include "scenarios/build_check.h"
#include "scenarios/cli.h"
#include "scenarios/point.h"
#include "scenarios/registry.h"
#include "scenarios/scenario.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/yaml.h"

static int fail(char *err)
{
	fprintf(stderr, "nicpath: %s\n", err);
	free(err);
	return CLI_BAD_INPUT;
}

static int show_costs(const struct cli_topic *t, int argc, char **argv)
{
	struct yaml_node *kernel;
	struct kprofile *p;
	char *err = component_load("kernel", argc ? argv[0] : "linux-2.6.26", &kernel);

	(void)t;
	if (!err)
		err = kprofile_new(kernel, &p);
	if (err)
		return fail(err);
	kprofile_print_costs(p, stdout);
	kprofile_free(p);
	yaml_free(kernel);
	return CLI_DONE;
}

static int show_stages(const struct cli_topic *t, int argc, char **argv)
{
	(void)t, (void)argc, (void)argv;
#define ROW(name, file, help) printf("%-12s %-28s %s\n", #name, file, help);
	STAGES(ROW)
#undef ROW
	return CLI_DONE;
}

static int list_workloads(const struct cli_topic *t, int argc, char **argv)
{
	(void)t, (void)argc, (void)argv;
	for (unsigned int i = 0; app_list[i]; i++)
		printf("%-20s %s\n", app_list[i]->kind, app_list[i]->help);
	return CLI_DONE;
}

static int list_qdiscs(const struct cli_topic *t, int argc, char **argv)
{
	(void)t, (void)argc, (void)argv;
	for (unsigned int i = 0; qdisc_list[i]; i++)
		printf("%-20s %s\n", qdisc_list[i]->name, qdisc_list[i]->help);
	puts("\nof linux-6.1 (real code):");
	for (unsigned int i = 0; kernel_qdisc_name(i); i++)
		printf("%-20s %s\n", kernel_qdisc_name(i)->name, kernel_qdisc_name(i)->help);
	return CLI_DONE;
}

static int list_models(const struct cli_topic *t, int argc, char **argv)
{
	(void)t, (void)argc, (void)argv;
	for (unsigned int i = 0; registry_nics[i]; i++)
		printf("%-20s %s\n", registry_nics[i]->name, registry_nics[i]->params->help);
	return CLI_DONE;
}

static int list_drivers(const struct cli_topic *t, int argc, char **argv)
{
	(void)t, (void)argc, (void)argv;
	for (unsigned int i = 0; registry_drivers[i]; i++)
		printf("%-20s %s\n", registry_drivers[i]->name, registry_drivers[i]->params->help);
	return CLI_DONE;
}

const struct cli_topic registry_show[] = {
	{"costs", "[KERNEL]", "what each kernel function costs, and the number's source",
	 show_costs},
	{"stages", "", "the stages of the path, in a packet's order", show_stages},
	{NULL, NULL, NULL, NULL},
};

static int list_stubs(const struct cli_topic *t, int argc, char **argv)
{
	char *err = stubs_print(stdout);

	(void)t;
	(void)argc;
	(void)argv;
	return err ? fail(err) : CLI_DONE;
}

const struct cli_topic registry_list[] = {
	{"workloads", "", "kinds of flows", list_workloads},
	{"qdiscs", "", "queue disciplines", list_qdiscs},
	{"models", "", "NIC device models", list_models},
	{"drivers", "", "driver cores", list_drivers},
	{"stubs", "", "functions that the real kernel's image leaves out", list_stubs},
	{NULL, NULL, NULL, NULL},
};
