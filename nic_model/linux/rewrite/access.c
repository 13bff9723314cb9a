/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which memory an instruction touches, and how it moves the stack pointer. */
#include "nic_model/linux/rewrite/asm.h"

#include "nic_model/linux/hook.h"

#include <string.h>

static struct access *put(struct access **a, int stmt, uint8_t kind, uint8_t size)
{
	struct access *x = (*a)++;

	*x = (struct access){.stmt = stmt, .kind = kind, .size = size, .string = REG_NONE};
	return x;
}

static void stack(struct access **a, int stmt, uint8_t kind, int at)
{
	put(a, stmt, kind | HOOK_STACK, 8)->stack = at;
}

static bool is(const struct insn *in, const char *name)
{
	return !strcmp(in->desc->name, name);
}

static uint8_t explicit_kind(const struct insn *in, int i)
{
	char how = in->desc->ops[i];
	uint8_t kind = how == 'r' || how == 't' ? HOOK_READ
		       : how == 'w'		? HOOK_WRITE
		       : how == 'm'		? HOOK_RMW
						: 0;

	/* add to a register from memory: the row says "rm", the operand in memory is the first */
	if (how == 't' && in->op[i].kind == OP_MEM && !in->op[i].indirect)
		return 0;
	if (in->desc->kind == K_PREFETCH)
		return HOOK_PREFETCH | (how == 'w' ? HOOK_WRITE : 0);
	if (in->desc->kind == K_FLUSH)
		return HOOK_FLUSH;
	if (in->prefix & PFX_LOCK || in->desc->kind == K_XCHG)
		kind |= HOOK_ATOMIC;
	return kind;
}

static void explicit_operands(struct access **a, int stmt, const struct insn *in)
{
	for (int i = 0; i < in->nr_ops; i++) {
		const struct operand *op = &in->op[i];
		struct access *x;
		uint8_t kind;

		if (op->kind != OP_MEM || in->desc->kind == K_STRING)
			continue;
		kind = explicit_kind(in, i);
		if (!kind)
			continue;
		x = put(a, stmt, kind | (op->base == REG_SP ? HOOK_STACK : 0), in->size);
		x->mem = op;
		/* a popped-to operand is addressed after the pop */
		x->stack = in->desc->kind == K_POP && op->base == REG_SP ? 8 : 0;
		x->bit_index = in->desc->kind == K_BIT && in->op[0].kind == OP_REG;
	}
}

static void string(struct access **a, int stmt, const struct insn *in)
{
	bool repeated = in->prefix & (PFX_REP | PFX_REPNE);
	uint8_t si = 0, di = 0;

	if (str_starts((struct str){in->desc->name, 4}, "movs")) {
		si = HOOK_READ;
		di = HOOK_WRITE;
	} else if (in->desc->name[0] == 's') {
		di = in->desc->name[1] == 't' ? HOOK_WRITE : HOOK_READ;
	} else if (in->desc->name[0] == 'i') {
		di = HOOK_WRITE;
	} else {
		si = HOOK_READ;
		di = in->desc->name[0] == 'c' ? HOOK_READ : 0;
	}
	if (repeated) {
		put(a, stmt, si | di, in->size)->range = true;
		return;
	}
	if (si)
		put(a, stmt, si, in->size)->string = REG_SI;
	if (di)
		put(a, stmt, di, in->size)->string = REG_DI;
}

int access_list(const struct file *f, int stmt, struct access *list)
{
	const struct insn *in = f->stmts[stmt].insn;
	struct access *a = list;

	if (f->stmts[stmt].kind == ST_OPAQUE)
		return 0;
	explicit_operands(&a, stmt, in);
	switch (in->desc->kind) {
	case K_CALL:
		stack(&a, stmt, HOOK_WRITE, -8);
		break;
	case K_PUSH:
		stack(&a, stmt, HOOK_WRITE, -8);
		break;
	case K_POP:
	case K_RET:
		stack(&a, stmt, HOOK_READ, 0);
		break;
	case K_LEAVE:
		put(&a, stmt, HOOK_READ | HOOK_STACK, 8)->string = REG_BP;
		break;
	case K_STRING:
		string(&a, stmt, in);
		break;
	default:
		break;
	}
	return a - list;
}

bool stack_delta(const struct stmt *st, int *delta)
{
	const struct insn *in = st->insn;
	const struct operand *dst;

	*delta = 0;
	if (st->kind == ST_OPAQUE)
		return false;
	if (in->desc->kind == K_PUSH)
		*delta = -8;
	else if (in->desc->kind == K_POP)
		*delta = 8;
	if (in->desc->kind == K_LEAVE)
		return false;
	if (!in->nr_ops)
		return true;
	dst = &in->op[in->nr_ops - 1];
	if (dst->kind != OP_REG || dst->reg != REG_SP ||
	    strchr("ra", in->desc->ops[in->nr_ops - 1]))
		return true;
	if (is(in, "lea") && in->op[0].base == REG_SP && in->op[0].index == REG_NONE &&
	    in->op[0].value_known) {
		*delta = in->op[0].value;
		return true;
	}
	if (in->op[0].kind != OP_IMM || !in->op[0].value_known)
		return false;
	*delta = is(in, "sub") ? -in->op[0].value : in->op[0].value;
	return is(in, "sub") || is(in, "add");
}
