/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz_gen SEED COUNT: writes assembler functions fuzz_0 .. fuzz_COUNT-1 of random instructions for
 * test/fuzz_run.c.
 *
 * Registers on entry: rbx, rbp and r13 point into the middle of a buffer and stay; all others are
 * random. Functions end inside #APP, so that every register and flag is live at their return and is
 * compared. Instructions that leave a flag undefined are followed by one that defines all flags.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;
static int label;

static unsigned int rnd(unsigned int n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (state >> 33) % n;
}

static const char *const names[][4] = {
	{"%al", "%ax", "%eax", "%rax"},	     {"%cl", "%cx", "%ecx", "%rcx"},
	{"%dl", "%dx", "%edx", "%rdx"},	     {"%sil", "%si", "%esi", "%rsi"},
	{"%dil", "%di", "%edi", "%rdi"},     {"%r8b", "%r8w", "%r8d", "%r8"},
	{"%r9b", "%r9w", "%r9d", "%r9"},     {"%r10b", "%r10w", "%r10d", "%r10"},
	{"%r11b", "%r11w", "%r11d", "%r11"}, {"%r12b", "%r12w", "%r12d", "%r12"},
	{"%r14b", "%r14w", "%r14d", "%r14"}, {"%r15b", "%r15w", "%r15d", "%r15"},
};
#define NR_NAMES 12
static const char *const bases[] = {"%rbx", "%rbp", "%r13"};
static const char suffix[] = "bwlq";

static const char *reg(int size)
{
	return names[rnd(NR_NAMES)][size];
}

/* A memory operand into text; now and then with an index register that is made small first. */
static const char *mem(void)
{
	static char text[4][64];
	static int turn;
	char *t = text[turn++ % 4];
	const char *base = bases[rnd(3)];
	int i;

	switch (rnd(4)) {
	case 0:
		i = 5 + rnd(7);
		printf("\tmovzbl\t%s, %s\n", names[i][0], names[i][2]);
		sprintf(t, "%d(%s,%s,%d)", (int)rnd(256) - 128, base, names[i][3], 1 << rnd(4));
		break;
	case 1:
		sprintf(t, "fuzz_data+%u(%%rip)", rnd(128));
		break;
	default:
		sprintf(t, "%d(%s)", (int)rnd(256) - 128, base);
		break;
	}
	return t;
}

static void define_flags(void)
{
	printf("\tcmpl\t$%u, %s\n", rnd(1000), reg(2));
}

static const char *condition(void)
{
	static const char *const cc[] = {"e", "ne", "b", "ae", "be", "a", "s", "ns",
					 "o", "no", "l", "ge", "le", "g", "p", "np"};

	return cc[rnd(16)];
}

static void alu(void)
{
	static const char *const op[] = {"add", "sub", "and", "or",   "xor",
					 "adc", "sbb", "cmp", "test", "mov"};
	const char *o = op[rnd(10)];
	int size = rnd(4);

	switch (rnd(4)) {
	case 0:
		printf("\t%s%c\t%s, %s\n", o, suffix[size], reg(size), mem());
		break;
	case 1:
		if (o[0] != 't') {
			printf("\t%s%c\t%s, %s\n", o, suffix[size], mem(), reg(size));
			break;
		}
		/* fall through */
	case 2:
		printf("\t%s%c\t$%d, %s\n", o, suffix[size], (int)rnd(200) - 100, mem());
		break;
	default:
		printf("\t%s%c\t%s, %s\n", o, suffix[size], reg(size), reg(size));
		break;
	}
}

static void unary(void)
{
	static const char *const op[] = {"inc", "dec", "neg", "not"};
	int size = rnd(4);

	if (rnd(2))
		printf("\t%s%c\t%s\n", op[rnd(4)], suffix[size], mem());
	else
		printf("\t%s%c\t%s\n", op[rnd(4)], suffix[size], reg(size));
}

static void shift(void)
{
	static const char *const op[] = {"shl", "shr", "sar", "rol", "ror", "rcl", "rcr"};
	const char *o = op[rnd(7)];
	int size = rnd(4);

	switch (rnd(4)) {
	case 0:
		printf("\t%s%c\t%%cl, %s\n", o, suffix[size], mem());
		break;
	case 1:
		printf("\t%s%c\t$%d, %s\n", o, suffix[size], 1 + rnd(7), mem());
		break;
	case 2:
		printf("\tsh%cd%c\t$%d, %s, %s\n", rnd(2) ? 'l' : 'r', suffix[2 + size / 2],
		       1 + rnd(30), reg(2 + size / 2), rnd(2) ? mem() : reg(2 + size / 2));
		break;
	default:
		printf("\t%s%c\t%s\n", o, suffix[size], reg(size));
		return;
	}
	define_flags();
}

static void multiply(void)
{
	int size = 2 + rnd(2);

	switch (rnd(4)) {
	case 0:
		printf("\timul%c\t%s, %s\n", suffix[size], mem(), reg(size));
		break;
	case 1:
		printf("\timul%c\t$%d, %s, %s\n", suffix[size], rnd(999), mem(), reg(size));
		break;
	case 2:
		printf("\tmul%c\t%s\n", suffix[size], mem());
		break;
	default:
		printf("\txorl\t%%edx, %%edx\n\torq\t$1, 8(%%rbx)\n\tdivq\t8(%%rbx)\n");
		break;
	}
	define_flags();
}

static void bits(void)
{
	static const char *const op[] = {"bt", "bts", "btr", "btc"};
	int size = 2 + rnd(2), r = rnd(NR_NAMES);

	switch (rnd(4)) {
	case 0:
		printf("\tmovs%cq\t%s, %s\n", 'b', names[r][0], names[r][3]);
		printf("\t%s%s%c\t%s, %d(%s)\n", rnd(3) ? "" : "lock ", rnd(3) ? op[1] : op[2],
		       suffix[size], names[r][size], (int)rnd(64), bases[rnd(3)]);
		break;
	case 1:
		printf("\t%s%c\t$%d, %s\n", op[rnd(4)], suffix[size], rnd(31), mem());
		break;
	case 2:
		printf("\torq\t$1, (%%rbp)\n\tbsf%c\t(%%rbp), %s\n", suffix[size], reg(size));
		break;
	default:
		printf("\tbswap%c\t%s\n", suffix[size], reg(size));
		return;
	}
	define_flags();
}

static void conditional(void)
{
	int size = 2 + rnd(2);

	switch (rnd(5)) {
	case 0:
		printf("\tset%s\t%s\n", condition(), mem());
		break;
	case 1:
		printf("\tset%s\t%s\n", condition(), reg(0));
		break;
	case 2:
		printf("\tcmov%s%c\t%s, %s\n", condition(), suffix[size], mem(), reg(size));
		break;
	case 3:
		printf("\tcmov%s%c\t%s, %s\n", condition(), suffix[size], reg(size), reg(size));
		break;
	default:
		printf("\tset%s\t%%ah\n", condition());
		break;
	}
}

static void atomic(void)
{
	int size = 2 + rnd(2);

	switch (rnd(5)) {
	case 0:
		printf("\tlock\n\tcmpxchg%c\t%s, %s\n", suffix[size], reg(size), mem());
		break;
	case 1:
		printf("\tlock; xadd%c\t%s, %s\n", suffix[size], reg(size), mem());
		break;
	case 2:
		printf("\txchg%c\t%s, %s\n", suffix[size], reg(size), mem());
		break;
	case 3:
		printf("\tcmpxchg%c\t%s, %s\n", suffix[size], reg(size), mem());
		break;
	default:
		printf("\tlock addl\t$1, %s\n", mem());
		break;
	}
}

static void stack(void)
{
	switch (rnd(5)) {
	case 0:
		printf("\tpushq\t%s\n", reg(3));
		alu();
		printf("\tpopq\t%s\n", reg(3));
		break;
	case 1:
		printf("\tpushq\t%s\n\tpopq\t%s\n", mem(), mem());
		break;
	case 2: /* without af, which is often undefined */
		printf("\tpushfq\n\tmovq\t(%%rsp), %%r10\n\tpopfq\n\tmovl\t$0x8c5, "
		       "%%r9d\n\tpushfq\n");
		printf("\tandq\t%%r10, %%r9\n\tmovq\t%%r9, %%r10\n\tpopfq\n");
		break;
	case 3:
		printf("\tsubq\t$40, %%rsp\n\tmovq\t%s, 8(%%rsp)\n\tmovl\t%s, 20(%%rsp)\n", reg(3),
		       reg(2));
		alu();
		printf("\taddq\t8(%%rsp), %s\n\tmovl\t20(%%rsp), %s\n\tleaq\t40(%%rsp), %%rsp\n",
		       reg(3), reg(2));
		break;
	default:
		printf("#APP\n\tcall\tfuzz_leaf\n#NO_APP\n");
		break;
	}
}

static void string(void)
{
	static const char *const op[] = {"rep movsb", "rep movsq",   "rep stosl",  "rep; stosq",
					 "movsq",     "stosb",	     "repz cmpsb", "repnz scasb",
					 "lodsq",     "rep\n\tmovsw"};

	printf("\tleaq\t%d(%%rbx), %%rsi\n\tleaq\t%d(%%rbx), %%rdi\n\tmovl\t$%d, %%ecx\n\t%s\n",
	       (int)rnd(64) - 400, (int)rnd(64) + 300, rnd(20), op[rnd(10)]);
	/* addresses differ from run to run */
	printf("\tsubq\t%%rbx, %%rsi\n\tsubq\t%%rbx, %%rdi\n");
}

static void moves(void)
{
	int size = 2 + rnd(2);

	switch (rnd(6)) {
	case 0:
		printf("\tmovzb%c\t%s, %s\n", suffix[size], mem(), reg(size));
		break;
	case 1:
		printf("\tmovsw%c\t%s, %s\n", suffix[size], mem(), reg(size));
		break;
	case 2:
		printf("\tmovslq\t%s, %s\n", mem(), reg(3));
		break;
	case 3:
		printf("\tleal\t%d(%s,%s,4), %s\n", rnd(99), reg(3), reg(3), reg(2));
		break;
	case 4:
		printf("\txorl\t%s, %s\n", names[label % NR_NAMES][2], names[label % NR_NAMES][2]);
		break;
	default:
		printf("\tcltq\n\tcqto\n\tprefetcht0\t%s\n", mem());
		break;
	}
}

/* A base register moves for a while. */
static void move_base(void)
{
	const char *base = bases[rnd(3)];
	int by = 8 * (1 + rnd(30)) * (rnd(2) ? 1 : -1);

	alu();
	printf("\taddq\t$%d, %s\n", by, base);
	alu();
	alu();
	printf("\tsubq\t$%d, %s\n", by, base);
	printf("\tmovq\t%s, %%r10\n\tleaq\t(fuzz_data+128)(%%rip), %s\n", base, base);
	printf("\taddl\t$%d, %d(%s)\n\torl\t$9, %d(%s)\n\tmovq\t%%r10, %s\n", by, (int)rnd(99),
	       base, (int)rnd(99), base, base);
	printf("\taddq\t$8, %s\n\tsbbl\t$3, 24(%s)\n\tsubq\t$8, %s\n", base, base, base);
	alu();
	printf("\txorl\t%%r10d, %%r10d\n");
}

static void some(int depth);

static void loop(int depth)
{
	int n = label++;

	printf("\tpushq\t$%d\n.Ll%d:\n", 1 + rnd(5), n);
	some(depth + 1);
	printf("\tdecq\t(%%rsp)\n\tjne\t.Ll%d\n\tpopq\t%s\n", n, reg(3));
}

static void one(int depth)
{
	static void (*const kinds[])(void) = {
		alu,	     alu,	  alu,	  alu,	 unary,	 shift, multiply, bits,
		conditional, conditional, atomic, stack, string, moves, moves,	  move_base};

	if (depth < 2 && !rnd(8)) {
		int n = label++;

		if (rnd(3)) {
			printf("\tj%s\t.Lf%d\n", condition(), n);
			some(depth + 1);
			printf(".Lf%d:\n", n);
		} else {
			loop(depth);
		}
		return;
	}
	kinds[rnd(sizeof(kinds) / sizeof(*kinds))]();
}

static void some(int depth)
{
	int n = 2 + rnd(depth ? 6 : 40);

	while (n--)
		one(depth);
}

int main(int argc, char **argv)
{
	int count = argc > 2 ? atoi(argv[2]) : 10;

	state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	printf("\t.text\n\t.type\tfuzz_leaf, @function\nfuzz_leaf:\n\taddq\t$3, "
	       "16(%%rbx)\n\tmovl\t16(%%rbx), %%eax\n"
	       "\txorl\t%%edx, %%edx\n#APP\n\tret\n#NO_APP\n\t.size\tfuzz_leaf, .-fuzz_leaf\n");
	for (int i = 0; i < count; i++) {
		printf("\t.globl\tFUZZ(%d)\n\t.type\tFUZZ(%d), @function\nFUZZ(%d):\n", i, i, i);
		some(0);
		printf("#APP\n\tret\n#NO_APP\n\t.size\tFUZZ(%d), .-FUZZ(%d)\n", i, i);
	}
	printf("\t.section\t.rodata\n\t.globl\tFUZZ(table)\nFUZZ(table):\n");
	for (int i = 0; i < count; i++)
		printf("\t.quad\tFUZZ(%d)\n", i);
	printf("\t.quad\t0\n\t.section\t.note.GNU-stack,\"\",@progbits\n");
	return 0;
}
