/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every report of addresses.s in order, with its address: from the stack pointer at entry, the
 * buffer or the table. */
#include "nic_model/linux/hook.h"

#include <asm/prctl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void form(long i, char *p);
extern char table[];
extern unsigned long entry_sp;

static char buffer[512] __attribute__((aligned(64)));
static char gs_area[64];

enum from { STACK, BUFFER, TABLE, GS, SP_CELL };

struct expect {
	enum from from;
	int off, size, access;
};

#define R  HOOK_READ
#define W  HOOK_WRITE
#define RW HOOK_RMW
#define S  HOOK_STACK

static const struct expect expected[] = {
	{SP_CELL, 0, 8, W},    /* movq %rsp, entry_sp */
	{STACK, -8, 8, W | S}, /* pushq */
	{STACK, -16, 8, W | S},
	{STACK, -48, 8, W | S}, /* 8(%rsp) */
	{STACK, -20, 4, W | S}, /* 36(%rsp) */
	{STACK, -56, 1, W | S},
	{BUFFER, 2, 2, R},
	{BUFFER, 64 + 24, 4, RW},
	{TABLE, 24, 8, R},
	{TABLE, 16, 8, R},
	{BUFFER, 128 + 24, 8, RW}, /* bit 200 of 128(%rsi) */
	{BUFFER, 8, 8, RW | HOOK_ATOMIC},
	{BUFFER, 20, 4, RW | HOOK_ATOMIC},
	{BUFFER, 192, 8, HOOK_PREFETCH | W},
	{GS, 16, 8, R},
	{GS, 3, 1, W},
	{BUFFER, 0, 8, R}, /* pushq mem, then the stack */
	{STACK, -64, 8, W | S},
	{STACK, -48, 8, W | S}, /* popq 8(%rsp): addressed after the pop */
	{STACK, -64, 8, R | S},
	{STACK, -64, 8, W | S}, /* pushfq */
	{STACK, -64, 8, R | S},
	{STACK, -64, 8, W | S}, /* call */
	{STACK, -64, 8, R | S}, /* ret */
	{TABLE, 8, 8, R},
	{STACK, -64, 8, W | S},
	{STACK, -64, 8, R | S},
	{BUFFER, 0, 20, W}, /* rep stosl, 5 times 4 */
	{BUFFER, 32, 1, R}, /* movsb */
	{BUFFER, 20, 1, W},
	{BUFFER, 256, 16, RW}, /* wider than 8 bytes: both ends */
	{BUFFER, 271, 16, RW},
	{STACK, -16, 8, R | S},
	{STACK, -8, 8, R | S},
	{STACK, 0, 8, R | S},
};
#define NR_EXPECTED (int)(sizeof(expected) / sizeof(*expected))

static struct {
	unsigned long addr;
	int size, access;
} got[100];
static int nr_got;

static void see(unsigned long addr, int size, int access)
{
	if (nr_got == 100)
		return;
	got[nr_got].addr = addr;
	got[nr_got].size = size;
	got[nr_got++].access = access;
}

static void block(struct hook_state *s, struct hook_block *b)
{
	s->left = 1l << 60;
	s->fetched = b->line_last;
}

static void access_(struct hook_state *s, struct hook_site *site, unsigned long addr)
{
	(void)s;
	see(addr, site->size, site->access);
}

static void range(struct hook_state *s, struct hook_site *site, unsigned long dst,
		  unsigned long src, unsigned long bytes)
{
	(void)s;
	see(dst ? dst : src, bytes, site->access);
}

static unsigned long origin(enum from from)
{
	switch (from) {
	case STACK:
		return entry_sp;
	case BUFFER:
		return (unsigned long)buffer;
	case TABLE:
		return (unsigned long)table;
	case GS:
		return (unsigned long)gs_area;
	default:
		return (unsigned long)&entry_sp;
	}
}

static struct hook_state state = {.left = 1l << 60};

int main(void)
{
	int bad = 0;

	if (syscall(SYS_arch_prctl, ARCH_SET_GS, gs_area))
		return 1;
	state.gs_base = (unsigned long)gs_area;
	hook_switch(&state);
	hook_ops = (struct hook_ops){block, access_, range};
	form(3, buffer);
	for (int i = 0; i < NR_EXPECTED || i < nr_got; i++) {
		const struct expect *e = &expected[i < NR_EXPECTED ? i : NR_EXPECTED - 1];
		unsigned long want = origin(e->from) + e->off;

		if (i < nr_got && i < NR_EXPECTED && got[i].addr == want &&
		    got[i].size == e->size && got[i].access == e->access)
			continue;
		printf("report %d: %#lx size %d access %d, expected %#lx size %d access %d\n", i,
		       got[i].addr, got[i].size, got[i].access, want, e->size, e->access);
		bad = 1;
	}
	if (buffer[128 + 25] != 1) {
		printf("bit 200 is not set\n");
		bad = 1;
	}
	printf("%d reports\n", nr_got);
	return bad;
}
