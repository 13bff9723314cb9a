#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What the rewriter does not understand it refuses, naming file, line and text.
. nic_model/linux/rewrite/test/common.sh
refuse() {
	printf '\t.text\nf:\n%b\n' "$1" > "$W/in.s"
	if "$B/rewrite" -o "$W/out.s" "$W/in.s" 2> "$W/message"; then
		echo "accepted: $1"
		exit 1
	fi
	[ "$(cat "$W/message")" = "$W/in.s:$2" ] || { echo "$1: $(cat "$W/message")"; exit 1; }
}
refuse '\tnop\n\tfrobnicate\t%rax' "4: unknown instruction: 'frobnicate	%rax'"
refuse '\tmovq\t(%rax' "3: operand not understood: 'movq	(%rax'"
refuse '\tmovq\t8(%rax,%rbx,3), %rcx' "3: operand not understood: 'movq	8(%rax,%rbx,3), %rcx'"
refuse '\tmovl\t(%eax), %ecx' "3: 32-bit address not supported: 'movl	(%eax), %ecx'"
refuse '\taddq\t%rax, %rbx, %rcx' "3: unknown instruction: 'addq	%rax, %rbx, %rcx'"
refuse '\t.subsection 1\n\tnop' "3: .subsection is not supported"
refuse '\t.popsection' "3: .popsection without .pushsection"
refuse '\t.macro m\n\tnop\n\t.endm' "4: instruction 'nop' inside a macro or repeat body is not supported"
refuse '\t.data\n\tnop' "4: instruction outside code: 'nop'"
refuse '\tlock' "3: prefix without instruction"
refuse '\t.rept 3\n\t.byte 1' "5: macro or repeat body does not end"
[ ! -e "$W/out.s" ] || { echo "output written"; exit 1; }
"$B/rewrite" -o "$W/out.s" "$W/absent.s" 2> "$W/message" && exit 1
[ "$(cat "$W/message")" = "$W/absent.s:0: cannot be opened" ]
