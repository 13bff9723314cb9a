#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A point that fails is reported with the end of its log; the rest goes on.
. tests/cli-lib

cat >s.yaml <<'X'
sweep:
  work.fate: [ok, error, crash, torn, missing]
  n: {path: work.buffer.size, values: [1KiB, 2KiB]}
X
for jobs in 1 4; do
	run 1 run s.yaml -o r$jobs --no-report --jobs $jobs
	grep -q '^10 points: 2 run in .*, 0 finished before, 8 failed$' out ||
		complain "jobs $jobs: $(cat out)"
	[ "$(rows r$jobs/points.csv)" = 2 ] || complain "$(cat r$jobs/points.csv)"
	for f in error crash torn missing; do
		[ "$(grep -c "^work.fate-${f}_.*: failed: " err)" = 2 ] || complain "$f: $(cat err)"
		[ -e r$jobs/work.fate-${f}_* ] && complain "$f left a folder"
	done
	has err "    the fake failed at size 1024"
	has err "    the fake begins"
	grep -q 'crash.*: failed: killed by SIGSEGV (Segmentation fault)$' err ||
		complain "crash: $(cat err)"
	grep -q 'error.*: failed: exit status 1$' err || complain "error: $(cat err)"
	has err "    the run wrote no result.json"
	[ "$(grep -c '"state": "failed"' r$jobs/run.json)" = 8 ] || complain "run.json"
	[ "$(grep -c '"state": "done"' r$jobs/run.json)" = 2 ] || complain "run.json"
	# they are tried again, the others are not
	run 1 run s.yaml -o r$jobs --no-report --jobs $jobs --only n=1KiB
	grep -q '^5 points: 0 run in .*, 1 finished before, 4 failed$' out ||
		complain "again: $(cat out)"
	ls -a r$jobs | grep -q part && complain "left over: $(ls -a r$jobs)"
done

# a point that hangs, and one that would be too slow
cat >h.yaml <<'X'
sweep: {work.fate: [hang, ok]}
X
for jobs in 1 2; do
	run 1 run h.yaml -o h$jobs --no-report --jobs $jobs --timeout 1
	grep -q '^work.fate-hang_.*: failed: took longer than 1 s$' err || complain "$(cat err)"
	grep -q '^2 points: 1 run in .*, 1 failed$' out || complain "$(cat out)"
done
exit $bad
