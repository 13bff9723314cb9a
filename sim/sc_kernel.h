/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What sim/engine.c needs of SystemC: coroutines, and a clock that the VCD writer
 * follows.  The coroutines are those that SystemC's threads are made of, switched
 * by themselves: its scheduler has no process to choose and runs only to move the
 * clock (docs/speed.md says what its way of switching costs).  Private to sim/.
 */
#ifndef NICPATH_SIM_SC_KERNEL_H
#define NICPATH_SIM_SC_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sck_thread;

/*
 * A coroutine that runs fn(arg) once it is first switched to.  fn must never
 * return.  stack_bytes are usable; the guard below them comes on top.
 */
struct sck_thread *sck_new(void (*fn)(void *arg), void *arg, size_t stack_bytes);

/* From any thread: runs `to`; returns when switched back. */
void sck_switch(struct sck_thread *to);

/* From thread `self`: moves the clock to ps, so that SystemC traces the levels before. */
void sck_advance(struct sck_thread *self, uint64_t ps);

/* From outside any thread: runs `first`, until some thread calls sck_leave(). */
void sck_enter(struct sck_thread *first);
/* From any thread: sck_enter() returns; this returns when the thread is switched to again. */
void sck_leave(void);

/* Is addr in the guard below this thread's stack? */
bool sck_in_guard(const struct sck_thread *t, uintptr_t addr);

/* True while a VCD file is open: then every change of time must be sck_advance()d. */
extern bool sck_vcd_on;

#ifdef __cplusplus
}
#endif
#endif
