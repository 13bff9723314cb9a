/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a statement's text to an instruction: name, operands, size, row of the table. */
#include "nic_model/linux/rewrite/asm.h"

#include "nic_model/linux/hook.h"

#include <stdlib.h>
#include <string.h>

bool prefix_find(struct str w, uint8_t *prefix)
{
	static const struct {
		const char *name;
		uint8_t prefix;
	} words[] = {{"lock", PFX_LOCK},
		     {"rep", PFX_REP},
		     {"repz", PFX_REP},
		     {"repe", PFX_REP},
		     {"repne", PFX_REPNE},
		     {"repnz", PFX_REPNE},
		     {"notrack", 0},
		     {"data16", 0},
		     {"addr32", 0},
		     {"cs", 0},
		     {"ds", 0},
		     {"es", 0},
		     {"ss", 0},
		     {"rex64", 0},
		     {"rex.w", 0},
		     {"bnd", 0},
		     {"xacquire", 0},
		     {"xrelease", 0}};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_eq(w, words[i].name)) {
			*prefix = words[i].prefix;
			return true;
		}
	return false;
}

static int suffix_size(char c)
{
	switch (c) {
	case 'b':
		return 1;
	case 'w':
		return 2;
	case 'l':
		return 4;
	case 'q':
		return 8;
	default:
		return 0;
	}
}

static int row_compare(const void *a, const void *b)
{
	const struct insn_desc *x = *(const struct insn_desc *const *)a,
			       *y = *(const struct insn_desc *const *)b;

	return strcmp(x->name, y->name);
}

/* The table by name, made at the first call. */
static const struct insn_desc **sorted(void)
{
	static const struct insn_desc **rows;

	if (rows)
		return rows;
	rows = xcalloc(insn_table_rows, sizeof(*rows));
	for (int i = 0; i < insn_table_rows; i++)
		rows[i] = &insn_table[i];
	qsort(rows, insn_table_rows, sizeof(*rows), row_compare);
	return rows;
}

static const struct insn_desc *row_find(struct str name, int nr_ops, bool suffixed)
{
	const struct insn_desc **rows = sorted();
	int lo = 0, hi = insn_table_rows;

	while (lo < hi) {
		int mid = (lo + hi) / 2, d = strncmp(rows[mid]->name, name.p, name.n);

		if (d < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < insn_table_rows && !strncmp(rows[lo]->name, name.p, name.n); lo++)
		if (str_eq(name, rows[lo]->name) && (int)strlen(rows[lo]->ops) == nr_ops &&
		    (!suffixed || rows[lo]->suffix))
			return rows[lo];
	return NULL;
}

/* Condition codes and the flags that they read. */
static bool condition(struct str cc, regset *use)
{
	static const struct {
		const char *name;
		regset use;
	} codes[] = {
		{"o", FLAG_O},		 {"no", FLAG_O},
		{"b", FLAG_C},		 {"c", FLAG_C},
		{"nae", FLAG_C},	 {"ae", FLAG_C},
		{"nb", FLAG_C},		 {"nc", FLAG_C},
		{"e", FLAG_X},		 {"z", FLAG_X},
		{"ne", FLAG_X},		 {"nz", FLAG_X},
		{"s", FLAG_X},		 {"ns", FLAG_X},
		{"p", FLAG_X},		 {"pe", FLAG_X},
		{"np", FLAG_X},		 {"po", FLAG_X},
		{"be", FLAG_C | FLAG_X}, {"na", FLAG_C | FLAG_X},
		{"a", FLAG_C | FLAG_X},	 {"nbe", FLAG_C | FLAG_X},
		{"l", FLAG_X | FLAG_O},	 {"nge", FLAG_X | FLAG_O},
		{"ge", FLAG_X | FLAG_O}, {"nl", FLAG_X | FLAG_O},
		{"le", FLAG_X | FLAG_O}, {"ng", FLAG_X | FLAG_O},
		{"g", FLAG_X | FLAG_O},	 {"nle", FLAG_X | FLAG_O},
	};

	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++)
		if (str_eq(cc, codes[i].name)) {
			*use = codes[i].use;
			return true;
		}
	return false;
}

static const struct insn_desc jcc_row = {"jcc", "t", 0, K_JCC, HOOK_SIMPLE, 0, 0};
static const struct insn_desc set_row = {"setcc", "w", 0, K_PLAIN, HOOK_SIMPLE, 0, 0};
static const struct insn_desc cmov_row = {"cmovcc", "rm", 1, K_PLAIN, HOOK_SIMPLE, 0, 0};

static struct str skip(struct str s, int n)
{
	return (struct str){s.p + n, s.n - n};
}

static const struct insn_desc *conditional(struct str name, int nr_ops, uint8_t *size,
					   struct insn *in)
{
	struct str cc;

	if (str_starts(name, "j") && nr_ops == 1 && condition(skip(name, 1), &in->cc_use))
		return &jcc_row;
	if (str_starts(name, "set") && nr_ops == 1 && condition(skip(name, 3), &in->cc_use)) {
		*size = 1;
		return &set_row;
	}
	if (!str_starts(name, "cmov") || nr_ops != 2)
		return NULL;
	cc = skip(name, 4);
	if (condition(cc, &in->cc_use))
		return &cmov_row;
	*size = cc.n ? suffix_size(cc.p[cc.n - 1]) : 0;
	cc.n--;
	return *size && condition(cc, &in->cc_use) ? &cmov_row : NULL;
}

/* Rows for vector and x87 instructions: reads everywhere but a last operand in memory, which stores
 * write. */
static const struct insn_desc vector_rows[] = {
	{"vector", "", 0, K_VECTOR, HOOK_SIMPLE, FLAGS_ALL, 0},
	{"vector", "m", 0, K_VECTOR, HOOK_SIMPLE, FLAGS_ALL, 0},
	{"vector", "rm", 0, K_VECTOR, HOOK_SIMPLE, FLAGS_ALL, 0},
	{"vector", "rrm", 0, K_VECTOR, HOOK_SIMPLE, FLAGS_ALL, 0},
	{"vector", "rrrm", 0, K_VECTOR, HOOK_SIMPLE, FLAGS_ALL, 0},
};
static const struct insn_desc x87_load = {"x87", "r", 0, K_VECTOR, HOOK_SIMPLE, FLAGS_ALL, 0};
static const struct insn_desc x87_store = {"x87", "w", 0, K_VECTOR, HOOK_SIMPLE, FLAGS_ALL, 0};
static const struct insn_desc vector_store[] = {
	{"vector", "rw", 0, K_VECTOR, HOOK_SIMPLE, FLAGS_ALL, 0},
	{"vector", "rrw", 0, K_VECTOR, HOOK_SIMPLE, FLAGS_ALL, 0},
	{"vector", "rrrw", 0, K_VECTOR, HOOK_SIMPLE, FLAGS_ALL, 0},
};

/* x87 names without their operand suffixes. */
static bool is_x87(struct str name)
{
	static const char *const stems[] = {
		"fld",	 "fst",	   "fist",    "fild",	 "fadd",    "fsub",  "fmul",   "fdiv",
		"fcom",	 "fucom",  "fxch",    "fchs",	 "fabs",    "ftst",  "fxam",   "frndint",
		"fsqrt", "fscale", "fprem",   "fsin",	 "fcos",    "fptan", "fpatan", "f2xm1",
		"fyl2x", "fnst",   "fninit",  "finit",	 "fnclex",  "fclex", "ffree",  "fcmov",
		"fiadd", "fisub",  "fimul",   "fidiv",	 "ficom",   "fbld",  "fbstp",  "fnsave",
		"fsave", "frstor", "fincstp", "fdecstp", "fxtract",
	};

	for (size_t i = 0; i < sizeof(stems) / sizeof(*stems); i++)
		if (str_starts(name, stems[i]))
			return true;
	return false;
}

static const struct insn_desc *vector_find(struct str name, int nr_ops, const struct insn *in)
{
	bool vector = false, compare = str_starts(name, "vcmp") || str_starts(name, "vptest");

	for (int i = 0; i < nr_ops; i++)
		vector |= in->op[i].kind == OP_REG && in->op[i].reg == REG_VECTOR;
	if (is_x87(name) && !vector) {
		if (!nr_ops || (nr_ops == 1 && in->op[0].kind == OP_REG))
			return &vector_rows[nr_ops];
		if (nr_ops == 1 && (str_starts(name, "fst") || str_starts(name, "fist") ||
				    str_starts(name, "fnst") || str_starts(name, "fbstp") ||
				    str_starts(name, "fnsave")))
			return &x87_store;
		return nr_ops == 1 ? &x87_load : NULL;
	}
	if (!vector)
		return NULL;
	if (nr_ops >= 2 && in->op[nr_ops - 1].kind == OP_MEM && !compare)
		return &vector_store[nr_ops - 2];
	return &vector_rows[nr_ops];
}

const struct insn_desc *insn_find(struct str name, int nr_ops, uint8_t *size, struct insn *in)
{
	const struct insn_desc *d;
	struct str stem = {name.p, name.n - 1};

	*size = 0;
	d = row_find(name, nr_ops, false);
	if (d && d->kind == K_STRING)
		*size = suffix_size(name.p[name.n - 1]);
	if (!d)
		d = conditional(name, nr_ops, size, in);
	if (!d)
		d = vector_find(name, nr_ops, in);
	if (d || name.n < 2)
		return d;
	*size = suffix_size(name.p[name.n - 1]);
	return *size ? row_find(stem, nr_ops, true) : NULL;
}

static bool branches(struct str name)
{
	return name.p[0] == 'j' || str_starts(name, "call") || str_starts(name, "loop");
}

static bool operands(struct stmt *st, struct insn *in)
{
	struct str s = st->args, one = {s.p, 0};
	int depth = 0;

	for (int i = 0; s.n && i <= s.n; i++) {
		char c = i < s.n ? s.p[i] : ',';

		depth += (c == '(') - (c == ')');
		if (c != ',' || (depth && i < s.n)) {
			one.n++;
			continue;
		}
		if (in->nr_ops == MAX_OPS ||
		    !operand_parse(one, branches(st->name), &in->op[in->nr_ops++]))
			return false;
		one = (struct str){s.p + i + 1, 0};
	}
	return !depth;
}

/* movzwl reads 2 bytes, whatever its register's size. */
static int extend_size(struct str name)
{
	if (str_starts(name, "movslq") || str_starts(name, "movsxd"))
		return 4;
	if ((str_starts(name, "movz") || str_starts(name, "movs")) && name.n > 4)
		return suffix_size(name.p[4]);
	return 0;
}

static uint8_t memory_size(const struct stmt *st, const struct insn *in, uint8_t suffix)
{
	int size = in->desc->ops[0] == 'r' && in->nr_ops == 2 ? extend_size(st->name) : 0;

	if (str_starts(st->name, "cmpxchg16b"))
		return 16;
	if (size)
		return size;
	if (suffix)
		return suffix;
	for (int i = in->nr_ops - 1; i >= 0; i--)
		if (in->op[i].kind == OP_REG && in->op[i].size)
			return in->op[i].size;
	return 8;
}

const char *insn_parse(struct stmt *st)
{
	struct insn *in = xcalloc(1, sizeof(*in));
	uint8_t suffix;

	st->insn = in;
	if (!operands(st, in))
		return "operand not understood";
	in->desc = insn_find(st->name, in->nr_ops, &suffix, in);
	if (!in->desc)
		return "unknown instruction";
	for (int i = 0; i < in->nr_ops; i++) {
		char use = in->desc->ops[i];

		if (in->op[i].kind == OP_MEM && in->op[i].addr32 && use != 'a' && use != 'x' &&
		    use != 't')
			return "32-bit address not supported";
	}
	in->size = memory_size(st, in, suffix);
	return NULL;
}
