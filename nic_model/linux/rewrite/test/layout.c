/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Linked with test/sample.c hooked, and plain with "plain_" before its symbols. Blocks get the
 * plain code's places: a function's first block lies at its plain entry, its blocks fill it without
 * holes, and running it fetches just the lines between first and last byte of the blocks that ran.
 */
#include "nic_model/linux/hook.h"

#include <stdio.h>
#include <string.h>

extern struct hook_block __start_hook_blocks[], __stop_hook_blocks[];
extern struct hook_plain __start_hook_plain[], __stop_hook_plain[];

unsigned int sample_checksum(const unsigned char *p, int n);
unsigned int plain_sample_checksum(const unsigned char *p, int n);

static unsigned char fetched[1 << 20];
static int blocks_seen;

static void block(struct hook_state *s, struct hook_block *b)
{
	blocks_seen++;
	s->left = ~0ul >> 1;
	for (unsigned int l = b->line_first; l <= b->line_last; l++) {
		fetched[l & 0xfffff] = 1;
		s->fetch[l % HOOK_FETCH] = l;
	}
	s->fetched = b->line_last;
}

static int fetches(void)
{
	unsigned long from = (unsigned long)plain_sample_checksum >> 6;
	int n = 0, bad = 0;

	hook_ops.block = block;
	hook_state_flush(hook_cur);
	sample_checksum((const unsigned char *)"0123456789", 10);
	for (int i = 0; i < 1 << 20; i++)
		n += fetched[i];
	/* the function is longer than one line and shorter than four */
	if (!fetched[from & 0xfffff] || n < 2 || n > 4 || blocks_seen < n || blocks_seen > 2 * n) {
		printf("%d lines fetched, %d reports\n", n, blocks_seen);
		bad = 1;
	}
	return bad;
}

int main(void)
{
	unsigned long n = __stop_hook_blocks - __start_hook_blocks;
	const struct hook_plain *p = __start_hook_plain;
	int bad = 0, functions = 0;

	hook_switch(hook_cur);
	if (hook_layout(__start_hook_blocks, __stop_hook_blocks - 1, p, __stop_hook_plain, 0)) {
		printf("tables of different length accepted\n");
		bad = 1;
	}
	if (hook_layout(__start_hook_blocks, __stop_hook_blocks, p, __stop_hook_plain, 0) != n)
		return 1;
	for (unsigned long i = 0; i < n; i++) {
		struct hook_block *b = &__start_hook_blocks[i];
		int insns = 0;

		for (int k = 0; k < HOOK_NR_CLASSES; k++)
			insns += b->insns[k];
		if (!p[i].bytes || p[i].bytes < (unsigned long)insns || p[i].bytes > 15ul * insns ||
		    b->bytes != p[i].bytes) {
			printf("block %lu: %lu bytes, %d instructions\n", i, p[i].bytes, insns);
			bad = 1;
		}
		if (b->line_first != p[i].code >> 6 ||
		    b->line_last != (p[i].code + p[i].bytes - 1) >> 6)
			bad = 1;
		if (b->id && p[i].code != p[i - 1].code + p[i - 1].bytes) {
			printf("hole before block %lu of %s\n", i, hook_block_func(b)->name);
			bad = 1;
		}
		if (!b->id && !strcmp(hook_block_func(b)->name, "sample_checksum")) {
			functions++;
			bad |= p[i].code != (unsigned long)plain_sample_checksum;
		}
	}
	return bad || functions != 1 || fetches();
}
