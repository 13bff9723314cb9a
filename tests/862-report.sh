#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# report: everything in one file, also what failed; broken input is one message
# and leaves an earlier report; without gnuplot the tables are still there.
. "$(dirname "$0")/analysis_fake.inc"
r=$dir/run
printf 'id,kernel,mbps\nq1,old,945\nq2,new,700\n' >"$dir/m.csv"
compare=', "compare": {"file": "'$dir'/m.csv", "key": {"kernel": "kernel"}, "notes": {"q2": "no <DDIO>"},
 "figures": {"mbps": {"figure": "flows.bulk.throughput_mbps", "tolerance": "5"}}}, "plots": ["throughput"]'
run "$r" "$compare"
result 940 2 15 >"$r/p-old/result.json"
result 800 3 45 >"$r/p-new/result.json"
expect 0 "" "$B/report" "$r"
page=$r/report.html
for part in 'A &lt;fake&gt; run' '2 of 3' 'p-bad <b class=miss>failed' '940.0 ± 2.0' '+14.3 %' \
	'no &lt;DDIO&gt;' 'No packet was lost' '1 of 2' '<svg' '</html>'; do
	grep -qF -e "$part" "$page" || fail "the report has no '$part'"
done
# self-contained: nothing is fetched; the only URLs are SVG's name spaces
grep -o 'https\?://[^"'"'"' >]*' "$page" | grep -v '^http://www.w3.org/' && fail "the report refers to a URL"
grep -Eq '<(script|link|img|iframe)' "$page" && fail "the report loads something"
[ -s "$r/plots/01-bulk-throughput_mbps-kernel.svg" ] || fail "no plot file"

cp "$page" "$dir/before.html"
printf '{"seed": 1,\n "x"\n' >"$r/p-new/result.json"
expect 2 "p-new/result.json:3:" "$B/report" "$r"
rm "$r/p-new/result.json"
expect 2 "p-new/result.json: cannot be read, but run.json calls the point done" "$B/report" "$r"
result 800 3 45 >"$r/p-new/result.json"
printf 'id,kernel,mbps\nq1,old,fast\nq2,new,1\n' >"$dir/m.csv"
expect 2 "m.csv:2: mbps: 'fast' is neither a number nor a range" "$B/report" "$r"
rm "$dir/m.csv"
expect 2 "m.csv: cannot be read: No such file" "$B/report" "$r"
echo '{' >"$r/run.json"
expect 2 "run.json:2:" "$B/report" "$r"
cmp -s "$page" "$dir/before.html" || fail "a failed report changed the earlier one"
expect 2 "is $dir/nowhere a folder that" "$B/report" "$dir/nowhere"
expect 2 "usage: nicpath report DIR" "$B/report"

run "$r" ', "plots": ["cpu"]'
mkdir "$dir/bin"
expect 1 "gnuplot is not installed (Debian package gnuplot-nox)" env PATH="$dir/bin" "$B/report" "$r"
grep -q 'Plots that could not be drawn' "$page" || fail "the page does not say that plots are missing"
grep -q '45.00' "$page" || fail "no table without gnuplot"

# nothing finished yet: still a page
run "$dir/none" ""
sed -i 's/"done"/"waiting"/' "$dir/none/run.json"
expect 0 "" "$B/report" "$dir/none"
grep -q '0 of 3' "$dir/none/report.html" || fail "no page without results"
exit 0
