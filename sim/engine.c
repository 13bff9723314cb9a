/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The loop.  There is no process that does nothing but dispatch: the thread
 * that waits runs the loop on its own stack.  It takes the next event; a
 * callback is run there and then; its own wake-up makes it return, without a
 * switch; another thread's wake-up makes it switch to that thread, whose own
 * sim_wait() then returns.  A hidden root thread dispatches first in each
 * sim_run().
 */
#include "sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/check.h"
#include "sim/crash.h"
#include "sim/evq.h"
#include "sim/sc_kernel.h"

#define PRIO_END	  255 /* the end of the run: after all else at that time */
#define WALL_CHECK_EVENTS 256 /* events between two looks at the wall clock */
#define DUMP_EVENTS	  12u

enum thread_state { THREAD_READY, THREAD_RUNNING, THREAD_BLOCKED, THREAD_GONE };

struct sim_thread {
	struct sim_event wake; /* the start, the end of a wait, a wake-up */
	struct sck_thread *co;
	char *name;
	sim_fn *fn;
	void *arg;
	size_t stack_bytes;
	enum thread_state state;
	bool woken;			 /* a sim_wake() that no sim_block() has used yet */
	struct sim_thread *next, **link; /* in live or pool */
};

static struct {
	struct evq events;  /* callbacks */
	struct evq resumes; /* threads' starts, ends of waits, wake-ups */
	uint64_t now;
	uint64_t keep_going; /* pending events other than background ones */
	uint64_t n_events, n_switches;
	struct sim_thread *self;
	const char *callback; /* name of the event being run; NULL: a thread runs */
	struct sim_thread *root, *live, *pool;
	struct sim_event end;
	bool running, ending;
	enum sim_end why;
	unsigned int budget; /* events to the next look at the wall clock */
	uint64_t wall_ns, wall_next_ns;
	sim_fn *wall_fn;
	void *wall_arg;
} e = {.budget = WALL_CHECK_EVENTS};

uint64_t sim_callback_ps = UINT64_MAX;

/* ---- what a crash or a broken invariant prints ---- */

static void dump_threads(void)
{
	static const char *const states[] = {"ready", "running", "blocked", "gone"};

	for (struct sim_thread *t = e.live; t; t = t->next) {
		fprintf(stderr, "thread '%s': %s", t->name, states[t->state]);
		if (t->wake.pos)
			fprintf(stderr, ", wakes at %.6f us", (double)t->wake.ps * 1e-6);
		fputc('\n', stderr);
	}
}

static void dump_engine(void *arg)
{
	(void)arg;
	fprintf(stderr, "simulated time %.6f us (%llu ps), in %s '%s'\n", (double)e.now * 1e-6,
		(unsigned long long)e.now,
		e.callback ? "event"
		: e.self   ? "thread"
			   : "no thread",
		e.callback ? e.callback
		: e.self   ? e.self->name
			   : "");
	fprintf(stderr, "%llu events, %llu switches, %u pending\n", (unsigned long long)e.n_events,
		(unsigned long long)e.n_switches, evq_count(&e.events) + evq_count(&e.resumes));
	evq_close_gap(&e.events);
	for (uint32_t i = 0; i < e.events.n && i < DUMP_EVENTS; i++)
		fprintf(stderr, "pending '%s' at %.6f us\n", e.events.heap[i].ev->name,
			(double)e.events.heap[i].ps * 1e-6);
	dump_threads();
}

static const char *explain(uintptr_t addr)
{
	static char text[160];

	for (struct sim_thread *t = e.live; t; t = t->next) {
		if (!sck_in_guard(t->co, addr))
			continue;
		snprintf(text, sizeof(text), "thread '%s' overflowed its stack (%zu KiB)", t->name,
			 t->stack_bytes / 1024);
		return text;
	}
	return NULL;
}

/* ---- events ---- */

static void end_run(void *arg)
{
	(void)arg;
	e.ending = true;
	e.why = SIM_END_TIME;
}

static void init(void)
{
	static bool done;

	if (done)
		return;
	done = true;
	check_on_panic("engine", dump_engine, NULL);
	crash_install(explain);
	e.end = (struct sim_event){
		.fn = end_run, .name = "end of run", .prio = PRIO_END, .background = true};
}

sim_time sim_now(void)
{
	return SIM_PS(e.now);
}

sim_time sim_next_callback(void)
{
	return SIM_PS(evq_next_ps(&e.events));
}

sim_time sim_next(void)
{
	uint64_t events = evq_next_ps(&e.events), resumes = evq_next_ps(&e.resumes);

	return SIM_PS(events < resumes ? events : resumes);
}

/* Out of turn: nobody's order depends on who only looks. */
void sim_watch_until(sim_time t)
{
	uint64_t now = e.now;

	while (evq_next_ps(&e.events) <= t.ps && e.events.heap[0].ev->watches) {
		struct sim_event *ev = evq_pop(&e.events);

		e.now = ev->ps;
		ev->fn(ev->arg);
	}
	e.now = now;
	sim_callback_ps = evq_next_ps(&e.events);
}

/* Resumptions are kept apart, so that sim_next_callback() need not search. */
static inline struct evq *queue_of(const struct sim_event *ev)
{
	return ev->fn ? &e.events : &e.resumes;
}

void sim_event_init(struct sim_event *ev, const char *name, enum sim_prio prio, sim_fn *fn,
		    void *arg)
{
	sim_assert(fn);
	init();
	*ev = (struct sim_event){.fn = fn, .arg = arg, .name = name, .prio = (uint8_t)prio};
}

void sim_event_background(struct sim_event *ev)
{
	sim_assert(!ev->pos);
	ev->background = true;
}

void sim_event_watches(struct sim_event *ev)
{
	sim_event_background(ev);
	ev->watches = true;
}

void sim_at(struct sim_event *ev, sim_time t)
{
	sim_assertf(t.ps >= e.now, "event '%s' is scheduled at %llu ps, before now", ev->name,
		    (unsigned long long)t.ps);
	if (ev->pos) {
		evq_move(queue_of(ev), ev, t.ps);
		sim_callback_ps = evq_next_ps(&e.events);
		return;
	}
	ev->ps = t.ps;
	e.keep_going += !ev->background;
	evq_push(queue_of(ev), ev);
	if (ev->fn && t.ps < sim_callback_ps)
		sim_callback_ps = t.ps;
}

void sim_after(struct sim_event *ev, sim_time dt)
{
	sim_at(ev, SIM_PS(e.now + dt.ps));
}

void sim_cancel(struct sim_event *ev)
{
	if (!ev->pos)
		return;
	e.keep_going -= !ev->background;
	evq_remove(queue_of(ev), ev);
	sim_callback_ps = evq_next_ps(&e.events);
}

/* ---- the loop ---- */

static uint64_t wall_now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static void wall_check(void)
{
	uint64_t t;

	e.budget = WALL_CHECK_EVENTS;
	if (!e.wall_fn)
		return;
	t = wall_now_ns();
	if (t < e.wall_next_ns)
		return;
	e.wall_next_ns = t + e.wall_ns;
	e.wall_fn(e.wall_arg);
}

static inline void count_event(void)
{
	e.n_events++;
	if (__builtin_expect(--e.budget == 0, 0))
		wall_check();
}

/* Must the run end before the next event? */
static inline bool run_ends(void)
{
	if (__builtin_expect(e.ending, 0))
		return true;
	if (__builtin_expect(e.keep_going != 0, 1))
		return false;
	e.why = SIM_END_IDLE;
	return true;
}

/* Runs events on this thread's stack until the thread's own wake-up comes. */
static void dispatch(struct sim_thread *self)
{
	struct sim_event *ev;
	struct sim_thread *to;

	e.self = NULL;
	for (;;) {
		if (run_ends()) {
			sck_leave();
			return;
		}
		ev = evq_pop(evq_earlier(&e.events, &e.resumes));
		e.keep_going -= !ev->background;
		if (sck_vcd_on && ev->ps != e.now)
			sck_advance(self->co, ev->ps);
		e.now = ev->ps;
		count_event();
		if (!ev->fn)
			break;
		e.callback = ev->name;
		ev->fn(ev->arg);
		e.callback = NULL;
	}
	to = ev->arg;
	e.self = to;
	sim_callback_ps = evq_next_ps(&e.events);
	if (to != self) {
		e.n_switches++;
		sck_switch(to->co);
	}
}

/* ---- threads ---- */

static void list_add(struct sim_thread **list, struct sim_thread *t)
{
	t->next = *list;
	t->link = list;
	if (t->next)
		t->next->link = &t->next;
	*list = t;
}

static void list_del(struct sim_thread *t)
{
	*t->link = t->next;
	if (t->next)
		t->next->link = t->link;
}

static void wait_here(struct sim_thread *t, enum thread_state state)
{
	t->state = state;
	dispatch(t);
	t->state = THREAD_RUNNING;
}

/* A thread whose function has returned keeps its stack for the next one. */
static void thread_main(void *arg)
{
	struct sim_thread *t = arg;

	for (;;) {
		t->state = THREAD_RUNNING;
		t->fn(t->arg);
		list_del(t);
		list_add(&e.pool, t);
		wait_here(t, THREAD_GONE);
	}
}

static void root_main(void *arg)
{
	for (;;)
		dispatch(arg);
}

static struct sim_thread *thread_alloc(size_t stack_bytes)
{
	struct sim_thread *t;

	for (t = e.pool; t; t = t->next)
		if (t->stack_bytes == stack_bytes)
			break;
	if (t) {
		list_del(t);
		free(t->name);
		return t;
	}
	t = xcalloc(1, sizeof(*t));
	t->stack_bytes = stack_bytes;
	t->co = sck_new(thread_main, t, stack_bytes);
	return t;
}

struct sim_thread *sim_thread_new(const char *name, sim_fn *fn, void *arg, size_t stack_bytes)
{
	struct sim_thread *t;

	sim_assert(fn);
	init();
	t = thread_alloc(stack_bytes ? stack_bytes : SIM_STACK_BYTES);
	t->name = xstrdup(name);
	t->fn = fn;
	t->arg = arg;
	t->state = THREAD_READY;
	t->woken = false;
	t->wake = (struct sim_event){.arg = t, .name = t->name, .prio = SIM_PRIO_CPU};
	list_add(&e.live, t);
	sim_at(&t->wake, SIM_PS(e.now));
	return t;
}

const char *sim_thread_name(const struct sim_thread *t)
{
	return t->name;
}

struct sim_thread *sim_self(void)
{
	return e.self;
}

static struct sim_thread *must_be_thread(const char *what)
{
	sim_assertf(e.self, "%s outside a thread (in event '%s')", what,
		    e.callback ? e.callback : "none");
	return e.self;
}

/* May time move on to ps without a look at the queue? */
static inline bool nothing_before(uint64_t ps)
{
	return evq_would_lead(&e.events, ps, SIM_PRIO_CPU) &&
	       evq_would_lead(&e.resumes, ps, SIM_PRIO_CPU) && !e.ending && !sck_vcd_on;
}

void sim_wait_until(sim_time t)
{
	struct sim_thread *self = must_be_thread("sim_wait");

	if (t.ps <= e.now)
		return;
	if (nothing_before(t.ps)) {
		e.now = t.ps;
		count_event();
		return;
	}
	sim_at(&self->wake, t);
	wait_here(self, THREAD_READY);
}

void sim_wait(sim_time dt)
{
	sim_wait_until(SIM_PS(e.now + dt.ps));
}

void sim_block(void)
{
	struct sim_thread *self = must_be_thread("sim_block");

	if (!self->woken)
		wait_here(self, THREAD_BLOCKED);
	self->woken = false;
}

void sim_wake(struct sim_thread *t)
{
	sim_assertf(t->state != THREAD_GONE, "thread '%s' is woken after its end", t->name);
	if (t->woken)
		return;
	t->woken = true;
	if (t->state == THREAD_BLOCKED)
		sim_at(&t->wake, SIM_PS(e.now));
}

/* ---- the run ---- */

enum sim_end sim_run(sim_time until)
{
	sim_assertf(!e.running, "sim_run() from inside the simulation");
	init();
	if (until.ps < e.now)
		return SIM_END_TIME;
	if (!e.root) {
		e.root = xcalloc(1, sizeof(*e.root));
		e.root->name = xstrdup("root");
		e.root->co = sck_new(root_main, e.root, SIM_STACK_BYTES);
	}
	e.running = true;
	e.ending = false;
	e.wall_next_ns = wall_now_ns() + e.wall_ns;
	sim_at(&e.end, until);
	sck_enter(e.root->co);
	sim_cancel(&e.end);
	e.running = false;
	return e.why;
}

void sim_stop(void)
{
	e.ending = true;
	e.why = SIM_END_STOPPED;
}

uint64_t sim_event_count(void)
{
	return e.n_events;
}

uint64_t sim_switch_count(void)
{
	return e.n_switches;
}

void sim_on_wall_tick(unsigned int wall_ms, sim_fn *fn, void *arg)
{
	e.wall_fn = fn;
	e.wall_arg = arg;
	e.wall_ns = (uint64_t)wall_ms * 1000000u;
	e.wall_next_ns = wall_now_ns() + e.wall_ns;
}
