/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Linked into an image whose tables lie between linker symbols: everything that the simulation
 * needs to know of them. */
#include "nic_model/linux/hook.h"

extern struct hook_block __start_hook_blocks[], __stop_hook_blocks[];
extern struct hook_site __start_hook_sites[], __stop_hook_sites[];
extern struct hook_func __start_hook_funcs[], __stop_hook_funcs[];

const struct hook_image hook_image = {
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
};
