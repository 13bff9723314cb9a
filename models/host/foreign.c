/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "models/host/foreign.h"

#include "models/host/host_int.h"
#include "models/mem/layout.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/yaml.h"

struct host *host_foreign_running;

char *host_new_foreign(const char *name, struct yaml_node *machine, struct host **out)
{
	struct host *h = xcalloc(1, sizeof(*h));
	char *err;

	h->name = xstrdup(name);
	err = mem_new(name, machine, &h->mem);
	param_defaults(&cpu_param_table, &h->cpu_params);
	if (!err)
		err = param_load(&cpu_param_table, yaml_get(machine, "cpu"), &h->cpu_params);
	if (err)
		return err_in(err, "host '%s'", name);
	h->hz = mem_cpu_hz(h->mem);
	h->cpu_count = mem_cpus(h->mem);
	h->layout = layout_new(mem_bytes(h->mem));
	h->window_to = UINT64_MAX;
	mem_stats(h->mem, name);
	*out = h;
	return NULL;
}

void host_set_foreign(struct host *h, const struct host_foreign *ops, void *arg)
{
	h->foreign = ops;
	h->foreign_arg = arg;
}

const struct host_foreign *host_foreign(const struct host *h, void **arg)
{
	*arg = h->foreign_arg;
	return h->foreign;
}
