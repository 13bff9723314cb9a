/* SPDX-License-Identifier: GPL-2.0-or-later */
/* void fuzz_call(void (*fn)(void), struct regs *r): see fuzz_run.c. */
	.text
	.globl	fuzz_call
	.type	fuzz_call, @function
fuzz_call:
	push	%rbx
	push	%rbp
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	push	%rsi
	push	%rdi
	pushq	128(%rsi)
	popfq
	mov	0(%rsi), %rax
	mov	8(%rsi), %rcx
	mov	16(%rsi), %rdx
	mov	24(%rsi), %rbx
	mov	40(%rsi), %rbp
	mov	56(%rsi), %rdi
	mov	64(%rsi), %r8
	mov	72(%rsi), %r9
	mov	80(%rsi), %r10
	mov	88(%rsi), %r11
	mov	96(%rsi), %r12
	mov	104(%rsi), %r13
	mov	112(%rsi), %r14
	mov	120(%rsi), %r15
	mov	48(%rsi), %rsi
	call	*(%rsp)
	pushfq
	xchg	%rsi, 16(%rsp)
	mov	%rax, 0(%rsi)
	mov	%rcx, 8(%rsi)
	mov	%rdx, 16(%rsi)
	mov	%rbx, 24(%rsi)
	mov	%rbp, 40(%rsi)
	mov	%rdi, 56(%rsi)
	mov	%r8, 64(%rsi)
	mov	%r9, 72(%rsi)
	mov	%r10, 80(%rsi)
	mov	%r11, 88(%rsi)
	mov	%r12, 96(%rsi)
	mov	%r13, 104(%rsi)
	mov	%r14, 112(%rsi)
	mov	%r15, 120(%rsi)
	mov	16(%rsp), %rax
	mov	%rax, 48(%rsi)
	pop	%rax
	mov	%rax, 128(%rsi)
	pop	%rdi
	pop	%rsi
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbp
	pop	%rbx
	ret
	.size	fuzz_call, .-fuzz_call

	.data
	.globl	fuzz_data
	.balign	64
fuzz_data:
	.zero	512
	.section .note.GNU-stack,"",@progbits
