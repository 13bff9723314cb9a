/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One host's memory system: the caches of all its CPUs, coherence between
 * them, DRAM with latency and bandwidth, and the DMA port.
 *
 * Every access is a call that takes the time at which it is issued and returns
 * how long it takes; there are no events.  It works on lines (mem_line_bytes());
 * callers split.  Addresses are physical, below 2^44; nothing is stored: the
 * caches hold tags only.  Translation is a call of its own (tlb.h).  What it leaves
 * out: refresh, MSHR merging (the CPU model limits outstanding misses).
 */
#ifndef NICPATH_MODELS_MEM_MEM_H
#define NICPATH_MODELS_MEM_MEM_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sim.h"

struct mem;
struct mem_params; /* models/mem/mem_params.h: from the machine file */
struct yaml_node;

/* Where an access was satisfied; also the cause that a CPU attributes. */
enum mem_level {
	MEM_L1,
	MEM_L2,
	MEM_LLC,
	MEM_PEER,   /* another core's cache, same socket */
	MEM_REMOTE, /* another socket's cache or memory */
	MEM_DRAM,
	MEM_LEVELS
};

extern const char *const mem_level_name[MEM_LEVELS];

enum mem_req {
	MEM_GETS,   /* load */
	MEM_GETX,   /* store or locked operation: ownership */
	MEM_IFETCH, /* instruction line */
	MEM_PF,	    /* hardware prefetch into L2: bandwidth, no wait */
};

struct mem_reply {
	uint32_t ps; /* latency seen by the core */
	/* Of these sizes, so that the reply is one register without padding to be kept. */
	uint16_t level;	 /* enum mem_level */
	uint16_t shared; /* bool: GETX that had to take the line from others */
};

/* machine: the mapping of a machine file ("cpu", "cache", "dram"...). */
char *mem_new(const char *host, struct yaml_node *machine, struct mem **out);
void mem_free(struct mem *m);

/* Memory nodes, and the one that is local to a CPU. */
unsigned int mem_nodes(const struct mem *m);
unsigned int mem_node(const struct mem *m, unsigned int cpu);

unsigned int mem_cpus(const struct mem *m);
unsigned int mem_line_bytes(const struct mem *m); /* 64 */
uint64_t mem_bytes(const struct mem *m);	  /* RAM size */
uint64_t mem_cpu_hz(const struct mem *m);

/*
 * One access by a CPU to the line that contains addr, issued at t.  t may be
 * ahead of the engine's clock, and calls of different CPUs need not come in
 * order of t (bandwidth servers take them as they come).
 */
struct mem_reply mem_access(struct mem *m, unsigned int cpu, uint64_t addr, enum mem_req req,
			    sim_time t);

/*
 * A store to the whole line of addr at once: as MEM_GETX, but what is not in a cache
 * is not read from memory, and prefetchers do not see it.
 */
struct mem_reply mem_write_line(struct mem *m, unsigned int cpu, uint64_t addr, sim_time t);

/*
 * True when any other CPU's cache holds the line of addr so that a store (or,
 * for `write` false, a load) by `cpu` would move it.  A CPU synchronises with
 * the engine before such an access (cpu.h), since others can see it.
 */
bool mem_others(const struct mem *m, unsigned int cpu, uint64_t addr, bool write);

/*
 * Device accesses of len bytes from addr (any alignment), starting at t;
 * return the time at which the memory side is done.  Reads snoop the caches
 * (a dirty line is supplied and stays).  Writes invalidate, update or allocate
 * by the machine's dma policy: "invalidate" (K8, FB-DIMM Xeons), "ddio" with a
 * way limit, "dca" (invalidate, then prefetch hint to the target CPU's cache).
 */
sim_time mem_dma_read(struct mem *m, uint64_t addr, uint32_t len, sim_time t);
sim_time mem_dma_write(struct mem *m, uint64_t addr, uint32_t len, sim_time t,
		       int dca_cpu /* -1: none */);

/* A CPU's TLBs, for mem_translate() (tlb.h). */
struct tlbs;
struct tlbs *mem_tlbs(struct mem *m, unsigned int cpu);

/*
 * Count of fills (and invalidations) of a CPU's L1I: unchanged means that no
 * instruction line has left.  The second counts only those that fell into the
 * sets of these lines, or into some that share their low six bits.
 */
uint64_t mem_ifills(const struct mem *m, unsigned int cpu);
uint64_t mem_ifills_of(const struct mem *m, unsigned int cpu, uint64_t addr, unsigned int lines);

/* Empties all caches (tests, membench). */
void mem_flush(struct mem *m);

/* Registers caches' accesses/misses under "hosts.NAME.caches.CACHE.". */
void mem_stats(struct mem *m, const char *host);

#endif
