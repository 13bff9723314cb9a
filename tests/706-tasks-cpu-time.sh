#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What reader and writer of a transfer have used of the CPUs, as time(1) would say, is all that the host's CPUs were busy,
# less interrupts of the idle loop; on one CPU no more than the transfer took.
. tests/e2e-lib

cat >time.yaml <<'X2'
machine: core2-laptop
kernel: linux-2.6.37
hosts: {box: {}}
flows: {t: {kind: loopback_transfer, from: box, to: box, from_cpu: 0, bytes: 8MiB, read_size: 16KiB, write_size: 16KiB}}
warmup: 0ms
duration: 10s
sweep: {reader: {path: flows.t.to_cpu, values: [0, 1]}}
X2
go 0 time time.yaml --jobs 2
for cpu in 0 1; do
	jq -r '(.simulated_s * ([.hosts.box.cpu.per_cpu[] | 100 - .idle] | add) * 10) as $busy_ms | .flows.t |
		[(.reader_cpu_s + .writer_cpu_s) * 1000, $busy_ms, .transfer_s * 1000] | map(. * 1000 | floor) | join(" ")' time/reader-"$cpu"_*/result.json >row
	read -r tasks busy took <row
	echo "reader on CPU $cpu: tasks $tasks us, CPUs busy $busy us, transfer $took us"
	[ $((100 * tasks)) -ge $((95 * busy)) ] && [ "$tasks" -le "$((busy + 1))" ] || complain "$cpu: $tasks us of $busy"
	[ "$cpu" = 1 ] || [ "$tasks" -le $((took + took / 50)) ] || complain "$tasks us in $took on one CPU"
done
exit $bad
