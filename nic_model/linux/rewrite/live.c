/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Backward liveness of general registers and flags over the whole file. */
#include "nic_model/linux/rewrite/asm.h"

/* What a block needs and overwrites, seen from its start. */
static void summarise(const struct file *f, struct block *b)
{
	for (int i = b->nr_stmts - 1; i >= 0; i--) {
		struct effect e = effect_of(f, &f->stmts[b->stmts[i]]);

		b->use = e.use | (b->use & ~e.def);
		b->def |= e.def;
	}
}

/* Live at any label whose address is taken: where an indirect jump may go. */
static regset anywhere(const struct file *f)
{
	regset live = 0;

	for (int i = 0; i < f->nr_labels; i++) {
		const struct label *l = &f->labels[i];

		if (l->data && l->block >= 0 && str_starts(l->name, ".L"))
			live |= f->blocks[l->block].live_in;
	}
	return live;
}

static regset live_out(const struct file *f, const struct block *b, regset any)
{
	regset live = b->out_use;

	for (int k = 0; k < 2; k++)
		if (b->succ[k] >= 0)
			live |= f->blocks[b->succ[k]].live_in;
	return b->indirect ? live | any : live;
}

static void per_statement(struct file *f, const struct block *b, regset live)
{
	for (int i = b->nr_stmts - 1; i >= 0; i--) {
		struct stmt *st = &f->stmts[b->stmts[i]];
		struct effect e = effect_of(f, st);

		live = e.use | (live & ~e.def);
		st->live = live;
	}
}

void live_pass(struct file *f)
{
	regset any = 0;
	bool changed = true;

	for (int i = 0; i < f->nr_blocks; i++)
		summarise(f, &f->blocks[i]);
	while (changed) {
		changed = false;
		any = anywhere(f);
		for (int i = f->nr_blocks - 1; i >= 0; i--) {
			struct block *b = &f->blocks[i];
			regset in = b->use | (live_out(f, b, any) & ~b->def);

			changed |= in != b->live_in;
			b->live_in = in;
		}
	}
	for (int i = 0; i < f->nr_blocks; i++)
		per_statement(f, &f->blocks[i], live_out(f, &f->blocks[i], any));
}
