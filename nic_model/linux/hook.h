/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The seam between instrumented kernel code and the simulation.
 *
 * The assembler rewriter (rewrite/) puts hooks into the code of a hooked kernel image: one at the
 * start of each basic block, one before each memory operand (several operands near each other may
 * share one). Most hooks end inline: the block's cost is taken from the CPU's allowance, the
 * operand's cache line is found in the CPU's table of lines that need no report. What is left calls
 * the run time (rewrite/rt), which saves all registers and calls the back end, a struct hook_ops of
 * the simulation. A plain image contains none of this.
 *
 * This header is compiled on both sides (kernel flags inside the image, project flags outside), so
 * it includes nothing and uses only plain C types. Back ends run on the stack of the code that they
 * interrupt and may switch to another simulated CPU in any call below; they must not call hooked
 * code except to take an interrupt in hook_ops.block.
 *
 * One host thread runs the whole simulation, so nothing here is atomic. Each image has its own run
 * time, state pointer and tables; the tables' sections have names that are C identifiers, so that
 * __start_NAME and __stop_NAME bound them.
 */
#ifndef NIC_MODEL_LINUX_HOOK_H
#define NIC_MODEL_LINUX_HOOK_H

/* Instruction classes. An instruction counts in exactly one. */
enum hook_class {
	HOOK_SIMPLE, /* mov, alu, lea, jumps, calls */
	HOOK_MUL,
	HOOK_DIV,
	HOOK_LOCKED, /* lock prefix, xchg with memory */
	HOOK_SERIAL, /* cpuid, fences, port I/O, and the like */
	HOOK_STRING, /* rep movs/stos and the like: one each, the bytes come through
			hook_ops.range() */
	HOOK_MMIO,   /* not emitted by the rewriter: readl/writel are calls into the simulation */
	HOOK_NR_CLASSES
};

/* What a memory operand does. */
enum hook_access {
	HOOK_READ = 1,
	HOOK_WRITE = 2,
	HOOK_RMW = 3,
	HOOK_ATOMIC = 4, /* flag: lock prefix or implicit lock; always reported */
	HOOK_PREFETCH =
		8, /* alone: prefetch for reading; with HOOK_WRITE: for writing; always reported */
	HOOK_FLUSH = 16, /* clflush, clwb and the like; always reported */
	HOOK_STACK = 32	 /* flag: address formed from the stack pointer */
};

/* The sources of one object file, named by hook_line.file and hook_site.file as indexes. */
struct hook_unit {
	const char *const *files; /* path as in the compiler's .file; [0] is the unit's own name */
	unsigned long nr_files;
};

/* A function: section "hook_funcs". GCC's f.cold and f.part.N are functions of their own, as in a
 * profiler. */
struct hook_func {
	const char *name;
	const struct hook_unit *unit;
	unsigned int line, file; /* of its first instruction, 0 without line information */
	unsigned long code;	 /* address of its first hooked instruction */
};

/* The part of a block that came from one source line, in order of execution. */
struct hook_line {
	unsigned int line : 24, insns : 8;
	unsigned short file;
	unsigned char loads, stores;
};

/*
 * A basic block (or 120 instructions of one): section "hook_blocks", 48 bytes each. The first four
 * members are used by the run time's assembler (offsets in rt/hook_asm.h); the back end fills cost,
 * hook_layout() the code lines.
 */
struct hook_block {
	unsigned long count; /* times executed */
	unsigned int cost;   /* taken from hook_state.left at each execution */
	unsigned int line_first,
		line_last;  /* code lines (address >> 6) that it occupies in the plain image */
	unsigned int bytes; /* of code in the plain image; 0 before hook_layout() */
	int func,
		lines; /* distance from the member itself: hook_block_func(), hook_block_lines() */
	unsigned char nr_lines;
	unsigned char insns[HOOK_NR_CLASSES];
	unsigned char loads, stores; /* memory operands; a read-modify-write counts in both */
	unsigned short id;	     /* within the function, in text order */
	unsigned int fetch_stall;    /* back end's: cycles waited for code lines */
};

/* A reporting place (one operand or a group): section "hook_sites", 32 bytes each. The totals
 * belong to the back end. */
struct hook_site {
	int block; /* distance from the member itself: hook_site_block() */
	unsigned int line;
	unsigned short file;
	unsigned char access; /* enum hook_access */
	unsigned char
		size; /* bytes: operand, group's span, or a repeated string instruction's element */
	unsigned int reports;
	unsigned long stall;
	unsigned int misses, more_misses;
};

static inline const struct hook_func *hook_block_func(const struct hook_block *b)
{
	return (const struct hook_func *)((const char *)&b->func + b->func);
}

static inline const struct hook_line *hook_block_lines(const struct hook_block *b)
{
	return (const struct hook_line *)((const char *)&b->lines + b->lines);
}

static inline struct hook_block *hook_site_block(struct hook_site *s)
{
	return (struct hook_block *)((char *)&s->block + s->block);
}

/*
 * Where a block lies in the plain image: section "hook_plain" of the plain objects, in the same
 * order as the hooked objects' hook_blocks if both are linked in the same order.
 */
struct hook_plain {
	unsigned long code;
	unsigned long bytes;
};

/*
 * Gives an image's blocks their place in the plain image. Returns their number, 0 if the tables
 * differ in length (the two images were not linked from the same objects in the same order).
 */
unsigned long hook_layout(struct hook_block *b, struct hook_block *b_end,
			  const struct hook_plain *p, const struct hook_plain *p_end,
			  unsigned long delta); /* delta is added to the plain addresses */

#define HOOK_FILTER 256	 /* entries; index is the line number's low byte */
#define HOOK_FETCH  1024 /* the same for code, whose paths are long: its low 10 bits */

/*
 * One simulated CPU as hooks see it. An operand whose line number (address >> 6, low 32 bits) is
 * found in its table is not reported: read for reads, write for writes. Who fills an entry promises
 * that a report would change nothing: a hit in the first-level cache, in a state that permits it,
 * of the line most recently used in its set. 0 is "nothing".
 */
struct hook_state {
	long left;	      /* cost units until hook_ops.block is called; below 0 it is */
	unsigned int fetched; /* code line fetched last */
	unsigned int pad;
	struct hook_block *block; /* running now */
	unsigned long gs_base;	  /* added to %gs-relative operands */
	void *cpu;		  /* back end's own */
	unsigned long spare[3];
	unsigned int read[HOOK_FILTER];
	unsigned int write[HOOK_FILTER];
	unsigned int fetch[HOOK_FETCH]; /* the same for code lines */
} __attribute__((aligned(64)));

/* The back end. Every member must be set. `s` is the current state. */
struct hook_ops {
	/*
	 * A block begins, its cost taken; either left < 0 or one of its code lines is not in the
	 * fetch table. Both are the back end's to answer: afterwards all lines of b count as
	 * fetched, and s->fetched must be b->line_last.
	 */
	void (*block)(struct hook_state *s, struct hook_block *b);
	/* A memory operand that no table answered for. addr has the segment base added. */
	void (*access)(struct hook_state *s, struct hook_site *site, unsigned long addr);
	/*
	 * A repeated string instruction of `bytes` bytes (0 possible). movs and cmps: both
	 * addresses; stos and scas: dst; lods: src; an absent one is 0. Who writes is in
	 * site->access.
	 */
	void (*range)(struct hook_state *s, struct hook_site *site, unsigned long dst,
		      unsigned long src, unsigned long bytes);
};

extern struct hook_ops hook_ops; /* starts as hook_count_ops */
extern const struct hook_ops
	hook_count_ops;		    /* only counts; every line is reported once, then found */
extern struct hook_state *hook_cur; /* never NULL; read only, hook_switch() sets it */
/* Not 0: calls to the back end save and restore x87 and SSE state too (for code under test that
 * uses it). */
extern int hook_save_fp;

/* Makes `s` the state of the running CPU. To be called once before any hooked code runs. */
void hook_switch(struct hook_state *s);
/* Empties the three tables. */
void hook_state_flush(struct hook_state *s);

/*
 * An image that is linked and loaded on its own brings its own run time; this is how the simulation
 * finds it (rt/hook_image.c, symbol hook_image).
 */
struct hook_image {
	struct hook_block *blocks, *blocks_end;
	struct hook_site *sites, *sites_end;
	struct hook_func *funcs, *funcs_end;
	struct hook_ops *ops;
	struct hook_state **cur;
	void (*switch_to)(struct hook_state *s);
	int *save_fp;
	/* on: hooks do nothing from now on, not even count; the state stays as it is. Off: as
	 * before. */
	void (*silence)(int on);
};

extern const struct hook_image hook_image;

#endif
