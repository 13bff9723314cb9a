/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: devices.  Calls: nothing.
 * Models: packet timer, absolute timer, distance of two interrupts, number of causes.
 * Leaves out: adaptive rules (they are drivers').
 * Source: see moderation.h.
 */
#include "nic_model/moderation.h"

static uint64_t min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t moderation_due(const struct moderation *m)
{
	uint64_t due;

	if (!m->causes)
		return MODERATION_NEVER;
	due = m->last + m->packet_ps;
	/* An absolute timer alone also delays; with a packet timer it limits. */
	if (m->absolute_ps)
		due = m->packet_ps ? min(due, m->first + m->absolute_ps)
				   : m->first + m->absolute_ps;
	if (m->max_causes && m->causes >= m->max_causes)
		due = m->last;
	if (m->ever && due < m->fired + m->throttle_ps)
		due = m->fired + m->throttle_ps;
	return due;
}

uint64_t moderation_cause(struct moderation *m, uint64_t now_ps)
{
	if (!m->causes++)
		m->first = now_ps;
	m->last = now_ps;
	return moderation_due(m);
}

void moderation_fired(struct moderation *m, uint64_t now_ps)
{
	m->causes = 0;
	m->fired = now_ps;
	m->ever = true;
}
