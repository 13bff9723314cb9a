/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where hooked blocks lie in the plain image: for programs under test and for the simulation.
 *
 * Called by: charge_plain.c, rewrite/rt.  Calls: nothing.
 * Models: the plain image's addresses, so that code lines do not depend on hooks.
 * Leaves out: data, whose addresses are the hooked image's.
 * Source: section hook_plain, which the rewriter writes.
 */
#include "nic_model/linux/hook.h"

unsigned long hook_layout(struct hook_block *b, struct hook_block *b_end,
			  const struct hook_plain *p, const struct hook_plain *p_end,
			  unsigned long delta)
{
	unsigned long n = b_end - b;

	if (n != (unsigned long)(p_end - p))
		return 0;
	for (; b < b_end; b++, p++) {
		b->bytes = p->bytes;
		b->line_first = (p->code + delta) >> 6;
		b->line_last = (p->code + delta + (p->bytes ? p->bytes - 1 : 0)) >> 6;
	}
	return n;
}
