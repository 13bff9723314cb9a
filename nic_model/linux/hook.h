/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The seam between instrumented kernel code and the simulation.
 *
 * The assembler rewriter (rewrite/) puts hooks into the code of a hooked kernel image: one at the start of each basic
 * block, one before each memory operand (several operands near each other may share one). Most hooks end inline: the
 * block's cost is taken from the CPU's allowance, the operand's cache line is found in the CPU's table of lines that need
 * no report. What is left calls the run time (rewrite/rt), which saves all registers and calls the back end, a struct
 * hook_ops of the simulation. A plain image contains none of this.
 *
 * This header is compiled on both sides (kernel flags inside the image, project flags outside), so it includes nothing
 * and uses only plain C types. Back ends run on the stack of the code that they interrupt and may switch to another
 * simulated CPU in any call below; they must not call hooked code except to take an interrupt in hook_ops.block.
 *
 * One host thread runs the whole simulation, so nothing here is atomic. The run time exists once in a process; its
 * symbols all begin with hook_ and are left out when an image's symbols get their host's prefix. The tables exist once an
 * image, in sections whose names are C identifiers, so that __start_NAME and __stop_NAME bound them.
 */
#ifndef NIC_MODEL_LINUX_HOOK_H
#define NIC_MODEL_LINUX_HOOK_H

/* Instruction classes. An instruction counts in exactly one. */
enum hook_class {
	HOOK_SIMPLE,		/* mov, alu, lea, jumps, calls */
	HOOK_MUL,
	HOOK_DIV,
	HOOK_LOCKED,		/* lock prefix, xchg with memory */
	HOOK_SERIAL,		/* cpuid, fences, port I/O, and the like */
	HOOK_STRING,		/* rep movs/stos and the like: one each, the bytes come through hook_ops.range() */
	HOOK_MMIO,		/* not emitted by the rewriter: readl/writel are calls into the simulation */
	HOOK_NR_CLASSES
};

/* What a memory operand does. */
enum hook_access {
	HOOK_READ = 1,
	HOOK_WRITE = 2,
	HOOK_RMW = 3,
	HOOK_ATOMIC = 4,	/* flag: lock prefix or implicit lock; always reported */
	HOOK_PREFETCH = 8,	/* alone: prefetch for reading; with HOOK_WRITE: for writing; always reported */
	HOOK_FLUSH = 16,	/* clflush, clwb and the like; always reported */
	HOOK_STACK = 32		/* flag: address formed from the stack pointer */
};

/* The sources of one object file, named by hook_line.file and hook_site.file as indexes. */
struct hook_unit {
	const char *const *files;		/* path as in the compiler's .file; [0] is the unit's own name */
	unsigned long nr_files;
};

/* A function: section "hook_funcs". GCC's f.cold and f.part.N are functions of their own, as in a profiler. */
struct hook_func {
	const char *name;
	const struct hook_unit *unit;
	unsigned int line, file;		/* of its first instruction, 0 without line information */
	unsigned long code;			/* address of its first hooked instruction */
};

/* The part of a block that came from one source line, in order of execution. */
struct hook_line {
	unsigned int line;
	unsigned short file, insns, loads, stores;
};

/*
 * A basic block: section "hook_blocks", 64 bytes each. The first five members are used by inline code and the run time's
 * assembler (offsets in rt/hook_asm.h); the back end fills cost and the line numbers before the first run.
 */
struct hook_block {
	unsigned long count;			/* times executed */
	unsigned int cost;			/* taken from hook_state.left at each execution */
	unsigned int line_first, line_last;	/* code lines (address >> 6) that it occupies in the plain image */
	unsigned int bytes;			/* of code in the plain image; 0 before hook_layout() */
	const struct hook_func *func;
	const struct hook_line *lines;
	unsigned short nr_lines;
	unsigned short insns[HOOK_NR_CLASSES];
	unsigned short loads, stores;		/* memory operands; a read-modify-write counts in both */
	unsigned short id;			/* within the function, in text order */
};

/* A reporting place (one operand or a group): section "hook_sites". The three totals belong to the back end. */
struct hook_site {
	struct hook_block *block;
	unsigned int line;
	unsigned short file;
	unsigned char access;			/* enum hook_access */
	unsigned char size;			/* bytes: operand, group's span, or a repeated string instruction's element */
	unsigned long reports, misses, stall;
};

/*
 * Where a block lies in the plain image: section "hook_plain" of the plain objects, in the same order as the hooked
 * objects' hook_blocks if both are linked in the same order.
 */
struct hook_plain {
	unsigned long code;
	unsigned long bytes;
};

/*
 * Gives an image's blocks their place in the plain image. Returns their number, 0 if the tables differ in length (the two
 * images were not linked from the same objects in the same order).
 */
unsigned long hook_layout(struct hook_block *b, struct hook_block *b_end, const struct hook_plain *p,
			  const struct hook_plain *p_end);

#define HOOK_FILTER 256		/* entries; index is the line number's low byte */

/*
 * One simulated CPU as hooks see it. An operand whose line number (address >> 6, low 32 bits) is found in its table is not
 * reported: read for reads, write for writes. Who fills an entry promises that a report would change nothing: a hit in the
 * first-level cache, in a state that permits it, of the line most recently used in its set. 0 is "nothing".
 */
struct hook_state {
	long left;				/* cost units until hook_ops.block is called; below 0 it is */
	unsigned int fetched;			/* code line fetched last */
	unsigned int pad;
	struct hook_block *block;		/* running now */
	unsigned long gs_base;			/* added to %gs-relative operands */
	void *cpu;				/* back end's own */
	unsigned long spare[3];
	unsigned int read[HOOK_FILTER];
	unsigned int write[HOOK_FILTER];
	unsigned int fetch[HOOK_FILTER];	/* the same for code lines */
} __attribute__((aligned(64)));

/* The back end. Every member must be set. `s` is the current state. */
struct hook_ops {
	/*
	 * A block begins, its cost taken; either left < 0 or one of its code lines is not in the fetch table. Both are the
	 * back end's to answer: afterwards all lines of b count as fetched, and s->fetched must be b->line_last.
	 */
	void (*block)(struct hook_state *s, struct hook_block *b);
	/* A memory operand that no table answered for. addr has the segment base added. */
	void (*access)(struct hook_state *s, struct hook_site *site, unsigned long addr);
	/*
	 * A repeated string instruction of `bytes` bytes (0 possible). movs and cmps: both addresses; stos and scas: dst;
	 * lods: src; an absent one is 0. Who writes is in site->access.
	 */
	void (*range)(struct hook_state *s, struct hook_site *site, unsigned long dst, unsigned long src,
		      unsigned long bytes);
};

extern struct hook_ops hook_ops;		/* starts as hook_count_ops */
extern const struct hook_ops hook_count_ops;	/* only counts; every line is reported once, then found */
extern struct hook_state *hook_cur;		/* never NULL; read only, hook_switch() sets it */
/* Not 0: calls to the back end save and restore x87 and SSE state too (for code under test that uses it). */
extern int hook_save_fp;

/* Makes `s` the state of the running CPU. */
void hook_switch(struct hook_state *s);
/* Empties the three tables. */
void hook_state_flush(struct hook_state *s);

#endif
