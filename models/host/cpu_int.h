/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A CPU's state.  Private to models/host. */
#ifndef NICPATH_MODELS_HOST_CPU_INT_H
#define NICPATH_MODELS_HOST_CPU_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/cpu.h"
#include "models/host/cpu_params.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/mem/mem.h"
#include "models/mem/tlb.h"
#include "sim/sim.h"

#define CPU_MISSES_MAX 32
#define CPU_STORES_MAX 64
#define FRAC_BITS      24
#define CPU_LINE       64u /* mem_line_bytes() */

/* A load that is under way. */
struct cpu_miss {
	uint64_t done;	 /* ps */
	uint64_t icount; /* instructions issued before it */
	uint64_t walked; /* ps: its address was translated */
	uint32_t cause;
};

/* What stands in for a hardware register or a per-CPU variable of the kernel. */
struct cpu {
	/* The fast path: first lines. */
	uint64_t now;	    /* local clock, ps */
	uint64_t bound;	    /* may run ahead of the other CPUs up to here, ps */
	uint64_t others_at; /* earliest position of a CPU of this host, ps */
	uint64_t lines_at;  /* the same, if lines are to be tested (not sync: slack) */
	uint64_t *row;	    /* cells of the running function */
	struct kfn_scope *scope;
	uint64_t frac;	       /* 2^-24 ps not yet in now */
	uint64_t ps_per_instr; /* times 2^24 */
	uint64_t ps_per_cycle; /* times 2^24 */
	uint64_t icount;       /* instructions issued */
	uint64_t window_end;   /* icount at which the oldest load must be in */
	uint64_t last_line;
	uint32_t acc64; /* 1/64 instructions not yet in a scope */
	uint32_t unit_acc64;
	uint32_t spacing; /* instructions between two lines */
	bool irqs_on;
	bool irq_waiting; /* something is pending */
	struct mem *mem;
	struct tlbs *tlbs;
	struct host *host;
	unsigned int id;
	uint32_t line_cycles;		      /* of a string operation over a whole line */
	uint32_t misses, stores;	      /* in use */
	struct cpu_miss miss[CPU_MISSES_MAX]; /* ring, in program order */
	uint32_t miss_head;
	bool miss_mixed;		     /* some load is in before an older one */
	uint64_t store_done[CPU_STORES_MAX]; /* ring, in program order */
	uint32_t store_cause[CPU_STORES_MAX];
	uint32_t store_head;
	uint64_t store_last;			  /* completion of the youngest store */
	uint64_t store_miss_done[CPU_STORES_MAX]; /* last store_misses of them */
	uint32_t store_miss_at;			  /* below store_misses */

	/* Attribution */
	uint64_t *cells; /* [FN_COUNT][CAUSE_COUNT] ps */
	uint64_t *calls; /* [FN_COUNT] */
	uint64_t *instr; /* [FN_COUNT] */
	/* [FN_COUNT] counts of L1I fills when last fetched whole, + 1 */
	uint64_t *fetched, *fetched_own;
	enum cpu_kind kind;
	uint64_t state;	     /* the same, as a level */
	uint64_t kind_since; /* ps */
	uint64_t time[CPU_KINDS];

	/* Synchronisation */
	struct sim_thread *parked; /* blocked with no position: idle, spinning */
	uint64_t parked_at;
	uint64_t idle_ps; /* halted, not in any function */

	/* Interrupts */
	unsigned int hardirqs;			 /* nesting */
	unsigned int serving;			 /* softirqs, nesting (0 or 1) */
	unsigned int bh;			 /* local_bh_disable() nesting */
	unsigned int locks;			 /* spin locks held */
	uint32_t softirqs;			 /* pending */
	uint32_t local;				 /* pending local interrupts, enum local_irq */
	struct irq_line *line_first, **line_end; /* pending lines, in order */
	struct ipi *ipi_first, **ipi_end;
	struct sim_event resched_ev;
	struct task *ksoftirqd;
	uint64_t irqs, irq_local[4], softirq_runs[SOFTIRQ_COUNT];
	uint64_t ksoftirqd_wakes, ipis_sent;

	/* Scheduler */
	struct task *curr, *idle;
	struct rq *rq;
	bool resched;		    /* need_resched of whatever runs */
	const struct task *last_mm; /* whose address space is loaded */
	uint64_t switches;

	/* Timers */
	struct timer_wheel *wheel;
	struct sim_event tick;
	bool tick_stopped;
	uint64_t ticks;
	struct hrtimer *hr_due, **hr_end;

	uint64_t percpu; /* address of the per-CPU area */
	int track;
	/* Values at the start and end of the window (host_account.c). */
	struct cpu_snapshot *opened, *closed;
};

/* Local interrupts in order of priority (x86 vectors, highest first). */
enum local_irq { LOCAL_RESCHED, LOCAL_CALL, LOCAL_TIMER, LOCAL_HRTIMER };
extern const char *const local_irq_name[4];

/* Offsets in the per-CPU area: a line each. */
enum percpu_line {
	PERCPU_IRQ_STAT,
	PERCPU_RQ = 2,
	PERCPU_TIMERS = 6,
	PERCPU_HRTIMERS = 8,
	PERCPU_STACK = 10,
	PERCPU_LINES = 16
};

static inline uint64_t percpu_addr(const struct cpu *c, enum percpu_line line)
{
	return c->percpu + (uint64_t)line * 64;
}

/* cpu.c */
void cpu_issue_slow(struct cpu *c, uint64_t n);
void cpu_settle_slow(struct cpu *c);
/* All loads and stores are in. */
void cpu_drain(struct cpu *c);
void cpu_init(struct cpu *c, struct host *h, unsigned int id);
extern const uint8_t cpu_level_causes[MEM_LEVELS];
enum cpu_cause cpu_level_cause(enum mem_level level);
uint64_t cpu_cycles_ps(const struct cpu *c, uint64_t cycles);

/* cpu_sync.c */
/* Refreshes what c may run ahead to; c has just got going. */
void cpu_bounds(struct cpu *c);
/* With another CPU of the host behind: can it tell an access to this line? */
bool cpu_line_visible(const struct cpu *c, uint64_t addr);
/* The running thread acts as CPU c from now on (after blocking). */
void cpu_resume(struct cpu *c);
/* Gives the CPU's thread to the engine until somebody unparks it. */
void cpu_park(struct cpu *c, enum cpu_cause cause, bool idle);
void cpu_unpark(struct cpu *c);
/* An interrupt has become pending; from any context. */
void cpu_poke(struct cpu *c);
void cpu_register(struct cpu *c);

/* cpu_fetch.c */
void cpu_fetch(struct cpu *c, enum kfn fn);

/* Time by kind */
static inline enum cpu_kind cpu_kind_set(struct cpu *c, enum cpu_kind k)
{
	enum cpu_kind was = c->kind;

	c->time[was] += c->now - c->kind_since;
	c->kind_since = c->now;
	c->kind = k;
	c->state = k;
	return was;
}

static inline void cpu_advance(struct cpu *c, uint64_t ps, enum cpu_cause cause)
{
	c->now += ps;
	c->row[cause] += ps;
}

/* Fixed work of the hardware (interrupt entry ...). */
static inline void cpu_cycles(struct cpu *c, uint32_t cycles, enum cpu_cause cause)
{
	uint64_t t = c->frac + cycles * c->ps_per_cycle;

	c->frac = t & ((1u << FRAC_BITS) - 1);
	cpu_advance(c, t >> FRAC_BITS, cause);
}

/* Executes n instructions, ignoring the loads under way. */
static inline void cpu_issue_free(struct cpu *c, uint64_t n)
{
	uint64_t t = c->frac + n * c->ps_per_instr;

	c->icount += n;
	c->frac = t & ((1u << FRAC_BITS) - 1);
	cpu_advance(c, t >> FRAC_BITS, CAUSE_ISSUE);
}

static inline void cpu_issue(struct cpu *c, uint64_t n)
{
	if (__builtin_expect(c->icount + n >= c->window_end, 0))
		cpu_issue_slow(c, n);
	else
		cpu_issue_free(c, n);
}

/* After a charge: has somebody else's time come, or an interrupt? */
static inline void cpu_settle(struct cpu *c)
{
	if (__builtin_expect(c->now >= sim_callback_ps || c->now > c->bound || c->irq_waiting, 0))
		cpu_settle_slow(c);
}

static inline void cpu_row(struct cpu *c, uint32_t fn)
{
	c->row = c->cells + (uint64_t)fn * CAUSE_COUNT;
}

/* Before an access: the engine's turn if another CPU is behind and holds the line. */
static inline struct cpu *cpu_line_turn(struct cpu *c, uint64_t addr)
{
	if (c->now > c->lines_at && cpu_line_visible(c, addr)) {
		cpu_sync();
		c = this_cpu;
	}
	return c;
}

#endif
