/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What hooks report, and which lines they need not report any more.
 *
 * Called by: hooked code through rewrite/rt.  Calls: charge.c, mem_access().
 * Models: code lines with `ifetch_ahead` lines asked for early; data lines; locked operations;
 * string instructions. Leaves out: what software prefetches bring is there at once; an inclusive
 * outer cache that drops a line which hooks have stopped reporting is noticed at the line's next
 * report only. Source: docs/rewriter.md, where the promise and its test are explained.
 *
 * A table entry (hook_state.read, write, fetch) promises that another access would be a hit in L1.
 * Lines leave a set of L1 when another is filled in, which is reported: that clears the set's
 * entries. (CHARGE_TABLES_RECENT: every report does, so that an entry is the line most recently
 * used in its set and a hit changes nothing at all.) A line that another CPU or a device takes is
 * cleared from the tables of those who lose it.
 */
#include "nic_model/linux/charge_flight.h"

#include <string.h>

#define LINE_SHIFT 6
#define LINE_BYTES 64ull

/* --- addresses --- */

/* The image lies behind RAM in physical space, on the last node; below 2^44. */
#define IMAGE_PHYS 0x10000000000ull

bool charge_phys(const struct charge *c, uint64_t addr, uint64_t *phys)
{
	if (addr - c->s.ram_base < c->s.ram_bytes) {
		*phys = addr - c->s.ram_base;
		return true;
	}
	if (addr - c->s.image_base < c->s.image_bytes) {
		*phys = IMAGE_PHYS + (addr - c->s.image_base);
		return true;
	}
	return false;
}

/* --- tables of lines that need no report --- */

/* The table's entries of the line's L1 set give way. */
static inline void clear_fetch(struct charge_cpu *k, uint32_t line)
{
	struct set_step set = k->charge->l1i;
	uint32_t first = line & set.mask;
	uint64_t used = k->fetch_used[first];

	if (HOOK_FETCH >> set.shift > 64)
		for (uint32_t i = first; i < HOOK_FETCH; i += 1u << set.shift)
			k->hook.fetch[i] = 0;
	for (; used; used &= used - 1)
		k->hook.fetch[first + ((uint32_t)__builtin_ctzll(used) << set.shift)] = 0;
	k->fetch_used[first] = 0;
}

static inline void know_fetch(struct charge_cpu *k, uint32_t line)
{
	struct set_step set = k->charge->l1i;
	uint32_t i = line % HOOK_FETCH;

	k->hook.fetch[i] = line;
	k->fetch_used[i & set.mask] |= 1ull << (i >> set.shift & 63);
}

static inline void know(struct charge_cpu *k, uint64_t addr, bool write, bool filled)
{
	uint32_t line = (uint32_t)(addr >> LINE_SHIFT), i = line % HOOK_FILTER;
	struct hook_state *s = &k->hook;

	if (k->charge->s.tables == CHARGE_TABLES_NONE)
		return;
	/* the right to write survives a read that hits */
	if (!filled && s->write[i] == line)
		write = true;
	if (filled || k->charge->s.tables == CHARGE_TABLES_RECENT) {
		struct set_step set = k->charge->l1d;

		for (uint32_t n = line & set.mask; n < HOOK_FILTER; n += 1u << set.shift)
			s->read[n] = s->write[n] = 0;
	}
	s->read[i] = line;
	s->write[i] = write ? line : 0;
}

static void forget(struct charge_cpu *k, uint64_t addr, bool all)
{
	uint32_t line = (uint32_t)(addr >> LINE_SHIFT), i = line % HOOK_FILTER;

	if (k->hook.write[i] == line)
		k->hook.write[i] = 0;
	if (all && k->hook.read[i] == line)
		k->hook.read[i] = 0;
}

/* The other CPUs lose the line, or the right to write it. */
static inline void take_from_others(struct charge_cpu *k, uint64_t addr, bool write)
{
	const struct charge *c = k->charge;

	if (c->s.cpus == 1)
		return;
	for (unsigned int i = 0; i < c->s.cpus; i++)
		if (i != k->id)
			forget(c->cpu[i], addr, write);
}

void charge_dma(struct charge *c, uint64_t phys, uint64_t bytes, bool write)
{
	uint64_t from = (phys & ~(LINE_BYTES - 1)) + c->s.ram_base;

	for (uint64_t a = from; a < phys + bytes + c->s.ram_base; a += LINE_BYTES)
		for (unsigned int i = 0; i < c->s.cpus; i++)
			forget(c->cpu[i], a, write);
}

/* --- code --- */

/*
 * When the fetch unit has asked for a line that it wants now: while it waited for one of the
 * `ifetch_ahead` lines before it, if they were missing too; else now. (Lines that are in L1 are not
 * reported, so nothing may depend on when they were wanted.)
 */
static uint64_t asked_at(const struct charge_cpu *k, uint32_t line)
{
	unsigned int ahead = k->charge->p.ifetch_ahead;

	if (line != k->missed_line + 1)
		return k->now;
	if (ahead > k->missed_run)
		ahead = k->missed_run;
	return ahead ? k->missed_at[ahead - 1] : k->now;
}

/* A line was missing: one more of a run, or the first of another. */
static void note_missing(struct charge_cpu *k, uint32_t line)
{
	if (line != k->missed_line + 1)
		k->missed_run = 0;
	memmove(&k->missed_at[1], &k->missed_at[0], sizeof(k->missed_at) - sizeof(k->missed_at[0]));
	k->missed_at[0] = k->now;
	k->missed_line = line;
	if (k->missed_run < AHEAD_MAX)
		k->missed_run++;
}

/* Waits for a code line; true if it was missing in L1. */
static bool fetch_line(struct charge_cpu *k, struct hook_block *b, uint32_t line)
{
	struct charge *c = k->charge;
	uint64_t phys, ask, done;
	struct mem_reply r;

	if (!charge_phys(c, (uint64_t)line << LINE_SHIFT, &phys))
		return false;
	ask = asked_at(k, line);
	r = mem_access(c->mem, k->id, phys, MEM_IFETCH, SIM_PS(ask / UNIT));
	if (r.level == MEM_L1)
		return false;
	note_missing(k, line);
	done = ask + r.ps * UNIT;
	if (done > k->now) {
		b->fetch_stall += (uint32_t)((done - k->now) / c->cycle);
		charge_advance(k, done - k->now, CAUSE_IFETCH);
	}
	return true;
}

static void fetch(struct charge_cpu *k, struct hook_block *b)
{
	struct hook_state *s = &k->hook;
	bool filled;

	for (uint32_t line = b->line_first; line <= b->line_last; line++) {
		if (s->fetch[line % HOOK_FETCH] == line)
			continue;
		filled = fetch_line(k, b, line);
		if (k->charge->s.tables == CHARGE_TABLES_NONE)
			continue;
		if (filled || k->charge->s.tables == CHARGE_TABLES_RECENT)
			clear_fetch(k, line);
		know_fetch(k, line);
	}
	s->fetched = b->line_last;
}

static void on_block(struct hook_state *s, struct hook_block *b)
{
	struct charge_cpu *k = of_state(s);

	k->stack = __builtin_dwarf_cfa();
	charge_consume(k);
	fetch(k, b);
	charge_window(k);
	if (k->now >= k->limit)
		charge_turn(k);
	charge_grant(k);
}

/* --- data --- */

/* Others' turn first if one of them is behind and holds the line. */
static void order(struct charge_cpu *k, uint64_t phys, bool write)
{
	if (k->now > k->others_at && mem_others(k->charge->mem, k->id, phys, write))
		charge_turn(k);
}

static void locked(struct charge_cpu *k, uint64_t phys, struct hook_site *site)
{
	struct mem_reply r;
	uint64_t before;

	charge_drain_cpu(k);
	if (k->now > k->others_at)
		charge_turn(k);
	before = k->now;
	r = mem_access(k->charge->mem, k->id, phys, MEM_GETX, SIM_PS(k->now / UNIT));
	if (r.level != MEM_L1 || r.shared) {
		static const uint8_t cause[MEM_LEVELS] = {CAUSE_PEER, CAUSE_L2,	    CAUSE_LLC,
							  CAUSE_PEER, CAUSE_REMOTE, CAUSE_DRAM};

		site->misses++;
		charge_advance(k, r.ps * UNIT, cause[r.level]);
		charge_blame(k->charge, hook_site_block(site), r.ps * UNIT, cause[r.level]);
	}
	charge_advance(k, k->charge->p.atomic * k->charge->cycle, CAUSE_ATOMIC);
	charge_blame(k->charge, hook_site_block(site), k->charge->p.atomic * k->charge->cycle,
		     CAUSE_ATOMIC);
	site->stall += (k->now - before) / UNIT;
}

static void on_access(struct hook_state *s, struct hook_site *site, unsigned long addr)
{
	struct charge_cpu *k = of_state(s);
	struct charge *c = k->charge;
	bool write = site->access & (HOOK_WRITE | HOOK_ATOMIC), filled = true;
	uint64_t phys;

	k->stack = __builtin_dwarf_cfa();
	charge_consume(k);
	site->reports++;
	if (!charge_phys(c, addr, &phys)) {
		/* In no table: where memory of the simulation lies is nobody's to depend on. */
		c->strays++;
		charge_grant(k);
		return;
	}
	if (site->access & HOOK_ATOMIC) {
		locked(k, phys, site);
	} else if (site->access & HOOK_FLUSH) {
		charge_grant(k);
		return;
	} else if (site->access & HOOK_PREFETCH) {
		mem_access(c->mem, k->id, phys, write ? MEM_GETX : MEM_GETS, SIM_PS(k->now / UNIT));
	} else {
		order(k, phys, write);
		filled = site->access & HOOK_READ && charge_load(k, phys, site);
		if (write && charge_store(k, phys, site, c->p.store_buffer))
			filled = true;
	}
	take_from_others(k, addr, write);
	know(k, addr, write, filled);
	charge_grant(k);
}

/* --- string instructions --- */

enum range_access { RANGE_READ, RANGE_WRITE, RANGE_WHOLE /* line, by fast strings */ };

static inline __attribute__((always_inline)) bool
range_access(struct charge_cpu *k, struct hook_site *site, uint64_t phys, enum range_access how)
{
	if (how == RANGE_READ)
		return charge_load(k, phys, site);
	if (how == RANGE_WHOLE)
		return charge_write_line(k, phys, site);
	return charge_store(k, phys, site, k->charge->line_stores);
}

static inline __attribute__((always_inline)) void
range_line(struct charge_cpu *k, struct hook_site *site, uint64_t addr, enum range_access how)
{
	uint64_t phys;
	bool filled;

	if (!charge_phys(k->charge, addr, &phys)) {
		k->charge->strays++;
		return;
	}
	order(k, phys, how != RANGE_READ);
	filled = range_access(k, site, phys, how);
	take_from_others(k, addr, how != RANGE_READ);
	know(k, addr, how != RANGE_READ, filled);
}

/* How a string operation over [dst, dst + bytes) touches this line of it. */
static inline enum range_access how(const struct charge_cpu *k, const struct hook_site *site,
				    uint64_t line, uint64_t dst, uint64_t bytes)
{
	if (!(site->access & HOOK_WRITE))
		return RANGE_READ;
	if (bytes < CPU_FAST_STRING || !k->charge->fast_lines || line < dst ||
	    line + LINE_BYTES > dst + bytes)
		return RANGE_WRITE;
	return RANGE_WHOLE;
}

/* Time of a string operation: counts for the window, and at the site as data's. */
static inline void move(struct charge_cpu *k, uint64_t units, struct hook_site *site)
{
	site->stall += units / UNIT;
	charge_advance(k, units, CAUSE_ISSUE);
	charge_blame(k->charge, hook_site_block(site), units, CAUSE_ISSUE);
}

static inline uint64_t move_units(const struct charge *c, uint64_t bytes)
{
	return bytes == LINE_BYTES ? c->line_units
				   : (bytes + c->p.copy_bytes - 1) / c->p.copy_bytes * c->cycle;
}

/* One side's lines, or both in step by the source's. */
static void on_range(struct hook_state *s, struct hook_site *site, unsigned long dst,
		     unsigned long src, unsigned long bytes)
{
	struct charge_cpu *k = of_state(s);
	uint64_t at = 0, stored = UINT64_MAX, lead = src ? src : dst, units;

	k->stack = __builtin_dwarf_cfa();
	charge_consume(k);
	site->reports++;
	move(k, k->charge->p.copy_start * k->charge->cycle, site);
	while (at < bytes) {
		uint64_t n = LINE_BYTES - ((lead + at) & (LINE_BYTES - 1));

		n = n < bytes - at ? n : bytes - at;
		if (src)
			range_line(k, site, src + at, RANGE_READ);
		units = move_units(k->charge, n);
		k->issued += units;
		move(k, units, site);
		charge_window(k);
		for (uint64_t d = (dst + at) & ~(LINE_BYTES - 1); dst && d < dst + at + n;
		     d += LINE_BYTES) {
			if (d != stored)
				range_line(k, site, d, how(k, site, d, dst, bytes));
			stored = d;
		}
		at += n;
		if (k->now >= k->limit)
			charge_turn(k);
	}
	charge_grant(k);
}

const struct hook_ops charge_hook_ops = {on_block, on_access, on_range};
