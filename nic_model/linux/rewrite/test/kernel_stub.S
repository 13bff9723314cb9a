/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Thunks that the distribution's compile flags call. */
	.text
.macro thunk n
	.globl	__x86_indirect_thunk_\n
	.type	__x86_indirect_thunk_\n, @function
__x86_indirect_thunk_\n:
	jmp	*%\n
	.size	__x86_indirect_thunk_\n, .-__x86_indirect_thunk_\n
.endm
.irp n, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15
	thunk	\n
.endr
.macro leaf n
	.globl	\n
	.type	\n, @function
\n:	ret
	.size	\n, .-\n
.endm
	leaf	__x86_return_thunk
	leaf	__fentry__
	.section .note.GNU-stack,"",@progbits
