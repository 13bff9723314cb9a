/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Measurements of a memory system by itself, as lmbench makes them on a real
 * one, and what is published about the machine.
 *
 * Latency: one load at a time follows a random cycle through all 64-byte lines
 * of a contiguous working set, so each line is visited once a round and a cache
 * that is smaller than the set is of no help; no TLB misses, prefetchers off (as
 * Intel's MLC has them).  Some published figures are of a walk forward by 1 KiB
 * instead (Everest), which finds DRAM's rows open; they are compared with that.
 */
#ifndef NICPATH_MODELS_MEM_MEMBENCH_H
#define NICPATH_MODELS_MEM_MEMBENCH_H

#include <stdint.h>

struct mem;
struct param_table;
struct yaml_node;

/* machine.published; 0: nothing published. */
enum membench_walk { WALK_RANDOM, WALK_FORWARD };

struct membench_published {
	char *source;
	int walk;			  /* enum membench_walk: how dram was measured */
	double l1, l2, l3;		  /* cycles */
	uint64_t dram, core, die, socket; /* ps */
	uint64_t read, write, copy;	  /* bit/s, one CPU, beyond the caches */
};

extern const struct param_table membench_published_table;

/* Error with place, or NULL. */
char *membench_published(struct yaml_node *machine, struct membench_published *out);

/* Mean latency in ps of a load in a working set of so many bytes (>= 128). */
double membench_latency(struct mem *m, unsigned int cpu, uint64_t bytes);

/* The same of a walk forward by 1 KiB through so many bytes (>= 128 KiB) that no cache holds. */
double membench_forward(struct mem *m, unsigned int cpu, uint64_t bytes);

/* Mean ps of a load by `reader` of a line that `writer` has just written. */
double membench_transfer(struct mem *m, unsigned int writer, unsigned int reader);

/* Levels of the machine, nearest first: what holds how much. */
struct membench_level {
	const char *name;    /* "L1", "L2", "L3", "DRAM" */
	uint64_t capacity;   /* bytes that one CPU can use; 0: DRAM */
	double published_ps; /* 0: none */
	int walk;	     /* how that was measured */
};

#define MEMBENCH_LEVELS 4
/* Returns how many. */
unsigned int membench_levels(const struct mem *m, const struct membench_published *p,
			     struct membench_level out[MEMBENCH_LEVELS]);
/* A working set in the middle of a level's range. */
uint64_t membench_typical(const struct membench_level *levels, unsigned int i);

/* Latency in the level, ps, with a working set of so many bytes, as published. */
double membench_plateau(struct mem *m, const struct membench_level *level, uint64_t bytes);

/* CPUs to pair with CPU 0: same shared cache, other die, other socket; -1: none. */
struct membench_pairs {
	int core, die, socket;
};
struct membench_pairs membench_pairs(const struct mem *m);

const char *membench_name(const struct mem *m);

#endif
