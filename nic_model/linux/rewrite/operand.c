/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers and operands in AT&T syntax. */
#include "nic_model/linux/rewrite/asm.h"

#include <ctype.h>
#include <string.h>

static const char *const gpr_names[NR_GPR][4] = {
	{"%al", "%ax", "%eax", "%rax"},	     {"%cl", "%cx", "%ecx", "%rcx"},
	{"%dl", "%dx", "%edx", "%rdx"},	     {"%bl", "%bx", "%ebx", "%rbx"},
	{"%spl", "%sp", "%esp", "%rsp"},     {"%bpl", "%bp", "%ebp", "%rbp"},
	{"%sil", "%si", "%esi", "%rsi"},     {"%dil", "%di", "%edi", "%rdi"},
	{"%r8b", "%r8w", "%r8d", "%r8"},     {"%r9b", "%r9w", "%r9d", "%r9"},
	{"%r10b", "%r10w", "%r10d", "%r10"}, {"%r11b", "%r11w", "%r11d", "%r11"},
	{"%r12b", "%r12w", "%r12d", "%r12"}, {"%r13b", "%r13w", "%r13d", "%r13"},
	{"%r14b", "%r14w", "%r14d", "%r14"}, {"%r15b", "%r15w", "%r15d", "%r15"},
};

const char *reg_name(enum reg r, int size)
{
	return gpr_names[r][size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3];
}

static enum reg other_register(struct str name, uint8_t *size)
{
	static const char *const vectors[] = {"%xmm", "%ymm", "%zmm", "%mm", "%k", "%st"};
	static const char *const others[] = {"%cs", "%ds", "%es", "%fs", "%gs",
					     "%ss", "%cr", "%db", "%dr", "%bnd"};

	*size = 0;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(*vectors); i++)
		if (str_starts(name, vectors[i])) {
			*size = i == 2 ? 64 : i == 1 ? 32 : i == 0 ? 16 : 8;
			return REG_VECTOR;
		}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (str_starts(name, others[i]))
			return REG_OTHER;
	return REG_NONE;
}

enum reg reg_find(struct str name, uint8_t *size, bool *high8)
{
	static const char *const high[] = {"%ah", "%ch", "%dh", "%bh"};

	*high8 = false;
	for (int r = 0; r < NR_GPR; r++)
		for (int i = 0; i < 4; i++)
			if (str_eq(name, gpr_names[r][i])) {
				*size = 1 << i;
				return r;
			}
	for (int r = 0; r < 4; r++)
		if (str_eq(name, high[r])) {
			*size = 1;
			*high8 = true;
			return r;
		}
	if (str_eq(name, "%rip")) {
		*size = 8;
		return REG_IP;
	}
	return other_register(name, size);
}

/* The kernel writes "% rip" in places, which gas accepts. */
static bool is_rip(struct str s)
{
	return s.n > 4 && s.p[0] == '%' && str_eq(str_trim((struct str){s.p + 1, s.n - 1}), "rip");
}

/* A register inside a memory operand's parentheses; empty is REG_NONE with true. */
static bool address_register(struct str s, enum reg *r, struct operand *op)
{
	uint8_t size;
	bool high;

	s = str_trim(s);
	*r = REG_NONE;
	if (!s.n)
		return true;
	if (is_rip(s)) {
		*r = REG_IP;
		return true;
	}
	*r = reg_find(s, &size, &high);
	if (*r == REG_NONE || *r == REG_VECTOR || *r == REG_OTHER || high)
		return false;
	if (size == 4)
		op->addr32 = true;
	return size == 4 || size == 8;
}

/* base,index,scale */
static bool address_parts(struct str in, struct operand *op)
{
	struct str part[3] = {{in.p, 0}, {NULL, 0}, {NULL, 0}};
	int n = 0;
	int64_t scale = 1;

	for (int i = 0; i < in.n; i++) {
		if (in.p[i] != ',') {
			part[n].n++;
		} else {
			if (++n > 2)
				return false;
			part[n] = (struct str){in.p + i + 1, 0};
		}
	}
	if (!address_register(part[0], &op->base, op) || !address_register(part[1], &op->index, op))
		return false;
	if (str_trim(part[2]).n && !str_int(str_trim(part[2]), &scale))
		return false;
	op->scale = scale;
	return scale == 1 || scale == 2 || scale == 4 || scale == 8;
}

/* Position of the '(' of a trailing base/index group, or -1. */
static int address_group(struct str s)
{
	int depth = 0;

	if (!s.n || s.p[s.n - 1] != ')')
		return -1;
	for (int i = s.n - 1; i >= 0; i--) {
		if (s.p[i] == ')')
			depth++;
		if (s.p[i] == '(' && !--depth) {
			struct str in = str_trim((struct str){s.p + i + 1, s.n - i - 2});

			return in.n && (in.p[0] == '%' || in.p[0] == ',') ? i : -1;
		}
	}
	return -1;
}

static bool memory(struct str s, struct operand *op)
{
	int group = address_group(s);

	op->kind = OP_MEM;
	op->base = op->index = REG_NONE;
	op->scale = 1;
	op->text = s;
	op->disp = s;
	if (group >= 0) {
		op->disp = str_trim((struct str){s.p, group});
		if (!address_parts((struct str){s.p + group + 1, s.n - group - 2}, op))
			return false;
	}
	op->value_known = !op->disp.n || str_int(op->disp, &op->value);
	return group >= 0 || op->disp.n;
}

/* %gs: and its like; 'd', 'e', 's', 'c' segments have base 0. */
static bool segment(struct str *s, char *seg)
{
	if (s->n < 4 || s->p[0] != '%' || s->p[2] != 's' || s->p[3] != ':')
		return false;
	*seg = s->p[1] == 'g' || s->p[1] == 'f' ? s->p[1] : 0;
	s->p += 4;
	s->n -= 4;
	*s = str_trim(*s);
	return true;
}

static bool plain_operand(struct str s, bool branch, struct operand *op)
{
	if (s.p[0] == '$') {
		op->kind = OP_IMM;
		op->value_known = str_int(str_trim((struct str){s.p + 1, s.n - 1}), &op->value);
		return true;
	}
	if (segment(&s, &op->seg))
		return memory(s, op);
	if (s.p[0] == '%') {
		op->kind = OP_REG;
		op->reg = reg_find(s, &op->size, &op->high8);
		return op->reg != REG_NONE && op->reg != REG_IP;
	}
	if (branch && !op->indirect) {
		op->kind = OP_TARGET;
		return true;
	}
	return memory(s, op);
}

bool operand_parse(struct str s, bool branch, struct operand *op)
{
	*op = (struct operand){.base = REG_NONE, .index = REG_NONE, .reg = REG_NONE};
	s = str_trim(s);
	if (s.n && s.p[0] == '*') {
		op->indirect = true;
		s = str_trim((struct str){s.p + 1, s.n - 1});
	}
	op->text = s;
	/* AVX-512 masks such as {%k1} */
	while (s.n && s.p[s.n - 1] == '}') {
		while (s.n && s.p[s.n - 1] != '{')
			s.n--;
		if (!s.n)
			return false;
		s.n--;
		s = str_trim(s);
	}
	if (!s.n)
		return false;
	return plain_operand(s, branch, op);
}
