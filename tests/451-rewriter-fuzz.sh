#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Random assembler leaves the same registers, flags and memory with hooks as without, and every address it touches is reported.
. nic_model/linux/rewrite/test/common.sh
gcc -Wall -Wextra -Werror -o "$W/fuzz_gen" $T/fuzz_gen.c
fuzz() {
	seed=$1
	shift
	"$W/fuzz_gen" "$seed" 60 > "$W/all.s"
	for which in plain hooked; do
		sed "s/FUZZ(\([a-z0-9]*\))/${which}_\1/g; s/fuzz_leaf/${which}_leaf/g" "$W/all.s" > "$W/$which.s"
	done
	rw_s hooked "$W/hooked.s" "$@"
	gcc -c "$W/plain.s" -o "$W/plain.o"
	rw_cc "$W/run" "$W/plain.o" "$W/hooked.h.o" $T/fuzz_run.c $T/fuzz_call.S
	"$W/run" ${1:+exact}
}
for seed in ${FUZZ:-1 2}; do
	fuzz "$seed"
	fuzz "$seed" -g
done
