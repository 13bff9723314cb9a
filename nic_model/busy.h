/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A server of one rate that is booked ahead of time, in any order: a direction
 * of a bus.  Work takes what earlier bookings have left free from the asked
 * time on, so a short write slips in before a completion that was booked for
 * later, as on the real link, and no event is needed to arbitrate.
 */
#ifndef NICPATH_NIC_MODEL_BUSY_H
#define NICPATH_NIC_MODEL_BUSY_H

#include <stdint.h>

#define BUSY_SPANS 32

/* Zeroed: free for ever.  Spans are disjoint, in order of time. */
struct busy {
	uint64_t start[BUSY_SPANS], end[BUSY_SPANS];
	unsigned int n;
	uint64_t booked_ps; /* total work, for utilisation */
};

/*
 * Books work_ps from t_ps on; returns when it is finished.  now_ps: nobody will
 * ask for earlier than this any more.
 */
uint64_t busy_book(struct busy *b, uint64_t now_ps, uint64_t t_ps, uint64_t work_ps);

#endif
