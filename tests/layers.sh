#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Includes never point up in rank (docs/design.md): proves it for every file.
cd "$(dirname "$0")/.." || exit 1
git ls-files '*.c' '*.h' '*.cpp' | grep -v '^tests/' | xargs awk '
function rank(p) {
	if (p ~ /^sim\//) return 0
	if (p ~ /^models\/(mem|host)\//) return 1
	if (p ~ /^models\/(tx|rx|app)\//) return 3
	if (p ~ /^models\//) return 2
	if (p ~ /^nic_model\/linux\//) return 4
	if (p ~ /^nic_model\//) return 3
	if (p ~ /^scenarios\//) return 5
	if (p ~ /^analysis\//) return 6
	return -1
}
FNR == 1 { from = rank(FILENAME) }
/^#include "/ {
	split($0, q, "\"")
	to = rank(q[2])
	if (to < 0) next
	n++
	# models/*.c are the glue of rank 2 headers and rank 3 stages: they may call stages.
	if (to > from && !(from == 2 && to == 3 && FILENAME ~ /\.c$/ && q[2] ~ /^models\//)) {
		printf "%s:%d: rank %d includes %s, rank %d\n", FILENAME, FNR, from, q[2], to
		bad = 1
	}
	# analysis reads files: of the simulator it knows sim/ only.
	if (from == 6 && to > 0 && to < 6) {
		printf "%s:%d: analysis includes %s\n", FILENAME, FNR, q[2]
		bad = 1
	}
}
END {
	if (n < 100) { print "only " n " includes seen"; bad = 1 }
	exit bad
}'
