/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hosts whose kernel brings CPUs, scheduler and accounts of its own: real code (nic_model/linux).
 * Such a struct host has a name, a memory system and the machine's parameters, and no struct cpu;
 * what workloads and results ask of it goes through struct host_foreign.
 */
#ifndef NICPATH_MODELS_HOST_FOREIGN_H
#define NICPATH_MODELS_HOST_FOREIGN_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "sim/sim.h"

struct yaml_node;

/* One function of the profile; cause: ps by enum cpu_cause. */
typedef void host_profile_row(void *ctx, const char *symbol, uint64_t calls, uint64_t instructions,
			      const uint64_t cause[CAUSE_COUNT]);

struct host_foreign {
	/* Any time. affinity: bit per CPU. The task starts once the kernel has booted. */
	void (*task_new)(void *arg, const char *name, void (*fn)(void *arg), void *fn_arg,
			 uint64_t affinity);
	/* From a task of this host. */
	void (*task_delay)(void *arg, sim_time dt);
	void (*user_run)(void *arg, uint64_t instructions);
	sim_time (*now)(void *arg);
	/* The measured window opens (true) or closes, at sim_now(). */
	void (*window)(void *arg, bool open);
	/* Over the window, ps. */
	uint64_t (*cpu_time)(void *arg, unsigned int cpu, enum cpu_kind kind);
	void (*profile)(void *arg, host_profile_row *row, void *ctx);
};

/* machine: resolved mapping.  ops must be set before the simulation runs. */
char *host_new_foreign(const char *name, struct yaml_node *machine, struct host **out);
void host_set_foreign(struct host *h, const struct host_foreign *ops, void *arg);
/* NULL for ordinary hosts. */
const struct host_foreign *host_foreign(const struct host *h, void **arg);

/* The foreign host whose code runs now; NULL while another's does and in event callbacks. Set by
 * that host's CPUs. */
extern struct host *host_foreign_running;

#endif
