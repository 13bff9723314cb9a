#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Numeric labels, nested sections, alternatives, jump labels, exception tables, jump tables and lock prefixes keep their meaning.
. nic_model/linux/rewrite/test/common.sh
rw_s syntax $T/syntax.s
rw_cc "$W/plain" "$W/syntax.p.o" $T/syntax.c
rw_cc "$W/hooked" "$W/syntax.h.o" $T/syntax.c $T/count_main.c
"$W/plain" > "$W/plain.txt"
HOOK_COUNTS=$W/counts "$W/hooked" > "$W/hooked.txt"
cmp "$W/plain.txt" "$W/hooked.txt"
# By hand, for n = 1..5: 5 instructions, 3 n in the loop, 2 to the jump table's test, the table's jump and 2, 2, 1 for
# n = 1, 2, 3, jump label and return. Loads: lock add, alternative, return, 3 times the table. Stores: lock add.
want="COUNT syntax $((5 * 5 + 3 * 15 + 5 * 2 + 3 + 5 + 5 * 2)) $((5 * 3 + 3)) 5"
[ "$(cat "$W/counts")" = "$want" ] || { cat "$W/counts"; echo "expected: $want"; exit 1; }
