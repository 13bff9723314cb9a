/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CPUs that never come back: loops, locks that nobody gives back.
 *
 * A simulated CPU is stuck when it has run kernel code for `lockup` of its time without once being
 * able to switch tasks (softirqs or preemption off), or for five times that without going back to
 * user code, idling, or ending softirqs that it was not interrupted for. Where code takes no time,
 * two seconds of processor time in one piece are the limit.
 */
#ifndef NICPATH_NIC_MODEL_LINUX_LOCKUP_H
#define NICPATH_NIC_MODEL_LINUX_LOCKUP_H

#include <stdbool.h>

#include "nic_model/linux/kimage.h"

struct machine;
struct vcpu;

/* A CPU of the machine is about to run for the first time. */
void lockup_init(struct machine *m);
/* c changes from its context to another. */
void lockup_context(struct vcpu *c, enum kimage_context to);
/* Is c stuck? Ends the point if it is. spins: it turns in cpu_relax(). */
void lockup_look(struct vcpu *c, bool spins);

#endif
