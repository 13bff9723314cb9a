/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kernel profiles: behaviours and the cost table. */
#include "models/host/kprofile.h"

#include <stdlib.h>
#include <string.h>

#include "models/host/host_params.h"
#include "models/host/kprofile_int.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/yaml.h"

#define NAME(name) #name,
static const char *const names[FN_COUNT] = {"none", KFN_LIST(NAME)};

static const char *const preempt_names[] = {"none", "voluntary", "full", NULL};
static const char *const lock_names[] = {"ticket", "unfair", NULL};

#define AT(member) offsetof(struct kernel_params, member)

static const struct param kernel_params[] = {
	{"name", PARAM_STRING, AT(name), NULL, NULL, NULL, NULL, "Name of the profile", NULL},
	{"hz", PARAM_FREQ, AT(hz), "1000Hz", "24Hz", "10kHz", NULL, "Ticks a second",
	 "CONFIG_HZ of most distribution kernels of the time"},
	{"nohz", PARAM_BOOL, AT(nohz), "on", NULL, NULL, NULL, "Idle CPUs stop their tick",
	 "CONFIG_NO_HZ, x86-64: 2.6.24 and later"},
	{"tick_skew", PARAM_BOOL, AT(tick_skew), "on", NULL, NULL, NULL,
	 "Ticks of the CPUs are spread over half a tick",
	 "tick_setup_sched_timer() up to 3.2; later only with skew_tick=1"},
	{"preempt", PARAM_ENUM, AT(preempt), "voluntary", NULL, NULL, preempt_names,
	 "Where kernel code may be preempted", "CONFIG_PREEMPT*"},
	{"spinlocks", PARAM_ENUM, AT(spinlocks), "ticket", NULL, NULL, lock_names,
	 "Who gets a spin lock next", "ticket: x86, 2.6.25 and later; queued (4.2) is as fair"},
	{"instruction_scale", PARAM_DOUBLE, AT(instruction_scale), "1.0", "0.1", "10", NULL,
	 "Factor on every function's instructions", "calibrated, a family of kernels"},
	{.name = NULL},
};

const struct param_table kernel_param_table = {
	.name = "kernel",
	.help = "A kernel profile.",
	.params = kernel_params,
	.struct_size = sizeof(struct kernel_params),
};

/* As a profile gives it. */
struct cost_params {
	uint32_t instructions;
	double per_unit;
	uint32_t bytes;
	char *source;
};

#undef AT
#define AT(member) offsetof(struct cost_params, member)

static const struct param cost_params[] = {
	{"instructions", PARAM_U32, AT(instructions), NULL, "0", "1000000", NULL,
	 "Instructions of a call on the modelled path", NULL},
	{"per_unit", PARAM_DOUBLE, AT(per_unit), "0", "0", "100000", NULL,
	 "Instructions of each unit (models/host/kfn_*.h)", NULL},
	{"bytes", PARAM_U32, AT(bytes), NULL, "0", "65536", NULL, "Code bytes touched on that path",
	 NULL},
	{"source", PARAM_STRING, AT(source), NULL, NULL, NULL, NULL, "Where the numbers come from",
	 NULL},
	{.name = NULL},
};

static const struct param_table cost_table = {
	.name = "kernel.costs",
	.help = "What a kernel function costs.",
	.params = cost_params,
	.struct_size = sizeof(struct cost_params),
};

struct kprofile {
	struct kernel_params p;
	struct yaml_node *node; /* not owned */
	struct kcost cost[FN_COUNT];
};

const char *kfn_name(enum kfn fn)
{
	return names[fn];
}

static char *read_cost(struct yaml_node *n, struct kcost *out)
{
	struct cost_params c;
	char *err;

	param_defaults(&cost_table, &c);
	err = param_load(&cost_table, n, &c);
	if (err) {
		param_free(&cost_table, &c);
		return err;
	}
	free((char *)out->source);
	*out = (struct kcost){c.instructions, (uint32_t)(c.per_unit * 64 + 0.5), c.bytes, c.source};
	return NULL;
}

static int find_kfn(const char *name)
{
	for (int i = 1; i < FN_COUNT; i++)
		if (!strcmp(names[i], name))
			return i;
	return 0;
}

static char *unknown_cost(const struct yaml_node *costs, size_t i, const char *name)
{
	const char *near = nearest_name(name, names + 1, FN_COUNT - 1);
	char *where = yaml_key_where(costs, i);
	char *err = err_fmt("%s: no stage charges a function '%s'%s%s%s", where, name,
			    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");

	free(where);
	return err;
}

static char *read_costs(struct kprofile *p)
{
	struct yaml_node *costs = yaml_get(p->node, "costs");
	const char *name;
	char *err = NULL;

	for (size_t i = 0; costs && i < yaml_count(costs) && !err; i++) {
		struct yaml_node *n = yaml_at(costs, i, &name);
		int fn = find_kfn(name);

		err = fn ? read_cost(n, &p->cost[fn]) : unknown_cost(costs, i, name);
	}
	return err;
}

/* Names the first few that are missing. */
static char *missing(const struct kprofile *p)
{
	unsigned int n = 0;
	char *list = NULL;

	for (int i = 1; i < FN_COUNT; i++) {
		char *more;

		if (p->cost[i].source || n++ >= 5)
			continue;
		more = list ? xasprintf("%s, %s", list, names[i]) : xstrdup(names[i]);
		free(list);
		list = more;
	}
	if (!n)
		return NULL;
	if (n > 5) {
		char *more = xasprintf("%s and %u more", list, n - 5);

		free(list);
		list = more;
	}
	return list;
}

static char *complete(struct kprofile *p)
{
	struct yaml_node *d = yaml_get(p->node, "costs_default");
	char *err = NULL, *list;

	if (d) {
		for (int i = 1; i < FN_COUNT && !err; i++)
			if (!p->cost[i].source)
				err = read_cost(d, &p->cost[i]);
		return err;
	}
	list = missing(p);
	if (!list)
		return NULL;
	err = yaml_error(p->node, "kernel profile '%s' gives no cost for %s", p->p.name, list);
	free(list);
	return err;
}

char *kprofile_new(struct yaml_node *kernel, struct kprofile **out)
{
	struct kprofile *p = xcalloc(1, sizeof(*p));
	char *err;

	p->node = kernel;
	p->cost[FN_none].source = "outside any function";
	param_defaults(&kernel_param_table, &p->p);
	err = param_load(&kernel_param_table, kernel, &p->p);
	if (!err)
		err = read_costs(p);
	if (!err)
		err = complete(p);
	if (err) {
		kprofile_free(p);
		return err;
	}
	*out = p;
	return NULL;
}

void kprofile_free(struct kprofile *p)
{
	if (!p)
		return;
	for (int i = 1; i < FN_COUNT; i++)
		free((char *)p->cost[i].source);
	param_free(&kernel_param_table, &p->p);
	free(p);
}

const char *kprofile_name(const struct kprofile *p)
{
	return p->p.name;
}

const struct kernel_params *kprofile_params(const struct kprofile *p)
{
	return &p->p;
}

const struct kcost *kprofile_cost(const struct kprofile *p, enum kfn fn)
{
	return &p->cost[fn];
}

char *kprofile_behaviour(const struct kprofile *p, const struct param_table *t, void *out)
{
	struct yaml_node *section = yaml_get(p->node, t->name);

	param_defaults(t, out);
	return err_in(param_load(t, section, out), "kernel.%s", t->name);
}

void kprofile_print_costs(const struct kprofile *p, FILE *f)
{
	fprintf(f, "# kernel %s; instructions are multiplied by %g\n", p->p.name,
		p->p.instruction_scale);
	fprintf(f, "%-32s %12s %9s %6s  %s\n", "function", "instructions", "per_unit", "bytes",
		"source");
	for (int i = 1; i < FN_COUNT; i++)
		fprintf(f, "%-32s %12u %9.2f %6u  %s\n", names[i], p->cost[i].instructions,
			p->cost[i].per_unit_64 / 64.0, p->cost[i].text_bytes, p->cost[i].source);
}
