#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# compile.sh SOURCE BUILD FILE REWRITE COMPILER OPTIONS...: one kernel file to BUILD/plain/FILE.o and BUILD/hooked/FILE.o.
set -e
# `make asan` has a rewriter that is told of what it leaves to its end.
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS
src=$1 out=$2 file=$3 rewrite=$4 cc=$5
shift 5
p=$out/plain/$file h=$out/hooked/$file
trap 'rm -f "$p".[is] "$p".in.s "$h".s' EXIT
fail() {
	rm -f "$p.o" "$h.o"
	echo "kernel file $file: $1" >&2
	exit 1
}
how=
if [ -f "$src/$file.S" ]; then
	how=-a
	$cc -E "$@" -D__ASSEMBLY__ "$src/$file.S" -o "$p.i" || fail "does not preprocess"
	if command -v clang >/dev/null; then
		clang -cc1as -triple x86_64-linux-gnu -filetype asm -o "$p.in.s" "$p.i" || fail "clang does not assemble it"
	else
		echo "kernel file $file: no clang, so it stays without hooks" >&2
		$cc -x assembler -c "$p.i" -o "$p.o"
		cp "$p.o" "$h.o"
		exit 0
	fi
else
	$cc "$@" -S "$src/$file.c" -o "$p.in.s" || fail "does not compile"
fi
"$rewrite" $how -b -o "$h.s" -p "$p.s" "$p.in.s" || fail "the rewriter does not understand its code"
$cc -c "$p.s" -o "$p.o" && $cc -c "$h.s" -o "$h.o" || fail "does not assemble"
