#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The whole kernel image: boot and a loopback transfer, each function's instructions by hooks against callgrind on the plain
# image. Both runs must receive the same bytes at the same time. Functions that glue or the simulation also call, which hooks
# do not see from there, count the same: code is hooked, callers need not be.
. nic_model/linux/rewrite/test/common.sh
IMG=${IMG:-$B/linux}
[ -f "$IMG/hooked.img" ] || { echo "no $IMG/hooked.img: make image"; exit 77; }
gcc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -I. -c $T/image_run.c -o "$W/run.o"
g++ -rdynamic -o "$W/run" "$W/run.o" "$B/libnicpath.a" -lsystemc -lgsl -lgslcblas -lfyaml -ljansson -lpcap -lm -ldl
gcc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -O1 -o "$W/sum" $T/callgrind_sum.c
HOOK_COUNTS=$W/hooks "$W/run" "$IMG/hooked.img" > "$W/hooked.txt"
valgrind --tool=callgrind --dump-instr=yes --callgrind-out-file="$W/cg.out" "$W/run" "$IMG/plain.img" > "$W/plain.txt" 2> /dev/null
cat "$W/plain.txt"
cmp "$W/plain.txt" "$W/hooked.txt"
"$W/sum" "$IMG/plain.img" "$W/cg.out" > "$W/callgrind"
# static functions of one name are added up; a hooked name may be any of an address's names
awk 'NR == FNR { n = split($1, name, "="); for (i = 1; i <= n; i++) want[name[i]] += $2; next }
	{ got[$1] += $2 }
	END { for (f in got) {
		d = want[f] ? got[f] / want[f] - 1 : 9
		if (!d) same++; else if (d > 0.01 || d < -0.01) { bad++; printf "%s: hooks %d, callgrind %d\n", f, got[f], want[f] }
		else near++
	}
	printf "%d functions equal, %d more within 1 %%, %d not\n", same, near, bad
	exit bad > 2 || same < 1000 }' "$W/callgrind" "$W/hooks"
