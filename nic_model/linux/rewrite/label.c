/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Labels: where they are, which are targets, and where hooks may stand in relation to them. */
#include "nic_model/linux/rewrite/asm.h"

#include <ctype.h>
#include <string.h>

#define HASH_SIZE 65536

static uint32_t hash(struct str s)
{
	uint32_t h = 2166136261u;

	for (int i = 0; i < s.n; i++)
		h = (h ^ (unsigned char)s.p[i]) * 16777619u;
	return h % HASH_SIZE;
}

static bool all_digits(struct str s)
{
	for (int i = 0; i < s.n; i++)
		if (!isdigit((unsigned char)s.p[i]))
			return false;
	return s.n > 0;
}

/* Chains are in reverse order of the file. */
static void label_add(struct file *f, int stmt)
{
	struct label *l;
	uint32_t h = hash(f->stmts[stmt].name);

	f->labels = xgrow(f->labels, f->nr_labels, sizeof(*f->labels));
	l = &f->labels[f->nr_labels];
	*l = (struct label){.name = f->stmts[stmt].name,
			    .stmt = stmt,
			    .func = f->stmts[stmt].func,
			    .block = -1,
			    .numeric = all_digits(f->stmts[stmt].name),
			    .next = f->label_hash[h]};
	f->label_hash[h] = f->nr_labels++;
}

/* 1b: the nearest before; 1f: the nearest after. */
static int numeric_find(const struct file *f, struct str digits, bool forward, int from)
{
	int best = -1;

	for (int i = f->label_hash[hash(digits)]; i >= 0; i = f->labels[i].next) {
		const struct label *l = &f->labels[i];

		if (!l->numeric || !str_same(l->name, digits))
			continue;
		if (!forward && l->stmt <= from)
			return i;
		if (forward && l->stmt > from)
			best = i;
		else if (forward)
			break;
	}
	return best;
}

int label_find(const struct file *f, struct str name, int from)
{
	struct str digits = {name.p, name.n - 1};

	if (name.n >= 2 && (name.p[name.n - 1] == 'b' || name.p[name.n - 1] == 'f') &&
	    all_digits(digits))
		return numeric_find(f, digits, name.p[name.n - 1] == 'f', from);
	for (int i = f->label_hash[hash(name)]; i >= 0; i = f->labels[i].next)
		if (str_same(f->labels[i].name, name))
			return i;
	return -1;
}

/* Marks each label named in an expression. */
static void mark_data(struct file *f, struct str s, int from)
{
	for (int i = 0; i < s.n;) {
		struct str w = {s.p + i, 0};
		int l;

		if (s.p[i] == '"')
			return;
		while (i + w.n < s.n &&
		       (isalnum((unsigned char)w.p[w.n]) || strchr("_.$", w.p[w.n])))
			w.n++;
		if (w.n) {
			l = label_find(f, w, from);
			if (l >= 0)
				f->labels[l].data = true;
		}
		i += w.n ? w.n : 1;
	}
}

/* Sections that say that control may leave an inline-asm block in ways which its instructions do
 * not show. */
static bool hidden_exit(struct str section)
{
	return str_starts(section, "__ex_table") || str_starts(section, "__jump_table") ||
	       str_starts(section, ".altinstr_aux");
}

static void insn_refs(struct file *f, int i)
{
	const struct insn *in = f->stmts[i].insn;

	for (int k = 0; k < in->nr_ops; k++) {
		const struct operand *op = &in->op[k];
		int l;

		if (op->kind == OP_TARGET) {
			l = label_find(f, op->text, i);
			if (l >= 0)
				f->labels[l].jumped = true;
		} else if (op->kind == OP_MEM && !op->value_known) {
			mark_data(f, op->disp, i);
		} else if (op->kind == OP_IMM && !op->value_known) {
			mark_data(f, (struct str){op->text.p + 1, op->text.n - 1}, i);
		}
	}
}

static void refs(struct file *f)
{
	for (int i = 0; i < f->nr_stmts; i++) {
		const struct stmt *st = &f->stmts[i];
		const struct section *s = &f->sections[st->section];

		if (st->app && hidden_exit(s->name))
			f->app_all[st->app_id] = true;
		if (st->code && st->kind == ST_INSN)
			insn_refs(f, i);
		else if (st->kind == ST_OPAQUE || (st->kind == ST_DIRECTIVE && !s->debug &&
						   !s->exec && st->args.n && st->args.p[0] != '"'))
			mark_data(f, st->args, i);
	}
}

/* A label that is only an address for tables: hooks go before it, so that it still marks the
 * instruction. */
static bool marker_only(const struct file *f, int stmt)
{
	const struct stmt *st = &f->stmts[stmt];

	if (st->kind != ST_LABEL || !all_digits(st->name))
		return false;
	for (int i = f->label_hash[hash(st->name)]; i >= 0; i = f->labels[i].next)
		if (f->labels[i].stmt == stmt)
			return !f->labels[i].jumped;
	return false;
}

static void hook_places(struct file *f)
{
	for (int i = 0; i < f->nr_stmts; i++) {
		int at = i;

		if (!f->stmts[i].code)
			continue;
		while (at > 0 && f->stmts[at - 1].section == f->stmts[i].section &&
		       (f->stmts[at - 1].kind == ST_PREFIX || marker_only(f, at - 1)))
			at--;
		f->stmts[i].hook_at = at;
	}
}

void label_pass(struct file *f)
{
	f->label_hash = xcalloc(HASH_SIZE, sizeof(*f->label_hash));
	f->app_all = xcalloc(f->nr_apps, sizeof(*f->app_all));
	memset(f->label_hash, -1, HASH_SIZE * sizeof(*f->label_hash));
	for (int i = 0; i < f->nr_stmts; i++)
		if (f->stmts[i].kind == ST_LABEL)
			label_add(f, i);
	refs(f);
	hook_places(f);
}
