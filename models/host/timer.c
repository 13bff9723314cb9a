/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernel timers on the jiffies wheel.
 *
 * Called by: TCP and everything that waits for long.
 * Models: a base a CPU with its lock; arming moves a timer to the CPU that arms;
 *   expiry in the TIMER softirq at the first tick at or after `expires`.
 * Leaves out: the cascade (one level of 256 lists serves all; what is far away
 *   is looked at once a turn, free of cost), deferrable timers, slack.
 * Source: kernel/timer.c of 2.6.26: __mod_timer(), __run_timers().
 */
#include "models/host/timer.h"

#include "models/host/host_int.h"
#include "sim/check.h"

#define WHEEL_SIZE 256u

struct timer_wheel {
	struct spinlock lock;
	uint64_t jiffies; /* served up to here */
	uint32_t armed;
	uint64_t next; /* cached first expiry; 0: to be looked for */
	struct ktimer *list[WHEEL_SIZE];
};

void ktimer_init(struct ktimer *t, const char *name, void (*fn)(void *arg), void *arg)
{
	*t = (struct ktimer){.fn = fn, .arg = arg, .name = name};
}

static void attach(struct timer_wheel *w, struct ktimer *t)
{
	struct ktimer **at;
	uint64_t due;

	sim_assertf(!t->pprev, "timer '%s' is armed by two CPUs at once", t->name);
	if (!w->armed)
		w->jiffies = host_jiffies(t->cpu->host);
	/* One that is due already is served at the next tick. */
	due = t->expires > w->jiffies ? t->expires : w->jiffies + 1;
	at = &w->list[due % WHEEL_SIZE];
	while (*at)
		at = &(*at)->next;
	t->next = NULL;
	t->pprev = at;
	*at = t;
	w->armed++;
	w->next = 0;
}

static void detach(struct timer_wheel *w, struct ktimer *t)
{
	*t->pprev = t->next;
	if (t->next)
		t->next->pprev = t->pprev;
	t->next = NULL;
	t->pprev = NULL;
	w->armed--;
	w->next = 0;
}

/* The wheel of the CPU on which t is armed, locked; NULL if it is not armed. */
static struct timer_wheel *lock_wheel_of(struct ktimer *t)
{
	while (t->pprev) {
		struct cpu *c = t->cpu;

		spin_acquire(&c->wheel->lock);
		if (t->pprev && t->cpu == c)
			return c->wheel;
		spin_release(&c->wheel->lock);
	}
	return NULL;
}

void ktimer_arm(struct ktimer *t, uint64_t expires_jiffies)
{
	struct timer_wheel *w;
	bool on;
	KFN(mod_timer);

	if (t->pprev && t->expires == expires_jiffies)
		return;
	on = irqs_off();
	w = lock_wheel_of(t);
	if (w)
		detach(w, t);
	if (w != this_cpu->wheel) {
		if (w)
			spin_release(&w->lock);
		w = this_cpu->wheel;
		spin_acquire(&w->lock);
	}
	mem_rw(percpu_addr(this_cpu, PERCPU_TIMERS), 64);
	t->expires = expires_jiffies;
	t->cpu = this_cpu;
	attach(w, t);
	spin_release_irqrestore(&w->lock, on);
}

bool ktimer_cancel(struct ktimer *t)
{
	struct timer_wheel *w;
	bool on;
	KFN(del_timer);

	if (!t->pprev)
		return false;
	on = irqs_off();
	w = lock_wheel_of(t);
	if (w) {
		detach(w, t);
		spin_release(&w->lock);
	}
	irqs_restore(on);
	return w;
}

/* A timer of this list that is due at w->jiffies. */
static struct ktimer *due(const struct timer_wheel *w)
{
	struct ktimer *t = w->list[w->jiffies % WHEEL_SIZE];

	while (t && t->expires > w->jiffies)
		t = t->next;
	return t;
}

static void serve_jiffy(struct timer_wheel *w)
{
	struct ktimer *t;

	while ((t = due(w))) {
		void (*fn)(void *arg) = t->fn;
		void *arg = t->arg;

		kfn_units(1);
		detach(w, t);
		spin_release_irqrestore(&w->lock, true);
		fn(arg);
		spin_acquire_irqsave(&w->lock);
	}
}

static void run_timers(void *unused)
{
	struct cpu *c = this_cpu;
	struct timer_wheel *w = c->wheel;
	KFN(run_timer_softirq);

	(void)unused;
	mem_rw(percpu_addr(c, PERCPU_TIMERS), 64);
	spin_acquire_irqsave(&w->lock);
	while (w->jiffies < host_jiffies(c->host)) {
		if (!w->armed) {
			w->jiffies = host_jiffies(c->host);
			break;
		}
		w->jiffies++;
		serve_jiffy(w);
	}
	spin_release_irqrestore(&w->lock, true);
}

static uint64_t first_expiry(const struct timer_wheel *w)
{
	uint64_t best = UINT64_MAX;

	for (unsigned int i = 0; i < WHEEL_SIZE; i++)
		for (const struct ktimer *t = w->list[i]; t; t = t->next)
			if (t->expires < best)
				best = t->expires;
	return best > w->jiffies ? best : w->jiffies + 1;
}

uint64_t timer_next(const struct cpu *c)
{
	struct timer_wheel *w = c->wheel;

	if (!w->armed)
		return UINT64_MAX;
	if (!w->next)
		w->next = first_expiry(w);
	return w->next;
}

void timers_init(struct host *h)
{
	for (unsigned int i = 0; i < h->cpu_count; i++) {
		struct cpu *c = h->cpus[i];

		c->wheel = xcalloc(1, sizeof(*c->wheel));
		spin_init(&c->wheel->lock, "timer base", percpu_addr(c, PERCPU_TIMERS) + 64);
		c->hr_end = &c->hr_due;
	}
	softirq_open(h, SOFTIRQ_TIMER, run_timers, NULL);
}
