/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Basic blocks. Sections interleave in the text; each has its own order of flow. */
#include "nic_model/linux/rewrite/asm.h"

#include <string.h>

/* Longer blocks are cut: their counts are bytes. */
#define MAX_STMTS 120

struct flow {
	struct file *f;
	int *cur;    /* by section: open block, -1: next statement begins one */
	int *before; /* by section: block that falls into the next one, -1 none */
};

static bool is_leader(const struct label *l)
{
	return l->jumped || (l->data && !l->numeric);
}

static bool ends_block(const struct stmt *st)
{
	if (st->kind == ST_OPAQUE)
		return true;
	switch (st->insn->desc->kind) {
	case K_JMP:
	case K_JCC:
	case K_CALL:
	case K_RET:
	case K_TRAP:
		return true;
	default:
		return false;
	}
}

static bool falls_through(const struct stmt *st)
{
	return st->kind == ST_OPAQUE ||
	       (st->insn->desc->kind != K_JMP && st->insn->desc->kind != K_RET);
}

static int block_begin(struct flow *w, int stmt)
{
	struct file *f = w->f;
	struct block *b;
	int s = f->stmts[stmt].section, fn = f->stmts[stmt].func;

	f->blocks = xgrow(f->blocks, f->nr_blocks, sizeof(*f->blocks));
	b = &f->blocks[f->nr_blocks];
	*b = (struct block){.first = stmt,
			    .last = stmt,
			    .func = fn,
			    .id = f->funcs[fn].blocks++,
			    .succ = {-1, -1}};
	if (w->before[s] >= 0)
		f->blocks[w->before[s]].succ[0] = f->nr_blocks;
	w->before[s] = -1;
	return w->cur[s] = f->nr_blocks++;
}

static void code(struct flow *w, int i)
{
	struct file *f = w->f;
	struct stmt *st = &f->stmts[i];
	int s = st->section;
	struct block *b;

	/* further data directives belong to the same opaque instruction */
	if (st->kind == ST_OPAQUE && i && f->stmts[i - 1].kind == ST_OPAQUE &&
	    f->stmts[i - 1].block >= 0) {
		st->block = f->stmts[i - 1].block;
		return;
	}
	if (w->cur[s] >= 0 && f->blocks[w->cur[s]].func != st->func) {
		w->before[s] = w->cur[s];
		w->cur[s] = -1;
	}
	if (w->cur[s] < 0)
		block_begin(w, i);
	b = &f->blocks[w->cur[s]];
	b->stmts = xgrow(b->stmts, b->nr_stmts, sizeof(*b->stmts));
	b->stmts[b->nr_stmts++] = i;
	b->last = i;
	st->block = w->cur[s];
	if (ends_block(st) || b->nr_stmts == MAX_STMTS) {
		w->before[s] = falls_through(st) ? w->cur[s] : -1;
		w->cur[s] = -1;
	}
}

static void label_here(struct flow *w, const struct label *l)
{
	int s = w->f->stmts[l->stmt].section;

	if (is_leader(l) && w->cur[s] >= 0) {
		w->before[s] = w->cur[s];
		w->cur[s] = -1;
	}
}

/* Labels get the block of the next code statement of their section. */
static void label_blocks(struct file *f)
{
	int *next = xcalloc(f->nr_sections, sizeof(*next)), l = f->nr_labels - 1;

	memset(next, -1, f->nr_sections * sizeof(*next));
	for (int i = f->nr_stmts - 1; i >= 0; i--) {
		const struct stmt *st = &f->stmts[i];

		if (st->code)
			next[st->section] = st->block;
		if (l >= 0 && f->labels[l].stmt == i)
			f->labels[l--].block = next[st->section];
	}
}

static void block_exit(struct file *f, struct block *b)
{
	const struct stmt *st = &f->stmts[b->last];
	const struct operand *op;
	int l;

	if (st->kind == ST_OPAQUE || !st->insn->nr_ops)
		return;
	op = &st->insn->op[0];
	if (st->insn->desc->kind != K_JMP && st->insn->desc->kind != K_JCC &&
	    st->insn->desc->kind != K_CALL)
		return;
	l = op->kind == OP_TARGET ? label_find(f, op->text, b->last) : -1;
	/* a jump to a function is a tail call even if the function is in this file */
	if (l >= 0 && f->sections[f->stmts[f->labels[l].stmt].section].skip)
		b->out_use = EVERYTHING; /* into code that is not looked at */
	else if (l >= 0 && (f->labels[l].numeric || str_starts(f->labels[l].name, ".L")))
		b->succ[1] = f->labels[l].block;
	else if (st->insn->desc->kind != K_CALL)
		b->out_use = effect_leave(f, st);
	b->indirect = st->insn->desc->kind == K_JMP &&
		      (op->indirect || str_starts(op->text, "__x86_indirect") ||
		       str_starts(op->text, "__llvm_retpoline"));
}

void flow_pass(struct file *f)
{
	struct flow w = {.f = f};
	int l = 0;

	w.cur = xcalloc(f->nr_sections, sizeof(*w.cur));
	w.before = xcalloc(f->nr_sections, sizeof(*w.before));
	memset(w.cur, -1, f->nr_sections * sizeof(*w.cur));
	memset(w.before, -1, f->nr_sections * sizeof(*w.before));
	for (int i = 0; i < f->nr_stmts; i++) {
		if (l < f->nr_labels && f->labels[l].stmt == i)
			label_here(&w, &f->labels[l++]);
		if (f->stmts[i].code)
			code(&w, i);
	}
	label_blocks(f);
	for (int i = 0; i < f->nr_blocks; i++)
		block_exit(f, &f->blocks[i]);
}
