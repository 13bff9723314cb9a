#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A reader that takes 1024 bytes a call on the writer's CPU: its longest read() waits while the writer, whom a window
# update has woken, fills what the limit allows, so it grows as the limit does. The median does not.
. tests/e2e-lib

cat >one.yaml <<'X2'
machine: core2-laptop
kernel: {base: linux-2.6.37, sock: {rmem_max: 64MiB, wmem_max: 64MiB}}
hosts: {box: {}}
flows:
  t: {kind: loopback_transfer, from: box, to: box, from_cpu: 0, to_cpu: 0, bytes: 24MiB, read_size: 1KiB, write_size: 64KiB}
warmup: 0ms
duration: 10s
sweep: {limit: {path: flows.t.limit, values: [64KiB, 512KiB, 4MiB]}}
X2
go 0 one one.yaml --jobs 2
last=0
for limit in 64KiB 512KiB 4MiB; do
	jq -r '.flows.t | [.rx_bytes, .read_latency_ns.p50, .read_latency_ns.max] | join(" ")' one/limit-"$limit"_*/result.json >row
	read -r bytes p50 max <row
	echo "$limit: half of the reads within $p50 ns, the longest $max ns"
	[ "$bytes" = 25165824 ] || complain "$limit: $bytes bytes arrived"
	# A system call and a copy of 1 KiB.
	[ "$p50" -ge 300 ] && [ "$p50" -le 1000 ] || complain "$limit: median $p50 ns"
	# Eight times the limit: at least four times as long.
	[ "$max" -ge $((4 * last)) ] || complain "$limit: $max ns after $last"
	last=$max
done
# Three of the four MiB are the window; a writer sends them at 1 to 6 GB/s.
[ "$last" -ge 500000 ] && [ "$last" -le 3500000 ] || complain "4MiB: longest $last ns"
exit $bad
