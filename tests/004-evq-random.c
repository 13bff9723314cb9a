/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The queue agrees with a sorted list over a million random operations: put
 * in, move, take out, pop, with many equal times.  No SystemC involved.
 */
#include "tests/tap.h"

#include <string.h>

#include "sim/evq.h"
#include "sim/rng.h"

#define EVENTS 200
#define OPS    1000000

static struct sim_event ev[EVENTS];
static struct sim_event *sorted[EVENTS];
static uint32_t n;
static struct evq q;

static int before(const struct sim_event *a, const struct sim_event *b)
{
	if (a->ps != b->ps)
		return a->ps < b->ps;
	return a->prio != b->prio ? a->prio < b->prio : a->seq < b->seq;
}

static void list_in(struct sim_event *e)
{
	uint32_t i = n++;

	for (; i > 0 && before(e, sorted[i - 1]); i--)
		sorted[i] = sorted[i - 1];
	sorted[i] = e;
}

static void list_out(struct sim_event *e)
{
	uint32_t i = 0;

	while (sorted[i] != e)
		i++;
	memmove(&sorted[i], &sorted[i + 1], (--n - i) * sizeof(*sorted));
}

static void toggle(struct sim_event *e, struct rng *r)
{
	if (!sim_pending(e)) {
		e->ps = rng_below(r, 64);
		e->prio = (uint8_t)rng_below(r, 4);
		evq_push(&q, e);
		list_in(e);
	} else if (rng_chance(r, 0.5)) {
		list_out(e);
		evq_move(&q, e, rng_below(r, 64));
		list_in(e);
	} else {
		evq_remove(&q, e);
		list_out(e);
	}
}

static void test(void **state)
{
	struct rng *r = rng_new(1, "evq");

	(void)state;
	for (int i = 0; i < OPS; i++) {
		toggle(&ev[rng_below(r, EVENTS)], r);
		if (n > 0 && rng_chance(r, 0.3)) {
			struct sim_event *e = evq_pop(&q);

			assert_ptr_equal(e, sorted[0]);
			assert_false(sim_pending(e));
			list_out(e);
		}
		assert_int_equal(evq_count(&q), n);
		/* Not always: looking closes the gap that a pop has left. */
		if (rng_chance(r, 0.5))
			assert_true(evq_next_ps(&q) == (n ? sorted[0]->ps : UINT64_MAX));
	}
	while (n > 0) {
		assert_ptr_equal(evq_pop(&q), sorted[0]);
		list_out(sorted[0]);
	}
	evq_free(&q);
}

int main(void)
{
	return RUN_ONE(test);
}
