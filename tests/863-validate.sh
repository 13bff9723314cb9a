#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# validate: each row with its error; status 1 for a missed prediction, not for a fitted one.
. "$(dirname "$0")/analysis_fake.inc"
printf 'id,kernel,mbps\nq1,old,945\nq2,new,700\nq3,newer,1\n' >"$dir/m.csv"
spec() {
	echo ', "compare": {"file": "'"$dir"'/m.csv", "key": {"kernel": "kernel"}, "fitted": ['"$1"'],
 "claims": [{"text": "slower", "figure": "flows.bulk.throughput_mbps", "at": {"kernel": "new"},
 "like": {"kernel": "old"}, "max_ratio": "'"$2"'"}],
 "figures": {"mbps": {"figure": "flows.bulk.throughput_mbps", "tolerance": "5"}}}'
}
r=$dir/results/a
run "$r" "$(spec '"q2"' 0.9)"
result 940 2 15 >"$r/p-old/result.json"
result 800 3 45 >"$r/p-new/result.json"
expect 0 "3 rows (1 fitted, 1 without a result), 2 figures: 1 predictions with a tolerance, 1 within it, 0 missed; 1 statements, 0 false" \
	"$B/validate" "$r"
expect 0 "not in this run" "$B/validate" "$r"
expect 0 "fitted" "$B/validate" "$r"
run "$r" "$(spec '' 0.9)"
expect 1 "+14.3 %" "$B/validate" "$r"
expect 1 "MISSED" "$B/validate" "$r"
expect 1 "| q2 | kernel new | mbps | 700 | 800 | +14.3 % | 5 % | **missed** |" "$B/validate" --markdown "$r"
expect 1 "| q2 | kernel new | mbps | 700 | 800 | +14.3 % | 5 % | **missed** |" "$B/validate" "$r" --markdown
run "$r" "$(spec '"q2"' 0.5)"
expect 1 "FALSE    slower (kernel new: 800 against 940, 0.851 times)" "$B/validate" "$r"
expect 2 "usage: nicpath validate" "$B/validate"
expect 2 "usage: nicpath validate" "$B/validate" --al
expect 2 "cannot be read" "$B/validate" "$dir/nowhere"
cd "$dir" || exit 1
run results/b ""
result 1 1 1 >results/b/p-old/result.json
result 1 1 1 >results/b/p-new/result.json
expect 1 "results/b: the scenario compares nothing" "$B/validate" --all
mkdir scenarios
echo 'compare: {file: x.csv}' >scenarios/c.yaml
expect 1 "no results of scenarios/c.yaml: nicpath run scenarios/c.yaml" "$B/validate" --all
cd "$dir/scenarios" || exit 1
expect 2 "there is no folder results/" "$B/validate" --all
exit 0
