#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The hooks of the whole kernel count what valgrind's callgrind counts in the plain image over the same work: within 1 % for
# every function that executes 2000 instructions or more. Functions with repeated string instructions are left out:
# callgrind counts each turn.
export LC_ALL=C
B=${B:-build}
K=build/linux
[ -f $K/hooked.img ] || { echo "no kernel image: make image"; exit 77; }
command -v valgrind >/dev/null || { echo "no valgrind"; exit 77; }
nm "$B/nicpath" | grep -q __asan_init && { echo "kernel images lie where the address sanitizer has its own memory"; exit 77; }
W=$(mktemp -d) || exit 1
trap 'rm -rf "$W"' EXIT
gcc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -O1 -I. -c nic_model/linux/test/count_main.c -o "$W/count.o" &&
	g++ -o "$W/count" "$W/count.o" "$B/libnicpath.a" -lsystemc -lgsl -lgslcblas -lfyaml -ljansson -lpcap -lm || exit 1
"$W/count" $K/hooked.img >"$W/hooked" || exit 1
valgrind --tool=callgrind --smc-check=all --dump-instr=yes --compress-pos=no --callgrind-out-file="$W/cg" "$W/count" $K/plain.img >"$W/log" 2>&1 ||
	{ tail "$W/log"; exit 1; }
# Instruction addresses of up to eight digits are the image's. Addresses of equal width compare as text.
awk '/^0x/ {
	if (skip) { skip = 0; next }	# the line after calls= is the cost of the callee
	if (length($1) <= 10) n[$1] += $3
}
/^calls=/ { skip = 1 }
END { for (a in n) printf "%016s %d\n", substr(a, 3), n[a] }' "$W/cg" | sed 's/^ */0000000000000000/; s/^0*\([0-9a-f]\{16\}\) /\1 /' | sort >"$W/addresses"
nm $K/plain.img | awk '$2 ~ /[tTwW]/ { print $1, $3 }' | sort >"$W/symbols"
# A function that executes repeated string instructions anywhere.
objdump -d --no-show-raw-insn $K/plain.img | awk '/^[0-9a-f]+ <.*>:$/ { f = substr($2, 2, length($2) - 3) }
/\trepn?z? |\trep / { print f }' | sort -u >"$W/rep"
awk -v min=2000 '
FILENAME == ARGV[1] { at[++n] = "x" $1; name[n] = $2; next }
FILENAME == ARGV[2] { while (i < n && at[i + 1] <= "x" $1) i++; cg[name[i]] += $2; next }
FILENAME == ARGV[3] { rep[$1] = 1; next }
{ hook[$1] += $2 }
END {
	for (f in hook) {
		if (hook[f] < min || f in rep || !(f in cg))
			continue
		d = cg[f] ? (hook[f] - cg[f]) / cg[f] : 1
		compared++
		sum += hook[f]
		if (d > 0.01 || d < -0.01) {
			printf "%s: hooks %d, callgrind %d\n", f, hook[f], cg[f]
			bad++
		}
	}
	printf "%d functions, %d instructions compared, %d differ\n", compared, sum, bad
	exit bad > 0 || compared < 150
}' "$W/symbols" "$W/addresses" "$W/rep" "$W/hooked"
