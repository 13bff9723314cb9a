/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ticks and timers.  Private to models/host. */
#ifndef NICPATH_MODELS_HOST_TIME_INT_H
#define NICPATH_MODELS_HOST_TIME_INT_H

#include <stdbool.h>
#include <stdint.h>

struct cpu;
struct host;

/* tick.c */
void tick_init(struct cpu *c);
void tick_interrupt(struct cpu *c);  /* hardirq */
void tick_idle_stop(struct cpu *c);  /* the CPU is about to halt */
void tick_idle_start(struct cpu *c); /* it has something to do */

/* timer.c */
void timers_init(struct host *h);
/* Expiry of the first timer of c's wheel; UINT64_MAX: none. */
uint64_t timer_next(const struct cpu *c);

/* hrtimer.c */
void hrtimer_interrupt(struct cpu *c); /* hardirq */

#endif
