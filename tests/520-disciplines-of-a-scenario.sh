#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# hosts.NAME.qdisc with its options, and the kernel's default: a rate limit
# holds, a fair queue does not slow a single flow down, mistakes have places.
. tests/e2e-lib

# near DIR LOW HIGH: throughput
near() {
	v=$(figure "$1" flows.bulk.throughput_mbps)
	awk -v v="$v" -v a="$2" -v b="$3" 'BEGIN { exit !(v + 0 >= a && v + 0 <= b) }' ||
		complain "$1: $v Mb/s, not $2 to $3"
}

cat >limited.yaml <<'X2'
include: base.yaml
hosts:
  tx:
    qdisc: tbf
    qdisc_options: {rate: 200Mbps, burst: 70KiB}
warmup: 150ms   # the burst is over
duration: 100ms
X2
# 1448 of 1514 bytes are payload: 191.3 Mb/s, a frame more or less
go 0 limited limited.yaml --set nic.tso=off
near limited 190 192.5
go 0 fq base.yaml --set hosts.tx.qdisc=fq --set duration=50ms
near fq 935 950
go 0 default base.yaml --set kernel.qdisc.discipline=fq --set duration=50ms
near default 935 950

go 2 no base.yaml --set kernel.qdisc.discipline=fifo_fast
says 'no queue discipline "fifo_fast"'
go 2 no limited.yaml --set hosts.tx.qdisc_options.rate=fast
says 'rate'
go 2 no limited.yaml --set hosts.tx.qdisc_options.rte=1Mbps
says 'did you mean'
go 2 no limited.yaml --set hosts.tx.qdisc=pfifo_fast
says 'limited.yaml:5:20: pfifo_fast takes no options'
go 2 no base.yaml --set 'hosts.tx.qdisc_options={rate: 1Mbps}'
says 'qdisc_options without a qdisc'
[ -e no ] && complain "a mistake left a folder"
exit $bad
