/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exceptions of kernel code: the invalid opcodes of BUG() and WARN(), bad addresses.
 *
 * A signal inside an image's code is turned into what the kernel's exception handlers would make of
 * it: a warning is reported and execution goes on behind it; everything else ends the point.
 * Signals elsewhere go to whoever had them before.
 */
#ifndef NICPATH_NIC_MODEL_LINUX_TRAP_H
#define NICPATH_NIC_MODEL_LINUX_TRAP_H

#include <stdint.h>

struct image;
struct kimage_sim;
struct machine;

/* Counts whenever the simulation is called by an image: it has not got lost. */
extern uint64_t trap_calls;

void trap_register(struct machine *m, const struct image *img, const struct kimage_sim *sim);
void trap_unregister(struct machine *m);

#endif
