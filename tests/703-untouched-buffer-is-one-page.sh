#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A writer that never wrote its buffer sends the zero page over and over: its source stays in L1 however long the buffer,
# so a 2 MiB buffer that was written costs at least the 32768 lines of L1D misses a turn that the other does not have.
. tests/e2e-lib

cat >zero.yaml <<'X2'
machine: core2-laptop
kernel: linux-2.6.37
hosts: {box: {}}
flows: {t: {kind: loopback_transfer, from: box, to: box, bytes: 8MiB, read_size: 16KiB, write_size: 2MiB}}
warmup: 0ms
duration: 10s
sweep: {written: {path: flows.t.written, values: [off, on]}}
X2
go 0 zero zero.yaml --jobs 2
misses() {
	jq '.hosts.box.caches[] | select(.name == "l1d") | .misses' zero/written-"$1"_*/result.json
}
more=$(($(misses on) - $(misses off)))
echo "$more misses more, 131072 lines in the buffer's four turns"
# The reader's copies meet other packets in L1 either way: a quarter of slack.
[ $more -gt 98304 ] && [ $more -lt 163840 ] || complain "$more misses more"
exit $bad
