/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A host's parts.  Private to models/host. */
#ifndef NICPATH_MODELS_HOST_HOST_INT_H
#define NICPATH_MODELS_HOST_HOST_INT_H

#include <stdint.h>

#include "models/host/cpu_int.h"
#include "models/host/foreign.h"
#include "models/host/host.h"
#include "models/host/irq_int.h"
#include "models/host/kprofile_int.h"
#include "models/host/sched_int.h"
#include "models/host/time_int.h"

/* A function's cost, ready for use. */
struct fn_cost {
	uint32_t run64;	 /* 1/64 instructions a call, scaled */
	uint32_t unit64; /* and a unit */
	uint64_t text;	 /* address */
	uint32_t text_lines;
};

struct host {
	char *name;
	struct cpu_params cpu_params;
	struct kernel_params kernel; /* kernel.{name,hz,...} */
	struct sched_params sched;
	struct irq_params irq;
	struct fn_cost *cost;  /* [FN_COUNT] */
	uint64_t ps_per_cycle; /* times 2^FRAC_BITS */
	uint64_t hz;	       /* of the CPUs */
	uint64_t seed;	       /* of what is arranged at random: used memory */
	uint32_t line_stores;  /* whole lines that the store buffer holds */
	uint32_t fast_lines;   /* that a string operation writes at a time; 0: as line_stores */
	unsigned int cpu_count;
	uint32_t sockets, llc_cpus; /* topology.c */
	struct cpu **cpus;
	struct kprofile *profile;
	struct mem *mem;
	struct layout *layout;
	struct slab_allocator *slab;
	void *net;
	uint64_t tick_ps;
	uint64_t irqs, ctxsw;			       /* of all CPUs */
	struct stats_dist *irq_latency, *wake_latency; /* ns */
	uint64_t jiffies_addr;
	struct softirq_action {
		void (*fn)(void *arg);
		void *arg;
	} softirq[SOFTIRQ_COUNT];
	struct task *tasks; /* all, newest first */
	struct irq_line *lines;
	struct cpu *balancer;		    /* idle, ticks for the others that are */
	const struct host_foreign *foreign; /* foreign.h; NULL: an ordinary host */
	void *foreign_arg;
	uint64_t window_from, window_to; /* ps; UINT64_MAX: not yet */
};

/* topology.c.  machine: the mapping of a machine file.  Error with place, or NULL. */
char *topology_load(struct host *h, struct yaml_node *machine);
bool cpus_share_cache(const struct cpu *a, const struct cpu *b); /* a CPU does with itself */
unsigned int cpu_socket(const struct cpu *c);

#endif
