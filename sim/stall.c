/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/stall.h"

#include "sim/check.h"

#define CHECKS_PER_LIMIT 4

struct stall {
	struct sim_event ev;
	const char *name;
	const uint64_t *in_flight, *progress;
	uint64_t limit_ps, step_ps;
	uint64_t last; /* *progress when it last changed, or all was at rest */
	uint64_t since_ps;
	struct stall *next;
};

uint64_t sim_progress_count;
static struct stall *stalls;

static void check(void *arg)
{
	struct stall *s = arg;
	uint64_t now = sim_now().ps;

	if (*s->in_flight == 0 || *s->progress != s->last) {
		s->last = *s->progress;
		s->since_ps = now;
	}
	sim_assertf(now - s->since_ps < s->limit_ps,
		    "%s: %llu in flight, no progress since %.3f ms", s->name,
		    (unsigned long long)*s->in_flight, (double)s->since_ps * 1e-9);
	sim_after(&s->ev, SIM_PS(s->step_ps));
}

void stall_watch(const char *name, const uint64_t *in_flight, const uint64_t *progress,
		 sim_time limit)
{
	struct stall *s = xcalloc(1, sizeof(*s));

	sim_assert(limit.ps >= CHECKS_PER_LIMIT);
	s->name = name;
	s->in_flight = in_flight;
	s->progress = progress ? progress : &sim_progress_count;
	s->limit_ps = limit.ps;
	s->step_ps = limit.ps / CHECKS_PER_LIMIT;
	s->last = *s->progress;
	s->since_ps = sim_now().ps;
	s->next = stalls;
	stalls = s;
	sim_event_init(&s->ev, name, SIM_PRIO_MONITOR, check, s);
	sim_event_background(&s->ev);
	sim_after(&s->ev, SIM_PS(s->step_ps));
}

void stall_check_idle(void)
{
	for (const struct stall *s = stalls; s; s = s->next)
		sim_assertf(*s->in_flight == 0, "%s: %llu in flight, and nothing left to do",
			    s->name, (unsigned long long)*s->in_flight);
}
