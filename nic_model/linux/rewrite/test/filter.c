/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which accesses are reported: only those whose line is not in the current CPU's table for what
 * they do. */
#include "nic_model/linux/hook.h"

#include <stdio.h>

void reads(const char *a, const char *b); /* filter.s: reads *a, then *b */
void writes(char *a, char *b);

static struct hook_state state[2];
static int reported;

static void block(struct hook_state *s, struct hook_block *b)
{
	(void)b;
	s->left = ~0ul >> 1;
}

static void access_(struct hook_state *s, struct hook_site *site, unsigned long addr)
{
	if (site->access & HOOK_STACK)
		return;
	reported++;
	hook_count_ops.access(s, site, addr);
}

static char data[65536] __attribute__((aligned(16384)));
static int bad;

static void expect(const char *what, void (*fn)(char *, char *), int a, int b, int n)
{
	reported = 0;
	fn(data + a, data + b);
	if (reported != n) {
		printf("%s: %d reports, expected %d\n", what, reported, n);
		bad = 1;
	}
}

#define READS (void (*)(char *, char *)) reads

int main(void)
{
	hook_ops.block = block;
	hook_ops.access = access_;
	hook_switch(&state[0]);
	expect("first touches", READS, 0, 64, 2);
	expect("again, other bytes of the lines", READS, 60, 127, 0);
	expect("writes where only reads are known", writes, 8, 72, 2);
	expect("known writes", writes, 8, 72, 0);
	expect("reads of written lines", READS, 8, 72, 0);
	expect("same entry of the table: 256 lines apart", READS, 0, 16384, 1);
	expect("each drives the other out", READS, 0, 16384, 2);
	expect("and its permission to write", writes, 0, 0, 1);
	hook_switch(&state[1]);
	expect("another CPU has its own table", READS, 0, 64, 2);
	hook_switch(&state[0]);
	expect("the first kept its lines", READS, 0, 64, 0);
	hook_state_flush(&state[0]);
	expect("flushed", READS, 0, 64, 2);
	return bad;
}
