#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Charged code takes the time that its machine needs; tables that keep hooks quiet change nothing; causes and functions add up.
. nic_model/linux/rewrite/test/common.sh
[ -f "$B/libnicpath.a" ] || make -s "$B/libnicpath.a"
rw_c charged $T/charged.c gcc -O2 -fno-ipa-ra
gcc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -I. -c $T/charge_run.c -o "$W/run.o"
g++ -no-pie -o "$W/run" "$W/run.o" "$W/charged.h.o" "$B/libnicpath.a" "$B/libhook.a" -lsystemc -lgsl -lgslcblas -lfyaml -ljansson \
	-lpcap -lm -ldl
"$W/run"
"$W/run" mixed > "$W/tables"
"$W/run" mixed all > "$W/none"
cat "$W/tables"
cmp "$W/tables" "$W/none"
