/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which kind of kernel a host gets. */
#include "models/kernel.h"
#include "scenarios/build.h"
#include "scenarios/build_check.h"

char *kernel_new(struct build_host *h, struct yaml_node *kernel, unsigned long seed)
{
	return kernel_stages_new(h->host, kernel, seed, &h->kernel);
}
