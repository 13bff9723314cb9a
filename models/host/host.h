/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A simulated machine that runs a kernel: its CPUs, memory, allocators and the
 * kernel profile.  Parts of a host find each other through it.
 */
#ifndef NICPATH_MODELS_HOST_HOST_H
#define NICPATH_MODELS_HOST_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sim.h"

struct cpu;
struct host;
struct kprofile;
struct layout;
struct mem;
struct slab_allocator;
struct yaml_node;

/*
 * name: as in the scenario ("tx").  machine, kernel: resolved mappings.
 * Creates CPUs (idle, ticking), memory, allocators, ksoftirqd threads.
 */
char *host_new(const char *name, struct yaml_node *machine, struct yaml_node *kernel, uint64_t seed,
	       struct host **out);

const char *host_name(const struct host *h);
unsigned int host_cpus(const struct host *h);
struct cpu *host_cpu(const struct host *h, unsigned int i);
uint64_t host_seed(const struct host *h); /* the scenario's */
struct mem *host_mem(const struct host *h);
struct layout *host_layout(const struct host *h);
struct slab_allocator *host_slab(const struct host *h);
const struct kprofile *host_profile(const struct host *h);

/*
 * The network stack's state on this host (models/path.h's struct net), opaque
 * here because of its rank; set once when the kernel is composed.
 */
void host_set_net(struct host *h, void *net);
void *host_net(const struct host *h);

/* Milliseconds-granular kernel time: ticks since boot at the profile's HZ. */
uint64_t host_jiffies(const struct host *h);
sim_time host_tick(const struct host *h); /* length of a jiffy */

/* CPU time by kind over the measured window, in ps; sums to the window. */
enum cpu_kind { CPU_USER, CPU_SYSTEM, CPU_IRQ, CPU_SOFTIRQ, CPU_IDLE, CPU_KINDS };
extern const char *const cpu_kind_name[CPU_KINDS];
void host_window_open(struct host *h); /* with stats_open() */
void host_window_close(struct host *h);
uint64_t host_cpu_time(const struct host *h, unsigned int cpu, enum cpu_kind kind);

/* Of the idle time, what the CPU was halted; the rest is the idle loop's code. */
uint64_t host_halted(const struct host *h, unsigned int cpu);
/* Time by (function, cause), ps; with host_halted() it sums to the window, too. */
uint64_t host_function_time(const struct host *h, unsigned int cpu, unsigned int fn,
			    unsigned int cause);

/*
 * Time in ps that all CPUs together were not idle, from the start to now; for
 * batch means.  False for a host whose kernel keeps its own accounts.
 */
bool host_busy_now(const struct host *h, uint64_t *ps);

/* Cycles by (function, cause) over the window, all CPUs or one (cpu >= 0). */
uint64_t host_cycles(const struct host *h, int cpu, unsigned int fn, unsigned int cause);
/* Calls and instructions of a function over the window. */
uint64_t host_calls(const struct host *h, unsigned int fn);
uint64_t host_instructions(const struct host *h, unsigned int fn);

#endif
