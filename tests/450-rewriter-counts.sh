#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Hooked code counts exactly the instructions that the processor executes in the plain code, function by function.
# No alignment of loops, as in the kernel's build: padding that is executed belongs to no block.
. nic_model/linux/rewrite/test/common.sh
align="-falign-loops=1 -falign-jumps=1 -falign-labels=1"
rw_cc "$W/step_count" $T/step_count.c
run() {
	name=$1
	shift
	rw_c "$name" $T/sample.c "$@"
	rw_cc "$W/$name.hooked" "$W/$name.h.o" $T/count_main.c
	gcc -no-pie -o "$W/$name.plain" "$W/$name.p.o"
	[ "$("$W/$name.plain")" = "$("$W/$name.hooked")" ] || { echo "$name: other output"; exit 1; }
	"$W/step_count" "$W/$name.plain" "$W/$name.hooked" || { echo "$*"; exit 1; }
}
run gcc-O0 gcc -O0
run gcc-O2 gcc -O2 -fno-ipa-ra $align
if command -v clang >/dev/null; then
	run clang-O2 clang -O2 -fno-unroll-loops -falign-loops=1
fi
