/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the time of each CPU went, over the measured window.
 *
 * Two ledgers are kept, and each adds up to the elapsed time exactly: by kind
 * (as Linux accounts it) and by function and cause, plus the time halted.
 *
 * A window is opened and closed at an instant of the engine, at which a running
 * CPU's clock is a little ahead, and a halted or spinning one's behind.  What a
 * running CPU has charged beyond the instant is moved to the other side, at the
 * kind and function it is in; what a waiting one has not charged yet is added.
 */
#include "models/host/host_int.h"

#include <stdlib.h>
#include <string.h>

#include "sim/check.h"

struct cpu_snapshot {
	uint64_t *cells, *calls, *instr;
	uint64_t time[CPU_KINDS], halted;
};

static uint64_t *copy(const uint64_t *from, size_t n)
{
	uint64_t *to = xmalloc(n * sizeof(*to));

	return memcpy(to, from, n * sizeof(*to));
}

static struct cpu_snapshot *snapshot(const struct cpu *c, uint64_t at)
{
	struct cpu_snapshot *s = xmalloc(sizeof(*s));
	uint64_t *row;
	bool halted = c->parked && c->curr == c->idle && !c->hardirqs && !c->serving;

	s->cells = copy(c->cells, (size_t)FN_COUNT * CAUSE_COUNT);
	s->calls = copy(c->calls, FN_COUNT);
	s->instr = copy(c->instr, FN_COUNT);
	memcpy(s->time, c->time, sizeof(s->time));
	s->halted = c->idle_ps;
	/* Modulo 2^64: the clock may be ahead of `at`. */
	s->time[c->kind] += at - c->kind_since;
	row = s->cells + (c->row - c->cells);
	if (halted)
		s->halted += at - c->now;
	else
		row[c->parked ? CAUSE_SPIN : CAUSE_ISSUE] += at - c->now;
	return s;
}

static void snapshot_free(struct cpu_snapshot *s)
{
	if (!s)
		return;
	free(s->cells);
	free(s->calls);
	free(s->instr);
	free(s);
}

void host_window_open(struct host *h)
{
	h->window_from = sim_now().ps;
	h->window_to = UINT64_MAX;
	if (h->foreign) {
		h->foreign->window(h->foreign_arg, true);
		return;
	}
	for (unsigned int i = 0; i < h->cpu_count; i++) {
		struct cpu *c = h->cpus[i];

		snapshot_free(c->opened);
		snapshot_free(c->closed);
		c->opened = snapshot(c, h->window_from);
		c->closed = NULL;
	}
}

void host_window_close(struct host *h)
{
	h->window_to = sim_now().ps;
	if (h->foreign) {
		h->foreign->window(h->foreign_arg, false);
		return;
	}
	for (unsigned int i = 0; i < h->cpu_count; i++)
		h->cpus[i]->closed = snapshot(h->cpus[i], h->window_to);
}

/* Values at the end of the window, which is now if it is still open. */
static const struct cpu_snapshot *at_end(struct cpu *c)
{
	static struct cpu_snapshot *now;

	if (c->closed)
		return c->closed;
	snapshot_free(now);
	now = snapshot(c, sim_now().ps);
	return now;
}

uint64_t host_cpu_time(const struct host *h, unsigned int cpu, enum cpu_kind kind)
{
	struct cpu *c;

	if (h->foreign)
		return h->foreign->cpu_time(h->foreign_arg, cpu, kind);
	c = host_cpu(h, cpu);
	return at_end(c)->time[kind] - (c->opened ? c->opened->time[kind] : 0);
}

uint64_t host_halted(const struct host *h, unsigned int cpu)
{
	struct cpu *c;

	if (h->foreign)
		return h->foreign->cpu_time(h->foreign_arg, cpu, CPU_IDLE);
	c = host_cpu(h, cpu);
	return at_end(c)->halted - (c->opened ? c->opened->halted : 0);
}

uint64_t host_function_time(const struct host *h, unsigned int cpu, unsigned int fn,
			    unsigned int cause)
{
	size_t i = (size_t)fn * CAUSE_COUNT + cause;
	struct cpu *c;

	if (h->foreign)
		return 0; /* its profile has names of its own */
	c = host_cpu(h, cpu);
	sim_assert(fn < FN_COUNT && cause < CAUSE_COUNT);
	return at_end(c)->cells[i] - (c->opened ? c->opened->cells[i] : 0);
}

uint64_t host_cycles(const struct host *h, int cpu, unsigned int fn, unsigned int cause)
{
	uint64_t ps = 0;

	for (unsigned int i = 0; i < h->cpu_count; i++)
		if (cpu < 0 || (unsigned int)cpu == i)
			ps += host_function_time(h, i, fn, cause);
	return (uint64_t)((unsigned __int128)ps * h->hz / 1000000000000ull);
}

uint64_t host_calls(const struct host *h, unsigned int fn)
{
	uint64_t n = 0;

	sim_assert(fn < FN_COUNT);
	for (unsigned int i = 0; i < h->cpu_count && !h->foreign; i++) {
		struct cpu *c = h->cpus[i];

		n += at_end(c)->calls[fn] - (c->opened ? c->opened->calls[fn] : 0);
	}
	return n;
}

uint64_t host_instructions(const struct host *h, unsigned int fn)
{
	uint64_t n = 0;

	sim_assert(fn < FN_COUNT);
	for (unsigned int i = 0; i < h->cpu_count && !h->foreign; i++) {
		struct cpu *c = h->cpus[i];

		n += at_end(c)->instr[fn] - (c->opened ? c->opened->instr[fn] : 0);
	}
	return n;
}

bool host_busy_now(const struct host *h, uint64_t *ps)
{
	uint64_t at = sim_now().ps;

	*ps = 0;
	if (h->foreign)
		return false;
	for (unsigned int i = 0; i < h->cpu_count; i++) {
		const struct cpu *c = h->cpus[i];

		for (unsigned int k = 0; k < CPU_KINDS; k++)
			if (k != CPU_IDLE)
				*ps += c->time[k];
		/* Modulo 2^64: a running CPU's clock may be ahead. */
		if (c->kind != CPU_IDLE)
			*ps += at - c->kind_since;
	}
	return true;
}
