/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Linked into an image whose tables lie between linker symbols: everything that the simulation
 * needs to know of them. */
#include "nic_model/linux/hook.h"

#include "nic_model/linux/rewrite/rt/hook_int.h"

extern struct hook_block __start_hook_blocks[], __stop_hook_blocks[];
extern struct hook_site __start_hook_sites[], __stop_hook_sites[];
extern struct hook_func __start_hook_funcs[], __stop_hook_funcs[];

/* What hooked code calls (hook_entry.S). */
struct hook_entry {
	unsigned char *code;
	unsigned long arguments; /* bytes that it removes from the stack */
};
extern const struct hook_entry __start_hook_entries[], __stop_hook_entries[];

#define ENTRIES_MAX 64
#define RET_BYTES   3 /* ret $n */

/*
 * Entries that return at once: nothing is counted, looked up or reported, and hooked code runs
 * nearly as fast as plain code. An image's text can be written.
 */
static void silence(int on)
{
	HOOK_DATA static unsigned char was[ENTRIES_MAX][RET_BYTES];
	HOOK_DATA static int is_on;

	if (on == is_on)
		return;
	is_on = on;
	for (int i = 0; i < __stop_hook_entries - __start_hook_entries; i++) {
		const struct hook_entry *e = &__start_hook_entries[i];
		const unsigned char ret[RET_BYTES] = {0xc2, (unsigned char)e->arguments, 0};

		for (int k = 0; k < RET_BYTES; k++) {
			volatile unsigned char *at = e->code + k;

			if (on)
				was[i][k] = *at;
			*at = on ? ret[k] : was[i][k];
		}
	}
}

HOOK_CONST const struct hook_image hook_image = {
	.blocks = __start_hook_blocks,
	.blocks_end = __stop_hook_blocks,
	.sites = __start_hook_sites,
	.sites_end = __stop_hook_sites,
	.funcs = __start_hook_funcs,
	.funcs_end = __stop_hook_funcs,
	.ops = &hook_ops,
	.cur = &hook_cur,
	.switch_to = hook_switch,
	.save_fp = &hook_save_fp,
	.silence = silence,
};
