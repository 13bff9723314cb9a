/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where hooks enter the run time. All general registers are kept; flags where the hook's name or the comment says so (the
 * rewriter saves live ones itself otherwise). Stack used below the interrupted code: 120 bytes, with hook_save_fp 700, and
 * what the back end needs.
 */
#include "nic_model/linux/rewrite/rt/hook_asm.h"

/* hook_silence()'s list: entry, bytes of arguments that it removes. */
.macro entry name, arguments
	.pushsection hook_entries, "a"
	.quad	\name, \arguments
	.popsection
.endm

	.text

.macro save
	push	%rbp
	mov	%rsp, %rbp
	push	%rax
	push	%rcx
	push	%rdx
	push	%rsi
	push	%rdi
	push	%r8
	push	%r9
	push	%r10
	push	%r11
.endm

.macro restore
	lea	-72(%rbp), %rsp
	pop	%r11
	pop	%r10
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	pop	%rdx
	pop	%rcx
	pop	%rax
	pop	%rbp
.endm

/* Calls \target with the registers as set, x87 and SSE state saved if asked for. */
.macro call_c target:vararg
	and	$-16, %rsp
	cmpl	$0, hook_save_fp(%rip)
	jne	8f
	call	\target
	jmp	9f
8:	sub	$528, %rsp
	fxsave64 (%rsp)
	call	\target
	fxrstor64 (%rsp)
9:
.endm

/* Stack on entry: return address, site, address of the operand rotated right by 6. Removes both arguments. */
	entry	hook_access, 16
	.globl	hook_access
	.type	hook_access, @function
hook_access:
	save
	mov	24(%rbp), %rdx
	rol	$6, %rdx
	mov	16(%rbp), %rsi
	mov	hook_cur(%rip), %rdi
	call_c	*hook_ops+HOOK_OPS_ACCESS(%rip)
	restore
	ret	$16
	.size	hook_access, .-hook_access

/* The same with the address as it is. */
	entry	hook_event, 16
	.globl	hook_event
	.type	hook_event, @function
hook_event:
	save
	mov	24(%rbp), %rdx
	mov	16(%rbp), %rsi
	mov	hook_cur(%rip), %rdi
	call_c	*hook_ops+HOOK_OPS_ACCESS(%rip)
	restore
	ret	$16
	.size	hook_event, .-hook_event

/* Stack on entry: return address, site. Keeps flags. Numbers are enum range_kind of hook_rt.c. */
.macro range name, kind
	entry	hook_range_\name, 8
	.globl	hook_range_\name
	.type	hook_range_\name, @function
hook_range_\name:
	save
	mov	%rdi, %rdx
	mov	%rax, %r9
	mov	%rcx, %r8
	mov	%rsi, %rcx
	lahf
	seto	%al
	push	%rax
	mov	16(%rbp), %rsi
	mov	$\kind, %edi
	call_c	hook_range
	mov	-80(%rbp), %rax
	add	$127, %al
	sahf
	restore
	ret	$8
	.size	hook_range_\name, .-hook_range_\name
.endm

	range	movs, 0
	range	stos, 1
	range	lods, 2
	range	scas_e, 3
	range	scas_ne, 4
	range	cmps_e, 5
	range	cmps_ne, 6

/* The back end's turn at a block; hook_state.block is set. */
	.type	block_enter, @function
block_enter:
	save
	mov	hook_cur(%rip), %rdi
	mov	HOOK_STATE_BLOCK(%rdi), %rsi
	call_c	*hook_ops+HOOK_OPS_BLOCK(%rip)
	restore
	ret
	.size	block_enter, .-block_enter

/*
 * hook_block_A: register A points to the block. Counts it, takes its cost, and looks its code lines up in the fetch table;
 * the common end is two lines below the label. Uses B and C inside.
 */
.macro block a, ad, b, c, cd
	entry	hook_block_\a, 0
	.globl	hook_block_\a
	.type	hook_block_\a, @function
	.p2align 4
hook_block_\a:
	push	%\b
	push	%\c
	mov	hook_cur(%rip), %\b
	incq	HOOK_BLOCK_COUNT(%\a)
	mov	%\a, HOOK_STATE_BLOCK(%\b)
	mov	HOOK_BLOCK_COST(%\a), %\cd
	sub	%\c, HOOK_STATE_LEFT(%\b)
	js	4f
	mov	HOOK_BLOCK_FIRST(%\a), %\cd
	cmp	%\cd, HOOK_STATE_FETCHED(%\b)
	jne	1f
	cmp	%\cd, HOOK_BLOCK_LAST(%\a)
	jne	1f
	pop	%\c
	pop	%\b
	ret
1:	push	%\a
2:	mov	%\cd, %\ad
	and	$(HOOK_FETCH - 1), %\ad
	cmp	%\cd, HOOK_STATE_FETCH(%\b,%\a,4)
	jne	3f
	mov	(%rsp), %\a
	cmp	%\cd, HOOK_BLOCK_LAST(%\a)
	lea	1(%\c), %\cd
	jne	2b
	sub	$1, %\cd
	mov	%\cd, HOOK_STATE_FETCHED(%\b)
	pop	%\a
	pop	%\c
	pop	%\b
	ret
3:	pop	%\a
4:	call	block_enter
	pop	%\c
	pop	%\b
	ret
	.size	hook_block_\a, .-hook_block_\a
.endm

/* The same where flags are live; A is not rax. */
.macro block_f a
	entry	hook_block_\a\()_f, 0
	.globl	hook_block_\a\()_f
	.type	hook_block_\a\()_f, @function
hook_block_\a\()_f:
	push	%rax
	lahf
	seto	%al
	push	%rax
	call	hook_block_\a
	pop	%rax
	add	$127, %al
	sahf
	pop	%rax
	ret
	.size	hook_block_\a\()_f, .-hook_block_\a\()_f
.endm

	block	rax, eax, rcx, rdx, edx
	block	rcx, ecx, rax, rdx, edx
	block	rdx, edx, rax, rcx, ecx
	block	rbx, ebx, rax, rdx, edx
	block	rbp, ebp, rax, rdx, edx
	block	rsi, esi, rax, rdx, edx
	block	rdi, edi, rax, rdx, edx
.irp n, 8, 9, 10, 11, 12, 13, 14, 15
	block	r\n, r\n\()d, rax, rdx, edx
	block_f	r\n
.endr
.irp n, rcx, rdx, rbx, rbp, rsi, rdi
	block_f	\n
.endr

	.section .note.GNU-stack,"",@progbits
