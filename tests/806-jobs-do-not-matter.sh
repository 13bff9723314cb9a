#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The same results to the byte with one job, with many, and point by point.
. tests/cli-lib

cat >s.yaml <<'X'
machine: m1
kernel: k1
repeat: 2
sweep: {work.buffer.size: [1KiB, 2KiB, 4KiB], k: {path: kernel, values: [k1, k2]}}
X
run 0 run s.yaml -o r1 --no-report --jobs 1
run 0 run s.yaml -o r4 --no-report --jobs 4
same r1/points.csv r4/points.csv
[ "$(rows r1/points.csv)" = 12 ] || complain "$(cat r1/points.csv)"
ls r1 >names1
ls r4 >names4
same names1 names4
for d in r1/buffer*; do
	same "$d/scenario.resolved.yaml" "r4/${d#r1/}/scenario.resolved.yaml"
done
# wall_s differs, nothing else
for d in r1/buffer*; do
	sed 's/"wall_s": [^,]*,//' "$d/result.json" >a
	sed 's/"wall_s": [^,]*,//' "r4/${d#r1/}/result.json" >b
	same a b
done
one=$(ls -d r1/buffer.size-2KiB_k-k1_seed-2_*)
run 0 point "$one/scenario.resolved.yaml" -o alone --name s
same "$one/scenario.resolved.yaml" alone/scenario.resolved.yaml
sed 's/"wall_s": [^,]*,//' alone/result.json >a
sed 's/"wall_s": [^,]*,//' "$one/result.json" >b
same a b
run 2 point "$one/scenario.resolved.yaml" -o alone
has err "alone: exists already"
run 2 point "$one/scenario.resolved.yaml"
has err "nicpath point: -o DIR is missing"

# run.json: any file name, and what was set
name=$(printf 'f\351.yaml')
cp s.yaml "$name"
run 0 run "$name" -o r5 --no-report --only k=k1 --set work.x=0.25
grep -q '"file": "f?.yaml"' r5/run.json || complain "$(head -n 6 r5/run.json)"
grep -q '"work.x=0.25"' r5/run.json || complain "$(head -n 9 r5/run.json)"
exit $bad
