/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Long sequential accesses: copies, clearing, checksums.
 *
 * Models: a start-up, then the rate of the string instructions; each line goes
 *   through the caches as any access does, with as many misses under way as
 *   there are line-fill buffers, and what the memory model's prefetcher brings
 *   ahead of them.  Interrupts are taken between lines.  Where a machine has fast
 *   strings, whole lines are written unread and in any order.
 * Leaves out: that loads and the lines that fast strings write share the buffers.
 * Source: Intel SDM 3A, "Fast-string operation and out-of-order stores".
 */
#include "models/host/cpu_flight.h"
#include "sim/check.h"

#define LINE_OF(addr) ((addr) & ~(uint64_t)(CPU_LINE - 1))

/* `bytes` of a string operation: cycles, and as many instructions for the window. */
static inline void move(struct cpu *c, uint32_t bytes)
{
	uint32_t cycles = c->line_cycles;

	if (bytes != CPU_LINE)
		cycles = (bytes + c->host->cpu_params.copy_bytes - 1) /
			 c->host->cpu_params.copy_bytes;
	if (__builtin_expect(c->icount + cycles >= c->window_end, 0))
		cpu_issue_slow(c, 0);
	c->icount += cycles;
	cpu_cycles(c, cycles, CAUSE_ISSUE);
}

/* What a string operation writes over; nothing if it writes line by line as others do. */
struct target {
	uint64_t from, to, stored;
};

static inline struct target target_of(uint64_t dst, uint32_t len)
{
	bool fast = len >= CPU_FAST_STRING && this_cpu->host->fast_lines;

	return (struct target){dst, fast ? dst + len : dst, UINT64_MAX};
}

static inline void store_in(struct cpu *c, uint64_t line, const struct target *t)
{
	if (line >= t->from && line + CPU_LINE <= t->to)
		cpu_write_line(c, line);
	else
		cpu_store_line(c, line);
}

/* A copy's store to a line that it has not just written. */
static inline struct cpu *copy_to(struct cpu *c, uint64_t line, struct target *t)
{
	if (line == t->stored)
		return c;
	t->stored = line;
	c = cpu_line_turn(c, line);
	store_in(c, line, t);
	return c;
}

void mem_copy(uint64_t dst, uint64_t src, uint32_t len)
{
	uint64_t end = src + len, shift = dst - src;
	struct target t = target_of(dst, len);
	struct cpu *c = this_cpu;

	sim_assert(len);
	cpu_cycles(c, c->host->cpu_params.copy_start, CAUSE_ISSUE);
	for (uint64_t from = src, to; from < end; from = to) {
		to = LINE_OF(from) + CPU_LINE < end ? LINE_OF(from) + CPU_LINE : end;
		c = cpu_line_turn(c, LINE_OF(from));
		cpu_load(c, from);
		move(c, (uint32_t)(to - from));
		c = copy_to(c, LINE_OF(from + shift), &t);
		if (LINE_OF(to + shift - 1) != t.stored) /* sides that are not aligned alike */
			c = copy_to(c, LINE_OF(to + shift - 1), &t);
		cpu_settle(c);
		c = this_cpu;
	}
}

void mem_clear(uint64_t dst, uint32_t len)
{
	uint64_t end = dst + len;
	struct target t = target_of(dst, len);
	struct cpu *c = this_cpu;

	sim_assert(len);
	cpu_cycles(c, c->host->cpu_params.copy_start, CAUSE_ISSUE);
	for (uint64_t from = dst, to; from < end; from = to) {
		to = LINE_OF(from) + CPU_LINE < end ? LINE_OF(from) + CPU_LINE : end;
		c = cpu_line_turn(c, LINE_OF(from));
		move(c, (uint32_t)(to - from));
		store_in(c, LINE_OF(from), &t);
		cpu_settle(c);
		c = this_cpu;
	}
}

void mem_sum(uint64_t src, uint32_t len, uint32_t instr_per_16)
{
	uint64_t end = src + len;
	uint32_t acc = 0; /* sixteenths of an instruction */

	sim_assert(len);
	for (uint64_t from = src, to; from < end; from = to) {
		to = LINE_OF(from) + CPU_LINE < end ? LINE_OF(from) + CPU_LINE : end;
		cpu_load(cpu_line_turn(this_cpu, LINE_OF(from)), from);
		acc += (uint32_t)(to - from) * instr_per_16;
		cpu_instr(acc / 16);
		acc %= 16;
	}
}
