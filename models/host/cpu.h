/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Charging code to a CPU.
 *
 * Kernel code of a host runs as C on the coroutine of a task (host/sched.h) or
 * of an idle CPU; this_cpu is the CPU it runs on.  The CPU keeps a local clock
 * that runs ahead of the engine up to the next pending event; past that, and
 * before anything that another party can see, it synchronises: the engine
 * catches up, devices and other CPUs act, and interrupts are taken inline if
 * they are enabled.  So any of the calls below may run interrupt handlers and
 * softirqs on top of the caller, as on a real CPU; with interrupts enabled and
 * a lock not held, state shared with handlers can have changed afterwards.
 *
 * Cost of a function: KFN(tcp_ack) at the head of the C function that models it
 * charges the profile's instructions (models/host/kfn.h, kernels/ *.yaml) and
 * fetches its code through the instruction cache; every cycle until the scope
 * ends, except those of nested KFN scopes, is attributed to it.
 */
#ifndef NICPATH_MODELS_HOST_CPU_H
#define NICPATH_MODELS_HOST_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/kfn.h"
#include "sim/sim.h"

struct cpu;
struct host;
struct task;

/* The CPU that executes the running kernel code; NULL in event callbacks. */
extern struct cpu *this_cpu;

unsigned int cpu_id(const struct cpu *c);
struct host *cpu_host(const struct cpu *c);
struct host *this_host(void);

/* The CPU's local time, never before sim_now(). */
sim_time cpu_now(void);
/*
 * Engine catches up to the local clock; pending interrupts are taken.  On
 * return sim_now() equals cpu_now(), so devices may be called directly.
 */
void cpu_sync(void);

/* Why a cycle was spent. */
enum cpu_cause {
	CAUSE_ISSUE,  /* executing instructions */
	CAUSE_IFETCH, /* waiting for code */
	CAUSE_L2,     /* data from L2 ... */
	CAUSE_LLC,
	CAUSE_PEER, /* from another core's cache */
	CAUSE_REMOTE,
	CAUSE_DRAM,
	CAUSE_TLB,    /* translating addresses, of data and of code */
	CAUSE_ATOMIC, /* locked operations */
	CAUSE_MMIO,   /* device registers */
	CAUSE_SPIN,   /* lock held by another CPU */
	CAUSE_COUNT
};

extern const char *const cpu_cause_name[CAUSE_COUNT];

/* Function scopes */
struct kfn_scope {
	struct kfn_scope *up;
	uint32_t left; /* instructions not yet charged */
	uint32_t fn;   /* enum kfn */
};

void kfn_enter(struct kfn_scope *s, enum kfn fn);
void kfn_leave(struct kfn_scope *s);

#define KFN(name)                                                                                  \
	struct kfn_scope kfn_scope_ __attribute__((cleanup(kfn_leave)));                           \
	kfn_enter(&kfn_scope_, FN_##name)

/* Charges a leaf function in one go (no accesses of its own). */
void kfn_run(enum kfn fn);
#define KFN_RUN(name) kfn_run(FN_##name)

/* n more units of the running function's per-unit instructions (loops). */
void kfn_units(uint32_t n);
/* n more instructions to the running function. */
void cpu_instr(uint64_t n);

/* Data accesses of len >= 1 bytes; split into lines. */
void mem_read(uint64_t addr, uint32_t len);
void mem_write(uint64_t addr, uint32_t len);
void mem_rw(uint64_t addr, uint32_t len); /* read, then write */
/* Locked read-modify-write of one word: synchronises if others own it. */
void mem_atomic(uint64_t addr);
/* Copy by rep movs; streams both ranges with overlap and prefetch. */
void mem_copy(uint64_t dst, uint64_t src, uint32_t len);
void mem_clear(uint64_t dst, uint32_t len);
/* Reads a range sequentially (checksums); `instr_per_16` instructions a 16 B. */
void mem_sum(uint64_t src, uint32_t len, uint32_t instr_per_16);

/*
 * Nothing but waiting: the local clock moves on by dt, attributed to a cause.
 * For MMIO reads, the caller that models the bus knows dt.
 */
void cpu_stall(sim_time dt, enum cpu_cause cause);

/*
 * One turn of a polling loop: charges a pause and lets the others act up to
 * then.  (Spin locks do not poll: a waiter is told when its turn has come.)
 */
void cpu_relax_turn(void);

/* Before anything that a device or another CPU can see: as cpu_sync(), for MMIO. */
static inline void cpu_visible(void)
{
	cpu_sync();
}

#endif
