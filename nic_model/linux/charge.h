/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Charging real code to simulated CPUs: the back end behind the hooks of an image (hook.h).
 *
 * A CPU's clock lives here. Blocks cost issue time by instruction class; code lines and memory
 * operands go through the host's memory model (models/mem/mem.h) with loads overlapping up to the
 * window and the line-fill buffers, stores leaving through a store buffer, locked operations
 * draining both, as models/host/cpu.c has it. A CPU runs on until the next engine callback, past
 * other CPUs of its host by `sync_ahead` in lines that nobody else holds, and never past one in a
 * locked operation; when its time has come it calls `turn`.
 *
 * Addresses: the host's RAM window and its image map to physical addresses; anything else (memory
 * of the simulation) costs nothing.
 */
#ifndef NICPATH_NIC_MODEL_LINUX_CHARGE_H
#define NICPATH_NIC_MODEL_LINUX_CHARGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "models/host/cpu.h"
#include "nic_model/linux/hook.h"

struct charge;
struct mem;
struct yaml_node;

/*
 * Which lines hooks need not report. All: those that L1 has held since the last fill of their set.
 * Recent: only the one most recently used in its set, so that even the replacement order is what it
 * is with none; slower. All keeps that order by first use since the set's last fill instead of last
 * use.
 */
enum charge_tables { CHARGE_TABLES_ALL, CHARGE_TABLES_RECENT, CHARGE_TABLES_NONE };

struct charge_setup {
	const char *name;		/* host, for messages */
	struct mem *mem;		/* not owned */
	struct yaml_node *machine;	/* machine mapping: "cpu" and "cache" are read */
	unsigned int cpus;		/* at most mem_cpus() */
	const struct hook_image *image; /* of this host */
	const struct hook_plain *plain,
		*plain_end;   /* table of the plain image; need not outlive charge_new() */
	uint64_t plain_delta; /* added to the plain table's addresses */
	uint64_t image_base, image_bytes; /* the image's data as loaded */
	uint64_t ram_base, ram_bytes;	  /* address in this process of physical address 0 */
	/*
	 * This CPU's time has come: wait for the engine up to charge_now(), serve interrupts. Comes
	 * back when this CPU's code is to go on, charge_run() called. May be NULL: never (tests).
	 * stack: where the interrupted code's stack ends.
	 */
	void (*turn)(void *arg, unsigned int cpu, void *stack);
	void *arg;
	enum charge_tables tables;
};

char *charge_new(const struct charge_setup *s, struct charge **out);
void charge_free(struct charge *c);

/* The table of the plain image (file; NULL: image_find()) that belongs to the hooked one. Caller
 * frees *p. */
char *charge_plain(const char *file, struct hook_plain **p, size_t *n);

/* The CPU's code runs from now on: selects its hook state, renews how far it may run. */
void charge_run(struct charge *c, unsigned int cpu);
/* Base of %gs for the CPU. */
void charge_gs(struct charge *c, unsigned int cpu, uint64_t base);

/* Local clock, ps. */
uint64_t charge_now(struct charge *c, unsigned int cpu);
/* Moves the clock to `ps` if it is behind (after waiting or idling); nothing is charged. */
void charge_wait_until(struct charge *c, unsigned int cpu, uint64_t ps);
/* Time that no instruction shows: MMIO, interrupt entry. */
void charge_stall(struct charge *c, unsigned int cpu, uint64_t ps, enum cpu_cause cause);
/* All loads and stores are in (before MMIO, halt). */
void charge_drain(struct charge *c, unsigned int cpu);
/* A parked CPU (halted, not started) holds nobody back. CPUs start parked. */
void charge_park(struct charge *c, unsigned int cpu, bool parked);
/* A device touches a range: call before mem_dma_read/write() with the same. */
void charge_dma(struct charge *c, uint64_t phys, uint64_t bytes, bool write);
/* Physical address of an address of the image or RAM; false: neither. */
bool charge_phys(const struct charge *c, uint64_t addr, uint64_t *phys);

/* Starts counting afresh: blocks, sites, causes. */
void charge_reset(struct charge *c);
/* Time by cause, ps, over all CPUs; CAUSE_COUNT entries. */
void charge_causes(struct charge *c, uint64_t ps[CAUSE_COUNT]);

/* What a source line or a function cost since charge_reset(). */
struct charge_cost {
	uint64_t insns, loads, stores; /* executed; memory operands */
	uint64_t ps;		       /* issue and waiting */
	uint64_t fetch_ps, data_ps;    /* waiting for code, for data */
	uint64_t misses;	       /* data lines that L1 did not have */
	uint64_t calls;		       /* of a function: times its first block ran; of a line: 0 */
	/*
	 * Code that a call touches, bytes, whole cache lines: those of blocks that ran in at least
	 * a tenth of the function's calls.
	 */
	uint64_t code;
	/*
	 * Of a function, CAUSE_COUNT entries, ps: data_ps by where the data came from (CAUSE_ISSUE:
	 * string moves out of L1), and beyond ps what it waited for registers and turned in
	 * cpu_relax() (CAUSE_MMIO, CAUSE_SPIN). NULL for a line.
	 */
	const uint64_t *wait;
};

/* Functions with a cost, dearest first. */
void charge_functions(struct charge *c,
		      void (*see)(void *arg, const struct hook_func *f,
				  const struct charge_cost *k),
		      void *arg);
/* The lines of one function (all image functions of that name), ordered by file and line. Returns
 * their number. */
unsigned int charge_lines(struct charge *c, const char *function,
			  void (*see)(void *arg, const char *file, unsigned int line,
				      const struct charge_cost *k),
			  void *arg);
/*
 * Everything as one CSV for `nicpath annotate`, a row a line of a function: function, file, line,
 * insns, loads, stores, cycles, fetch_cycles, data_cycles (both within cycles), misses, calls,
 * code. A point keeps it as lines-HOST.csv.
 */
void charge_write(struct charge *c, FILE *out);

#endif
