/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which kind of kernel a host gets. */
#include "models/host/foreign.h"
#include "models/kernel.h"
#include "nic_model/linux/kernel.h"
#include "scenarios/build.h"
#include "scenarios/build_check.h"

char *kernel_new(struct build_host *h, struct yaml_node *machine, struct yaml_node *kernel,
		 unsigned long seed)
{
	char *err;

	if (kernel_linux_wanted(kernel)) {
		err = host_new_foreign(h->name, machine, &h->host);
		return err ? err : kernel_linux_new(h->host, machine, kernel, seed, &h->kernel);
	}
	err = host_new(h->name, machine, kernel, seed, &h->host);
	return err ? err : kernel_stages_new(h->host, kernel, seed, &h->kernel);
}
