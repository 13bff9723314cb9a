/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Offsets into the structures of hook.h for assembler code; rt/hook_rt.c asserts that they agree.
 */
#ifndef NIC_MODEL_LINUX_REWRITE_RT_HOOK_ASM_H
#define NIC_MODEL_LINUX_REWRITE_RT_HOOK_ASM_H

#define HOOK_STATE_LEFT	   0
#define HOOK_STATE_FETCHED 8
#define HOOK_STATE_BLOCK   16
#define HOOK_STATE_GS_BASE 24
#define HOOK_STATE_READ	   64
#define HOOK_STATE_WRITE   1088
#define HOOK_STATE_FETCH   2112
#ifndef HOOK_FETCH
#define HOOK_FETCH 1024
#endif

#define HOOK_BLOCK_COUNT 0
#define HOOK_BLOCK_COST	 8
#define HOOK_BLOCK_FIRST 12
#define HOOK_BLOCK_LAST	 16
#define HOOK_BLOCK_SIZE	 48
#define HOOK_SITE_SIZE	 32

#define HOOK_OPS_BLOCK	0
#define HOOK_OPS_ACCESS 8
#define HOOK_OPS_RANGE	16

#endif
