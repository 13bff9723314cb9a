#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Help, show, list, membench: what a user types to find out.
. tests/cli-lib

sed -i '1i # SPDX-License-Identifier: GPL-2.0-or-later\n# The first kernel' data/kernels/k1.yaml
echo 'title: "A scenario"' >data/s.yaml
run 0 list kernels
has out "k1  The first kernel"
has out "k2  "
run 0 list scenarios
has out "s  A scenario"
run 0 list machines
has out "m1  "
run 0 list
run 2 list moons
has err "nicpath list: no 'moons' (nicpath list says what there is)"
run 2 list kernles
has err "nicpath list: no 'kernles'; did you mean 'kernels'?"

run 0 show params work
has out "  rate                         1Gbps        [1bps..]  A rate. (assumed)"
run 0 show params --markdown
has out '| `buffer.size` | size | `64KiB` | 1KiB..1GiB | A size. | assumed | '
has out '## kernel'
run 2 show params wokr
has err "nicpath show params: no table 'wokr'; did you mean 'work'?"
run 0 show costs k1
has out "costs k1"
run 2 show cots
has err "nicpath show: no 'cots'; did you mean 'costs'?"

cat >s.yaml <<'X'
kernel: k1
sweep: {kernel: [k1, k2]}
X
run 0 show scenario s.yaml --set kernel.hz=100Hz --only kernel=k2
has out "      hz: 100Hz"
has out "        stopped_test: off"
has out "duration: 1s"
run 0 show scenario s.yaml
[ "$(grep -c '^---$' out)" = 1 ] || complain "two documents: $(cat out)"
run 2 show scenario
has err "nicpath show scenario: FILE is missing"

run 0 membench m1
has out "L2 1048576"
run 0 membench m1 --set cache.l2.size=2MiB
has out "L2 2097152"
run 2 membench m1 --set cache.l3.size=2MiB
has err "--set cache.l3.size=2MiB: unknown key 'l3'"
run 2 membench m7
has err "command line: no machine 'm7' in $NICPATH_DATA/machines (nicpath list machines)"

run 0 --version
has out "nicpath v1-fake"
run 0 --help
for c in run report validate calibrate stats annotate membench show list point; do
	run 0 $c --help
	grep -q "^usage: nicpath $c" out || complain "help of $c: $(cat out)"
	run 0 help $c
done
# programs that are not there are said to be
run 3 report results
grep -q "^nicpath report: there is no report program beside " err || complain "$(cat err)"
exit $bad
