#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# An installed nicpath finds its own scenarios, machines and programs, from any
# folder, and does without the source tree.
. tests/e2e-lib

case $B in /*) b=$B ;; *) b=$ROOT/$B ;; esac
(cd "$ROOT" && make -s install B="$B" PREFIX="$T/in st") >make.log 2>&1 || {
	cat make.log
	exit 1
}
[ -x "$b/nicpath" ] || complain "no program"
N="$T/in st/bin/nicpath"
mkdir away
cd away || exit 1
cp ../base.yaml .
go 0 r base.yaml
above r flows.bulk.throughput_mbps 100
"$N" list scenarios >list
grep -q '^qdisc-regression ' list || complain "list scenarios: $(cat list)"
"$N" run qdisc-regression --dry-run >log 2>&1 || complain "a listed scenario does not run: $(cat log)"
grep -q '^24 points' log || complain "$(tail -n 2 log)"
"$N" run base.yaml -o r >log 2>&1
[ -s r/report.html ] || complain "no report: $(cat log)"
exit $bad
