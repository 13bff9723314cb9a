/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs the plain and the hooked copy of each function of test/fuzz_gen.c from the same registers
 * and memory and compares all registers, flags and memory afterwards. Then checks the addresses
 * that hooks reported: whatever changed was reported as written, and with everything that was not
 * reported replaced by other values the plain function does the same again. Exit status 1 at a
 * difference, which it prints. With an argument, sites are single operands (rewrite -g) and bytes
 * count, else whole lines.
 */
#include "nic_model/linux/hook.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct regs {
	uint64_t gpr[16]; /* encoding order; rsp unused */
	uint64_t flags;
};

/* Loads the registers, calls fn, stores them. In fuzz_call.S. */
void fuzz_call(void (*fn)(void), struct regs *r);

extern void (*const plain_table[])(void);
extern void (*const hooked_table[])(void);
extern uint64_t fuzz_data[64];

#define BUFFER 8192
/* cf pf zf sf of; af is undefined after too many instructions to be worth it */
#define COMPARED_FLAGS 0x8c5ul

static uint64_t buffer[2][BUFFER / 8], data[2][64];
/* the same addresses for all runs */
static uint64_t work[BUFFER / 8] __attribute__((aligned(64)));
/* What hooks reported, a byte each; [1]: written. */
static unsigned char seen_work[2][BUFFER], seen_data[2][512];
static int exact;
static uint64_t seed = 88172645463325252ull;

static uint64_t rnd(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	return seed ^= seed << 17;
}

static void mark(uintptr_t from, uintptr_t to, int write)
{
	if (!exact) {
		from &= ~63ul;
		to = (to + 63) & ~63ul;
	}
	for (; from < to; from++) {
		if (from - (uintptr_t)work < sizeof(work))
			seen_work[write][from - (uintptr_t)work] = 1;
		if (from - (uintptr_t)fuzz_data < 512)
			seen_data[write][from - (uintptr_t)fuzz_data] = 1;
	}
}

static void see_block(struct hook_state *s, struct hook_block *b)
{
	s->left = 1l << 60;
	s->fetched = b->line_last;
}

static void see_access(struct hook_state *s, struct hook_site *site, unsigned long addr)
{
	(void)s;
	if (site->access & HOOK_READ)
		mark(addr, addr + site->size, 0);
	if (site->access & HOOK_WRITE && !(site->access & HOOK_PREFETCH))
		mark(addr, addr + site->size, 1);
}

static void see_range(struct hook_state *s, struct hook_site *site, unsigned long dst,
		      unsigned long src, unsigned long bytes)
{
	(void)s;
	if (bytes && src)
		mark(src, src + bytes, 0);
	if (bytes && dst)
		mark(dst, dst + bytes, site->access & HOOK_WRITE ? 1 : 0);
}

static void run(void (*fn)(void), struct regs *r, const uint64_t *start, const uint64_t *start_data,
		int which)
{
	memcpy(work, start, sizeof(work));
	memcpy(fuzz_data, start_data, 512);
	r->gpr[3] = (uintptr_t)work + BUFFER / 2;
	r->gpr[5] = (uintptr_t)work + BUFFER / 2 + 200;
	r->gpr[13] = (uintptr_t)work + BUFFER / 2 - 264;
	fuzz_call(fn, r);
	memcpy(buffer[which], work, sizeof(work));
	memcpy(data[which], fuzz_data, sizeof(data[0]));
}

static int compare(int n, const struct regs *a, const struct regs *b)
{
	int bad = 0;

	for (int i = 0; i < 16; i++)
		if (i != 4 && a->gpr[i] != b->gpr[i]) {
			printf("function %d: register %d is %#lx, plain %#lx\n", n, i, b->gpr[i],
			       a->gpr[i]);
			bad = 1;
		}
	if ((a->flags ^ b->flags) & COMPARED_FLAGS) {
		printf("function %d: flags are %#lx, plain %#lx\n", n, b->flags, a->flags);
		bad = 1;
	}
	if (memcmp(buffer[0], buffer[1], sizeof(buffer[0])) ||
	    memcmp(data[0], data[1], sizeof(data[0]))) {
		printf("function %d: memory differs\n", n);
		bad = 1;
	}
	return bad;
}

static int changed_unseen(int n, const unsigned char *before, const unsigned char *after,
			  const unsigned char *seen, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (before[i] != after[i] && !seen[i]) {
			printf("function %d: write at offset %zu was not reported\n", n, i);
			return 1;
		}
	return 0;
}

/* Other values wherever no read was reported. */
static void replace(unsigned char *to, const unsigned char *from, const unsigned char *seen,
		    size_t size)
{
	for (size_t i = 0; i < size; i++)
		to[i] = seen[i] ? from[i] : from[i] ^ 0x5a;
}

/* Bytes that the plain function wrote are again what they were. */
static int repeats(int n, const unsigned char *before, const unsigned char *first,
		   const unsigned char *start2, const unsigned char *second, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (first[i] != (second[i] == start2[i] ? before[i] : second[i]) &&
		    first[i] != second[i]) {
			printf("function %d: a read was not reported (memory at %zu)\n", n, i);
			return 1;
		}
	return 0;
}

static int addresses(int n, const struct regs *r0, const struct regs *r1, const uint64_t *start,
		     const uint64_t *start_data)
{
	static uint64_t start2[BUFFER / 8], data2[64];
	struct regs r = *r0;
	int bad;

	bad = changed_unseen(n, (const void *)start, (const void *)buffer[1], seen_work[1],
			     BUFFER) ||
	      changed_unseen(n, (const void *)start_data, (const void *)data[1], seen_data[1], 512);
	replace((void *)start2, (const void *)start, seen_work[0], BUFFER);
	replace((void *)data2, (const void *)start_data, seen_data[0], 512);
	run(plain_table[n], &r, start2, data2, 0);
	for (int i = 0; i < 16; i++)
		if (i != 4 && r.gpr[i] != r1->gpr[i]) {
			printf("function %d: a read was not reported (register %d)\n", n, i);
			return 1;
		}
	return bad || repeats(n, (const void *)start, (const void *)buffer[1], (const void *)start2,
			      (const void *)buffer[0], BUFFER);
}

static int one(int n, int round)
{
	static uint64_t start[BUFFER / 8], start_data[64];
	struct regs r0, a, b;
	int bad;

	for (size_t i = 0; i < BUFFER / 8; i++)
		start[i] = rnd() & (rnd() % 3 ? ~0ull : 0xff);
	for (int i = 0; i < 64; i++)
		start_data[i] = rnd();
	for (int i = 0; i < 16; i++)
		r0.gpr[i] = rnd();
	r0.flags = rnd() & COMPARED_FLAGS;
	a = b = r0;
	run(plain_table[n], &a, start, start_data, 0);
	if (round & 1)
		hook_state_flush(hook_cur);
	if (round == 3)
		hook_ops = (struct hook_ops){see_block, see_access, see_range};
	run(hooked_table[n], &b, start, start_data, 1);
	hook_ops = hook_count_ops;
	bad = compare(n, &a, &b);
	return bad || (round == 3 && addresses(n, &r0, &a, start, start_data));
}

int main(int argc, char **argv)
{
	int bad = 0, n;

	(void)argv;
	exact = argc > 1;
	hook_switch(hook_cur);
	for (n = 0; plain_table[n]; n++) {
		memset(seen_work, 0, sizeof(seen_work));
		memset(seen_data, 0, sizeof(seen_data));
		for (int round = 0; round < 4; round++)
			bad |= one(n, round);
	}
	printf("%d functions compared\n", n);
	return bad;
}
