# SPDX-License-Identifier: GPL-2.0-or-later
	.text
	.globl	reads, writes
	.type	reads, @function
reads:
	movzbl	(%rdi), %eax
	movzbl	(%rsi), %edx
	ret
	.size	reads, .-reads
	.type	writes, @function
writes:
	movb	%al, (%rdi)
	movb	%dl, (%rsi)
	ret
	.size	writes, .-writes
	.section	.note.GNU-stack,"",@progbits
