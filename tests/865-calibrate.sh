#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# calibrate: finds the parameters that a fake simulator's rows were made with,
# looks at no other row, stays within bounds, says when rows cannot tell.
. "$(dirname "$0")/analysis_fake.inc"
cp "$B/calibrate" "$dir/"
printf 'id,kernel,mbps,cpu\nq1,old,150,30\nq2,new,500,20\nq3,bad,1,1\n' >"$dir/m.csv"
# mbps = 100 a for old, 250 b for new; cpu = 20 a, 10 b: a = 1.5, b = 2
cat >"$dir/nicpath" <<'END'
#!/bin/sh
[ "$1" = run ] || exit 2
case $* in *"--only kernel=old"*) ;; *) exit 3 ;; esac
while [ $# -gt 0 ]; do
	case $1 in
	-o) out=$2 ;;
	--set) case $2 in a.x=*) a=${2#*=} ;; b.y=*) b=${2#*=} ;; esac ;;
	esac
	shift
done
: "${a:=1}" "${b:=1}"
mkdir -p "$out/p1" "$out/p2"
awk -v a="$a" -v b="$b" -v out="$out" 'BEGIN {
	printf "{\"f\": %.6f, \"c\": %.6f}\n", 100 * a, 20 * a > (out "/p1/result.json")
	printf "{\"f\": %.6f, \"c\": %.6f}\n", 250 * b, 10 * b > (out "/p2/result.json")
}'
cat >"$out/run.json" <<EOF2
{"axes": [{"key": "kernel", "values": [{"text": "old"}, {"text": "new"}, {"text": "bad"}]}],
 "points": [{"dir": "p1", "state": "done", "values": {"kernel": "old"}},
  {"dir": "p2", "state": "done", "values": {"kernel": "new"}}],
 "compare": {"file": "MEASURED", "key": {"kernel": "kernel"},
  "figures": {"mbps": {"figure": "f", "tolerance": "5"}, "cpu": {"figure": "c"}}}}
EOF2
END
sed -i "s|MEASURED|$dir/m.csv|" "$dir/nicpath"
chmod +x "$dir/nicpath"
cd "$dir" || exit 1
cat >two.yaml <<'END'
scenario: fake.yaml
rows: [q1, q2]
only: {kernel: old}
parameters: {a.x: {start: 1, min: 0.5, max: 4}, b.y: {start: 1, min: 0.5, max: 4}}
evaluations: 50
END
expect 0 "condition of the sensitivities: 1" ./calibrate two.yaml
echo "$said" | tail -n 2 | tr -d ' ' >found
a=$(sed -n 's/a.x://p' found) b=$(sed -n 's/b.y://p' found)
awk "BEGIN { exit !($a > 1.49 && $a < 1.51 && $b > 1.98 && $b < 2.02) }" || fail "found $a and $b, not 1.5 and 2"
# one row: b moves nothing
sed 's/\[q1, q2\]/[q1]/' two.yaml >one.yaml
sed -i 's/evaluations: 50/evaluations: 5/' one.yaml
expect 0 "hardly tell these parameters apart" ./calibrate one.yaml
# a bound is never left, and that is said
sed 's/max: 4}, b/max: 1.2}, b/' two.yaml >bound.yaml
sed -i 's/evaluations: 50/evaluations: 30/' bound.yaml
expect 0 "# at its bound" ./calibrate bound.yaml
echo "$said" | grep -o 'a\.x=[0-9.]*' | awk -F= '$2 > 1.2 { exit 1 }' || fail "left the bound"
sed 's/rows/rwos/' two.yaml >bad.yaml
expect 2 'needs `scenario` and `rows`' ./calibrate bad.yaml
sed 's/evaluations/evaluatoins/' two.yaml >bad.yaml
expect 2 "bad.yaml:5:" ./calibrate bad.yaml
sed 's/start: 1, min: 0.5, max: 4}, b/start: 9, min: 0.5, max: 4}, b/' two.yaml >bad.yaml
expect 2 "start must be above 0 and within min and max" ./calibrate bad.yaml
sed 's/\[q1, q2\]/[q7]/' two.yaml >bad.yaml
expect 2 "none of the rows and columns has a predicted value" ./calibrate bad.yaml
sed 's/only: .*//' two.yaml >bad.yaml
expect 2 "did not work (status 3)" ./calibrate bad.yaml
exit 0
