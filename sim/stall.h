/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stall detector: packets in flight, and nothing has happened to any of them
 * for a while of simulated time.  That is a defect (a lost wake-up, a credit
 * that never came back), so it ends like one: sim_panic() with all dumps.
 */
#ifndef NICPATH_SIM_STALL_H
#define NICPATH_SIM_STALL_H

#include <stdint.h>

#include "sim/sim.h"

/* Bumped whenever a frame has got to an end, good or bad. */
extern uint64_t sim_progress_count;

static inline void sim_progress(void)
{
	sim_progress_count++;
}

/*
 * Panics when *in_flight stays above zero while *progress does not change for
 * `limit` (at most a quarter more).  progress NULL: sim_progress().  limit must
 * be above what can pass in silence: a retransmission timer, a pause frame.
 * name is not copied.  Watches forever; in the background.
 */
void stall_watch(const char *name, const uint64_t *in_flight, const uint64_t *progress,
		 sim_time limit);

/*
 * For the end of a run that had nothing more to do (SIM_END_IDLE): whatever is
 * in flight now will be so forever.  Panics if there is anything.
 */
void stall_check_idle(void);

#endif
