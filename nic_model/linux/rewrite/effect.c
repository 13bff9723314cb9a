/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each statement reads and overwrites, for liveness. Errs towards reading: unknown means
 * everything is read and nothing overwritten. Calling convention: System V AMD64 psABI; inline
 * assembler follows none.
 */
#include "nic_model/linux/rewrite/asm.h"

#include <string.h>

#define ARGS                                                                                       \
	(BIT(REG_DI) | BIT(REG_SI) | BIT(REG_DX) | BIT(REG_CX) | BIT(REG_8) | BIT(REG_9) |         \
	 BIT(REG_AX) | BIT(REG_10))
#define SAVED                                                                                      \
	(BIT(REG_BX) | BIT(REG_BP) | BIT(REG_12) | BIT(REG_13) | BIT(REG_14) | BIT(REG_15) |       \
	 BIT(REG_SP))
#define RESULT	  (BIT(REG_AX) | BIT(REG_DX))
#define CLOBBERED (GPRS_ALL & ~SAVED)

static regset one(enum reg r)
{
	return r < NR_GPR ? BIT(r) : 0;
}

/* The register in the name of an indirect-branch thunk, such as __x86_indirect_thunk_rax. */
static bool thunk(struct str target, regset *use)
{
	static const char *const stems[] = {"__x86_indirect_thunk_", "__x86_indirect_call_thunk_",
					    "__x86_indirect_jump_thunk_", "__llvm_retpoline_"};
	char name[8] = "%";
	uint8_t size;
	bool high;

	for (size_t i = 0; i < sizeof(stems) / sizeof(*stems); i++) {
		int n = strlen(stems[i]);

		if (!str_starts(target, stems[i]) || target.n - n > 4)
			continue;
		memcpy(name + 1, target.p + n, target.n - n);
		*use = one(reg_find((struct str){name, target.n - n + 1}, &size, &high));
		return true;
	}
	return false;
}

static regset operand_use(const struct operand *op, char how)
{
	if (op->kind == OP_MEM)
		return one(op->base) | one(op->index);
	if (op->kind == OP_REG && (how == 'r' || how == 'm' || how == 't'))
		return one(op->reg);
	return 0;
}

static regset operand_def(const struct operand *op, char how)
{
	if (op->kind == OP_REG && how == 'w' && op->size >= 4)
		return one(op->reg);
	return 0;
}

/* xor %eax,%eax and sub %eax,%eax read nothing; sbb %eax,%eax only the carry. */
static bool zero_idiom(const struct insn *in)
{
	const char *n = in->desc->name;

	if (strcmp(n, "xor") && strcmp(n, "sub") && strcmp(n, "sbb"))
		return false;
	return in->nr_ops == 2 && in->op[0].kind == OP_REG && in->op[1].kind == OP_REG &&
	       in->op[0].size >= 4 && in->op[0].reg == in->op[1].reg &&
	       in->op[0].size == in->op[1].size;
}

/* A shift by a constant that is not 0 sets flags; by %cl it may leave them. */
static bool sets_flags(const struct insn *in)
{
	const struct operand *to;
	bool wide;

	if (in->desc->kind != K_SHIFT || in->nr_ops < 2)
		return true;
	to = &in->op[in->nr_ops - 1];
	wide = in->size == 8 || (to->kind == OP_REG && to->size == 8);
	return in->op[0].kind == OP_IMM && in->op[0].value_known &&
	       (in->op[0].value & (wide ? 63 : 31));
}

static regset call_use(const struct stmt *st)
{
	const struct operand *op = &st->insn->op[0];
	regset use;

	if (st->app || str_eq(op->text, "__fentry__") || str_eq(op->text, "mcount"))
		return EVERYTHING;
	if (op->kind == OP_TARGET && thunk(op->text, &use))
		return use | ARGS | BIT(REG_SP);
	return ARGS | BIT(REG_SP);
}

static struct effect branch_effect(const struct file *f, const struct stmt *st)
{
	const struct insn *in = st->insn;
	struct effect e = {in->desc->use | in->cc_use | BIT(REG_SP), 0};

	if (in->nr_ops)
		e.use |= operand_use(&in->op[0], 't');
	if (in->desc->kind == K_CALL) {
		e.use |= call_use(st);
		/* with interprocedural allocation a caller may keep values in what its callee does
		 * not touch */
		if (!(e.use & FLAGS_ALL))
			e.def = f->ipa_ra ? FLAGS_ALL : CLOBBERED | FLAGS_ALL;
	} else if (in->desc->kind == K_RET) {
		e.use |= st->app || f->ipa_ra ? EVERYTHING : SAVED | RESULT;
	}
	return e;
}

/* A jump out of the file: a return thunk or a tail call. */
regset effect_leave(const struct file *f, const struct stmt *st)
{
	const struct operand *op = &st->insn->op[0];
	regset use = 0;

	if (st->app || f->ipa_ra)
		return EVERYTHING;
	if (op->kind == OP_TARGET && str_eq(op->text, "__x86_return_thunk"))
		return SAVED | RESULT;
	if (op->kind == OP_TARGET)
		thunk(op->text, &use);
	return use | ARGS | SAVED;
}

static struct effect plain_effect(const struct stmt *st)
{
	const struct insn *in = st->insn;
	const struct insn_desc *d = in->desc;
	struct effect e = {d->use | in->cc_use, d->def};

	if (!sets_flags(in))
		e.def &= ~FLAGS_ALL;
	if (d->kind == K_SHIFT && !strcmp(d->ops, "rm") && in->op[0].kind == OP_REG &&
	    d->name[2] == 'd')
		e.use |= one(in->op[0].reg);
	if (zero_idiom(in)) {
		e.def |= one(in->op[0].reg);
		return e;
	}
	for (int i = 0; i < in->nr_ops; i++) {
		e.use |= operand_use(&in->op[i], d->ops[i]);
		e.def |= operand_def(&in->op[i], d->ops[i]);
	}
	if (in->prefix & (PFX_REP | PFX_REPNE))
		e.use |= d->kind == K_STRING ? BIT(REG_CX) : 0;
	/* scas and cmps repeated no times leave the flags alone */
	if (d->kind == K_STRING && in->prefix)
		e.def = 0;
	if ((!strcmp(d->name, "mul") || !strcmp(d->name, "imul")) && in->nr_ops == 1 &&
	    in->size >= 4)
		e.def |= BIT(REG_DX);
	return e;
}

struct effect effect_of(const struct file *f, const struct stmt *st)
{
	struct effect e = {EVERYTHING, 0};

	if (st->kind == ST_OPAQUE || (st->app && f->app_all[st->app_id]))
		return e;
	switch (st->insn->desc->kind) {
	case K_CALL:
	case K_RET:
	case K_JMP:
	case K_JCC:
		e = branch_effect(f, st);
		break;
	case K_TRAP:
		break;
	default:
		e = plain_effect(st);
		break;
	}
	e.def &= ~e.use;
	e.use |= BIT(REG_SP);
	return e;
}
