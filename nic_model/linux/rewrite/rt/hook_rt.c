/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hook run time's C side: current state, back end, code layout, repeated string instructions,
 * the counting back end. */
#include "nic_model/linux/hook.h"

#include "nic_model/linux/rewrite/rt/hook_asm.h"
#include "nic_model/linux/rewrite/rt/hook_int.h"

#include <stddef.h>

_Static_assert(offsetof(struct hook_state, left) == HOOK_STATE_LEFT, "");
_Static_assert(offsetof(struct hook_state, fetched) == HOOK_STATE_FETCHED, "");
_Static_assert(offsetof(struct hook_state, block) == HOOK_STATE_BLOCK, "");
_Static_assert(offsetof(struct hook_state, gs_base) == HOOK_STATE_GS_BASE, "");
_Static_assert(offsetof(struct hook_state, read) == HOOK_STATE_READ, "");
_Static_assert(offsetof(struct hook_state, write) == HOOK_STATE_WRITE, "");
_Static_assert(offsetof(struct hook_state, fetch) == HOOK_STATE_FETCH, "");
_Static_assert(sizeof(((struct hook_state *)0)->fetch) / sizeof(unsigned int) == HOOK_FETCH, "");
_Static_assert(offsetof(struct hook_block, count) == HOOK_BLOCK_COUNT, "");
_Static_assert(offsetof(struct hook_block, cost) == HOOK_BLOCK_COST, "");
_Static_assert(offsetof(struct hook_block, line_first) == HOOK_BLOCK_FIRST, "");
_Static_assert(offsetof(struct hook_block, line_last) == HOOK_BLOCK_LAST, "");
_Static_assert(sizeof(struct hook_block) == HOOK_BLOCK_SIZE, "");
_Static_assert(sizeof(struct hook_site) == HOOK_SITE_SIZE, "");
_Static_assert(sizeof(struct hook_func) == 32, "");
_Static_assert(sizeof(struct hook_line) == 8, "");
_Static_assert(offsetof(struct hook_ops, block) == HOOK_OPS_BLOCK, "");
_Static_assert(offsetof(struct hook_ops, access) == HOOK_OPS_ACCESS, "");
_Static_assert(offsetof(struct hook_ops, range) == HOOK_OPS_RANGE, "");

#define FOREVER (~0UL >> 1)

HOOK_DATA static struct hook_state boot_state = {.left = FOREVER};

HOOK_DATA struct hook_state *hook_cur = &boot_state;
HOOK_DATA unsigned long
	hook_base; /* hook_cur / 4: the scaled index of inline checks adds it to a line's entry */
HOOK_DATA int hook_save_fp;

void hook_switch(struct hook_state *s)
{
	hook_cur = s;
	hook_base = (unsigned long)s / 4;
}

/* Not memset(): inside an image that is the kernel's own, hooked one. */
void hook_state_flush(struct hook_state *s)
{
	s->fetched = 0;
	for (int i = 0; i < HOOK_FILTER; i++) {
		s->read[i] = s->write[i] = 0;
		__asm__ volatile("" ::: "memory");
	}
	for (int i = 0; i < HOOK_FETCH; i++) {
		s->fetch[i] = 0;
		__asm__ volatile("" ::: "memory");
	}
}

static unsigned long element(const void *p, int size)
{
	switch (size) {
	case 1:
		return *(const unsigned char *)p;
	case 2:
		return *(const unsigned short *)p;
	case 4:
		return *(const unsigned int *)p;
	default:
		return *(const unsigned long *)p;
	}
}

/* Elements that a repeated scas or cmps will look at, the deciding one included. */
static unsigned long looked_at(enum range_kind kind, const char *dst, const char *src,
			       unsigned long n, unsigned long rax, int size)
{
	unsigned long mask = size == 8 ? ~0UL : (1UL << 8 * size) - 1, i;
	int until_equal = kind == R_SCAS_NE || kind == R_CMPS_NE;

	for (i = 0; i < n; i++) {
		unsigned long a = element(dst + i * size, size);
		unsigned long b = kind >= R_CMPS_E ? element(src + i * size, size) : rax & mask;

		if ((a == b) == until_equal)
			return i + 1;
	}
	return n;
}

void hook_range(enum range_kind kind, struct hook_site *site, unsigned long dst, unsigned long src,
		unsigned long n, unsigned long rax)
{
	int size = site->size;

	if (kind >= R_SCAS_E)
		n = looked_at(kind, (const char *)dst, (const char *)src, n, rax, size);
	if (kind == R_STOS || kind == R_SCAS_E || kind == R_SCAS_NE)
		src = 0;
	if (kind == R_LODS)
		dst = 0;
	hook_ops.range(hook_cur, site, dst, src, n * size);
}

static void count_block(struct hook_state *s, struct hook_block *b)
{
	if (s->left < 0)
		s->left = FOREVER;
	for (unsigned int line = b->line_first; line <= b->line_last; line++)
		s->fetch[line % HOOK_FETCH] = line;
	s->fetched = b->line_last;
}

static void count_access(struct hook_state *s, struct hook_site *site, unsigned long addr)
{
	unsigned int line = addr >> 6;

	site->reports++;
	if (s->read[line % HOOK_FILTER] != line)
		s->write[line % HOOK_FILTER] = 0;
	s->read[line % HOOK_FILTER] = line;
	if (site->access & HOOK_WRITE)
		s->write[line % HOOK_FILTER] = line;
}

static void count_range(struct hook_state *s, struct hook_site *site, unsigned long dst,
			unsigned long src, unsigned long bytes)
{
	(void)s;
	(void)dst;
	(void)src;
	site->reports++;
	site->stall += bytes;
}

HOOK_CONST const struct hook_ops hook_count_ops = {count_block, count_access, count_range};
HOOK_DATA struct hook_ops hook_ops = {count_block, count_access, count_range};
