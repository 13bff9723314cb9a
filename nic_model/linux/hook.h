/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The seam between instrumented kernel code and the simulation.
 *
 * The assembler rewriter (rewrite/) puts calls to these functions into the code of a hooked kernel image; the hook run
 * time (rewrite/) turns them into cpu_exec() and memory accesses. A plain image contains none of them.
 *
 * This header is compiled on both sides (kernel flags inside the image, project flags outside), so it includes nothing
 * and uses only plain C types. All functions preserve every register and, where the rewriter finds them live, the flags;
 * that is the business of the thunks in rewrite/, not of the C code behind them.
 *
 * One host thread runs the whole simulation, so the state below is not atomic. Each image (one a host) has its own.
 */
#ifndef NIC_MODEL_LINUX_HOOK_H
#define NIC_MODEL_LINUX_HOOK_H

/* Instruction classes, in the order of hook_block.insns[]. An instruction counts in exactly one. */
enum hook_class {
	HOOK_SIMPLE,		/* mov, alu, lea, jumps, calls */
	HOOK_MUL,
	HOOK_DIV,
	HOOK_LOCKED,		/* lock prefix, xchg with memory */
	HOOK_SERIAL,		/* cpuid, fences, port I/O, and the like */
	HOOK_STRING,		/* rep movs/stos and the like: one each, the bytes come through hook_rep() */
	HOOK_MMIO,		/* not emitted by the rewriter: readl/writel are calls into the simulation */
	HOOK_NR_CLASSES
};

/* What a memory operand does. A read-modify-write instruction makes one report with HOOK_RMW. */
enum hook_access {
	HOOK_READ = 1,
	HOOK_WRITE = 2,
	HOOK_RMW = 3,
	HOOK_ATOMIC = 4		/* flag: lock prefix or implicit lock */
};

/*
 * A basic block: static data in section ".nic_blocks" of the image, one a block, in address order within a function.
 * func is an index into the image's function table (section ".nic_funcs"), line the source line of the first instruction.
 */
struct hook_block {
	unsigned int func;
	unsigned int line;
	const void *code;			/* address of the first original instruction */
	unsigned short bytes;			/* original code bytes, hooks not counted (estimated by the rewriter) */
	unsigned char insns[HOOK_NR_CLASSES];
	unsigned char pad[7];
};

/* A function: section ".nic_funcs". */
struct hook_func {
	const char *name;
	const char *file;			/* path inside the kernel tree */
	unsigned int line;
	unsigned int nr_blocks;
};

/*
 * Read and written inline by instrumented code before it calls anything. Symbol hook_fast, one an image.
 * A line number is address >> 6.
 */
struct hook_fast {
	unsigned long mru_read;			/* a read wholly inside this line needs no report */
	unsigned long mru_write;		/* a write wholly inside this line needs no report */
	unsigned long off;			/* not 0: hooks report nothing (boot, glue, warm-up) */
};

extern struct hook_fast hook_fast;

/* Before the first instruction of a block. May switch to another simulated CPU and come back. */
void hook_block(const struct hook_block *b);
/* Before an instruction with a memory operand of `size` bytes at `addr` (segment base added). */
void hook_mem(const void *addr, unsigned int size, unsigned int access);
/* Before a rep string instruction: `bytes` bytes from src (NULL: none, stos) to dst (NULL: none, scas/cmps use src). */
void hook_rep(void *dst, const void *src, unsigned long bytes);

#endif
