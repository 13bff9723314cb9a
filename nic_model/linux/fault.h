/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The end of a point that a kernel image ended: what happened, in which function and source line,
 * when, on which CPU, in which context, who called, and what the CPU did before.
 */
#ifndef NICPATH_NIC_MODEL_LINUX_FAULT_H
#define NICPATH_NIC_MODEL_LINUX_FAULT_H

#include <stdint.h>

#include "nic_model/linux/kimage.h"

struct machine;
struct vcpu;

/*
 * All of it as text, several lines, malloc'd. ip: where it happened, 0: where the stack says that
 * the image is. stack: from here on callers are looked for.
 */
char *fault_text(struct machine *m, const struct vcpu *c, enum kimage_fault what, const char *text,
		 uint64_t ip, const void *stack);

/* The same, and the simulation stops; the CPU never runs again. Does not return. */
void fault_end(struct machine *m, struct vcpu *c, enum kimage_fault what, const char *text,
	       uint64_t ip, const void *stack) __attribute__((noreturn));

/* Ends the point from outside of the image's CPUs (a device): what all of them did, no function. */
void fault_outside(struct machine *m, enum kimage_fault what, const char *text);

#endif
