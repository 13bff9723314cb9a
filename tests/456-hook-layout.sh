#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Code lines are those of the plain image, whatever hooks did to the code's size.
. nic_model/linux/rewrite/test/common.sh
if [ -n "${SAN:-}" ]; then
	echo "the pieces lie where the address sanitizer has its own memory"
	exit 77
fi
rw_c sample $T/sample.c gcc -O1 -DSAMPLE_MAIN=sample_main -falign-loops=1 -falign-jumps=1 -falign-labels=1
objcopy --redefine-sym sample_checksum=plain_sample_checksum --redefine-sym sample_main=plain_sample_main "$W/sample.p.o"
rw_cc "$W/run" "$W/sample.h.o" "$W/sample.p.o" $T/layout.c
"$W/run"
