#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Queue disciplines of real code, by name and with tc's options: each carries data, shapers at their rate, and the kernel's
# own counters are in the result. A name or an option that is none ends with its place, before anything runs.
IMAGE=plain
. tests/real-lib
bad=0
complain() { echo "$*"; bad=1; }
cat >"$W/s.yaml" <<'END'
title: disciplines
machine: core2-laptop
kernel: {base: linux-6.1, costs: off, leak_check: on}
nic: {base: forcedeth, irq: msi}
hosts: {tx: {}, rx: {}}
links: [{ends: [tx, rx]}]
flows:
  bulk: {kind: netperf, from: tx, to: rx, test: TCP_STREAM}
warmup: 50ms
duration: 100ms
END
# Payload of 1448 bytes in frames of 1514 bytes, which is what cake and tbf count; fq paces the bytes of IP packets.
want() { # settings of tx, least, most Mb/s, what else must hold of the counters
	sed "s/^hosts:.*/hosts: {tx: {qdisc: $1}, rx: {}}/" "$W/s.yaml" >"$W/a.yaml"
	rm -rf "$W/o"
	"$B/nicpath" run "$W/a.yaml" -o "$W/o" >"$W/log" 2>&1 || { complain "$1: $(cat "$W/log")"; return; }
	f=$(ls "$W"/o/*/result.json)
	jq -e ".flows.bulk.throughput_mbps | . >= $2 and . <= $3" "$f" >/dev/null || complain "$1: $(jq .flows.bulk.throughput_mbps "$f") Mb/s"
	jq -e ".hosts.tx.qdisc.eth0 | ${4:-.packets > 200}" "$f" >/dev/null || complain "$1: $(jq -c .hosts.tx.qdisc.eth0 "$f")"
}
want pfifo_fast 935 943
want 'fq, qdisc_options: {maxrate: 200Mbps}' 185 205
want 'fq_codel, qdisc_options: {limit: 1000, target: 2ms, ecn: off}' 935 943
want 'cake, qdisc_options: {bandwidth: 300Mbps, flow_mode: flows}' 280 290 '.overlimits > 0'
want 'tbf, qdisc_options: {rate: 100Mbps, burst: 32KiB}' 94 97 '.overlimits > 0 and .backlog > 0'
want prio 935 943
want 'netem, qdisc_options: {delay: 1ms, loss: 0.001}' 100 943
want 'bfifo, qdisc_options: {limit: 16KiB}' 500 943 '.drops > 0'
want noqueue 935 943 '.packets == 0'
refused() { # settings of tx, place and message
	sed "s/^hosts:.*/hosts: {tx: $1, rx: {}}/" "$W/s.yaml" >"$W/b.yaml"
	"$B/nicpath" run "$W/b.yaml" -o "$W/x" >"$W/log" 2>&1
	[ $? = 2 ] && grep -q "b.yaml:$2" "$W/log" || complain "$1: $(cat "$W/log")"
	rm -rf "$W/x"
}
refused '{qdisc: fq_cdoel}' '5:21: linux-6.1 has no queue discipline "fq_cdoel" here; did you mean "fq_codel"'
refused '{qdisc: htb}' '5:21: linux-6.1 has no queue discipline "htb" here'
refused '{qdisc: mq}' '5:21: mq: forcedeth has one transmit queue'
refused '{qdisc: tbf, qdisc_options: {rat: 1Mbps}}' "5:42: unknown key 'rat'; did you mean 'rate'"
refused '{qdisc: prio, qdisc_options: {bands: 40}}' '5:50:'
refused '{qdisc: noqueue, qdisc_options: {limit: 3}}' '5:45: noqueue takes no options'
exit $bad
