#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# After a run the report program beside the binary runs, and its place is told.
. tests/cli-lib

# the same program elsewhere, installed as make install does
mkdir -p p/bin p/libexec/nicpath p/share/nicpath/scenarios/kernels
cp "$N" p/bin/nicpath
N=$T/p/bin/nicpath
unset NICPATH_DATA
echo 'kernel: {name: installed, hz: 300Hz}' >p/share/nicpath/scenarios/kernels/ki.yaml
cat >p/libexec/nicpath/report <<'X'
#!/bin/sh
[ -s "$1/points.csv" ] && [ -s "$1/run.json" ] || exit 2
echo html >"$1/report.html"
exit ${REPORT_STATUS:-0}
X
chmod +x p/libexec/nicpath/report
echo 'kernel: ki' >s.yaml

run 0 run s.yaml
has out "report: results/s/report.html"
has out "results: results/s/points.csv"
grep -q 'hz: 300Hz' results/s/point_*/scenario.resolved.yaml || complain "data files"
# an expectation failed
REPORT_STATUS=1
export REPORT_STATUS
run 1 run s.yaml
has out "report: results/s/report.html"
# the report itself did
REPORT_STATUS=2
run 1 run s.yaml
grep -q '^no report: .* ended with status 2$' err || complain "$(cat err)"
run 0 run s.yaml --no-report
REPORT_STATUS=0
run 0 report results/s
exit $bad
