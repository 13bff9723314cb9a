#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# kill -9 of the run or of a point at random moments loses only what was being
# run: no row of points.csv is torn or double, what is finished stays finished,
# and in the end everything is as if nothing had happened.
. tests/cli-lib

cat >s.yaml <<'X'
work: {busy: 40ms}
sweep:
  work.buffer.size: log2(1KiB..32KiB)
  work.rate: [1Mbps, 2Mbps, 3Mbps, 4Mbps]
X
run 0 run s.yaml -o whole --no-report --set work.busy=40ms

# Numerical Recipes' LCG: the moments are the same each time, as far as they can
seed=12345
random() { # below $1, in $r
	seed=$(((seed * 1664525 + 1013904223) % 4294967296))
	r=$((seed / 65536 % $1))
}
check_folder() {
	for d in "$1"/buffer*; do
		[ -d "$d" ] || continue
		[ -s "$d/result.json" ] || complain "$d has no result"
		[ -s "$d/scenario.resolved.yaml" ] || complain "$d has no scenario"
		tail -c 2 "$d/result.json" | grep -q '}' || complain "$d/result.json is torn"
	done
	[ -e "$1/points.csv" ] || return
	head -n 1 "$1/points.csv" | grep -q '^point,' || complain "heading of points.csv"
	[ "$(tail -n +2 "$1/points.csv" | sort -u | wc -l)" = "$(rows "$1/points.csv")" ] ||
		complain "double row"
	[ "$(awk -F, 'NR > 1 && $1 !~ /^buffer/' "$1/points.csv" | wc -l)" = 0 ] || complain "torn row"
}

kills=0
while [ $kills -lt 10 ]; do
	"$N" run s.yaml -o r --no-report --jobs 2 >out 2>err &
	pid=$!
	random 500
	sleep "$(printf '0.%03d' $r)"
	random 3
	if [ $r = 0 ]; then
		# a point instead of the run: that point fails, the run goes on
		victim=$(points_running | head -n 1)
		[ -n "$victim" ] && kill -KILL "$victim" 2>/dev/null
		random 300
		sleep "$(printf '0.%03d' $r)"
	fi
	kill -KILL $pid 2>/dev/null
	wait $pid 2>/dev/null
	kills=$((kills + 1))
	check_folder r
	ls r 2>/dev/null | grep '^buffer' >finished
	[ -e finished_before ] && ! grep -vxFf finished finished_before >gone || [ ! -s gone ] ||
		complain "finished points are gone: $(cat gone)"
	cp finished finished_before
done
# its points are gone with it
tries=0
while [ -n "$(points_running)" ] && [ $tries -lt 20 ]; do
	sleep 0.1
	tries=$((tries + 1))
done
[ -z "$(points_running)" ] || complain "still running: $(points_running)"
run 0 run s.yaml -o r --no-report
check_folder r
same whole/points.csv r/points.csv
[ "$(ls r | grep -c '^buffer')" = 24 ] || complain "$(ls r)"
ls -a r | grep -q part && complain "left over: $(ls -a r)"
exit $bad
