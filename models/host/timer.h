/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernel timers: the jiffies wheel (served by the TIMER softirq of the CPU on
 * which they were armed, at the first tick at or after expiry) and
 * high-resolution timers (hardirq context, to the ps).  Arming and cancelling
 * cost what mod_timer() and hrtimer_start() cost.
 */
#ifndef NICPATH_MODELS_HOST_TIMER_H
#define NICPATH_MODELS_HOST_TIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sim.h"

struct cpu;

struct ktimer {
	void (*fn)(void *arg);
	void *arg;
	const char *name;
	uint64_t expires; /* jiffies */
	struct cpu *cpu;
	struct ktimer *next, **pprev; /* NULL pprev: not armed */
};

void ktimer_init(struct ktimer *t, const char *name, void (*fn)(void *arg), void *arg);
void ktimer_arm(struct ktimer *t, uint64_t expires_jiffies); /* mod_timer */
bool ktimer_cancel(struct ktimer *t);			     /* true if it was armed */
static inline bool ktimer_armed(const struct ktimer *t)
{
	return t->pprev != 0;
}

struct hrtimer;
struct hrtimer *hrtimer_new(const char *name, void (*fn)(void *arg), void *arg);
void hrtimer_arm(struct hrtimer *t, sim_time at);
bool hrtimer_cancel(struct hrtimer *t);

#endif
