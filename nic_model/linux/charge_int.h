/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to charge*.c. */
#ifndef NICPATH_NIC_MODEL_LINUX_CHARGE_INT_H
#define NICPATH_NIC_MODEL_LINUX_CHARGE_INT_H

#include "models/host/cpu_params.h"
#include "models/mem/mem.h"
#include "nic_model/linux/charge.h"

#define UNIT	   1024ull /* cost units a ps */
#define MISSES_MAX 32
#define STORES_MAX 64
#define AHEAD_MAX  16

struct miss {
	uint64_t done;	     /* units */
	uint64_t window_end; /* `issued` at which it must be in; UINT64_MAX: it will be, whatever
				happens */
	struct hook_site *site;
	uint32_t cause;
};

struct store {
	uint64_t done;
	struct hook_site *site;
	uint32_t cause;
};

struct charge_cpu {
	struct hook_state hook; /* first: a hook's state is its CPU */
	struct charge *charge;
	unsigned int id;
	bool parked;
	void *stack;	     /* end of the stack of the code whose hook runs */
	int64_t granted;     /* hook.left when last looked at */
	uint64_t now;	     /* units */
	uint64_t limit;	     /* may run up to here, units */
	uint64_t others_at;  /* earliest position of another CPU of the host */
	uint64_t issued;     /* issue time so far, units */
	uint64_t window_end; /* `issued` at which the oldest load that can stall must be in */
	unsigned int misses, stores, store_head;
	uint64_t store_last;
	struct miss miss[MISSES_MAX];	/* program order */
	struct store store[STORES_MAX]; /* ring */
	uint32_t missed_line;		/* last code line that L1 did not have */
	unsigned int missed_run;	/* so many in order up to it */
	uint64_t missed_at[AHEAD_MAX];	/* when they were wanted, last first */
	/* Which entries of an L1I set (set_step) are in use; not kept for sets with more than 64.
	 */
	uint64_t fetch_used[HOOK_FETCH];
	uint64_t cause[CAUSE_COUNT]; /* units */
};

struct charge {
	struct charge_setup s;
	struct mem *mem;
	struct cpu_params p;
	uint64_t cycle;	 /* units */
	uint64_t window; /* units of issue time */
	/* A hook table's entries of one L1 set: line & mask, and others every 1 << shift. */
	struct set_step {
		uint32_t mask, shift;
	} l1d, l1i;
	uint64_t line_units;		/* of a string operation over a whole line */
	uint32_t line_stores;		/* room in the store buffer, in whole lines */
	uint32_t fast_lines;		/* that a string operation writes at a time; 0: no fast strings */
	uint64_t strays;		/* accesses to memory of the simulation */
	uint64_t (*waits)[CAUSE_COUNT]; /* of each function by cause, units; what blocks hold is not
					   in it */
	struct charge_cpu *cpu[64];
};

static inline struct charge_cpu *of_state(struct hook_state *s)
{
	return (struct charge_cpu *)s;
}

static inline void charge_advance(struct charge_cpu *k, uint64_t units, enum cpu_cause cause)
{
	k->now += units;
	k->cause[cause] += units;
}

/* Notes that a function waited; the clock is advanced by the caller. */
static inline void charge_blame(struct charge *c, const struct hook_block *b, uint64_t units,
				enum cpu_cause cause)
{
	c->waits[hook_block_func(b) - c->s.image->funcs][cause] += units;
}

/* Takes in what inline code has consumed. */
static inline void charge_consume(struct charge_cpu *k)
{
	uint64_t d = (uint64_t)(k->granted - k->hook.left);

	k->granted = k->hook.left;
	k->issued += d;
	charge_advance(k, d, CAUSE_ISSUE);
}

/* Says how far inline code may go. */
static inline void charge_grant(struct charge_cpu *k)
{
	uint64_t room = k->limit > k->now ? k->limit - k->now : 0;
	uint64_t window = k->window_end - k->issued;

	if (window < room)
		room = window;
	k->granted = k->hook.left = room < INT64_MAX ? (int64_t)room : INT64_MAX;
}

/* charge.c */
/* Others' turn; bounds are new afterwards. */
void charge_turn(struct charge_cpu *k);

/* charge_hook.c */
extern const struct hook_ops charge_hook_ops;

#endif
