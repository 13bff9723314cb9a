# SPDX-License-Identifier: GPL-2.0-or-later
# Makes assembler source of the stubs: stubs.list first, then undefined symbols (nm -u), one a line.
FNR == NR {
	if ($1 == "zero")
		for (i = 2; i <= NF; i++)
			zero[$i] = 1
	if ($1 == "data")
		for (i = 3; i <= NF; i++)
			data[$i] = $2
	next
}
{
	s = $NF
	if (s ~ /^(__start_|__stop_|hook_)/)
		next
	if (s in data) {
		printf ".section .bss\n.balign 64\n.globl %s\n.type %s, @object\n.size %s, %d\n%s: .skip %d\n",
			s, s, s, data[s], s, data[s]
		next
	}
	printf ".section .text\n.balign 16\n.globl %s\n.type %s, @function\n%s:\n", s, s, s
	if (s in zero) {
		printf "\txorl %%eax, %%eax\n\tret\n"
	} else {
		printf "\tmovq $1f, %%rdi\n\tmovq (%%rsp), %%rsi\n\tsubq $8, %%rsp\n\tcall nic_stub_hit\n\tud2\n"
		printf ".section .rodata\n1: .asciz \"%s\"\n", s
		printf ".section .nic_stubs,\"a\"\n.quad 1b\n"
	}
	printf ".size %s, . - %s\n", s, s > "/dev/null"
}
