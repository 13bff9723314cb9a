#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The loopback cliff is where the data in flight no longer fits: with an L2 of 512 KiB a transfer with 1 MiB buffers
# waits for memory and is far slower than one with 64 KiB buffers, with an L2 of 16 MiB it is not. No code knows a limit.
. tests/e2e-lib

cat >cliff.yaml <<'X2'
machine: core2-laptop
kernel: {base: linux-2.6.37, sock: {backlog_limit: none}}   # no drops, no timeouts
hosts: {box: {}}
flows: {t: {kind: loopback_transfer, from: box, to: box, bytes: 16MiB, written: on}}
warmup: 0ms
duration: 10s
sweep:
  l2: {path: machine.cache.l2.size, values: [512KiB, 16MiB]}
  limit: {path: [flows.t.read_size, flows.t.write_size], values: [64KiB, 1MiB]}
X2
go 0 cliff cliff.yaml --jobs 2
steady() {
	jq .flows.t.steady_s cliff/l2-"$1"_limit-"$2"_*/result.json
}
small=$(echo "$(steady 512KiB 1MiB) / $(steady 512KiB 64KiB)" | bc -l)
large=$(echo "$(steady 16MiB 1MiB) / $(steady 16MiB 64KiB)" | bc -l)
echo "1 MiB over 64 KiB: $small with 512 KiB of L2, $large with 16 MiB"
[ "$(echo "$small > 1.5" | bc)" = 1 ] || complain "no cliff beyond a small cache"
[ "$(echo "$large < 1.25" | bc)" = 1 ] || complain "a cliff though everything fits"
exit $bad
