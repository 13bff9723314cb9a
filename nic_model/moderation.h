/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interrupt moderation, the algorithm alone: causes come in, a due time comes
 * out; whoever owns it keeps the event.  Three rules, each off at zero:
 * a packet timer that every cause restarts, an absolute timer that runs from the
 * first cause, and a minimum distance between two interrupts (throttle, ITR).
 *
 * Source: the usual set of e1000, ixgbe and myri10ge (Intel 82540EM manual
 * section 13.4.30 RDTR, 13.4.31 RADV, 13.4.18 ITR).
 */
#ifndef NICPATH_NIC_MODEL_MODERATION_H
#define NICPATH_NIC_MODEL_MODERATION_H

#include <stdbool.h>
#include <stdint.h>

#define MODERATION_NEVER UINT64_MAX

struct moderation {
	/* rules */
	uint64_t packet_ps, absolute_ps, throttle_ps;
	uint32_t max_causes; /* fire at once when so many wait; 0: no limit */
	/* state */
	uint32_t causes;      /* waiting */
	uint64_t first, last; /* their times */
	uint64_t fired;	      /* last interrupt */
	bool ever;
};

/* A cause at time now. Returns when the interrupt is due (>= now). */
uint64_t moderation_cause(struct moderation *m, uint64_t now_ps);
/* When it is due as things are; MODERATION_NEVER: nothing waits. */
uint64_t moderation_due(const struct moderation *m);
/* The interrupt went out. */
void moderation_fired(struct moderation *m, uint64_t now_ps);

#endif
