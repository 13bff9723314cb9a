/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Output: the text with hooks, then slow paths and tables; or the text as it was with a table of
 * block addresses. */
#include "nic_model/linux/rewrite/asm.h"

#include "nic_model/linux/hook.h"
#include "nic_model/linux/rewrite/rt/hook_asm.h"

#include <string.h>

static void statement(const struct stmt *st, FILE *out)
{
	/* clang's hint for the linker, which gas does not know */
	if (st->kind == ST_DIRECTIVE && str_starts(st->name, ".addrsig"))
		return;
	if (st->kind != ST_LABEL)
		fputc('\t', out);
	fprintf(out, STR_F "\n", STR_A(st->text));
}

static int insn_class(const struct insn *in)
{
	if (in->prefix & PFX_LOCK)
		return HOOK_LOCKED;
	if (in->desc->kind == K_XCHG && (in->op[0].kind == OP_MEM || in->op[1].kind == OP_MEM))
		return HOOK_LOCKED;
	if (in->desc->kind == K_STRING && !(in->prefix & (PFX_REP | PFX_REPNE)))
		return HOOK_SIMPLE;
	return in->desc->class;
}

struct counts {
	int class[HOOK_NR_CLASSES];
	int loads, stores;
	int nr_lines;
};

/* One statement's memory operands as the tables count them. */
static void operands(const struct file *f, int stmt, int *loads, int *stores)
{
	struct access a[4];
	int n = access_list(f, stmt, a);

	*loads = *stores = 0;
	for (int i = 0; i < n; i++) {
		if (a[i].kind & (HOOK_PREFETCH | HOOK_FLUSH))
			continue;
		*loads += !!(a[i].kind & HOOK_READ);
		*stores += !!(a[i].kind & HOOK_WRITE);
	}
	/* repeated cmps reads both its strings */
	if (n && a[0].range && f->stmts[stmt].insn->desc->name[0] == 'c')
		(*loads)++;
}

/* Counts a block and writes its lines; neighbouring statements of one source line share an entry.
 */
static struct counts block_counts(struct file *f, const struct block *b)
{
	struct counts c = {{0}, 0, 0, 0};
	int insns = 0, line_loads = 0, line_stores = 0;

	for (int i = 0; i < b->nr_stmts; i++) {
		const struct stmt *st = &f->stmts[b->stmts[i]], *next = st + 1;
		int loads, stores;

		operands(f, b->stmts[i], &loads, &stores);
		c.class[st->kind == ST_OPAQUE ? HOOK_SIMPLE : insn_class(st->insn)]++;
		c.loads += loads;
		c.stores += stores;
		insns++;
		line_loads += loads;
		line_stores += stores;
		if (i + 1 < b->nr_stmts) {
			next = &f->stmts[b->stmts[i + 1]];
			if (next->src_line == st->src_line && next->src_file == st->src_file)
				continue;
		}
		buf_add(&f->lines, "\t.long\t%u\n\t.short\t%d\n\t.byte\t%d, %d\n",
			(st->src_line & 0xffffffu) | (unsigned)insns << 24, st->src_file,
			line_loads, line_stores);
		insns = line_loads = line_stores = 0;
		c.nr_lines++;
	}
	return c;
}

static void blocks(struct file *f, FILE *out)
{
	int lines = 0;

	fprintf(out, "\t.section\thook_blocks,\"aw\",@progbits\n\t.balign\t8\n.Lhk_blocks:\n");
	for (int i = 0; i < f->nr_blocks; i++) {
		const struct block *b = &f->blocks[i];
		struct counts c = block_counts(f, b);

		fprintf(out,
			"\t.quad\t0\n\t.long\t0, 0, 0, 0, .Lhk_funcs+%d-., "
			".Lhk_lines+%d-.\n\t.byte\t%d",
			32 * b->func, 8 * lines, c.nr_lines);
		for (int k = 0; k < HOOK_NR_CLASSES; k++)
			fprintf(out, ", %d", c.class[k]);
		fprintf(out, ", %d, %d\n\t.short\t%d\n\t.long\t0\n", c.loads, c.stores,
			b->id & 0xffff);
		lines += c.nr_lines;
	}
}

/* .file's argument may be "directory" "name": writes one string. */
static void file_string(struct str s, FILE *out)
{
	struct str part[2] = {{0}};
	int n = 0;

	for (int i = 0; i < s.n && n < 2; i++) {
		const char *end;

		if (s.p[i] != '"')
			continue;
		end = memchr(s.p + i + 1, '"', s.n - i - 1);
		if (!end)
			break;
		part[n++] = (struct str){s.p + i, (int)(end + 1 - s.p - i)};
		i = end - s.p;
	}
	if (n == 2 && !str_starts(part[1], "\"/"))
		fprintf(out, "\t.ascii\t" STR_F "\n\t.ascii\t\"/\"\n", STR_A(part[0]));
	if (n)
		fprintf(out, "\t.string\t" STR_F "\n", STR_A(part[n - 1]));
	else
		fprintf(out, "\t.string\t\"\"\n");
}

static void unit(const struct file *f, FILE *out)
{
	int n = f->nr_src_files ? f->nr_src_files : 1;

	for (int i = 0; i < n; i++) {
		struct str s = i < f->nr_src_files ? f->src_files[i] : STR("");

		fprintf(out, ".Lhk_file%d:\n", i);
		file_string(i || s.n ? s : f->unit, out);
	}
	for (int i = 0; i < f->nr_funcs; i++)
		fprintf(out, ".Lhk_name%d:\n\t.string\t\"" STR_F "\"\n", i,
			STR_A(f->funcs[i].name));
	fprintf(out, "\t.section\thook_tables,\"aw\",@progbits\n\t.balign\t8\n.Lhk_files:\n");
	for (int i = 0; i < n; i++)
		fprintf(out, "\t.quad\t.Lhk_file%d\n", i);
	fprintf(out, ".Lhk_unit:\n\t.quad\t.Lhk_files\n\t.quad\t%d\n", n);
	fprintf(out, ".Lhk_lines:\n%.*s", (int)f->lines.n, f->lines.n ? f->lines.p : "");
}

static void funcs(const struct file *f, FILE *out)
{
	fprintf(out, "\t.section\thook_funcs,\"aw\",@progbits\n\t.balign\t8\n.Lhk_funcs:\n");
	for (int i = 0; i < f->nr_funcs; i++) {
		const struct func *fn = &f->funcs[i];
		const struct stmt *st = fn->first >= 0 ? &f->stmts[fn->first] : NULL;

		fprintf(out, "\t.quad\t.Lhk_name%d, .Lhk_unit\n\t.long\t%d, %d\n", i,
			st ? st->src_line : 0, st ? st->src_file : 0);
		if (st && !str_eq(fn->name, "asm"))
			fprintf(out, "\t.quad\t" STR_F "\n", STR_A(fn->name));
		else
			fprintf(out, "\t.quad\t0\n");
	}
}

static void text(const struct buf *b, FILE *out)
{
	if (b->n)
		fwrite(b->p, 1, b->n, out);
}

void table_write(struct file *f, FILE *out)
{
	for (int i = 0; i < f->nr_stmts; i++) {
		text(&f->stmts[i].pre, out);
		statement(&f->stmts[i], out);
	}
	if (!f->nr_blocks)
		return;
	fprintf(out, "\t.section\t.text.hook,\"ax\",@progbits\n");
	text(&f->slow, out);
	blocks(f, out);
	fprintf(out, "\t.section\thook_sites,\"aw\",@progbits\n\t.balign\t8\n.Lhk_sites:\n");
	text(&f->sites, out);
	funcs(f, out);
	fprintf(out, "\t.section\thook_strings,\"a\",@progbits\n");
	unit(f, out);
}

void plain_write(const struct file *f, FILE *out)
{
	int *first = xcalloc(f->nr_stmts, sizeof(*first)),
	    *last = xcalloc(f->nr_stmts, sizeof(*last));

	for (int i = 0; i < f->nr_blocks; i++) {
		first[f->stmts[f->blocks[i].first].hook_at] = i + 1;
		last[f->blocks[i].last] = i + 1;
	}
	for (int i = 0; i < f->nr_stmts; i++) {
		if (first[i])
			fprintf(out, ".Lhkp%d:\n", first[i] - 1);
		statement(&f->stmts[i], out);
		if (last[i])
			fprintf(out, ".Lhkq%d:\n", last[i] - 1);
	}
	if (!f->nr_blocks)
		return;
	fprintf(out, "\t.section\thook_plain,\"aw\",@progbits\n\t.balign\t8\n");
	for (int i = 0; i < f->nr_blocks; i++)
		fprintf(out, "\t.quad\t.Lhkp%d, .Lhkq%d-.Lhkp%d\n", i, i, i);
}
