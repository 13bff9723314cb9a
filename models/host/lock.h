/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Spin locks: a word in simulated memory, taken by a locked operation; who
 * finds it taken spins in simulated time until the owner lets go, taking
 * interrupts meanwhile if they are enabled.  Self-deadlock, release by a
 * non-owner and sleeping with a lock held are found and end the run.
 *
 * kernel.spinlocks: ticket (2.6.25 and later; queued locks of 4.2 and later are
 * as fair): the lock goes to who has waited longest; unfair: to whoever gets
 * the line first, which often is the last owner.
 */
#ifndef NICPATH_MODELS_HOST_LOCK_H
#define NICPATH_MODELS_HOST_LOCK_H

#include <stdbool.h>
#include <stdint.h>

struct cpu;
struct spin_waiter;

struct spinlock {
	uint64_t addr; /* of the lock word, often inside an object */
	const char *name;
	struct cpu *owner; /* NULL: free */
	uint64_t acquired, contended;
	struct spin_waiter *waiters; /* CPUs that spin, in the order in which they came */
};

void spin_init(struct spinlock *l, const char *name, uint64_t addr);
void spin_acquire(struct spinlock *l);
bool spin_try(struct spinlock *l);
void spin_release(struct spinlock *l);
bool spin_acquire_irqsave(struct spinlock *l);
void spin_release_irqrestore(struct spinlock *l, bool were_on);
void spin_acquire_bh(struct spinlock *l); /* bh_off() first */
void spin_release_bh(struct spinlock *l);
bool spin_is_held(const struct spinlock *l);

#endif
