/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rewriter's picture of an assembler file: statements, operands, instruction descriptions.
 *
 * Flow of data: lex.c cuts the file into statements, operand.c and insn.c understand them, label.c
 * finds out which labels are jumped to, flow.c makes basic blocks, live.c finds dead registers and
 * flags, access.c lists memory accesses and group.c joins neighbours, hook.c writes hooks, table.c
 * the tables. All memory lives until the program exits.
 */
#ifndef NIC_MODEL_LINUX_REWRITE_ASM_H
#define NIC_MODEL_LINUX_REWRITE_ASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A piece of text inside the file, not terminated. */
struct str {
	const char *p;
	int n;
};

#define STR(s)	 ((struct str){(s), sizeof(s) - 1})
#define STR_F	 "%.*s"
#define STR_A(s) (s).n, (s).p

bool str_eq(struct str a, const char *b);
bool str_same(struct str a, struct str b);
bool str_starts(struct str a, const char *prefix);
struct str str_trim(struct str s);
/* Parses a whole C integer literal with sign; false if anything else is in it. */
bool str_int(struct str s, int64_t *v);

/* Growing text. */
struct buf {
	char *p;
	size_t n, cap;
};

void buf_add(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void *xcalloc(size_t n, size_t size);
void *xgrow(void *p, int n, size_t size); /* room for one more; capacities are powers of two */

/* General registers in encoding order, then the rest. Also bit numbers of a regset. */
enum reg {
	REG_AX,
	REG_CX,
	REG_DX,
	REG_BX,
	REG_SP,
	REG_BP,
	REG_SI,
	REG_DI,
	REG_8,
	REG_9,
	REG_10,
	REG_11,
	REG_12,
	REG_13,
	REG_14,
	REG_15,
	NR_GPR,
	REG_IP = NR_GPR,
	REG_VECTOR,
	REG_OTHER,
	REG_NONE
};

/* Sets of registers and of the flags that are tracked apart. */
typedef uint32_t regset;
#define BIT(r)	   ((regset)1 << (r))
#define FLAG_C	   BIT(16)
#define FLAG_O	   BIT(17)
#define FLAG_X	   BIT(18) /* sign, zero, parity, adjust */
#define FLAGS_ALL  (FLAG_C | FLAG_O | FLAG_X)
#define GPRS_ALL   ((regset)0xffff)
#define EVERYTHING (GPRS_ALL | FLAGS_ALL)

enum op_kind { OP_IMM, OP_REG, OP_MEM, OP_TARGET };

struct operand {
	enum op_kind kind;
	bool indirect;	      /* '*' before it */
	bool high8;	      /* %ah and its like */
	bool addr32;	      /* address formed from 32-bit registers */
	char seg;	      /* 'g', 'f', or 0 */
	uint8_t size;	      /* OP_REG: bytes */
	enum reg reg;	      /* OP_REG */
	enum reg base, index; /* OP_MEM */
	uint8_t scale;
	struct str disp; /* OP_MEM: may be empty */
	struct str text; /* whole operand; without segment for OP_MEM */
	int64_t value;	 /* OP_IMM, OP_MEM: of the number or displacement */
	bool value_known;
};

enum insn_kind {
	K_PLAIN,
	K_JMP,
	K_JCC,
	K_CALL,
	K_RET,
	K_PUSH,
	K_POP,
	K_LEAVE,
	K_STRING,
	K_BIT,
	K_SHIFT,
	K_PREFETCH,
	K_FLUSH,
	K_TRAP,
	K_VECTOR,
	K_XCHG
};

/* One row of the table: how a mnemonic with so many operands behaves. */
struct insn_desc {
	const char *name;
	const char *ops; /* a letter an operand: r w m(odify) a(ddress only) x(unused) */
	uint8_t suffix;	 /* 1: takes b, w, l, q */
	uint8_t kind, class;
	regset use, def; /* implicit; def only where wholly overwritten in every case */
};

enum prefix { PFX_LOCK = 1, PFX_REP = 2, PFX_REPNE = 4 };

enum stmt_kind { ST_TEXT, ST_LABEL, ST_DIRECTIVE, ST_PREFIX, ST_INSN, ST_OPAQUE };

#define MAX_OPS 4

struct insn {
	const struct insn_desc *desc;
	struct operand op[MAX_OPS];
	int nr_ops;
	uint8_t prefix;
	uint8_t size; /* of its memory operand, bytes */
	char cc;      /* unused or first letter of a condition */
	regset cc_use;
};

struct stmt {
	enum stmt_kind kind;
	bool app;	 /* between #APP and #NO_APP */
	bool code;	 /* in an executable section and flowing: takes part in blocks */
	int line;	 /* of the file, for messages */
	int app_id;	 /* which inline-asm block, 0 none */
	int section;	 /* index into file.sections */
	struct str text; /* verbatim */
	struct str name; /* label, directive or mnemonic */
	struct str args; /* directive's or instruction's */
	struct insn *insn;
	int func;		/* index into file.funcs or -1 */
	int src_file, src_line; /* from .loc */
	int block;		/* index into file.blocks or -1 */
	regset live;		/* before it */
	int hook_at;		/* statement before which its hooks go */
	struct buf pre;		/* hooks before it */
};

struct section {
	struct str name;
	bool exec, debug, skip; /* skip: never flows (replacement code) */
};

struct label {
	struct str name;
	int stmt;
	int func;
	int block;		    /* that begins here, -1: none */
	bool jumped, data, numeric; /* target of code; named in data or as a constant; "1:" */
	int next;		    /* of the same hash chain, -1 ends */
};

struct func {
	struct str name;
	int first; /* first code statement or -1 */
	int blocks;
};

struct block {
	int first, last; /* statements, within one section's order */
	int func, id;
	int *stmts; /* code statements in order */
	int nr_stmts;
	int succ[2];	/* block indexes, -1 none */
	bool indirect;	/* may go to any address-taken label */
	regset out_use; /* live at its end whatever follows */
	regset use, def, live_in;
};

struct file {
	const char *path;
	char *data;
	struct stmt *stmts;
	int nr_stmts;
	struct section *sections;
	int nr_sections;
	struct label *labels;
	int nr_labels;
	int *label_hash;
	bool *app_all; /* by inline-asm block: control may leave it in ways not seen */
	int nr_apps;
	struct func *funcs;
	int nr_funcs;
	struct block *blocks;
	int nr_blocks;
	struct str *src_files; /* index as in .file; text with quotes */
	int nr_src_files;
	struct str unit; /* .file without number, with quotes, or empty */
	int nr_sites;
	struct buf slow, sites, lines; /* emitted after the text */
	int nr_slow;
	bool ipa_ra;	   /* caller-saved registers may survive calls of local functions */
	bool group;	   /* join neighbouring operands */
	bool hand_written; /* assembler source: no calling convention holds */
	bool leave_boot;   /* no hooks in .init.text, .meminit.text, .exit.text */
};

/* Prints "path:line: message" and ends the program with status 1. */
void fail(const struct file *f, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4), noreturn));

void lex_file(struct file *f);	   /* fills stmts */
void section_pass(struct file *f); /* sections, functions, source lines, code marks */
bool operand_parse(struct str s, bool branch, struct operand *op);
enum reg reg_find(struct str name, uint8_t *size, bool *high8);
const char *reg_name(enum reg r, int size); /* with % */
bool prefix_find(struct str word, uint8_t *prefix);
/* Understands st->name and st->args; NULL or why not (static text). */
const char *insn_parse(struct stmt *st);
const struct insn_desc *insn_find(struct str name, int nr_ops, uint8_t *size, struct insn *in);
extern const struct insn_desc insn_table[];
extern const int insn_table_rows;

/* What a statement reads and wholly overwrites. */
struct effect {
	regset use, def;
};
struct effect effect_of(const struct file *f, const struct stmt *st);
/* What must survive when a jump leaves the file: a return thunk or a tail call. */
regset effect_leave(const struct file *f, const struct stmt *st);

void label_pass(struct file *f); /* labels and who names them; hook_at */
/* The label meant by a target's text seen from statement `from`, or -1. */
int label_find(const struct file *f, struct str name, int from);
void flow_pass(struct file *f); /* blocks */
void live_pass(struct file *f); /* st->live */

/* A memory access of an instruction. */
struct access {
	int stmt;
	uint8_t kind; /* enum hook_access */
	uint8_t size;
	bool range;		   /* repeated string instruction */
	bool bit_index;		   /* address moves with a register's bit number */
	const struct operand *mem; /* NULL: stack */
	int stack; /* mem NULL: offset from rsp before the instruction; else added for rsp base */
	enum reg string; /* REG_SI or REG_DI for string operands, else REG_NONE */
};

int access_list(const struct file *f, int stmt, struct access *a); /* up to 3 */
/* How an instruction moves rsp: *delta bytes; false if it cannot be said. */
bool stack_delta(const struct stmt *st, int *delta);

/* Neighbouring accesses reported together, before the first of them. */
struct group {
	struct access first;
	int64_t lo, hi; /* span relative to the base at `first`, hi exclusive */
	uint8_t kind;
	bool wide; /* more than one place: both ends are checked */
	bool open;
	enum reg base; /* REG_NONE: cannot be joined */
	int version;
	int64_t shift; /* of rsp since the block's start when `first` runs */
};

int group_block(const struct file *f, const struct block *b, struct group **out);

void hook_pass(struct file *f);		     /* fills stmt.pre, slow, sites */
void table_write(struct file *f, FILE *out); /* blocks, functions, lines, sites, slow paths */
void plain_write(const struct file *f,
		 FILE *out); /* the original with a table of block addresses */

#endif
