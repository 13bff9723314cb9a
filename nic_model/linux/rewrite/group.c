/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Joins accesses of a block that go through the same unchanged base register and lie within one
 * line's length of each other: checking the lowest and the highest byte then sees every line that
 * they touch. Stack accesses follow rsp through pushes and pops. Reads and writes are joined apart,
 * but on the stack, which no other CPU disturbs, together.
 *
 * Leaves out: the order of joined accesses among others of the block; an operand that straddles two
 * lines (alone, only its first byte is checked).
 */
#include "nic_model/linux/rewrite/asm.h"

#include "nic_model/linux/hook.h"

#include <string.h>

#define SPAN 64

struct grouper {
	const struct file *f;
	struct group *g;
	int n;
	int version[NR_GPR];
	int64_t sp; /* rsp since the block's start */
};

static void close_all(struct grouper *w)
{
	for (int i = 0; i < w->n; i++)
		w->g[i].open = false;
}

/* Base register and offset as of the block's start; false if the access stands alone. */
static bool place(const struct grouper *w, const struct access *a, enum reg *base, int64_t *off)
{
	const struct operand *m = a->mem;

	if (!w->f->group || a->range || a->bit_index || a->string != REG_NONE)
		return false;
	if (a->kind & (HOOK_ATOMIC | HOOK_PREFETCH | HOOK_FLUSH))
		return false;
	if (!m) {
		*base = REG_SP;
		*off = w->sp + a->stack;
		return true;
	}
	if (m->seg || m->addr32 || m->base >= NR_GPR || m->index != REG_NONE || !m->value_known)
		return false;
	*base = m->base;
	*off = m->value + (m->base == REG_SP ? w->sp + a->stack : 0);
	return true;
}

static bool joins(const struct group *g, enum reg base, int version, int64_t lo, int64_t hi,
		  uint8_t kind)
{
	bool writes = g->kind & HOOK_WRITE;

	if (!g->open || g->base != base || g->version != version)
		return false;
	if (base != REG_SP && writes != !!(kind & HOOK_WRITE))
		return false;
	lo = lo < g->lo ? lo : g->lo;
	hi = hi > g->hi ? hi : g->hi;
	return hi - lo <= SPAN;
}

static void join(struct group *g, int64_t lo, int64_t hi, uint8_t kind)
{
	if (lo != g->lo || hi != g->hi)
		g->wide = true;
	if (lo < g->lo)
		g->lo = lo;
	if (hi > g->hi)
		g->hi = hi;
	g->kind |= kind;
}

static void add(struct grouper *w, const struct access *a)
{
	enum reg base = REG_NONE;
	int64_t off = 0;
	bool can = place(w, a, &base, &off);
	struct group *g;

	for (int i = 0; can && i < w->n; i++)
		if (joins(&w->g[i], base, w->version[base], off, off + a->size, a->kind)) {
			join(&w->g[i], off, off + a->size, a->kind);
			return;
		}
	w->g = xgrow(w->g, w->n, sizeof(*w->g));
	g = &w->g[w->n++];
	*g = (struct group){.first = *a,
			    .lo = off,
			    .hi = off + a->size,
			    .kind = a->kind,
			    .open = can,
			    .base = base,
			    .version = can ? w->version[base] : 0,
			    .shift = w->sp,
			    .wide = a->size > 8 && !a->range};
}

static bool is_barrier(const struct stmt *st)
{
	return st->kind == ST_OPAQUE || st->insn->desc->class == HOOK_SERIAL ||
	       st->insn->prefix & PFX_LOCK || st->insn->desc->kind == K_XCHG ||
	       st->insn->desc->kind == K_STRING;
}

/* Registers that an instruction may change, wholly or in part. */
static void changes(struct grouper *w, const struct stmt *st)
{
	struct effect e = effect_of(w->f, st);
	int delta;

	for (int r = 0; r < NR_GPR; r++)
		if (r != REG_SP && (e.def & BIT(r)))
			w->version[r]++;
	for (int i = 0; i < st->insn->nr_ops; i++) {
		const struct operand *op = &st->insn->op[i];

		if (op->kind == OP_REG && op->reg < NR_GPR && op->reg != REG_SP &&
		    strchr("wm", st->insn->desc->ops[i]))
			w->version[op->reg]++;
	}
	/* implicit results: rax, rdx, rcx, rbx, rbp and the string pointers */
	if (st->insn->desc->use & GPRS_ALL || st->insn->desc->def & GPRS_ALL ||
	    st->insn->desc->kind == K_STRING || st->insn->desc->kind == K_LEAVE ||
	    st->insn->desc->class == HOOK_MUL)
		for (int r = 0; r < NR_GPR; r++)
			if (r != REG_SP &&
			    (r < REG_SP || r == REG_BP || r == REG_SI || r == REG_DI))
				w->version[r]++;
	if (stack_delta(st, &delta))
		w->sp += delta;
	else
		w->version[REG_SP]++;
}

int group_block(const struct file *f, const struct block *b, struct group **out)
{
	struct grouper w = {.f = f};
	struct access list[4];

	for (int i = 0; i < b->nr_stmts; i++) {
		const struct stmt *st = &f->stmts[b->stmts[i]];
		int n = access_list(f, b->stmts[i], list);

		if (is_barrier(st))
			close_all(&w);
		for (int k = 0; k < n; k++)
			add(&w, &list[k]);
		if (st->kind != ST_OPAQUE) {
			if (is_barrier(st))
				close_all(&w);
			changes(&w, st);
		}
	}
	*out = w.g;
	return w.n;
}
