#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every scenario of the distribution, with its times shortened: each point ends
# well, which it does only when its packets, frames and CPU time balance
# (scenarios/result_check.c; that this can fail: 762-an-imbalance-is-seen.c).
. tests/e2e-lib

ran=0
for file in "$ROOT"/scenarios/*.yaml; do
	name=$(basename "$file" .yaml)
	: >log
	"$N" run "$file" --set warmup=15ms --set duration=5ms -o "$name" --no-report >>log 2>&1 &
	pid=$!
	# A dozen points tell; the rest of a long sweep is left.
	while kill -0 $pid 2>/dev/null; do
		[ "$(grep -c ': done in' log)" -ge 12 ] && kill -TERM $pid 2>/dev/null && break
		sleep 0.1
	done
	wait $pid
	got=$?
	if grep -q 'no kernel image' log; then
		echo "$name: not run: no kernel image (make image)"
		continue
	fi
	[ $got = 0 ] || [ $got = 130 ] || [ $got = 143 ] ||
		complain "$name: status $got: $(grep -A 3 failed log | head -n 20)"
	grep -q ': failed: ' log && ! grep -q 'interrupted' log && complain "$name: $(grep -A 3 failed log | head -n 20)"
	ran=$((ran + 1))
	# Not each point has anything to receive so soon (a first retransmission takes
	# 200 ms), but some have.
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^flows\..*\.rx_bytes$/) at[i] }
		NR > 1 { for (i in at) n += $i } END { exit !n }' "$name/points.csv" ||
		complain "$name: nothing was received in any point"
done
[ $ran -gt 0 ] || complain "no scenario ran"
exit $bad
