#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The rewriter's long tests (make soak-rewrite), from the repository's root. Each prints a line of its counts; the exit status
# is 0 only if nothing differed.
#	FUZZ="FROM TO"		seeds of random assembler (default 1 200, 200 functions each, twice)
#	CSMITH="FROM TO"	seeds of random C programs, 8 compilations each (default 1 30; needs csmith and libcsmith-dev)
#	IMG=DIR			kernel images (default build/linux): every function's count against callgrind
#	KERNEL=DIR		a kernel build folder (make O=DIR, prepared): every .s file below it must rewrite and assemble,
#				and some of lib/ must count as callgrind does (default build/linux/survey, see survey.sh)
. nic_model/linux/rewrite/test/common.sh
set +e
failed=0

fuzz_one() {
	"$W/fuzz_gen" "$1" 200 > "$W/all.s"
	for which in plain hooked; do
		sed "s/FUZZ(\([a-z0-9]*\))/${which}_\1/g; s/fuzz_leaf/${which}_leaf/g" "$W/all.s" > "$W/$which.s"
	done
	rw_s hooked "$W/hooked.s" $2 && gcc -c "$W/plain.s" -o "$W/plain.o" &&
		rw_cc "$W/run" "$W/plain.o" "$W/hooked.h.o" $T/fuzz_run.c $T/fuzz_call.S && "$W/run" ${2:+exact} > "$W/log"
}

fuzz() {
	n=0
	gcc -o "$W/fuzz_gen" $T/fuzz_gen.c
	for seed in $(seq $1 $2); do
		for opt in "" -g; do
			if fuzz_one "$seed" $opt; then n=$((n + 200)); else
				echo "random assembler differs: seed $seed $opt"
				head -3 "$W/log"
				failed=1
			fi
		done
	done
	echo "random assembler: $n functions the same"
}

csmith_one() {
	"$@" -w -g1 -I/usr/include/csmith -mno-red-zone -fcf-protection=none -fno-pie -S "$W/c.c" -o "$W/c.s" &&
		rw_s c "$W/c.s" && gcc -no-pie -o "$W/plain" "$W/c.p.o" && rw_cc "$W/hooked" "$W/c.h.o" $T/count_main.c || return 1
	timeout 5 "$W/plain" > "$W/plain.txt"
	[ $? = 124 ] && return 2
	timeout 100 "$W/hooked" > "$W/hooked.txt"
	cmp -s "$W/plain.txt" "$W/hooked.txt"
}

csmith_all() {
	n=0
	command -v csmith > /dev/null || { echo "random C: skipped, csmith is not installed"; return; }
	for seed in $(seq $1 $2); do
		csmith --seed "$seed" --no-argc --max-funcs 6 --max-block-depth 4 > "$W/c.c"
		for how in "gcc -O0" "gcc -O1" "gcc -O2 -fno-ipa-ra" "gcc -O3 -fno-ipa-ra" "gcc -Os -fno-ipa-ra" "clang -O0" "clang -O2" \
			"clang -O3"; do
			csmith_one $how
			case $? in
			0) n=$((n + 1)) ;;
			1) echo "random C differs: seed $seed $how"; failed=1 ;;
			2) break ;;
			esac
		done
	done
	echo "random C: $n programs the same"
}

kernel_files() {
	n=0 refused=0
	find "$1" -name '*.s' -size +2k ! -path '*/scripts/*' > "$W/files"
	while read -r s; do
		grep -q '\.incbin' "$s" && continue
		if ! "$B/rewrite" -o "$W/k.h.s" -p "$W/k.p.s" "$s" 2> "$W/message"; then
			cat "$W/message"
			refused=$((refused + 1))
		elif gcc -c "$W/k.h.s" -o "$W/k.o" 2> "$W/message" && gcc -c "$W/k.p.s" -o "$W/k.o" 2> "$W/message"; then
			n=$((n + 1))
		else
			echo "$s: $(grep -m1 Error "$W/message")"
			failed=1
		fi
	done < "$W/files"
	echo "kernel files: $n rewritten and assembled, $refused refused"
}

[ -d "${KERNEL:=$B/linux/survey}" ] && {
	kernel_files "$KERNEL"
	$T/callgrind.sh "$KERNEL" || failed=1
}
$T/callgrind_image.sh
status=$?
[ $status = 0 ] || [ $status = 77 ] || failed=1
fuzz ${FUZZ:-1 200}
csmith_all ${CSMITH:-1 30}
exit $failed
