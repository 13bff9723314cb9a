#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A finished point is never run again; a changed one, or a new tool, is.
. tests/cli-lib

cat >s.yaml <<'X'
title: Kept
machine: m1
kernel: k1
hosts: {tx: , rx: {kernel: k2}}
sweep:
  kernel: [k1, k2]
  work.buffer.size: log2(1KiB..4KiB)
X
result() {
	grep 'points\{0,1\}: ' out
}
expect() {
	[ "$(result | sed 's/ in [0-9.]* s//')" = "$1" ] || complain "$2: $(result)"
}

run 0 run s.yaml -o r --no-report --dry-run
[ -e r ] && complain "a dry run made the folder"
[ "$(grep -c '^new ' out)" = 6 ] || complain "dry run: $(cat out)"
run 0 run s.yaml -o r --no-report --jobs 2
expect "6 points: 6 run, 0 finished before, 0 failed" first
[ "$(rows r/points.csv)" = 6 ] || complain "points.csv: $(cat r/points.csv)"
has r/points.csv "$(ls r | grep 'kernel-k2_buffer.size-4KiB'),k2,4KiB,1,4096,1000,\"a, \"\"b\"\"\""
cp r/points.csv first.csv
stat -c '%n %Y %i' r/*/result.json >stamps

run 0 run s.yaml -o r --no-report
expect "6 points: 0 run, 6 finished before, 0 failed" again
stat -c '%n %Y %i' r/*/result.json >stamps2
same stamps stamps2
same first.csv r/points.csv

# what only the report reads makes nothing stale
sed -i 's/^title: .*/title: Other\nplots: [p]/' s.yaml
run 0 run s.yaml -o r --no-report
expect "6 points: 0 run, 6 finished before, 0 failed" title

# a comment in a kernel neither; a value in it does, for the points that it is in
echo '# nothing' >>data/kernels/k2.yaml
run 0 run s.yaml -o r --no-report
expect "6 points: 0 run, 6 finished before, 0 failed" comment
run 0 run s.yaml -o r --no-report --set kernel.hz=500Hz --only kernel=k2
expect "3 points: 3 run, 0 finished before, 0 failed" set
[ "$(rows r/points.csv)" = 3 ] || complain "points.csv has points of another scenario"
run 0 run s.yaml -o r --no-report
expect "6 points: 0 run, 6 finished before, 0 failed" back
same first.csv r/points.csv

# --only runs some; points.csv has all that are finished
run 0 run s.yaml -o part --no-report --only kernel=k2
expect "3 points: 3 run, 0 finished before, 0 failed" only
run 0 run s.yaml -o part --no-report --only work.buffer.size=1KiB
expect "2 points: 1 run, 1 finished before, 0 failed" "only the rest"
[ "$(rows part/points.csv)" = 4 ] || complain "points.csv: $(cat part/points.csv)"

# a new tool runs everything again
FAKE_IDENTITY=newer
export FAKE_IDENTITY
run 0 run s.yaml -o r --no-report
expect "6 points: 6 run, 0 finished before, 0 failed" "new tool"
unset FAKE_IDENTITY

# somebody changed a result's inputs, or lost its result
victim=$(ls -d part/kernel-k2_buffer.size-2KiB_*)
echo '# edited' >>"$victim/scenario.resolved.yaml"
run 0 run s.yaml -o part --no-report --only kernel=k2
expect "3 points: 1 run, 2 finished before, 0 failed" edited
rm "$victim/result.json"
run 0 run s.yaml -o part --no-report --only kernel=k2
expect "3 points: 1 run, 2 finished before, 0 failed" lost

# the resolved scenario is itself a scenario, and stands for the same point
cp "$victim/scenario.resolved.yaml" again.yaml
run 0 show scenario again.yaml
tail -n +2 again.yaml >body
same body out
exit $bad
