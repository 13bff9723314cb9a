/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/cli.h"
#include "scenarios/registry.h"

int main(int argc, char **argv)
{
	struct cli_ops ops = registry_ops;

	ops.version = NICPATH_VERSION;
	ops.tables = registry_tables();
	return cli_main(argc, argv, &ops);
}
