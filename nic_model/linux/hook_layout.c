/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where hooked blocks lie in the plain image: for programs under test and for the simulation. */
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
