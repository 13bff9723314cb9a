# SPDX-License-Identifier: GPL-2.0-or-later
# For tests of the rewriter, sourced from the repository's root: a work folder $W and
#	rw_c NAME FILE.c COMPILER OPTIONS...	makes $W/NAME.h.o (hooked) and $W/NAME.p.o (plain)
#	rw_s NAME FILE.s [REWRITE OPTIONS]	the same from assembler
#	rw_cc OUT FILES...			links with the run time
set -e
B=${B:-build}
T=nic_model/linux/rewrite/test
W=$B/rewrite-test/$(basename "$0" .sh)
[ -x "$B/rewrite" ] && [ -f "$B/libhook.a" ] || make -s "$B/rewrite" "$B/libhook.a"
rm -rf "$W"
mkdir -p "$W"

rw_s() {
	name=$1 source=$2
	shift 2
	"$B/rewrite" "$@" -o "$W/$name.h.s" -p "$W/$name.p.s" "$source"
	gcc -c "$W/$name.h.s" -o "$W/$name.h.o"
	gcc -c "$W/$name.p.s" -o "$W/$name.p.o"
}

rw_c() {
	name=$1 source=$2
	shift 2
	"$@" -w -g1 -mno-red-zone -fno-pie -fcf-protection=none -I. -S "$source" -o "$W/$name.s"
	rw_s "$name" "$W/$name.s"
}

rw_cc() {
	out=$1
	shift
	gcc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -no-pie -I. -o "$out" "$@" "$B/libhook.a"
}
