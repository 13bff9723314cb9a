#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# callgrind.sh KERNEL_BUILD: functions of the kernel's lib/ count as valgrind's callgrind counts them in the plain build.
# Calls through the program's linkage table belong to no function here and to the caller there: functions of the C library
# are linked statically as far as possible, the rest is printed and must be below 2 %.
. nic_model/linux/rewrite/test/common.sh
K=$1
h= p=
for f in lib/sort lib/list_sort lib/rbtree lib/siphash lib/hexdump lib/string lib/find_bit lib/glob lib/win_minmax lib/kstrtox \
	lib/xxhash lib/crc16 lib/ctype lib/hweight arch/x86/lib/csum-partial_64; do
	n=$(basename $f)
	[ -f "$K/$f.s" ] || { echo "no $K/$f.s: run $T/survey.sh first"; exit 77; }
	rw_s "$n" "$K/$f.s"
	h="$h $W/$n.h.o" p="$p $W/$n.p.o"
done
gcc -std=gnu11 -D_GNU_SOURCE -O1 -fno-builtin -c $T/kernel_lib.c -o "$W/main.o"
rw_cc "$W/hooked" "$W/main.o" $T/kernel_stub.S $h $T/count_main.c
gcc -no-pie -o "$W/plain" "$W/main.o" $T/kernel_stub.S $p
HOOK_COUNTS=$W/counts "$W/hooked" > "$W/hooked.txt"
valgrind --tool=callgrind --callgrind-out-file="$W/cg.out" "$W/plain" > "$W/plain.txt" 2> /dev/null
cmp "$W/plain.txt" "$W/hooked.txt"
callgrind_annotate --auto=no --threshold=100 --show-percs=no "$W/cg.out" |
	sed -En "s/^ *([0-9,]+) +[^ ]*:([A-Za-z0-9_.]+)('[0-9]+)?( \[.*)?$/\2 \1/p" |
	tr -d , | awk '{ n[$1] += $2 } END { for (f in n) print f, n[f] }' > "$W/callgrind"
awk 'NR == FNR { want[$1] = $2; next } want[$2] {
	d = $3 / want[$2] - 1
	if (d) printf "%s: hooks %d, callgrind %d, %+.2f %%\n", $2, $3, want[$2], 100 * d
	if (d > 0.01 || d < -0.02) bad = 1
	n++
} END { print n " kernel functions against callgrind"; exit bad || n < 20 }' "$W/callgrind" "$W/counts"
