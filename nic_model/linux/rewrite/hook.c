/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the hooks. A check of an operand costs six instructions inline:
 *
 *	lea	operand, %A
 *	ror	$6, %A			line number in the low half, the rest of the address above
 *it movzbl	%A's byte, %B add	hook_base(%rip), %B	the current hook_state's address / 4
 *	cmp	%A, 64(,%B,4)		its table of lines that need no report
 *	jne	slow
 *
 * A and B are registers that liveness found dead, else pushed ones. Live flags go through lahf and
 *seto.
 */
#include "nic_model/linux/rewrite/asm.h"

#include "nic_model/linux/hook.h"
#include "nic_model/linux/rewrite/rt/hook_asm.h"

#include <string.h>

/* Registers at a hook's disposal. */
struct scratch {
	enum reg a, b;
	enum reg pushed[3];
	int nr_pushed;
	regset live;
	regset flags;	  /* live flags */
	enum reg ax_copy; /* where rax waits while flags are saved; REG_NONE: on the stack; REG_AX:
			     nowhere */
	bool flags_saved;
};

static const enum reg preference[] = {REG_11, REG_10, REG_9,  REG_8,  REG_SI,
				      REG_DI, REG_CX, REG_DX, REG_AX, REG_BX,
				      REG_12, REG_13, REG_14, REG_15, REG_BP};
#define NR_PREFERENCE (sizeof(preference) / sizeof(*preference))

static enum reg choose(regset forbidden)
{
	for (size_t i = 0; i < NR_PREFERENCE; i++)
		if (!(forbidden & BIT(preference[i])))
			return preference[i];
	return REG_NONE;
}

/* A dead register, or a live one outside `busy` that is pushed. */
static enum reg take(struct scratch *s, regset busy, struct buf *out)
{
	enum reg r = choose(s->live | busy);

	if (r != REG_NONE)
		return r;
	r = choose(busy);
	buf_add(out, "\tpush\t%s\n", reg_name(r, 8));
	s->pushed[s->nr_pushed++] = r;
	return r;
}

static void release(struct scratch *s, struct buf *out)
{
	while (s->nr_pushed)
		buf_add(out, "\tpop\t%s\n", reg_name(s->pushed[--s->nr_pushed], 8));
}

static struct scratch scratch_at(const struct stmt *st)
{
	struct scratch s = {.a = REG_NONE,
			    .b = REG_NONE,
			    .live = st->live & GPRS_ALL,
			    .flags = st->live & FLAGS_ALL};

	return s;
}

static void flags_save(struct scratch *s, struct buf *out)
{
	if (!s->flags)
		return;
	s->flags_saved = true;
	s->ax_copy = REG_AX;
	if (s->live & BIT(REG_AX)) {
		s->ax_copy = choose(s->live | BIT(s->a) | BIT(s->b) | BIT(REG_SP));
		if (s->ax_copy == REG_NONE)
			buf_add(out, "\tpush\t%%rax\n");
		else
			buf_add(out, "\tmov\t%%rax, %s\n", reg_name(s->ax_copy, 8));
	}
	buf_add(out, "\tlahf\n");
	if (s->flags & FLAG_O)
		buf_add(out, "\tseto\t%%al\n");
}

static void flags_restore(struct scratch *s, struct buf *out)
{
	if (!s->flags_saved)
		return;
	if (s->flags & FLAG_O)
		buf_add(out, "\tadd\t$127, %%al\n");
	buf_add(out, "\tsahf\n");
	if (s->ax_copy == REG_NONE)
		buf_add(out, "\tpop\t%%rax\n");
	else if (s->ax_copy != REG_AX)
		buf_add(out, "\tmov\t%s, %%rax\n", reg_name(s->ax_copy, 8));
	s->flags_saved = false;
}

static regset address_registers(const struct group *g)
{
	const struct operand *m = g->first.mem;
	regset busy = BIT(REG_SP);

	if (!m)
		return g->first.string == REG_NONE ? busy : busy | BIT(g->first.string);
	if (m->base < NR_GPR)
		busy |= BIT(m->base);
	if (m->index < NR_GPR)
		busy |= BIT(m->index);
	return busy;
}

/* Loads byte `off` of the group's span into `r`; pushes since the instruction's own rsp count. */
static void load_address(const struct group *g, enum reg r, int64_t off, int pushes,
			 struct buf *out)
{
	const struct access *a = &g->first;
	const struct operand *m = a->mem;
	const char *to = reg_name(r, 8);
	int64_t sp = 8 * pushes + a->stack;

	if (a->string != REG_NONE)
		buf_add(out, "\tmov\t%s, %s\n", reg_name(a->string, 8), to);
	else if (g->base == REG_SP)
		buf_add(out, "\tlea\t%lld(%%rsp), %s\n",
			(long long)(g->lo + off - g->shift + 8 * pushes), to);
	else if (g->base != REG_NONE)
		buf_add(out, "\tlea\t%lld(%s), %s\n", (long long)(g->lo + off),
			reg_name(g->base, 8), to);
	else if (!m)
		buf_add(out, "\tlea\t%lld(%%rsp), %s\n", (long long)sp, to);
	else if (m->base == REG_SP && m->disp.n)
		buf_add(out, "\tlea\t%lld+" STR_F ", %s\n", (long long)sp, STR_A(m->text), to);
	else if (m->base == REG_SP)
		buf_add(out, "\tlea\t%lld" STR_F ", %s\n", (long long)sp, STR_A(m->text), to);
	else
		buf_add(out, "\tlea\t" STR_F ", %s\n", STR_A(m->text), to);
}

static int log2_bits(int bytes)
{
	return bytes == 8 ? 6 : bytes == 4 ? 5 : 4;
}

/* bts %rax, mem: the operand's own word plus the bit number's upper part. First half: copy the
 * number. */
static void bit_number(const struct file *f, const struct group *g, const struct scratch *s,
		       struct buf *out)
{
	const struct operand *n = &f->stmts[g->first.stmt].insn->op[0];

	if (!g->first.bit_index)
		return;
	if (n->size == 8)
		buf_add(out, "\tmov\t%s, %s\n", reg_name(n->reg, 8), reg_name(s->b, 8));
	else
		buf_add(out, "\tmovs%cq\t%s, %s\n", n->size == 4 ? 'l' : 'w',
			reg_name(n->reg, n->size), reg_name(s->b, 8));
}

/* What changes flags: bit offset, segment base. */
static void finish_address(const struct group *g, const struct scratch *s, struct buf *out)
{
	const char *a = reg_name(s->a, 8), *b = reg_name(s->b, 8);
	char seg = g->first.mem ? g->first.mem->seg : 0;

	if (g->first.bit_index)
		buf_add(out, "\tsar\t$%d, %s\n\tlea\t(%s,%s,%d), %s\n", log2_bits(g->first.size), b,
			a, b, g->first.size, a);
	if (seg == 'g')
		buf_add(out, "\tmov\thook_cur(%%rip), %s\n\tadd\t%d(%s), %s\n", b,
			HOOK_STATE_GS_BASE, b, a);
	else if (seg == 'f')
		buf_add(out, "\tadd\t%%fs:0, %s\n", a);
}

static int site_add(struct file *f, const struct group *g)
{
	const struct stmt *st = &f->stmts[g->first.stmt];
	int span = g->hi - g->lo;

	buf_add(&f->sites,
		"\t.long\t.Lhk_blocks+%d-., %d\n\t.short\t%d\n\t.byte\t%d, %d\n\t.long\t0, 0, 0, "
		"0, 0\n",
		HOOK_BLOCK_SIZE * st->block, st->src_line, st->src_file, g->kind,
		span > 255 ? 0 : span);
	return f->nr_sites++;
}

static void check(struct file *f, const struct group *g, const struct scratch *s, int site,
		  struct buf *out)
{
	int table = g->kind & HOOK_WRITE ? HOOK_STATE_WRITE : HOOK_STATE_READ, n = f->nr_slow++;
	const char *a = reg_name(s->a, 8), *b = reg_name(s->b, 8);

	buf_add(out, "\tror\t$6, %s\n\tmovzbl\t%s, %s\n\tadd\thook_base(%%rip), %s\n", a,
		reg_name(s->a, 1), reg_name(s->b, 4), b);
	buf_add(out, "\tcmp\t%s, %d(,%s,4)\n\tjne\t.Lhks%d\n.Lhkb%d:\n", reg_name(s->a, 4), table,
		b, n, n);
	buf_add(&f->slow,
		".Lhks%d:\tpush\t%s\n\tlea\t.Lhk_sites+%d(%%rip), "
		"%s\n\tpush\t%s\n\tcall\thook_access\n"
		"\tjmp\t.Lhkb%d\n",
		n, a, HOOK_SITE_SIZE * site, b, b, n);
}

/* Can the base still be read once A, B and perhaps rax are in use? */
static bool base_intact(const struct group *g, const struct scratch *s)
{
	return g->base != s->a && g->base != s->b && !(s->flags_saved && g->base == REG_AX);
}

static void second_end(const struct group *g, const struct scratch *s, struct buf *out)
{
	int pushes = s->nr_pushed + (s->flags_saved && s->ax_copy == REG_NONE);
	int64_t last = g->hi - g->lo - 1;

	if (g->base != REG_NONE && base_intact(g, s))
		load_address(g, s->a, last, pushes, out);
	else
		buf_add(out, "\trol\t$6, %s\n\tadd\t$%lld, %s\n", reg_name(s->a, 8),
			(long long)last, reg_name(s->a, 8));
}

static void report(const struct scratch *s, int site, struct buf *out)
{
	buf_add(out,
		"\tpush\t%s\n\tlea\t.Lhk_sites+%d(%%rip), %s\n\tpush\t%s\n\tcall\thook_event\n",
		reg_name(s->a, 8), HOOK_SITE_SIZE * site, reg_name(s->b, 8), reg_name(s->b, 8));
}

static void hook_group(struct file *f, const struct group *g)
{
	const struct stmt *st = &f->stmts[g->first.stmt];
	struct buf *out = &f->stmts[st->hook_at].pre;
	struct scratch s = scratch_at(st);
	regset busy = address_registers(g) | (s.flags ? BIT(REG_AX) : 0);
	int site = site_add(f, g);

	if (g->first.bit_index)
		busy |= BIT(st->insn->op[0].reg);
	s.a = take(&s, busy, out);
	s.b = take(&s, busy | BIT(s.a), out);
	load_address(g, s.a, 0, s.nr_pushed, out);
	bit_number(f, g, &s, out);
	flags_save(&s, out);
	finish_address(g, &s, out);
	if (g->kind & (HOOK_ATOMIC | HOOK_PREFETCH | HOOK_FLUSH)) {
		report(&s, site, out);
	} else {
		check(f, g, &s, site, out);
		if (g->wide) {
			second_end(g, &s, out);
			check(f, g, &s, site, out);
		}
	}
	flags_restore(&s, out);
	release(&s, out);
}

static const char *range_entry(const struct insn *in)
{
	bool ne = in->prefix & PFX_REPNE;

	switch (in->desc->name[0] == 's' ? in->desc->name[1] : in->desc->name[0]) {
	case 'm':
		return "movs";
	case 't':
		return "stos";
	case 'i':
		return "stos";
	case 'l':
		return "lods";
	case 'o':
		return "lods";
	case 'c':
		return in->desc->name[0] == 's' ? (ne ? "scas_ne" : "scas_e")
						: (ne ? "cmps_ne" : "cmps_e");
	default:
		return "";
	}
}

static void hook_range(struct file *f, const struct group *g)
{
	const struct stmt *st = &f->stmts[g->first.stmt];
	struct buf *out = &f->stmts[st->hook_at].pre;
	struct scratch s = scratch_at(st);
	int site = site_add(f, g);

	s.a = s.b =
		take(&s, BIT(REG_SP) | BIT(REG_SI) | BIT(REG_DI) | BIT(REG_CX) | BIT(REG_AX), out);
	buf_add(out, "\tlea\t.Lhk_sites+%d(%%rip), %s\n\tpush\t%s\n\tcall\thook_range_%s\n",
		HOOK_SITE_SIZE * site, reg_name(s.a, 8), reg_name(s.a, 8), range_entry(st->insn));
	release(&s, out);
}

static void hook_block(struct file *f, int block)
{
	const struct stmt *st = &f->stmts[f->blocks[block].first];
	struct buf *out = &f->stmts[st->hook_at].pre;
	struct scratch s = scratch_at(st);
	enum reg a = take(&s, BIT(REG_SP) | (s.flags ? BIT(REG_AX) : 0), out);

	buf_add(out, "\tlea\t.Lhk_blocks+%d(%%rip), %s\n\tcall\thook_block_%s%s\n",
		HOOK_BLOCK_SIZE * block, reg_name(a, 8), reg_name(a, 8) + 1, s.flags ? "_f" : "");
	release(&s, out);
}

void hook_pass(struct file *f)
{
	for (int i = 0; i < f->nr_blocks; i++) {
		struct group *g;
		int n = group_block(f, &f->blocks[i], &g);

		hook_block(f, i);
		for (int k = 0; k < n; k++) {
			if (g[k].first.range)
				hook_range(f, &g[k]);
			else
				hook_group(f, &g[k]);
		}
	}
}
