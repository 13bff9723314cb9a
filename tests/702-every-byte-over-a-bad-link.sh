#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A transfer over a wire that loses, doubles and reorders frames: every byte reaches the reader once and in order (the
# reader checks the sequence; a fault ends the run), and TCP had to work for it. Three seeds, two kernels.
. tests/e2e-lib

cat >bad.yaml <<'X2'
machine: core2-laptop
kernel: linux-2.6.37
nic: forcedeth
hosts: {tx: {}, rx: {}}
links: [{ends: [tx, rx], loss: 0.003, duplicate: 0.003, reorder: 0.01, reorder_delay: 300us}]
flows: {t: {kind: loopback_transfer, from: tx, to: rx, bytes: 3MiB, read_size: 10000, write_size: 30001}}
warmup: 0ms
duration: 100s
repeat: 3
sweep: {kernel: [linux-2.6.37, linux-4.13]}
X2
go 0 bad bad.yaml --jobs 2
n=0
for r in bad/*/result.json; do
	jq -e '.flows.t.finished and .flows.t.rx_bytes == 3145728 and .hosts.tx.counters.TcpRetransSegs > 0 and
		.hosts.tx.counters.TcpExtTCPSackRecovery > 0 and .drops.wire > 0' "$r" >/dev/null ||
		complain "$r: $(jq -c '[.flows.t.rx_bytes, .hosts.tx.counters.TcpRetransSegs, .drops]' "$r")"
	n=$((n + 1))
done
[ $n = 6 ] || complain "$n of 6 points"
exit $bad
