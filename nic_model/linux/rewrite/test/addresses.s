# SPDX-License-Identifier: GPL-2.0-or-later
# Operands of every form, with every register live, for addresses.c: void form(long i /* 3 */, char *p).
	.text
	.globl	form
	.type	form, @function
form:
	movq	%rsp, entry_sp(%rip)
	pushq	%rbx
	pushq	%r12
	subq	$40, %rsp
	movq	%rdi, 8(%rsp)
	movl	$1, 36(%rsp)
#APP
	# all registers and flags live from here
	cmpq	%rdi, %rsi
	movb	$7, (%rsp)
	movzwl	2(%rsi), %eax
	addl	$5, 64(%rsi,%rdi,8)
	movq	table(,%rdi,8), %rbx
	movq	table+16(%rip), %r12
	btsq	%rbx, 128(%rsi)
	lock; addq	%rdi, 8(%rsi)
	xchgl	%eax, 20(%rsi)
	prefetchw	192(%rsi)
	leaq	-1(%rsi), %rsi
	movq	%gs:16, %rax
	movb	%al, %gs:(%rdi)
	pushq	1(%rsi)
	popq	8(%rsp)
	pushfq
	popfq
	call	leaf
	call	*table+8(%rip)
	leaq	1(%rsi), %rdi
	leaq	33(%rsi), %rsi
	movl	$5, %ecx
	xorl	%eax, %eax
	rep stosl
	movsb
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	cmpxchg16b	223(%rsi)
#NO_APP
	leaq	40(%rsp), %rsp
	popq	%r12
	popq	%rbx
	ret
	.size	form, .-form
	.type	leaf, @function
leaf:
	ret
	.size	leaf, .-leaf
	.data
	.globl	table, entry_sp
	.balign	64
table:
	.quad	0x1122, leaf, 3, 200, 5
entry_sp:
	.quad	0
	.section	.note.GNU-stack,"",@progbits
