/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Workloads of a scenario: `flows: {NAME: {kind, from, to, ...}}` or `workload:`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/host.h"
#include "models/host/sched.h"
#include "scenarios/build.h"
#include "scenarios/build_forward.h"
#include "sim/check.h"
#include "sim/yaml.h"

#define LOOPBACK_IP  0x7f000001u
#define FIRST_PORT   12865 /* netserver's */
#define PORTS_A_FLOW 1024

/* What every flow has, beside its kind's own parameters. */
struct flow_params {
	char *kind, *from, *to;
	uint32_t from_cpu, to_cpu;
};

#define ANY_CPU "any"
#define OFF(m)	offsetof(struct flow_params, m)
static const struct param params[] = {
	{"kind", PARAM_STRING, OFF(kind), "netperf", NULL, NULL, NULL,
	 "the workload: `nicpath list workloads`", "assumed"},
	{"from", PARAM_STRING, OFF(from), "", NULL, NULL, NULL,
	 "host of the active side; empty: the first host", "assumed"},
	{"to", PARAM_STRING, OFF(to), "", NULL, NULL, NULL,
	 "host of the passive side; empty: the second host, or the only one", "assumed"},
	{"from_cpu", PARAM_U32, OFF(from_cpu), "255", "0", "255", NULL,
	 "CPU that the active side's task is bound to; 255: any", "netperf -T"},
	{"to_cpu", PARAM_U32, OFF(to_cpu), "255", "0", "255", NULL,
	 "CPU that the passive side's task is bound to; 255: any", "netperf -T"},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

const struct param_table flow_param_table = {
	"flow",
	"A flow, beside its workload's own parameters (same mapping).",
	params,
	sizeof(struct flow_params),
};

static char *find_end(struct build *b, struct yaml_node *n, const char *key, const char *name,
		      unsigned int def, struct build_host **out)
{
	*out = *name ? build_find_host(b, name) : &b->host[def < b->hosts ? def : b->hosts - 1];
	if (!*out)
		return yaml_error(yaml_find(n, key), "no host \"%s\" in this scenario", name);
	return NULL;
}

static void set_end(struct app_end *e, const struct build_host *h, bool loop, uint32_t cpu)
{
	e->kernel = h->kernel;
	e->ip = loop ? LOOPBACK_IP : h->ip;
	e->affinity = cpu == 255 ? TASK_ANY_CPU : 1ull << cpu;
}

#define LAST_BOUND_CPU 63u /* an affinity is a mask of 64 bits */

static char *check_cpu(struct yaml_node *n, const char *key, const struct build_host *h,
		       uint32_t cpu)
{
	if (cpu == 255)
		return NULL;
	if (cpu >= h->cpus)
		return yaml_error(yaml_find(n, key), "host %s has no CPU %u, only 0 to %u", h->name,
				  cpu, h->cpus - 1);
	if (cpu > LAST_BOUND_CPU)
		return yaml_error(yaml_find(n, key), "a task can be bound to CPUs 0 to %u only",
				  LAST_BOUND_CPU);
	return NULL;
}

static bool joined(const struct build *b, const struct build_host *x, const struct build_host *y)
{
	for (unsigned int i = 0; i < b->links; i++) {
		const struct build_link *l = &b->link[i];

		if ((l->end[0] == x && l->end[1] == y) || (l->end[0] == y && l->end[1] == x))
			return true;
	}
	return false;
}

/* A link of their own, or a way over hosts that forward. */
static char *check_way(const struct build *b, struct yaml_node *n, const struct build_host *from,
		       const struct build_host *to)
{
	if (from == to || joined(b, from, to) || forward_way(b, from, to))
		return NULL;
	return yaml_error(
		n,
		"no link joins hosts %s and %s, nor does a way over hosts that forward "
		"(kernel.inet.forward: on; real code: kernel.sysctl net.ipv4.ip_forward: 1)",
		from->name, to->name);
}

static char *load_flow(struct build *b, struct yaml_node *n, const char *name,
		       struct flow_params *f, bool check_only)
{
	struct build_host *from, *to;
	struct app *a = NULL;
	char *err;

	err = find_end(b, n, "from", f->from, 0, &from);
	if (!err)
		err = find_end(b, n, "to", f->to, 1, &to);
	if (!err && strcmp(f->kind, soaker_ops.kind)) /* it has one end only */
		err = check_way(b, n, from, to);
	if (!err)
		err = check_cpu(n, "from_cpu", from, f->from_cpu);
	if (!err)
		err = check_cpu(n, "to_cpu", to, f->to_cpu);
	if (!err)
		err = check_only ? app_params_check(f->kind, n) : app_new(name, f->kind, n, &a);
	if (!err && !check_only)
		err = forward_routes(b, from, to);
	if (err || check_only)
		return err;
	set_end(&a->from, from, from == to, f->from_cpu);
	set_end(&a->to, to, from == to, f->to_cpu);
	a->seed = b->params.seed;
	a->port = (uint16_t)(FIRST_PORT + PORTS_A_FLOW * b->flows);
	b->flow[b->flows++] = a;
	return a->ops->start(a);
}

static char *one_flow(struct build *b, struct yaml_node *n, const char *name, bool check_only)
{
	struct flow_params f;
	char *err;

	if (yaml_kind(n) != YAML_MAP)
		return yaml_error(n, "flow %s takes a mapping", name);
	err = build_check_name(n, "flow", name);
	if (err)
		return err;
	if (b->flows == BUILD_MAX_FLOWS)
		return yaml_error(n, "more than %d flows", BUILD_MAX_FLOWS);
	param_defaults(&flow_param_table, &f);
	err = param_load(&flow_param_table, n, &f);
	if (!err)
		err = load_flow(b, n, name, &f, check_only);
	param_free(&flow_param_table, &f);
	return err;
}

char *build_flows(struct build *b, struct yaml_node *tree, bool check_only)
{
	struct yaml_node *flows = yaml_get(tree, "flows"), *one = yaml_get(tree, "workload");
	char *err = NULL;

	if (flows && yaml_kind(flows) != YAML_MAP)
		return yaml_error(flows, "flows takes a mapping of names");
	for (size_t i = 0; flows && i < yaml_count(flows) && !err; i++) {
		const char *name;
		struct yaml_node *n = yaml_at(flows, i, &name);

		err = one_flow(b, n, name, check_only);
	}
	if (!err && one && flows && yaml_find(flows, "workload"))
		err = yaml_error(one, "`workload` is also the name of a flow");
	if (!err && one)
		err = one_flow(b, one, "workload", check_only);
	return err;
}
