/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Builds a host from its machine and kernel files.
 */
#include "models/host/host.h"

#include <stdlib.h>

#include "models/host/host_int.h"
#include "models/mem/layout.h"
#include "models/mem/slab.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/stats.h"
#include "sim/trace.h"
#include "sim/yaml.h"

#define TEXT_ALIGN 16 /* of functions, as the kernel's compilers align them */

const char *const cpu_kind_name[CPU_KINDS] = {"usr", "sys", "irq", "softirq", "idle"};

const char *host_name(const struct host *h)
{
	return h->name;
}

unsigned int host_cpus(const struct host *h)
{
	return h->cpu_count;
}

struct cpu *host_cpu(const struct host *h, unsigned int i)
{
	sim_assert(i < h->cpu_count);
	return h->cpus[i];
}

uint64_t host_seed(const struct host *h)
{
	return h->seed;
}

struct mem *host_mem(const struct host *h)
{
	return h->mem;
}

struct layout *host_layout(const struct host *h)
{
	return h->layout;
}

struct slab_allocator *host_slab(const struct host *h)
{
	return h->slab;
}

const struct kprofile *host_profile(const struct host *h)
{
	return h->profile;
}

void host_set_net(struct host *h, void *net)
{
	h->net = net;
}

void *host_net(const struct host *h)
{
	return h->net;
}

uint64_t host_jiffies(const struct host *h)
{
	return cpu_now().ps / h->tick_ps;
}

sim_time host_tick(const struct host *h)
{
	return SIM_PS(h->tick_ps);
}

/* ---- building ---- */

static char *load_files(struct host *h, struct yaml_node *machine, struct yaml_node *kernel)
{
	char *err = mem_new(h->name, machine, &h->mem);

	if (!err)
		err = kprofile_new(kernel, &h->profile);
	if (err)
		return err;
	h->kernel = *kprofile_params(h->profile);
	param_defaults(&cpu_param_table, &h->cpu_params);
	err = param_load(&cpu_param_table, yaml_get(machine, "cpu"), &h->cpu_params);
	if (!err)
		err = topology_load(h, machine);
	if (!err)
		err = kprofile_behaviour(h->profile, &sched_param_table, &h->sched);
	if (!err)
		err = kprofile_behaviour(h->profile, &irq_param_table, &h->irq);
	return err;
}

static void derive(struct host *h)
{
	uint32_t line = mem_line_bytes(h->mem);
	uint32_t stores = h->cpu_params.store_buffer * h->cpu_params.copy_bytes / line;

	h->hz = mem_cpu_hz(h->mem);
	/* 10^12 << 24 fits 64 bits; rounded once, to 2^-25 ps a cycle. */
	h->ps_per_cycle = ((1000000000000ull << FRAC_BITS) + h->hz / 2) / h->hz;
	sim_assert(line == CPU_LINE);
	h->line_stores = stores ? stores : 1;
	h->fast_lines = h->cpu_params.fast_strings ? h->cpu_params.misses : 0;
	h->tick_ps = 1000000000000ull / h->kernel.hz;
	h->cpu_count = mem_cpus(h->mem);
	h->window_from = 0;
	h->window_to = UINT64_MAX;
}

/* Functions lie in the order of the list, which is that of the packet's way. */
static void place_text(struct host *h)
{
	uint32_t line = mem_line_bytes(h->mem);
	double scale = h->kernel.instruction_scale;

	h->cost = xcalloc(FN_COUNT, sizeof(*h->cost));
	for (int i = 1; i < FN_COUNT; i++) {
		const struct kcost *k = kprofile_cost(h->profile, (enum kfn)i);
		struct fn_cost *c = &h->cost[i];
		uint64_t at;

		c->run64 = (uint32_t)(k->instructions * 64 * scale + 0.5);
		c->unit64 = (uint32_t)(k->per_unit_64 * scale + 0.5);
		if (!k->text_bytes)
			continue;
		at = layout_static(h->layout, LAYOUT_TEXT, k->text_bytes, TEXT_ALIGN);
		c->text = at & ~(uint64_t)(line - 1);
		c->text_lines = (uint32_t)((at + k->text_bytes - 1) / line - at / line + 1);
	}
}

static void count(struct cpu *c, const char *what, const uint64_t *counter, const char *help)
{
	char *path = xasprintf("hosts.%s.cpu.%u.%s", c->host->name, c->id, what);

	stats_counter(path, counter, help);
	free(path);
}

static void register_stats(struct cpu *c)
{
	char *path = xasprintf("hosts.%s.cpu.%u.state", c->host->name, c->id);

	stats_level(path, &c->state, "1", "0 user, 1 system, 2 hardirq, 3 softirq, 4 idle");
	free(path);
	count(c, "context_switches", &c->switches, "switches between tasks, idle included");
	count(c, "interrupts", &c->irqs, "hardware interrupts taken");
	count(c, "ticks", &c->ticks, "timer interrupts of the tick");
	count(c, "ipis_sent", &c->ipis_sent, "interrupts sent to other CPUs");
	count(c, "ksoftirqd_wakeups", &c->ksoftirqd_wakes, "times ksoftirqd was woken");
	for (int i = 0; i < SOFTIRQ_COUNT; i++) {
		char *what = xasprintf("softirqs.%s", softirq_name[i]);

		count(c, what, &c->softirq_runs[i], "times this softirq was served");
		free(what);
	}
}

static void register_host_stats(struct host *h)
{
	char *path = xasprintf("hosts.%s.irqs", h->name);

	stats_counter(path, &h->irqs, "hardware interrupts taken, local ones included");
	free(path);
	path = xasprintf("hosts.%s.ctxsw", h->name);
	stats_counter(path, &h->ctxsw, "switches between tasks, idle included");
	free(path);
	path = xasprintf("hosts.%s.irq_latency", h->name);
	h->irq_latency = stats_dist_new(path, "ns", "from a line's raise to its handlers");
	free(path);
	path = xasprintf("hosts.%s.wakeup_latency", h->name);
	h->wake_latency = stats_dist_new(path, "ns", "from a task's wake-up to its running");
	free(path);
}

void cpu_init(struct cpu *c, struct host *h, unsigned int id)
{
	char *name = xasprintf("CPU %u", id);

	c->host = h;
	c->mem = h->mem;
	c->tlbs = mem_tlbs(h->mem, id);
	c->id = id;
	c->ps_per_cycle = h->ps_per_cycle;
	c->line_cycles = (CPU_LINE + h->cpu_params.copy_bytes - 1) / h->cpu_params.copy_bytes;
	c->spacing = h->cpu_params.spacing;
	c->ps_per_instr = (uint64_t)((double)h->ps_per_cycle * h->cpu_params.cpi + 0.5);
	c->window_end = c->bound = c->others_at = c->lines_at = c->last_line = UINT64_MAX;
	c->cells = xcalloc((unsigned long)FN_COUNT * CAUSE_COUNT, sizeof(*c->cells));
	c->calls = xcalloc(FN_COUNT, sizeof(*c->calls));
	c->instr = xcalloc(FN_COUNT, sizeof(*c->instr));
	c->fetched = xcalloc(FN_COUNT, sizeof(*c->fetched));
	c->fetched_own = xcalloc(FN_COUNT, sizeof(*c->fetched_own));
	c->irqs_on = true;
	c->kind = CPU_IDLE;
	c->state = CPU_IDLE;
	c->line_end = &c->line_first;
	c->ipi_end = &c->ipi_first;
	c->percpu = layout_static(h->layout, LAYOUT_STATIC, PERCPU_LINES * 64ull, 4096);
	c->track = trace_track(h->name, name);
	cpu_row(c, FN_none);
	cpu_register(c);
	register_stats(c);
	free(name);
}

static void dump(void *arg)
{
	const struct host *h = arg;

	for (unsigned int i = 0; i < h->cpu_count; i++) {
		const struct cpu *c = h->cpus[i];

		fprintf(stderr,
			"%s CPU %u at %.6f us: '%s' in %s, %s%s, irqs %s, %u hardirqs, "
			"softirqs 0x%x, %u locks, %u runnable\n",
			h->name, i, (double)c->now * 1e-6, c->curr->name,
			kfn_name(c->scope ? c->scope->fn : FN_none), cpu_kind_name[c->kind],
			c->parked ? " (parked)" : "", c->irqs_on ? "on" : "off", c->hardirqs,
			c->softirqs, c->locks, c->rq->nr);
	}
}

/* A host whose files are bad, before anything else has been built. */
static void discard(struct host *h)
{
	kprofile_free(h->profile);
	if (h->mem)
		mem_free(h->mem);
	free(h->name);
	free(h);
}

char *host_new(const char *name, struct yaml_node *machine, struct yaml_node *kernel, uint64_t seed,
	       struct host **out)
{
	struct host *h = xcalloc(1, sizeof(*h));
	char *err;

	h->name = xstrdup(name);
	h->seed = seed;
	err = load_files(h, machine, kernel);
	if (err) {
		discard(h);
		return err_in(err, "host '%s'", name);
	}
	derive(h);
	h->layout = layout_new(mem_bytes(h->mem));
	place_text(h);
	h->jiffies_addr = layout_static(h->layout, LAYOUT_STATIC, 64, 64);
	h->cpus = xcalloc(h->cpu_count, sizeof(struct cpu *));
	for (unsigned int i = 0; i < h->cpu_count; i++) {
		h->cpus[i] = xcalloc(1, sizeof(struct cpu));
		cpu_init(h->cpus[i], h, i);
	}
	register_host_stats(h);
	sched_init(h);
	timers_init(h);
	softirq_init(h);
	for (unsigned int i = 0; i < h->cpu_count; i++)
		tick_init(h->cpus[i]);
	mem_stats(h->mem, name);
	err = slab_allocator_new(h, &h->slab);
	if (err)
		return err_in(err, "host '%s'", name);
	check_on_panic("host", dump, h);
	*out = h;
	return NULL;
}
