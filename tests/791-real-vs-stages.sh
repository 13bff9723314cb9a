#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The 6.1 stages do what the unmodified 6.1 does: all bytes over loopback, the wire's rate, an ACK for two segments, a
# wake-up for each segment that comes to a waiting reader, nothing dropped or sent again; and CPU within the 15 % that were
# set before anything was measured. (The loopback transfer's time is a row of docs/validation.md.)
. tests/real-lib
sed '/^plots:/,$d; s/64MiB/8MiB/; s/^duration:.*/duration: 20ms\nbatches: 4/' scenarios/real-vs-stages.yaml >"$W/s.yaml"
"$B/nicpath" run "$W/s.yaml" -o "$W/r" >"$W/log" 2>&1 || { tail -n 20 "$W/log"; exit 1; }
jq -s 'map({(.hosts.box.kernel): .}) | add' "$W"/r/*/result.json >"$W/both.json"
jq -e 'def c($h; $n): .hosts[$h].counters[$n] // 0;
	def same($a; $b; $pct): (($a - $b) | fabs) * 100 <= $pct * $b;
	def quiet: c("tx"; "TcpRetransSegs") == 0 and c("box"; "TcpRetransSegs") == 0 and
		([.hosts[].counters | .TcpExtTCPBacklogDrop // 0, .TcpInErrs // 0] | add) == 0;
	.stages as $s | ."linux-6.1" as $r |
	$s.flows.copy.rx_bytes == 8388608 and $r.flows.copy.rx_bytes == 8388608 and
	($s | quiet) and ($r | quiet) and
	([$s, $r | c("tx"; "TcpInSegs") / (c("rx"; "TcpInSegs")) | . > 0.49 and . < 0.53] | all) and
	([$s, $r | .hosts.rx.ctxsw_per_s / c("rx"; "TcpInSegs") * 0.02 | . > 1.8 and . < 2.6] | all) and
	([$s, $r | .flows.bulk.throughput_mbps | . > 940 and . < 943] | all) and
	([$s, $r | c("box"; "TcpInSegs") | . > 380 and . < 400] | all) and
	([["box", "tx", "rx"][] as $h | same($s.hosts[$h].cpu.util_pct; $r.hosts[$h].cpu.util_pct; 15)] | all)' "$W/both.json" >/dev/null ||
	{ jq -c 'map_values([.flows.copy.rx_bytes, .flows.copy.transfer_s, .flows.bulk.throughput_mbps,
		(.hosts[] | [.cpu.util_pct, .ctxsw_per_s, .counters])])' "$W/both.json"; exit 1; }
