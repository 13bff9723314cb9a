#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Charged code takes the time that its machine needs; tables that keep hooks quiet change nothing that matters; causes and functions add up.
. nic_model/linux/rewrite/test/common.sh
[ -f "$B/libnicpath.a" ] || make -s "$B/libnicpath.a"
rw_c charged $T/charged.c gcc -O2 -fno-ipa-ra
gcc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -I. -c $T/charge_run.c -o "$W/run.o"
g++ ${SAN:-} -no-pie -o "$W/run" "$W/run.o" "$W/charged.h.o" "$B/libnicpath.a" "$B/libhook.a" -lsystemc -lgsl -lgslcblas -lfyaml -ljansson \
	-lpcap -lm -ldl
"$W/run"
"$W/run" mixed > "$W/all"
"$W/run" mixed recent > "$W/recent"
"$W/run" mixed none > "$W/none"
cat "$W/none"
cmp "$W/recent" "$W/none"
# all: the replacement order is by first use since the set's last fill; within 1 % in time and in misses
awk 'NR == 1 { ps = $1; n = $NF } END { t = $1 / ps; m = $NF / n
	printf "all tables: time %+.3f %%, misses %+.3f %%\n", 100 * (1 / t - 1), 100 * (1 / m - 1)
	exit t < 0.99 || t > 1.01 || m < 0.99 || m > 1.01 }' "$W/all" "$W/none"
