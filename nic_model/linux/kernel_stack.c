// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Entries of the kernel: system calls of user code, interrupts.
 *
 * Called by: user code (models/app, kernel_*.c) through struct kimage_calls; vcpu.c, machine*.c
 * Models: the kernel's frames begin at one depth of a task's stack, whatever user code, which is
 * code of the simulation on the same stack, has taken of it; an interrupt's below those of the
 * interrupted kernel code by a constant.
 * Leaves out: user stacks, interrupt stacks.
 * Source: none.
 */
#include <stddef.h>
#include <string.h>

#include "nic_model/linux/machine_int.h"
#include "sim/check.h"

#define STACK_BYTES 0x10000ul /* of a task, aligned to its size */
#define USER_BYTES  0x3000ul  /* for user code, from the top */
#define ARGS_BYTES  256ul     /* of them, at their end */
#define HOOK_BYTES  0x800ul   /* for the simulation's frames between hook and interrupt */
#define CALLS	    (sizeof(struct kimage_calls) / sizeof(void (*)(void)))
#define STUB_BYTES  16

const struct kimage_calls *kernel_calls_of;

/* Each stub makes one call of the running image's; registers are the arguments. */
extern const char kernel_call_stubs[], kernel_call_stubs_end[];

asm(".text\n"
    ".type kernel_call, @function\n"
    "kernel_call:\n"
    "	push %rbp\n"
    "	mov %rsp, %rbp\n"
    "	mov kernel_calls_of(%rip), %rax\n"
    "	mov (%rax,%r11), %r11\n"
    "	mov %rsp, %rax\n"
    "	or $0xffff, %rax\n"
    "	sub $0x2fff, %rax\n" /* top - USER_BYTES */
    "	cmp %rsp, %rax\n"
    "	cmova %rsp, %rax\n" /* user code that has taken more */
    "	mov %rax, %rsp\n"
    "	and $-16, %rsp\n"
    "	call *%r11\n"
    "	mov %rbp, %rsp\n"
    "	pop %rbp\n"
    "	ret\n"
    ".size kernel_call, .-kernel_call\n"
    "	.p2align 4\n"
    "kernel_call_stubs:\n"
    ".set kernel_call_n, 0\n"
    ".rept 64\n"
    "	mov $kernel_call_n, %r11d\n"
    "	jmp kernel_call\n"
    "	.p2align 4\n"
    ".set kernel_call_n, kernel_call_n + 8\n"
    ".endr\n"
    "kernel_call_stubs_end:\n");

_Static_assert(STACK_BYTES == 0xffff + 1 && USER_BYTES == 0x2fff + 1, "as kernel_call has them");
_Static_assert(CALLS <= 64, "a stub each");

void kernel_calls(struct kimage_calls *c)
{
	const char **stub = (const char **)c;

	sim_assert(kernel_call_stubs_end - kernel_call_stubs == 64 * STUB_BYTES);
	for (size_t i = 0; i < CALLS; i++)
		stub[i] = kernel_call_stubs + i * STUB_BYTES;
}

/* Without a frame of ours below the new stack's end. */
static void poll_at(struct machine *m, uintptr_t end)
{
	sim_assert((uintptr_t)__builtin_frame_address(0) - 256 > end);
	machine_on_stack((void (*)(void *))(void (*)(void))m->img.head->poll, NULL, (void *)end);
}

void kernel_poll(struct machine *m, void *stack)
{
	poll_at(m, ((uintptr_t)stack - HOOK_BYTES) & ~15ul);
}

void kernel_poll_user(struct machine *m)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0) - 256;
	uintptr_t end = (here | (STACK_BYTES - 1)) + 1 - USER_BYTES;

	poll_at(m, end < here ? end : here);
}

const void *machine_user_args(const void *args, size_t bytes)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0) - 256;
	uintptr_t end = (here | (STACK_BYTES - 1)) + 1 - USER_BYTES;

	if (bytes > ARGS_BYTES || here < end + ARGS_BYTES)
		return args;
	return memcpy((void *)end, args, bytes);
}
