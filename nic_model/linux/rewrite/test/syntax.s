# SPDX-License-Identifier: GPL-2.0-or-later
# What kernel code does with the assembler: long syntax(long *p, long n), for syntax.c.
	.file	"syntax.c"
	.macro note kind:req
	.ifc \kind, one
	.set note_value, 1
	.endif
	.endm
	.text
	.globl	syntax
	.type	syntax, @function
syntax:
	.cfi_startproc
1:	xorl	%eax, %eax		# a comment; with a semicolon
	.section __marks, "a", @progbits
	.quad 1b
	.previous
#APP
# 10 "syntax.c" 1
	.pushsection .smp_locks,"a"
	.balign 4
	.long 671f - .
	.popsection
671:
	lock; addq $1, (%rdi)
	note one
# 0 "" 2
#NO_APP
	/* a C comment
	   over lines: jmp nowhere */
#APP
661:
	movq 8(%rdi), %rdx
662:
.skip -(((6651f-6641f)-(662b-661b)) > 0) * ((6651f-6641f)-(662b-661b)),0x90
663:
	.pushsection .altinstructions,"a"
	.long 661b - .
	.long 6641f - .
	.2byte 77
	.byte 663b-661b
	.byte 6651f-6641f
	.popsection
	.pushsection .altinstr_replacement, "ax"
6641:	movq 8(%rdi), %rdx
6651:
	.popsection
#NO_APP
	addq	%rdx, %rax
	movq	%rsi, %rcx
1:	incq	%rax; decq %rcx
	jne	1b
	cmpq	$3, %rsi
	ja	.L9
	jmp	*.Ltable(,%rsi,8)
	.section	.rodata
	.align 8
.Ltable:
	.quad	.L9, .L1, .L2, .L3
	.text
.L1:	addq	$100, %rax
	jmp	.L9
.L2:	addq	$200, %rax
.L3:	addq	$300, %rax
.L9:
#APP
1:	.byte 0x0f,0x1f,0x44,0x00,0x00
	.pushsection __jump_table, "aw"
	.balign 8
	.long 1b - ., .L11 - .
	.quad 0
	.popsection
#NO_APP
	ret
	.section	.text.unlikely,"ax",@progbits
	.type	syntax.cold, @function
syntax.cold:
.L11:	addq	$1000, %rax
	jmp	.L12
	.size	syntax.cold, .-syntax.cold
	.text
.L12:
#APP
2:	movq	(%rdi), %rcx
3:
	.section __ex_table, "a"
	.long 2b - ., 3b - .
	.previous
	lock
	xaddq	%rcx, (%rdi)
#NO_APP
	notrack jmp	.L13
.L13:	rep ret
	.cfi_endproc
	.size	syntax, .-syntax
	.globl	syntax_marks, syntax_locks, syntax_alts, syntax_extable, syntax_jump
	.section __marks, "a"
syntax_marks = . - 8
	.section .smp_locks,"a"
syntax_locks = . - 4
	.section .altinstructions,"a"
syntax_alts = . - 12
	.section __ex_table,"a"
syntax_extable = . - 8
	.section __jump_table,"aw"
syntax_jump = . - 16
	.section	.note.GNU-stack,"",@progbits
