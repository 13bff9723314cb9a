/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns instructions and accesses into time on one CPU.
 *
 * Called by: all kernel code.
 * Calls: the memory model (one call a line), cpu_sync.c when others' time comes.
 * Models: issue at a base rate; loads that miss L1 go on a list with their
 *   completion time and the CPU runs ahead of them, for as many instructions as
 *   the reorder window holds and as many misses as there are line-fill buffers;
 *   stores leave through a store buffer in order; locked operations drain both;
 *   an access whose page the TLBs lack waits for the walk as for a missing load.
 * Leaves out: dependence between instructions (a load's address never waits
 *   for another load, so overlap is an upper bound; `window` is the knob),
 *   branch prediction and ports (both are in cpi), SMT.
 * Source: interval model of an out-of-order core (Eyerman et al., "A mechanistic
 *   performance model for superscalar out-of-order processors", TOCS 2009).
 */
#include "models/host/cpu.h"

#include "models/host/kprofile_int.h"
#include "models/host/cpu_flight.h"
#include "models/host/cpu_int.h"
#include "models/host/host_int.h"
#include "sim/check.h"

struct cpu *this_cpu;

const char *const cpu_cause_name[CAUSE_COUNT] = {
	"issue", "ifetch", "l2", "llc", "peer", "remote", "dram", "tlb", "atomic", "mmio", "spin",
};

const uint8_t cpu_level_causes[MEM_LEVELS] = {
	[MEM_L1] = CAUSE_ISSUE,	 [MEM_L2] = CAUSE_L2,	      [MEM_LLC] = CAUSE_LLC,
	[MEM_PEER] = CAUSE_PEER, [MEM_REMOTE] = CAUSE_REMOTE, [MEM_DRAM] = CAUSE_DRAM,
};

enum cpu_cause cpu_level_cause(enum mem_level level)
{
	return cpu_level_causes[level];
}

unsigned int cpu_id(const struct cpu *c)
{
	return c->id;
}

struct host *cpu_host(const struct cpu *c)
{
	return c->host;
}

struct host *this_host(void)
{
	return this_cpu ? this_cpu->host : NULL;
}

sim_time cpu_now(void)
{
	struct host *f = host_foreign_running;

	if (this_cpu)
		return SIM_PS(this_cpu->now);
	return f ? f->foreign->now(f->foreign_arg) : sim_now();
}

uint64_t cpu_cycles_ps(const struct cpu *c, uint64_t cycles)
{
	return (cycles * c->host->ps_per_cycle) >> FRAC_BITS;
}

/* ---- loads and stores under way ---- */

/*
 * n instructions with loads under way: those beyond the window wait for the
 * oldest load.
 */
void cpu_issue_slow(struct cpu *c, uint64_t n)
{
	while (c->icount + n >= c->window_end) {
		uint64_t ahead = c->window_end > c->icount ? c->window_end - c->icount : 0;

		cpu_issue_free(c, ahead);
		n -= ahead;
		miss_wait(c, miss_at(c, 0));
		miss_remove(c, 0);
	}
	cpu_issue_free(c, n);
}

/* A buffer must be free: the load that is in first gives its own up. */
static inline void miss_free_one(struct cpu *c)
{
	uint32_t first = 0;

	/* One that is in makes room for nothing, whichever it is. */
	if (c->miss_mixed && miss_at(c, 0)->done > c->now)
		for (uint32_t i = 1; i < c->misses; i++)
			if (miss_at(c, i)->done < miss_at(c, first)->done)
				first = i;
	miss_wait(c, miss_at(c, first));
	miss_remove(c, first);
}

void cpu_miss_add(struct cpu *c, uint32_t walk, uint32_t ps, uint32_t cause)
{
	uint64_t done;

	if (c->misses == c->host->cpu_params.misses)
		miss_free_one(c);
	done = c->now + walk + ps;
	if (c->misses)
		c->miss_mixed |= done < miss_at(c, c->misses - 1)->done;
	else
		c->window_end = c->icount + c->host->cpu_params.window;
	*miss_at(c, c->misses++) = (struct cpu_miss){done, c->icount, done - ps, cause};
}

/*
 * When the request for the line of a missing store can go out: cores that
 * commit stores in order have few such requests under way (store_misses).
 */
static inline uint64_t store_start(struct cpu *c)
{
	uint64_t at = c->store_miss_done[c->store_miss_at];

	return at > c->now ? at : c->now;
}

void cpu_store_push(struct cpu *c, uint32_t ps, uint32_t cause, uint32_t room)
{
	uint32_t tail;
	uint64_t done;

	while (c->stores && c->store_done[c->store_head] <= c->now)
		store_pop(c);
	while (c->stores >= room)
		store_pop(c);
	done = store_start(c) + ps;
	c->store_miss_done[c->store_miss_at] = done;
	if (++c->store_miss_at == c->host->cpu_params.store_misses)
		c->store_miss_at = 0;
	if (done < c->store_last)
		done = c->store_last;
	tail = (c->store_head + c->stores++) % CPU_STORES_MAX;
	c->store_done[tail] = c->store_last = done;
	c->store_cause[tail] = cause;
}

void cpu_drain(struct cpu *c)
{
	while (c->misses) {
		miss_wait(c, miss_at(c, 0));
		miss_remove(c, 0);
	}
	while (c->stores)
		store_pop(c);
}

/* ---- accesses ---- */

/*
 * What comes before an access: the running function's instructions up to here,
 * and the engine's turn if another CPU is behind and holds the line.
 */
static inline struct cpu *before_line(struct cpu *c, uint64_t addr)
{
	uint64_t line = addr / CPU_LINE;
	struct kfn_scope *s = c->scope;

	if (line != c->last_line) {
		c->last_line = line;
		if (s && s->left) {
			uint32_t n = s->left < c->spacing ? s->left : c->spacing;

			s->left -= n;
			cpu_issue(c, n);
		}
	}
	return cpu_line_turn(c, addr);
}

static inline void read_line(uint64_t addr)
{
	struct cpu *c = before_line(this_cpu, addr);

	cpu_load(c, addr);
	cpu_settle(c);
}

static inline void write_line(uint64_t addr)
{
	struct cpu *c = before_line(this_cpu, addr);

	cpu_store(c, addr);
	cpu_settle(c);
}

static inline uint64_t next_line(uint64_t addr)
{
	return (addr | (CPU_LINE - 1)) + 1;
}

void mem_read(uint64_t addr, uint32_t len)
{
	for (uint64_t a = addr, end = addr + len; a < end; a = next_line(a))
		read_line(a);
}

void mem_write(uint64_t addr, uint32_t len)
{
	for (uint64_t a = addr, end = addr + len; a < end; a = next_line(a))
		write_line(a);
}

void mem_rw(uint64_t addr, uint32_t len)
{
	for (uint64_t a = addr, end = addr + len; a < end; a = next_line(a)) {
		struct cpu *c = before_line(this_cpu, a);

		cpu_load(c, a);
		cpu_store(c, a);
		cpu_settle(c);
	}
}

/*
 * Every CPU of this host that is behind has had its turn when the operation
 * takes effect; what the caller does to its own data right after this returns
 * is atomic with it.
 */
void mem_atomic(uint64_t addr)
{
	struct cpu *c = before_line(this_cpu, addr);
	struct mem_reply r;

	cpu_drain(c);
	if (c->now > c->others_at) {
		cpu_sync();
		c = this_cpu;
	}
	cpu_advance(c, cpu_translate(c, addr), CAUSE_TLB);
	r = mem_access(c->mem, c->id, addr, MEM_GETX, SIM_PS(c->now));
	if (r.level != MEM_L1 || r.shared)
		cpu_advance(c, r.ps, r.level == MEM_L1 ? CAUSE_PEER : cpu_level_causes[r.level]);
	cpu_cycles(c, c->host->cpu_params.atomic, CAUSE_ATOMIC);
}

void cpu_stall(sim_time dt, enum cpu_cause cause)
{
	struct cpu *c = this_cpu;

	cpu_advance(c, dt.ps, cause);
	cpu_settle(c);
}

void cpu_relax_turn(void)
{
	cpu_cycles(this_cpu, this_cpu->host->cpu_params.pause, CAUSE_SPIN);
	cpu_sync();
}

/* ---- instructions ---- */

/* Instructions up to the first end of one at which somebody else's time has come. */
static uint64_t instr_to_limit(const struct cpu *c)
{
	uint64_t limit = sim_callback_ps;

	if (c->bound < limit)
		limit = c->bound + 1;
	if (limit <= c->now)
		return 1;
	if (limit - c->now >= (UINT64_MAX >> FRAC_BITS))
		return UINT64_MAX;
	return (((limit - c->now) << FRAC_BITS) - c->frac + c->ps_per_instr - 1) / c->ps_per_instr;
}

void cpu_instr(uint64_t n)
{
	struct cpu *c = this_cpu;

	c->instr[c->scope ? c->scope->fn : FN_none] += n;
	while (n) {
		uint64_t k = instr_to_limit(c);

		if (k > n)
			k = n;
		if (k > 1u << 24)
			k = 1u << 24;
		cpu_issue(c, k);
		n -= k;
		cpu_settle(c);
		c = this_cpu;
	}
}

void kfn_enter(struct kfn_scope *s, enum kfn fn)
{
	struct cpu *c = this_cpu;
	uint32_t n = c->acc64 + c->host->cost[fn].run64;

	s->up = c->scope;
	s->fn = fn;
	s->left = n >> 6;
	c->acc64 = n & 63;
	c->scope = s;
	cpu_row(c, fn);
	c->calls[fn]++;
	c->instr[fn] += s->left;
	if (c->fetched[fn] != mem_ifills(c->mem, c->id) + 1)
		cpu_fetch(c, fn);
}

void kfn_leave(struct kfn_scope *s)
{
	struct cpu *c = this_cpu;

	sim_assert(c->scope == s);
	if (s->left) {
		cpu_issue(c, s->left);
		s->left = 0;
		cpu_settle(c);
		c = this_cpu;
	}
	c->scope = s->up;
	cpu_row(c, s->up ? s->up->fn : FN_none);
}

void kfn_run(enum kfn fn)
{
	struct kfn_scope s;

	kfn_enter(&s, fn);
	kfn_leave(&s);
}

void kfn_units(uint32_t n)
{
	struct cpu *c = this_cpu;
	uint64_t more;

	sim_assert(c->scope);
	more = c->unit_acc64 + (uint64_t)n * c->host->cost[c->scope->fn].unit64;
	c->unit_acc64 = more & 63;
	if (more >> 6)
		cpu_instr(more >> 6);
}
