#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A task that another one wakes goes to an idle CPU below the waker's last-level cache (2.6.34 and later), not to any: two
# sockets of four with one L3 each; two sockets of four, each two pairs below an L2. A new task starts on the emptier socket.
. tests/e2e-lib

cat >wake.yaml <<'X2'
kernel: linux-2.6.37
hosts: {box: {}}
flows: {t: {kind: loopback_transfer, from: box, to: box, bytes: 4MiB, read_size: 16KiB, write_size: 16KiB}}
warmup: 0ms
duration: 1s
X2
# busy DIR: the CPUs that did more than a tenth of the work, in order
busy() {
	jq -r '[.hosts.box.cpu.per_cpu | to_entries[] | select(.value.idle < 90) | .key] | join(" ")' "$1"/*/result.json
}
# wakes MACHINE WRITER READER ...: bound to CPU WRITER, the writer finds its reader on CPU READER
wakes() {
	go 0 "$1-$2" wake.yaml --set machine="$1" --set flows.t.from_cpu="$2"
	want=$(printf '%s\n' "$2" "$3" | sort -n | tr '\n' ' ')
	[ "$(busy "$1-$2") " = "$want" ] || complain "$1, writer on CPU $2: CPUs $(busy "$1-$2") were busy, not $want"
}
wakes xeon-e5540 6 4
wakes xeon-e5540 1 0
wakes xeon-e5440 6 7
wakes xeon-e5440 2 3
# Neither is bound: the reader, who comes first, starts on CPU 0, the writer on the other socket; the writer wakes the reader.
go 0 free wake.yaml --set machine=xeon-e5540
[ "$(busy free)" = "4 5" ] || complain "unbound: CPUs $(busy free) were busy, not 4 and 5"
exit $bad
