/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Long sequential accesses: copies, clearing, checksums.
 *
 * Models: a start-up, then the rate of the string instructions; each line goes
 *   through the caches as any access does, with as many misses under way as
 *   there are line-fill buffers, and what the memory model's prefetcher brings
 *   ahead of them.  Interrupts are taken between lines.
 * Leaves out: no-fill writes of long string operations.
 */
#include "models/host/cpu_int.h"

#include "models/host/host_int.h"
#include "sim/check.h"

/* Engine's turn if another CPU that is behind holds the line. */
static struct cpu *line_turn(uint64_t line)
{
	struct cpu *c = this_cpu;

	if (c->now > c->lines_at && cpu_line_visible(c, line)) {
		cpu_sync();
		c = this_cpu;
	}
	return c;
}

/* `bytes` of a string operation: cycles, and as many instructions for the window. */
static void move(struct cpu *c, uint32_t bytes)
{
	uint32_t cycles =
		(bytes + c->host->cpu_params.copy_bytes - 1) / c->host->cpu_params.copy_bytes;

	if (c->icount + cycles >= c->window_end)
		cpu_issue_slow(c, 0);
	c->icount += cycles;
	cpu_cycles(c, cycles, CAUSE_ISSUE);
}

void mem_copy(uint64_t dst, uint64_t src, uint32_t len)
{
	uint64_t first = src & ~(uint64_t)(this_cpu->line_bytes - 1);
	uint64_t line = this_cpu->line_bytes;
	uint64_t stored = UINT64_MAX;

	sim_assert(len);
	cpu_cycles(this_cpu, this_cpu->host->cpu_params.copy_start, CAUSE_ISSUE);
	for (uint64_t at = first; at < src + len; at += line) {
		uint64_t from = at < src ? src : at;
		uint64_t to = at + line < src + len ? at + line : src + len;
		struct cpu *c = line_turn(at);

		cpu_load(c, at);
		move(c, (uint32_t)(to - from));
		for (uint64_t d = (dst + (from - src)) & ~(line - 1); d < dst + (to - src);
		     d += line) {
			if (d == stored)
				continue;
			cpu_store_line(line_turn(d), d);
			stored = d;
		}
		cpu_settle(this_cpu);
	}
}

void mem_clear(uint64_t dst, uint32_t len)
{
	uint64_t line = this_cpu->line_bytes;

	sim_assert(len);
	cpu_cycles(this_cpu, this_cpu->host->cpu_params.copy_start, CAUSE_ISSUE);
	for (uint64_t at = dst & ~(line - 1); at < dst + len; at += line) {
		uint64_t from = at < dst ? dst : at;
		uint64_t to = at + line < dst + len ? at + line : dst + len;
		struct cpu *c = line_turn(at);

		move(c, (uint32_t)(to - from));
		cpu_store_line(c, at);
		cpu_settle(c);
	}
}

void mem_sum(uint64_t src, uint32_t len, uint32_t instr_per_16)
{
	uint64_t first = src & ~(uint64_t)(this_cpu->line_bytes - 1);
	uint64_t line = this_cpu->line_bytes;
	uint32_t acc = 0; /* sixteenths of an instruction */

	sim_assert(len);
	for (uint64_t at = first; at < src + len; at += line) {
		uint64_t from = at < src ? src : at;
		uint64_t to = at + line < src + len ? at + line : src + len;

		cpu_load(line_turn(at), at);
		acc += (uint32_t)(to - from) * instr_per_16;
		cpu_instr(acc / 16);
		acc %= 16;
	}
}
