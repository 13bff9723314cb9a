#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What the report would not understand is said before any point runs.  What only
# results can tell (a figure that none has), and values that --set took out of an
# axis, leave a report.
. tests/e2e-lib

printf 'id,kernel,mbps\nr1,linux-2.6.26,900\n' >m.csv
# mistake MESSAGE: the scenario's last lines are on stdin
mistake() {
	cat base.yaml - >wrong.yaml
	"$N" run wrong.yaml -o wrong >out 2>err
	got=$?
	[ $got = 2 ] || complain "status $got, not 2: $1"
	[ "$(cat err)" = "$1" ] || complain "'$(cat err)' is not '$1'"
	[ ! -s out ] && [ ! -e wrong ] || complain "something was done before: $1"
}
mistake 'wrong.yaml: compare: not a mapping' <<X
compare: x
X
mistake 'wrong.yaml: compare: `file` is empty' <<X
compare: {file: ""}
X
mistake 'wrong.yaml: compare: no `figures`' <<X
compare: {file: m.csv}
X
mistake "wrong.yaml: compare.key.kernel: the run has no axis 'kernel'" <<X
compare: {file: m.csv, key: {kernel: kernel}, figures: {mbps: {figure: flows.bulk.throughput_mbps}}}
X
mistake "wrong.yaml: compare.claims[1].kernel: the axis has no value 'linux-2.6.27'; did you mean 'linux-2.6.26'?" <<X
sweep: {kernel: [linux-2.6.26, linux-2.6.27-rc1]}
compare: {claims: [{text: t, figure: flows.bulk.rx_bytes, at: {kernel: linux-2.6.27}}]}
X
mistake 'wrong.yaml: plots: not a list of words and mappings' <<X
plots: {}
X
mistake "wrong.yaml: plots: cpus: no such plot; did you mean 'cpu'?" <<X
plots: [throughput, cpus]
X
mistake "wrong.yaml: plots[1]: unknown key 'figre'; did you mean 'figure'?" <<X
plots: [{figre: a}]
X
mistake "wrong.yaml: plots[2]: the run has no axis 'kernel'" <<X
plots: [cpu, {figure: flows.bulk.rx_bytes, x: kernel}]
X

# ended STATUS OPTIONS: of one with a report, which is there
ended() {
	want=$1
	shift
	rm -rf report
	"$N" run "$@" -o report >log 2>&1
	got=$?
	[ $got = "$want" ] || complain "$*: status $got, not $want: $(tail -n 4 log)"
	[ -s report/report.html ] || complain "$*: no report: $(tail -n 4 log)"
}
cat base.yaml - >sweep.yaml <<X
sweep: {kernel: [linux-2.6.26, linux-2.6.27-rc1]}
compare:
  file: m.csv
  key: {kernel: kernel}
  figures: {mbps: {figure: flows.bulk.throughput_mbps, tolerance: 50}}
  claims:
    - {text: same, figure: flows.bulk.throughput_mbps, at: {kernel: linux-2.6.27-rc1}, like: {kernel: linux-2.6.26}, tolerance: 50}
plots: [throughput]
X
ended 0 sweep.yaml
ended 0 sweep.yaml --set kernel=linux-2.6.27-fixed
ended 0 sweep.yaml --only kernel=linux-2.6.26
sed 's/figures: .*/figures: {mbps: {figure: flows.bulk.throughput_mbits}}/' sweep.yaml >figure.yaml
ended 1 figure.yaml
says "nicpath report: compare.figures.mbps: no result has the figure 'flows.bulk.throughput_mbits'"
grep -q 'Not compared' report/report.html || complain "the report does not say that nothing was compared"
exit $bad
