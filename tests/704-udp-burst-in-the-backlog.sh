#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A burst of datagrams interrupts a reader that owns its socket: with the socket's lock in the input path (2.6.34) they
# go to the backlog and that one read lasts until all have moved; with readers that do not own it (2.6.37) none does.
. tests/e2e-lib

cat >burst.yaml <<'X2'
machine: xeon-e5540
nic: myri10ge
kernel: linux-2.6.34
hosts: {tx: {}, rx: {}}
links: [{ends: [tx, rx], rate: 10Gbps}]
flows: {b: {kind: udp_burst, from: tx, to: rx, to_cpu: 0, limit: 4MiB, burst: 256, bursts: 40}}
warmup: 0ms
duration: 10s
sweep: {kernel: [linux-2.6.34, linux-2.6.37]}
X2
go 0 burst burst.yaml --jobs 2
get() {
	jq "$2 // 0" burst/kernel-linux-"$1"_*/result.json
}
for k in 2.6.34 2.6.37; do
	[ "$(get $k .flows.b.rx_calls)" = 10240 ] || complain "$k: $(get $k .flows.b.rx_calls) of 10240 datagrams"
	echo "$k: $(get $k .hosts.rx.distributions.backlog.count) through the backlog, the longest read $(get $k .flows.b.read_latency_ns.max) ns"
done
[ "$(get 2.6.34 .hosts.rx.distributions.backlog.count)" -gt 100 ] || complain "2.6.34: no backlog"
[ "$(get 2.6.37 .hosts.rx.distributions.backlog.count)" = 0 ] || complain "2.6.37: a backlog"
[ "$(get 2.6.34 .hosts.rx.distributions.backlog.max)" -gt 4000 ] || complain "the backlog never held ten datagrams"
exit $bad
