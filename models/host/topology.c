/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which CPUs are near each other, as the scheduler's domains see it.
 *
 * Called by: host.c; balance.c and task.c, where a task may go.
 * Models: the groups of CPUs that share their last cache (domains with
 *   SD_SHARE_PKG_RESOURCES) and the sockets; CPUs are numbered group by group.
 * Leaves out: hardware threads, domains above the socket.
 * Source: cpu_coregroup_mask() of 2.6.37 (arch/x86/kernel/smpboot.c): CPUs below one
 *   last-level cache; a CPU with none in common with others is alone.
 */
#include <stddef.h>

#include "models/host/host_int.h"
#include "sim/param.h"
#include "sim/yaml.h"

struct shape {
	uint64_t l3;
	uint32_t sockets, l2_share, l3_share;
};

#define AT(member) offsetof(struct shape, member)

/* The memory model's own keys (mem_params.c), which also checks them. */
static const struct param params[] = {
	{"cpu.sockets", PARAM_U32, AT(sockets), "1", "1", "8", NULL, "Sockets", "machine file"},
	{"cache.l2.share", PARAM_U32, AT(l2_share), "1", "1", "32", NULL, "CPUs below an L2",
	 "machine file"},
	{"cache.l3.size", PARAM_SIZE, AT(l3), "0", "0", "1GiB", NULL, "0: no L3", "machine file"},
	{"cache.l3.share", PARAM_U32, AT(l3_share), "1", "1", "32", NULL, "CPUs below an L3",
	 "machine file"},
	{.name = NULL},
};

static const struct param_table table = {
	.name = "topology",
	.help = "What the scheduler knows of the machine.",
	.params = params,
	.struct_size = sizeof(struct shape),
};

char *topology_load(struct host *h, struct yaml_node *machine)
{
	struct shape s;
	char *err;

	param_defaults(&table, &s);
	err = param_load(&table, machine, &s);
	h->llc_cpus = s.l3 ? s.l3_share : s.l2_share;
	h->sockets = s.sockets;
	return err;
}

bool cpus_share_cache(const struct cpu *a, const struct cpu *b)
{
	uint32_t n = a->host->llc_cpus;

	return a->host == b->host && a->id / n == b->id / n;
}

unsigned int cpu_socket(const struct cpu *c)
{
	return c->id / (c->host->cpu_count / c->host->sockets);
}
