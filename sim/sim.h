/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The discrete-event engine: simulated time, events, threads.
 *
 * Threads are switched by SystemC's coroutine package, and its clock moves where
 * waves are written (sim/sc_kernel.cpp, the only C++ file); the order of events is ours
 * (sim/evq.h): by time, then priority, then the sequence in which they were scheduled.  Nothing
 * here depends on host addresses or wall time, so a run repeats to the byte.
 *
 * One process holds one simulation.  Exactly one piece of simulation code runs
 * at any moment, so no locking is needed anywhere.
 */
#ifndef NICPATH_SIM_SIM_H
#define NICPATH_SIM_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Simulated time in picoseconds since the start: a type of its own, so that it
 * cannot be mixed with cycles or bytes.  2^64 ps are 213 days.
 */
typedef struct {
	uint64_t ps;
} sim_time;

#define SIM_PS(n) ((sim_time){(uint64_t)(n)})
#define SIM_NS(n) ((sim_time){1000u * (uint64_t)(n)})
#define SIM_US(n) ((sim_time){1000000u * (uint64_t)(n)})
#define SIM_MS(n) ((sim_time){1000000000u * (uint64_t)(n)})
#define SIM_S(n)  ((sim_time){1000000000000u * (uint64_t)(n)})
#define SIM_NEVER ((sim_time){UINT64_MAX})

static inline sim_time sim_add(sim_time a, sim_time b)
{
	return SIM_PS(a.ps + b.ps);
}

/* a - b; zero if b is later. */
static inline sim_time sim_sub(sim_time a, sim_time b)
{
	return SIM_PS(a.ps > b.ps ? a.ps - b.ps : 0);
}

static inline bool sim_before(sim_time a, sim_time b)
{
	return a.ps < b.ps;
}

static inline sim_time sim_max(sim_time a, sim_time b)
{
	return a.ps > b.ps ? a : b;
}

static inline double sim_seconds(sim_time t)
{
	return (double)t.ps * 1e-12;
}

/* The time of the event being processed. */
sim_time sim_now(void);

/*
 * Time of the earliest pending event, SIM_NEVER if there is none.  A CPU may
 * run ahead of the engine up to here without anybody being able to tell.
 */
sim_time sim_next(void);
/*
 * The same without threads that are to resume: what a thread may run ahead to
 * that knows of the other threads by itself (models/host/cpu.h).
 */
sim_time sim_next_callback(void);
/* The same in ps without a call; good in a thread, not in a callback. */
extern uint64_t sim_callback_ps;

/* Order at equal times: lower runs first. */
enum sim_prio {
	SIM_PRIO_HW = 0,      /* devices, links, DMA */
	SIM_PRIO_TIMER = 1,   /* timers, ticks */
	SIM_PRIO_CPU = 2,     /* threads resuming */
	SIM_PRIO_MONITOR = 3, /* samplers, end of the run */
};

typedef void sim_fn(void *arg);

/*
 * An event, embedded in the object that it belongs to.  Fill it once with
 * sim_event_init(); after that only the functions below touch it.  It is
 * pending at most once.
 */
struct sim_event {
	sim_fn *fn;
	void *arg;
	const char *name; /* for dumps; not owned */
	uint64_t ps;	  /* due */
	uint64_t seq;
	uint32_t pos; /* place in the queue + 1; 0: not pending */
	uint8_t prio;
	bool background, watches;
};

void sim_event_init(struct sim_event *ev, const char *name, enum sim_prio prio, sim_fn *fn,
		    void *arg);

/*
 * Makes the event one that only watches (samplers, checkers): when nothing else
 * is pending, sim_run() ends with SIM_END_IDLE all the same.
 */
void sim_event_background(struct sim_event *ev);

/*
 * A background event that reads state and schedules nothing but itself.  Who runs
 * ahead of the engine need not stop for it: sim_watch_until() runs those that are
 * due by t and come before everything else, with sim_now() at their times.  So a
 * time series changes nothing of what it watches; it sees threads that are behind
 * where they are (models/host/cpu_sync.c bounds how far).
 */
void sim_event_watches(struct sim_event *ev);
void sim_watch_until(sim_time t);

/* Schedules; an event that is pending already is moved.  t >= sim_now(). */
void sim_at(struct sim_event *ev, sim_time t);
void sim_after(struct sim_event *ev, sim_time dt);

/* Takes a pending event out; nothing happens if it is not pending. */
void sim_cancel(struct sim_event *ev);

static inline bool sim_pending(const struct sim_event *ev)
{
	return ev->pos != 0;
}

/* One-shot event that nobody needs to move or cancel (pooled inside). */
void sim_call_at(sim_time t, enum sim_prio prio, sim_fn *fn, void *arg);

/*
 * Threads: C code that may wait, on its own guarded stack.  They start at
 * the current time once sim_run() runs.  A thread whose function returns is
 * gone, and its pointer with it.  stack_bytes 0: SIM_STACK_BYTES.  Event
 * callbacks run on the stack of whichever thread waits, and must not wait.
 * A stack that overflows ends the process with a message that names the thread.
 */
struct sim_thread;

#define SIM_STACK_BYTES ((size_t)256 * 1024)

struct sim_thread *sim_thread_new(const char *name, sim_fn *fn, void *arg, size_t stack_bytes);
const char *sim_thread_name(const struct sim_thread *t);

/* The running thread; NULL inside an event callback started by no thread. */
struct sim_thread *sim_self(void);

/* Waits until t; returns at once if t is not later than now. */
void sim_wait_until(sim_time t);
void sim_wait(sim_time dt);

/*
 * Waits until somebody calls sim_wake(); a wake that came since the last
 * sim_block() returned is kept (one), so no wake-up can be lost.
 */
void sim_block(void);
void sim_wake(struct sim_thread *t);

/*
 * Runs until the given time (what is due then is done), or until sim_stop(), or
 * until nothing is pending but background events; then sim_now() stays at the
 * last event.  May be called again to continue.  Returns why it ended.
 */
enum sim_end { SIM_END_TIME, SIM_END_STOPPED, SIM_END_IDLE };
enum sim_end sim_run(sim_time until);
void sim_stop(void);

/* Events processed and thread switches so far, for progress and bench. */
uint64_t sim_event_count(void);
uint64_t sim_switch_count(void);

/*
 * Ctrl-C and progress: fn is called about every wall_ms milliseconds of wall
 * time from within sim_run(), between events; it may call sim_stop().  It must
 * not influence anything else.
 */
void sim_on_wall_tick(unsigned int wall_ms, sim_fn *fn, void *arg);

#ifdef __cplusplus
}
#endif
#endif
