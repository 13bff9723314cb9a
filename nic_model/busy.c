/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: pcie.c.  Calls: nothing.
 * Models: a server of one rate, booked ahead in any order; later bookings fill gaps.
 * Leaves out: priorities; whoever books first has the gap.
 * Source: see pcie_params.c.
 */
#include "nic_model/busy.h"

#include <string.h>

static void forget(struct busy *b, uint64_t now_ps)
{
	unsigned int i = 0;

	while (i < b->n && b->end[i] <= now_ps)
		i++;
	if (i == 0)
		return;
	b->n -= i;
	memmove(b->start, b->start + i, b->n * sizeof(b->start[0]));
	memmove(b->end, b->end + i, b->n * sizeof(b->end[0]));
}

/* Replaces spans first..last-1 by one. */
static void replace(struct busy *b, unsigned int first, unsigned int last, uint64_t start,
		    uint64_t end)
{
	unsigned int tail = b->n - last;

	memmove(b->start + first + 1, b->start + last, tail * sizeof(b->start[0]));
	memmove(b->end + first + 1, b->end + last, tail * sizeof(b->end[0]));
	b->start[first] = start;
	b->end[first] = end;
	b->n = first + 1 + tail;
}

/* Room for one more: the last two become one, the gap between them is lost. */
static void make_room(struct busy *b)
{
	if (b->n < BUSY_SPANS)
		return;
	b->end[b->n - 2] = b->end[b->n - 1];
	b->n--;
}

uint64_t busy_book(struct busy *b, uint64_t now_ps, uint64_t t_ps, uint64_t work_ps)
{
	unsigned int first, i;
	uint64_t at, end, start = t_ps;

	b->booked_ps += work_ps;
	forget(b, now_ps);
	make_room(b);
	if (b->n == 0 || t_ps > b->end[b->n - 1]) {
		b->start[b->n] = t_ps;
		b->end[b->n++] = t_ps + work_ps;
		return t_ps + work_ps;
	}
	for (first = 0; b->end[first] < t_ps; first++)
		;
	/* Everything from t to the finish is busy: that is one span then. */
	for (at = t_ps, i = first; i < b->n && b->start[i] < at + work_ps; i++) {
		if (b->start[i] > at)
			work_ps -= b->start[i] - at;
		else if (b->start[i] < start)
			start = b->start[i];
		if (b->end[i] > at)
			at = b->end[i];
	}
	at += work_ps;
	end = at;
	if (i < b->n && b->start[i] == at)
		end = b->end[i++];
	replace(b, first, i, start, end);
	return at;
}
