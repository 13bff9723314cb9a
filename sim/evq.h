/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The event queue: a 4-ary heap of struct sim_event, ordered by time, then
 * priority, then the sequence in which they were put in, which is counted over
 * all queues.  Knows neither SystemC nor what an event does; sim/engine.c is
 * its only user besides tests.
 */
#ifndef NICPATH_SIM_EVQ_H
#define NICPATH_SIM_EVQ_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sim.h"

/* The order's key is kept in the heap, so that sorting reads no event. */
struct evq_entry {
	uint64_t ps;
	uint64_t key; /* priority << 56 | sequence */
	struct sim_event *ev;
};

/*
 * Most events put in one after they were taken out (a timer, the next packet).
 * So evq_pop() leaves the top vacant, and an evq_push() that follows sifts down
 * from there once; whatever else is asked for closes the gap first.
 */
struct evq {
	struct evq_entry *heap; /* heap[0] is the earliest, unless vacant */
	uint32_t n, room;	/* n counts the vacant one */
	bool vacant;
};

/* A zeroed struct evq is an empty queue. Frees what it has grown. */
void evq_free(struct evq *q);

/* Puts in at ev->ps with ev->prio; gives it the next sequence number. O(log n). */
void evq_push(struct evq *q, struct sim_event *ev);

/* As evq_remove() and evq_push(), for an event that is in the queue. */
void evq_move(struct evq *q, struct sim_event *ev, uint64_t ps);

/* Takes out an event that is in the queue. */
void evq_remove(struct evq *q, struct sim_event *ev);

/* Takes out the first; the queue must not be empty. */
struct sim_event *evq_pop(struct evq *q);

/* Fills a vacant top. */
void evq_close_gap(struct evq *q);

/* Events in the queue. */
static inline uint32_t evq_count(const struct evq *q)
{
	return q->n - q->vacant;
}

/* Time of the first, UINT64_MAX if there is none. O(1), but for the gap. */
static inline uint64_t evq_next_ps(struct evq *q)
{
	if (q->vacant)
		evq_close_gap(q);
	return q->n ? q->heap[0].ps : UINT64_MAX;
}

/* As one number, compilers compare without a branch, which nobody could predict. */
static inline unsigned __int128 evq_rank(const struct evq_entry *e)
{
	return (unsigned __int128)e->ps << 64 | e->key;
}

/* Would an event put in now at (ps, prio) be the first? */
static inline bool evq_would_lead(struct evq *q, uint64_t ps, uint8_t prio)
{
	const struct evq_entry *top = q->heap;

	if (q->vacant)
		evq_close_gap(q);
	return q->n == 0 || ps < top->ps || (ps == top->ps && prio < (uint8_t)(top->key >> 56));
}

/* Which of two queues has the earliest event?  Not both may be empty. */
static inline struct evq *evq_earlier(struct evq *a, struct evq *b)
{
	if (a->vacant)
		evq_close_gap(a);
	if (b->vacant)
		evq_close_gap(b);
	if (a->n == 0)
		return b;
	return b->n == 0 || evq_rank(a->heap) < evq_rank(b->heap) ? a : b;
}

#endif
