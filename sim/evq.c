/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/evq.h"

#include <stdlib.h>

#include "sim/check.h"

#define EVQ_ARITY    4u
#define EVQ_SEQ_BITS 56
#define EVQ_ROOM_MIN 64u

static uint64_t last_seq; /* 2^56 last for 100 years at 20 million a second */

static inline bool entry_before(const struct evq_entry *a, const struct evq_entry *b)
{
	return evq_rank(a) < evq_rank(b);
}

static inline void place(struct evq *q, uint32_t i, struct evq_entry e)
{
	q->heap[i] = e;
	e.ev->pos = i + 1;
}

/* Entry e belongs at i or nearer to the top. */
static void sift_up(struct evq *q, uint32_t i, struct evq_entry e)
{
	while (i > 0) {
		uint32_t up = (i - 1) / EVQ_ARITY;

		if (!entry_before(&e, &q->heap[up]))
			break;
		place(q, i, q->heap[up]);
		i = up;
	}
	place(q, i, e);
}

static inline uint32_t least_child(const struct evq *q, uint32_t first)
{
	uint32_t end = first + EVQ_ARITY < q->n ? first + EVQ_ARITY : q->n;
	uint32_t best = first, low, high;

	if (end == first + EVQ_ARITY) {
		low = first + entry_before(&q->heap[first + 1], &q->heap[first]);
		high = first + 2 + entry_before(&q->heap[first + 3], &q->heap[first + 2]);
		return entry_before(&q->heap[high], &q->heap[low]) ? high : low;
	}
	for (uint32_t c = first + 1; c < end; c++)
		if (entry_before(&q->heap[c], &q->heap[best]))
			best = c;
	return best;
}

/* Entry e belongs at i or further from the top. */
static void sift_down(struct evq *q, uint32_t i, struct evq_entry e)
{
	for (;;) {
		uint32_t first = i * EVQ_ARITY + 1;
		uint32_t c;

		if (first >= q->n)
			break;
		c = least_child(q, first);
		if (!entry_before(&q->heap[c], &e))
			break;
		place(q, i, q->heap[c]);
		i = c;
	}
	place(q, i, e);
}

static void settle(struct evq *q, uint32_t i, struct evq_entry e)
{
	if (i > 0 && entry_before(&e, &q->heap[(i - 1) / EVQ_ARITY]))
		sift_up(q, i, e);
	else
		sift_down(q, i, e);
}

static struct evq_entry new_entry(struct sim_event *ev)
{
	ev->seq = ++last_seq;
	sim_assert(ev->seq >> EVQ_SEQ_BITS == 0);
	return (struct evq_entry){ev->ps, (uint64_t)ev->prio << EVQ_SEQ_BITS | ev->seq, ev};
}

static void grow(struct evq *q)
{
	q->room = q->room ? q->room * 2 : EVQ_ROOM_MIN;
	q->heap = xrealloc(q->heap, q->room * sizeof(*q->heap));
}

void evq_free(struct evq *q)
{
	free(q->heap);
	*q = (struct evq){0};
}

void evq_push(struct evq *q, struct sim_event *ev)
{
	sim_assert(ev->pos == 0);
	if (q->vacant) {
		q->vacant = false;
		sift_down(q, 0, new_entry(ev));
		return;
	}
	if (q->n == q->room)
		grow(q);
	sift_up(q, q->n++, new_entry(ev));
}

void evq_close_gap(struct evq *q)
{
	if (!q->vacant)
		return;
	q->vacant = false;
	if (--q->n > 0)
		sift_down(q, 0, q->heap[q->n]);
}

void evq_move(struct evq *q, struct sim_event *ev, uint64_t ps)
{
	evq_close_gap(q);
	sim_assert(ev->pos != 0 && ev->pos <= q->n);
	ev->ps = ps;
	settle(q, ev->pos - 1, new_entry(ev));
}

void evq_remove(struct evq *q, struct sim_event *ev)
{
	uint32_t i;

	evq_close_gap(q);
	i = ev->pos - 1;
	sim_assert(ev->pos != 0 && ev->pos <= q->n && q->heap[i].ev == ev);
	ev->pos = 0;
	q->n--;
	if (i < q->n)
		settle(q, i, q->heap[q->n]);
}

struct sim_event *evq_pop(struct evq *q)
{
	struct sim_event *ev;

	evq_close_gap(q);
	sim_assert(q->n > 0);
	ev = q->heap[0].ev;
	ev->pos = 0;
	q->vacant = true;
	return ev;
}
