// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Run-time patching of code: static keys and static calls.
 *
 * Called by: kernel/jump_label.c, kernel/static_call.c
 * Models: the five-byte nop or jump in place (all CPUs at once, free of cost)
 * Leaves out: the cross-CPU synchronisation of text_poke_bp()
 */
#include <linux/jump_label.h>
#include <linux/memory.h>
#include <linux/static_call.h>
#include <linux/string.h>

#include "glue.h"

static const u8 nop5[5] = {0x0f, 0x1f, 0x44, 0x00, 0x00};
static const u8 nop2[2] = {0x66, 0x90};

static void put_jump(u8 *at, u8 opcode, unsigned long target)
{
	s32 rel = (s32)(target - (unsigned long)at - 5);

	at[0] = opcode;
	memcpy(at + 1, &rel, 4);
}

int arch_jump_entry_size(struct jump_entry *entry)
{
	return *(u8 *)jump_entry_code(entry) == 0xeb ||
			       !memcmp((void *)jump_entry_code(entry), nop2, 2)
		       ? 2
		       : 5;
}

void arch_jump_label_transform(struct jump_entry *entry, enum jump_label_type type)
{
	u8 *at = (u8 *)jump_entry_code(entry);
	unsigned long target = jump_entry_target(entry);

	if (arch_jump_entry_size(entry) == 2) {
		if (type == JUMP_LABEL_JMP) {
			at[0] = 0xeb;
			at[1] = target - (unsigned long)at - 2;
		} else {
			memcpy(at, nop2, 2);
		}
	} else if (type == JUMP_LABEL_JMP) {
		put_jump(at, 0xe9, target);
	} else {
		memcpy(at, nop5, 5);
	}
}

bool arch_jump_label_transform_queue(struct jump_entry *entry, enum jump_label_type type)
{
	arch_jump_label_transform(entry, type);
	return true;
}

void arch_jump_label_transform_apply(void)
{
}

void arch_static_call_transform(void *site, void *tramp, void *func, bool tail)
{
	u8 *at = tramp;

	if (!at)
		return;
	if (func) {
		put_jump(at, 0xe9, (unsigned long)func);
	} else {
		at[0] = 0xc3;
		memset(at + 1, 0xcc, 4);
	}
}
