#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every scenario of the distribution, with its times shortened: each point ends
# well, which it does only when its packets, frames and CPU time balance
# (scenarios/result_check.c; that this can fail: 762-an-imbalance-is-seen.c).
. tests/e2e-lib

# may_be_silent POINT: nothing was received in its window.  That is right only where
# all has been received, or where it waits for the retransmission of what was lost
# before: from the start on it received something, and lost something for a named reason.
may_be_silent() {
	jq -e '[.flows[].finished] | all' "$name/$1/result.json" >/dev/null && return
	sed 's/^warmup: .*/warmup: 0s/; s/^duration: .*/duration: 20ms/' "$name/$1/scenario.resolved.yaml" >whole.yaml
	rm -rf whole
	"$N" point whole.yaml -o whole >whole.log 2>&1 || complain "$name/$1 without warm-up: $(tail -n 5 whole.log)"
	[ "$(jq '[.flows[].rx_bytes] | add' whole/result.json)" -gt 0 ] ||
		complain "$name/$1: nothing was received in the window, nor before"
	[ "$(jq '[.. | .drops? // empty | .. | numbers] | add // 0' whole/result.json)" -gt 0 ] ||
		complain "$name/$1: nothing was received in the window, though nothing was lost before"
}

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
	grep -q ': failed: ' log && complain "$name: $(grep -A 3 failed log | head -n 20)"
	ran=$((ran + 1))
	silent=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^flows\..*\.rx_bytes$/) at[i] }
		NR > 1 { n = 0; for (i in at) n += $i; if (!n) print $1 }' "$name/points.csv")
	for point in $silent; do
		may_be_silent "$point"
	done
done
[ $ran -gt 0 ] || complain "no scenario ran"
exit $bad
