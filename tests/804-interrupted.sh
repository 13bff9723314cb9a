#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# An interrupted run ends its points at once, keeps what is done, says how to go on.
. tests/cli-lib

cat >s.yaml <<'X'
work: {busy: 150ms}
sweep: {work.buffer.size: log2(1KiB..2MiB)}
X
# sh starts background jobs with SIGINT ignored, so it is SIGTERM here
for jobs in 1 2; do
	"$N" run s.yaml -o r$jobs --no-report --jobs $jobs >out 2>err &
	pid=$!
	sleep 0.7
	begin=$(date +%s%N)
	kill -TERM $pid
	wait $pid
	status=$?
	took=$((($(date +%s%N) - begin) / 1000000))
	[ $status = 130 ] || complain "status $status"
	[ $took -lt 4000 ] || complain "took $took ms to end"
	done_now=$(ls -d r$jobs/buffer* 2>/dev/null | wc -l)
	has err "interrupted: $done_now of 12 points are done and kept in r$jobs; the same command goes on from there"
	grep -q failed err && complain "ended points count as failed: $(cat err)"
	[ "$(rows r$jobs/points.csv)" = "$done_now" ] || complain "points.csv"
	[ -z "$(points_running)" ] || complain "still running: $(points_running)"
	ls -a r$jobs | grep -q part && complain "left over: $(ls -a r$jobs)"
	run 0 run s.yaml -o r$jobs --no-report --jobs 4 --set work.busy=150ms
	grep -q "^12 points: $((12 - done_now)) run in .*, $done_now finished before, 0 failed" out ||
		complain "going on: $(cat out)"
	[ "$(rows r$jobs/points.csv)" = 12 ] || complain "points.csv: $(cat r$jobs/points.csv)"
done
same r1/points.csv r2/points.csv

# one folder, one run
"$N" run s.yaml -o r1 --no-report --set work.x=0.1 >out1 2>err1 &
pid=$!
sleep 0.5
run 2 run s.yaml -o r1 --no-report
has err "r1: another nicpath is running points here"
kill -TERM $pid
wait $pid
exit $bad
