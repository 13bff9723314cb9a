#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# stats: says which figures of two runs differ by more than chance.
. "$(dirname "$0")/analysis_fake.inc"
run "$dir/a" ""
run "$dir/b" ""
result 940 2 15 >"$dir/a/p-old/result.json"
result 800 30 45 >"$dir/a/p-new/result.json"
result 930 2 15 >"$dir/b/p-old/result.json"
result 790 30 46 >"$dir/b/p-new/result.json"
# ten batches: standard errors 2 / 2.262 and 30 / 2.262, 18 degrees of freedom.
# old: t = 10 / 1.2503 = 8.0, p = 2.5e-7, twice that after Holm; new: t = 0.53, p = 0.60
expect 0 "3 figures, 2 tested (Welch, Holm-corrected, level 0.05): 1 differ" "$B/stats" "$dir/a" "$dir/b"
line=$("$B/stats" "$dir/a" "$dir/b" | grep DIFFERENT)
case $line in *throughput_mbps*940.0*930.0*-1.06\ %*) ;; *) fail "$line" ;; esac
"$B/stats" "$dir/a" "$dir/b" | grep -q 'util_pct .*45.00 .*46.00 .*+2.22 % .*not tested' || fail "no untested row"
"$B/stats" "$dir/a" "$dir/b" | grep -q '790.0 .* 0.6[0-9]* *no evidence' || fail "no row without evidence"
expect 0 "1 points of A have no finished counterpart in B" "$B/stats" "$dir/a" "$dir/b"
expect 1 "1 differ" "$B/stats" --expect-same "$dir/a" "$dir/b"
expect 0 "0 differ" "$B/stats" --expect-same "$dir/a" "$dir/a"
expect 0 "0 differ" "$B/stats" --alpha 1e-9 "$dir/a" "$dir/b"
expect 0 "2 figures" "$B/stats" --figure 'hosts.*.cpu.*' "$dir/a" "$dir/b"
# two points
expect 0 "1 differ" "$B/stats" "$dir/a/p-old" "$dir/a/p-new"
expect 2 "neither a results folder (run.json) nor a point" "$B/stats" "$dir/a" "$dir"
expect 2 "usage: nicpath stats" "$B/stats" "$dir/a"
expect 2 "usage: nicpath stats" "$B/stats" --alpha 2 "$dir/a" "$dir/b"
exit 0
