/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The program's parts, listed. */
#include "scenarios/registry.h"

#include <string.h>

#include "models/app/app.h"
#include "models/host/cpu_params.h"
#include "models/host/irq.h"
#include "models/host/sched.h"
#include "models/inet.h"
#include "models/mem/mem_params.h"
#include "models/mem/membench.h"
#include "models/mem/slab.h"
#include "models/net_core.h"
#include "models/pkt.h"
#include "models/sock.h"
#include "models/tcp.h"
#include "models/tx/qdisc.h"
#include "models/udp.h"
#include "nic_model/driver.h"
#include "nic_model/forcedeth/driver.h"
#include "nic_model/forcedeth/forcedeth.h"
#include "nic_model/myri10ge/driver.h"
#include "nic_model/linux/kernel.h"
#include "nic_model/linux/kernel_qdisc.h"
#include "nic_model/myri10ge/myri10ge.h"
#include "nic_model/nic.h"
#include "nic_model/pcie.h"
#include "nic_model/simple/simple.h"
#include "nic_model/wire.h"
#include "scenarios/build.h"
#include "scenarios/cli.h"
#include "scenarios/membench.h"
#include "scenarios/point.h"
#include "scenarios/scenario_params.h"
#include "sim/check.h"

const struct nic_ops *const registry_nics[] = {&forcedeth_nic_ops, &myri10ge_nic_ops,
					       &simple_nic_ops, NULL};

const struct driver_core *const registry_drivers[] = {&forcedeth_driver_core, &myri10ge_driver_core,
						      NULL};

const struct param_table *const registry_kernel_tables[] = {
	&qdisc_behaviour_table,
	&net_behaviour_table,
	&sock_behaviour_table,
	&tcp_behaviour_table,
	&inet_behaviour_table,
	&udp_behaviour_table,
	&sched_param_table,
	&irq_param_table,
	&slab_behaviour_table,
	&skb_behaviour_table,
	NULL,
};

static const struct param_table *const first_tables[] = {
	&scenario_param_table, &host_param_table, &flow_param_table,
	&wire_param_table,     &nic_param_table,  &pcie_param_table,
	&cpu_param_table,      &mem_param_table,  &membench_published_table,
};

const struct param_table *const *registry_tables(void)
{
	static const struct param_table *all[128];
	unsigned int n = 0;

	for (unsigned int i = 0; i < sizeof(first_tables) / sizeof(first_tables[0]); i++)
		all[n++] = first_tables[i];
	for (unsigned int i = 0; registry_kernel_tables[i]; i++)
		all[n++] = registry_kernel_tables[i];
	all[n++] = &kernel_linux_param_table;
	all[n++] = &kernel_linux_driver_table;
	for (unsigned int i = 0; kernel_qdisc_name(i); i++)
		if (kernel_qdisc_name(i)->params)
			all[n++] = kernel_qdisc_name(i)->params;
	for (unsigned int i = 0; qdisc_list[i]; i++)
		if (qdisc_list[i]->params)
			all[n++] = qdisc_list[i]->params;
	for (unsigned int i = 0; registry_nics[i]; i++)
		all[n++] = registry_nics[i]->params;
	for (unsigned int i = 0; registry_drivers[i]; i++)
		all[n++] = registry_drivers[i]->params;
	for (unsigned int i = 0; app_list[i]; i++)
		all[n++] = app_list[i]->params;
	sim_assert(n < sizeof(all) / sizeof(all[0]));
	all[n] = NULL;
	return all;
}

const struct nic_ops *registry_nic(const char *name)
{
	for (unsigned int i = 0; name && registry_nics[i]; i++)
		if (!strcmp(registry_nics[i]->name, name))
			return registry_nics[i];
	return NULL;
}

const struct driver_core *registry_driver(const char *name)
{
	for (unsigned int i = 0; name && registry_drivers[i]; i++)
		if (!strcmp(registry_drivers[i]->name, name))
			return registry_drivers[i];
	return NULL;
}

static char *membench(struct yaml_node *machine, const char *dir)
{
	return membench_run(machine, dir, stdout);
}

const struct cli_ops registry_ops = {
	.check = scenario_check_point,
	.run = scenario_run_point,
	.membench = membench,
	.show = registry_show,
	.list = registry_list,
};
