/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Spin locks.
 *
 * Models: the locked operation that takes the lock and the line that it moves;
 *   waiting, to the picosecond: a waiter's CPU is parked with its time going to
 *   CAUSE_SPIN until the lock is let go, then pays for the transfer of the line;
 *   preemption disabled while a lock is held.
 * Leaves out: the bus traffic of the waiters' polling; interrupts being let in
 *   while spin_lock_irqsave() waits (some old kernels did).
 */
#include "models/host/lock.h"

#include "models/host/host_int.h"
#include "sim/check.h"

/* On the stack of the code that spins: an interrupt on top may spin as well. */
struct spin_waiter {
	struct cpu *cpu;
	struct spin_waiter *next;
};

void spin_init(struct spinlock *l, const char *name, uint64_t addr)
{
	*l = (struct spinlock){.addr = addr, .name = name};
}

bool spin_is_held(const struct spinlock *l)
{
	return l->owner != NULL;
}

static void waiter_add(struct spinlock *l, struct spin_waiter *w)
{
	struct spin_waiter **end = &l->waiters;

	while (*end)
		end = &(*end)->next;
	*end = w;
}

static void waiter_del(struct spinlock *l, struct spin_waiter *w)
{
	struct spin_waiter **at = &l->waiters;

	while (*at && *at != w)
		at = &(*at)->next;
	if (*at)
		*at = w->next;
}

/* The waiter's read (or locked operation) after the line has changed. */
static void read_again(struct cpu *c, const struct spinlock *l)
{
	bool fair = c->host->kernel.spinlocks == LOCK_TICKET;
	struct mem_reply r =
		mem_access(c->mem, c->id, l->addr, fair ? MEM_GETS : MEM_GETX, SIM_PS(c->now));

	if (r.level != MEM_L1)
		cpu_advance(c, r.ps, cpu_level_cause(r.level));
	if (!fair)
		cpu_cycles(c, c->host->cpu_params.atomic, CAUSE_ATOMIC);
}

/* A ticket lock has been handed to us by its owner; others must be grabbed. */
static bool have_it(struct cpu *c, struct spinlock *l)
{
	if (!l->owner && c->host->kernel.spinlocks == LOCK_UNFAIR)
		l->owner = c;
	return l->owner == c;
}

static void spin(struct cpu *c, struct spinlock *l)
{
	struct spin_waiter w = {.cpu = c};

	l->contended++;
	waiter_add(l, &w);
	for (;;) {
		cpu_sync();
		if (have_it(c, l))
			break;
		cpu_park(c, CAUSE_SPIN, false);
		if (c->irq_waiting && c->irqs_on)
			irq_take(c);
		read_again(c, l);
	}
	waiter_del(l, &w);
}

void spin_acquire(struct spinlock *l)
{
	struct cpu *c = this_cpu;
	KFN(_raw_spin_lock);

	sim_assertf(l->owner != c, "CPU %u takes lock '%s', which it holds", c->id, l->name);
	c->locks++;
	mem_atomic(l->addr);
	if (!l->owner)
		l->owner = c;
	else
		spin(c, l);
	l->acquired++;
}

bool spin_try(struct spinlock *l)
{
	struct cpu *c = this_cpu;
	KFN(_raw_spin_trylock);

	c->locks++;
	mem_atomic(l->addr);
	if (l->owner) {
		c->locks--;
		return false;
	}
	l->owner = c;
	l->acquired++;
	return true;
}

/* A waiter sees the store that frees the lock once it has left c's store buffer. */
static void tell(const struct cpu *c, struct cpu *waiter)
{
	if (!waiter->parked)
		return;
	cpu_unpark(waiter);
	if (c->stores && waiter->now < c->store_last)
		waiter->now = c->store_last;
}

/* Those that spin go on: the first one with a ticket lock, else all. */
static void hand_over(struct cpu *c, struct spinlock *l)
{
	struct spin_waiter *w = l->waiters;

	l->owner = NULL;
	if (c->host->kernel.spinlocks == LOCK_TICKET) {
		if (w) {
			l->owner = w->cpu;
			l->waiters = w->next;
			tell(c, w->cpu);
		}
		return;
	}
	for (; w; w = w->next)
		tell(c, w->cpu);
}

static void let_go(struct spinlock *l)
{
	struct cpu *c = this_cpu;
	KFN(_raw_spin_unlock);

	sim_assertf(l->owner == c, "CPU %u lets go of lock '%s', held by %s", c->id, l->name,
		    l->owner ? "another" : "nobody");
	/* Who is behind may come and spin before this: then the line is not ours. */
	if (c->now > c->others_at)
		cpu_sync();
	mem_write(l->addr, 4);
	if (l->waiters || c->now > c->others_at)
		cpu_sync();
	hand_over(c, l);
	c->locks--;
}

/* preempt_enable(): the scheduler's turn, if it was waiting for the lock to go. */
static void preempt_check(void)
{
	struct cpu *c = this_cpu;

	if (c->resched && c->irqs_on && c->host->kernel.preempt == PREEMPT_FULL &&
	    cpu_preemptible(c))
		sched_preempt();
}

void spin_release(struct spinlock *l)
{
	let_go(l);
	preempt_check();
}

bool spin_acquire_irqsave(struct spinlock *l)
{
	bool on = irqs_off();

	spin_acquire(l);
	return on;
}

void spin_release_irqrestore(struct spinlock *l, bool were_on)
{
	let_go(l);
	irqs_restore(were_on);
	preempt_check();
}

void spin_acquire_bh(struct spinlock *l)
{
	bh_off();
	spin_acquire(l);
}

void spin_release_bh(struct spinlock *l)
{
	let_go(l);
	bh_on();
}
